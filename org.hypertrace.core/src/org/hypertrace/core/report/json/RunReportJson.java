/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What is the same in the JSON of boots and of shutdowns; in the order of the report. */
final class RunReportJson {

    private RunReportJson() {
    }

    /**
     * @param noun
     *            what the runs are, {@code boot}
     * @param details
     *            what is in their parts, {@code initcalls}
     * @param hosts
     *            makes the object of a host
     */
    static <R extends Run> String write(RunReport<R> report, String noun, String details,
            BiFunction<RunReport.Trace<R>, RunReport.Host<R>, JsonObject> hosts) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 3);
        root.addProperty("trace", report.named());
        root.addProperty("begin", report.traces().stream().mapToLong(RunReport.Trace::begin).min().orElse(0));
        root.addProperty("end", report.traces().stream().mapToLong(RunReport.Trace::end).max().orElse(0));
        Map<String, RecordedEvents.Missing> missing = new LinkedHashMap<>();
        report.traces().forEach(trace -> trace.missing().forEach(m -> missing.putIfAbsent(m.event(), m)));
        MissingJson.add(missing.values(), root);
        JsonArray all = new JsonArray();
        report.traces().forEach(trace -> trace.hosts().forEach(host -> all.add(hosts.apply(trace, host))));
        root.add("hosts", all);
        if (!report.comparisons().isEmpty()) {
            JsonArray comparisons = new JsonArray();
            report.comparisons().forEach(comparison -> comparisons.add(ComparisonJson.of(comparison, noun, details)));
            root.add("comparisons", comparisons);
        }
        if (!report.budgets().isEmpty()) {
            JsonArray budgets = new JsonArray();
            report.budgets().forEach(outcome -> budgets.add(budget(outcome, noun)));
            root.add("budgets", budgets);
        }
        if (!report.notChecked().isEmpty()) {
            JsonArray notChecked = new JsonArray();
            report.notChecked().forEach(one -> notChecked.add(notChecked(one)));
            root.add("notChecked", notChecked);
        }
        return JsonText.of(root);
    }

    private static JsonObject notChecked(NotChecked one) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", one.budget());
        object.addProperty("limit", Budget.limit(one.budget()));
        object.addProperty("reason", one.reason());
        return object;
    }

    private static JsonObject budget(Budget.Result outcome, String noun) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", outcome.budget().text());
        object.addProperty("trace", outcome.run().trace());
        object.addProperty(noun, outcome.run().what().label());
        object.addProperty("limit", outcome.budget().limit());
        object.addProperty("took", outcome.took());
        object.addProperty("ended", outcome.ended());
        object.addProperty("exceeded", outcome.isExceeded());
        return object;
    }

    /** The VMs of a host; {@code runs} adds the boots or shutdowns of a guest to its object. */
    static <R extends Run> JsonArray vms(List<RunReport.Guest<R>> guests, BiConsumer<RunReport.Guest<R>, JsonObject> runs) {
        JsonArray vms = new JsonArray();
        JsonObject last = null;
        Machines.Vm lastVm = null;
        for (RunReport.Guest<R> guest : guests) {
            // the VM around a nested guest may have no run of its own
            if (guest.who().nested() == null || last == null || !Objects.equals(lastVm, guest.vm())) {
                last = vm(guest.vm(), guest.name());
                lastVm = guest.vm();
                vms.add(last);
            }
            JsonObject to = last;
            if (guest.who().nested() != null) {
                to = nested(guest.who().nested());
                array(last, "nested").add(to);
            }
            runs.accept(guest, to);
        }
        return vms;
    }

    private static JsonArray array(JsonObject in, String name) {
        if (!in.has(name)) {
            in.add(name, new JsonArray());
        }
        return in.getAsJsonArray(name);
    }

    private static JsonObject vm(Machines.Vm vm, String name) {
        JsonObject object = new JsonObject();
        if (vm != null) {
            object.addProperty("key", vm.key());
            if (vm.pid() != HostEvent.UNKNOWN_ID) {
                object.addProperty("pid", vm.pid());
            }
            if (vm.name() != null) {
                object.addProperty("name", vm.name());
                object.addProperty("run", vm.who().run());
            }
            object.addProperty("begin", vm.begin());
            object.addProperty("end", vm.end());
        } else {
            object.addProperty("name", name);
        }
        object.addProperty("level", 1);
        return object;
    }

    /** Levels of reports count the VM's own guest. */
    static JsonObject nested(Nesting nested) {
        JsonObject object = new JsonObject();
        object.addProperty("level", 1 + nested.level());
        if (nested.number() > 0) {
            object.addProperty("number", nested.number());
        }
        return object;
    }

    static void addFindings(List<String> findings, JsonObject to) {
        if (!findings.isEmpty()) {
            JsonArray array = new JsonArray();
            findings.forEach(array::add);
            to.add("findings", array);
        }
    }

    /** What has no end has none here either; it was seen until then. */
    static void span(JsonObject object, long begin, long end, boolean open) {
        object.addProperty("begin", begin);
        object.addProperty(open ? "seenUntil" : "end", end);
    }

    static void spent(TimeSplit spent, JsonObject to) {
        if (spent == null) {
            return;
        }
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), spent.ns(state));
        }
        to.add("states", states);
        to.addProperty("tracer", spent.tracer());
        to.addProperty("exits", spent.exitCount());
        JsonObject reasons = new JsonObject();
        spent.exits().forEach(reasons::addProperty);
        to.add("exitReasons", reasons);
        to.add("preemptors", ResourceJson.times(spent.preemptors()));
    }
}
