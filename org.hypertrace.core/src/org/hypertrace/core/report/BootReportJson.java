/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.boot.BootBudget;
import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link BootReport} as JSON, in the order of the report; the schema is {@code boot.schema.json} beside this class. */
final class BootReportJson {

    private BootReportJson() {
    }

    static String write(BootReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.named());
        root.addProperty("begin", report.traces().stream().mapToLong(BootReport.Trace::begin).min().orElse(0));
        root.addProperty("end", report.traces().stream().mapToLong(BootReport.Trace::end).max().orElse(0));
        Map<String, RecordedEvents.Missing> missing = new LinkedHashMap<>();
        report.traces().forEach(trace -> trace.missing().forEach(m -> missing.putIfAbsent(m.event(), m)));
        JsonArray missed = new JsonArray();
        missing.values().forEach(m -> missed.add(missing(m)));
        root.add("missing", missed);
        JsonArray hosts = new JsonArray();
        report.traces().forEach(trace -> trace.hosts().forEach(host -> hosts.add(host(trace, host, report.without()))));
        root.add("hosts", hosts);
        if (!report.comparisons().isEmpty()) {
            JsonArray comparisons = new JsonArray();
            report.comparisons().forEach(comparison -> comparisons.add(BootComparisonJson.of(comparison)));
            root.add("comparisons", comparisons);
        }
        if (!report.budgets().isEmpty()) {
            JsonArray budgets = new JsonArray();
            report.budgets().forEach(outcome -> budgets.add(budget(outcome)));
            root.add("budgets", budgets);
        }
        return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(root) + '\n';
    }

    private static JsonObject missing(RecordedEvents.Missing m) {
        JsonObject object = new JsonObject();
        object.addProperty("event", m.event());
        object.addProperty("consequence", m.consequence());
        object.addProperty("enable", m.enable());
        return object;
    }

    private static JsonObject budget(BootBudget.Outcome outcome) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", outcome.budget().text());
        object.addProperty("trace", outcome.boot().trace());
        object.addProperty("boot", outcome.boot().boot().label());
        object.addProperty("limit", outcome.budget().limit());
        object.addProperty("took", outcome.took());
        object.addProperty("ended", outcome.ended());
        object.addProperty("exceeded", outcome.isExceeded());
        return object;
    }

    private static JsonObject host(BootReport.Trace trace, BootReport.Host report, String without) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", trace.name());
        object.addProperty("name", report.host().name());
        object.addProperty("id", report.host().id());
        JsonArray vms = new JsonArray();
        JsonObject last = null;
        for (BootReport.Guest guest : report.guests()) {
            if (guest.nested() == null || last == null) {
                last = vm(guest);
                vms.add(last);
            }
            if (guest.nested() != null) {
                nested(last).add(nestedGuest(guest, without));
            } else {
                boots(guest, without, last);
            }
        }
        object.add("vms", vms);
        return object;
    }

    private static JsonArray nested(JsonObject vm) {
        if (!vm.has("nested")) {
            vm.add("nested", new JsonArray());
        }
        return vm.getAsJsonArray("nested");
    }

    private static JsonObject vm(BootReport.Guest guest) {
        Machines.Vm vm = guest.vm();
        JsonObject object = new JsonObject();
        if (vm != null) {
            object.addProperty("key", vm.key());
            if (vm.pid() != HostEvent.NOT_TOLD) {
                object.addProperty("pid", vm.pid());
            }
            if (vm.name() != null) {
                object.addProperty("name", vm.name());
                object.addProperty("run", vm.run());
            }
            object.addProperty("begin", vm.begin());
            object.addProperty("end", vm.end());
        } else {
            object.addProperty("name", guest.name());
        }
        object.addProperty("level", 1);
        return object;
    }

    private static JsonObject nestedGuest(BootReport.Guest guest, String without) {
        JsonObject object = new JsonObject();
        int point = guest.nested().indexOf('.');
        object.addProperty("level", 1 + Integer.parseInt(guest.nested().substring(0, point)));
        int number = Integer.parseInt(guest.nested().substring(point + 1));
        if (number > 0) {
            object.addProperty("number", number);
        }
        boots(guest, without, object);
        return object;
    }

    private static void boots(BootReport.Guest guest, String without, JsonObject to) {
        JsonArray boots = new JsonArray();
        for (BootProfile profile : guest.boots()) {
            JsonObject boot = boot(profile);
            FunctionReport.json(profile, without, boot);
            boots.add(boot);
        }
        to.add("boots", boots);
        addFindings(BootFindings.of(guest.guestBoots()), to);
    }

    private static void addFindings(List<String> findings, JsonObject to) {
        if (!findings.isEmpty()) {
            JsonArray array = new JsonArray();
            findings.forEach(array::add);
            to.add("findings", array);
        }
    }

    private static JsonObject boot(BootProfile profile) {
        GuestBoot boot = profile.boot();
        JsonObject object = new JsonObject();
        object.addProperty("number", boot.number());
        if (profile.fromLaunch()) {
            object.addProperty("launched", boot.begin());
        }
        object.addProperty("begin", boot.begin());
        object.addProperty("end", boot.end());
        if (boot.ending() != null) {
            object.addProperty("ending", boot.ending().label());
        }
        if (boot.tripleFault() >= 0) {
            object.addProperty("tripleFault", boot.tripleFault());
        }
        if (boot.text() != 0) {
            object.addProperty("text", hex(boot.text()));
        }
        if (profile.isComplete()) {
            object.addProperty("duration", profile.duration());
        }
        JsonArray stages = new JsonArray();
        for (GuestBoot.Stage stage : boot.stages()) {
            JsonObject json = new JsonObject();
            json.addProperty("name", stage.part().label());
            json.addProperty("begin", stage.begin());
            json.addProperty("end", stage.end());
            stages.add(json);
        }
        object.add("stages", stages);
        JsonArray levels = new JsonArray();
        profile.levels().forEach(level -> levels.add(level(boot, level)));
        object.add("levels", levels);
        JsonArray initcalls = new JsonArray();
        profile.initcalls().forEach(call -> initcalls.add(initcall(call)));
        object.add("initcalls", initcalls);
        CrashJson.add(profile, object);
        if (boot.unmatched() > 0) {
            object.addProperty("unmatched", boot.unmatched());
        }
        if (boot.others() > 0) {
            object.addProperty("notKept", boot.others());
        }
        addFindings(BootFindings.of(profile), object);
        return object;
    }

    private static JsonObject level(GuestBoot boot, BootProfile.Part level) {
        JsonObject object = new JsonObject();
        object.addProperty("name", level.part().name());
        span(object, level.part().begin(), level.part().end(), level.part().open());
        int tid = boot.levels().get(level.part().level()).tid();
        if (tid >= 0) {
            object.addProperty("tid", tid);
        }
        spent(level.spent(), object);
        return object;
    }

    /** What has no end has none here either; it was seen until then. */
    private static void span(JsonObject object, long begin, long end, boolean open) {
        object.addProperty("begin", begin);
        object.addProperty(open ? "seenUntil" : "end", end);
    }

    private static JsonObject initcall(BootProfile.Call call) {
        InitcallRun run = call.run();
        JsonObject object = new JsonObject();
        if (call.isNamed()) {
            object.addProperty("name", call.label());
        }
        if (run.address() != 0) {
            object.addProperty("address", hex(run.address()));
        }
        if (call.level() != null) {
            object.addProperty("level", call.level());
        }
        if (run.tid() >= 0) {
            object.addProperty("tid", run.tid());
        }
        object.addProperty("depth", run.depth());
        span(object, run.begin(), run.end(), run.open());
        if (run.lost()) {
            object.addProperty("returnLost", true);
        }
        if (run.result() != null) {
            object.addProperty("returnValue", run.result());
            if (Errno.name(run.result()) != null) {
                object.addProperty("errno", Errno.name(run.result()));
            }
        }
        if (run.guestDuration() >= 0) {
            object.addProperty("guestDuration", run.guestDuration());
        }
        spent(call.spent(), object);
        return object;
    }

    static void spent(Spent spent, JsonObject to) {
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
        to.add("takers", ResourceJson.takers(spent.takers()));
    }

    static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}
