/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.finding.Evidence;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.guest.GuestFigures;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.VcpuBudget;
import org.hypertrace.core.timeline.RingFigures;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link ModelReport} as JSON, in the order of the report; the schema is {@code report.schema.json} in {@code schema}. */
public final class ModelReportJson {

    private ModelReportJson() {
    }

    /**
     * @param report
     *            what is reported
     * @param held
     *            how it fares by budgets
     * @return it as JSON
     */
    public static String write(ModelReport report, VcpuBudget.Held held) {
        JsonObject root = root(report, 3);
        root.add("findings", findings(report.findings()));
        JsonArray hosts = new JsonArray();
        report.hosts().forEach(host -> hosts.add(host(host)));
        root.add("hosts", hosts);
        ClockJson.add(report.clocks(), report.rings(), root);
        if (!held.results().isEmpty()) {
            root.add("budgets", SpeedUpJson.array(held.results(), ModelReportJson::budget));
        }
        MissingJson.addNotChecked(held.notChecked(), root);
        return JsonText.of(root);
    }

    private static JsonObject budget(VcpuBudget.Result held) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", held.budget().text());
        object.addProperty("vm", held.vm());
        object.addProperty("figure", held.budget().figure().key());
        object.addProperty("unit", held.budget().figure().unit());
        object.addProperty("value", held.value());
        object.addProperty("time", held.ns());
        object.addProperty("limit", held.budget().limit());
        object.addProperty("exceeded", held.isExceeded());
        return object;
    }

    /**
     * @param report
     *            of hosts and VMs
     * @param version
     *            of the document's schema
     * @return what each document of it begins with: its version, the trace, its time and what was not recorded
     */
    public static JsonObject root(ModelReport report, int version) {
        JsonObject root = new JsonObject();
        root.addProperty("version", version);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        MissingJson.add(report.missing(), root);
        return root;
    }

    private static JsonArray findings(List<Finding> findings) {
        JsonArray array = new JsonArray();
        findings.forEach(finding -> array.add(finding(finding)));
        return array;
    }

    private static JsonObject finding(Finding finding) {
        JsonObject object = new JsonObject();
        object.addProperty("notion", finding.notion().key());
        object.addProperty("about", finding.about());
        object.addProperty("sentence", finding.sentence());
        object.addProperty("begin", finding.begin());
        object.addProperty("end", finding.end());
        if (!finding.notion().isFirst()) {
            object.addProperty("time", finding.weight());
        }
        if (finding.evidence() != null) {
            object.add("evidence", evidence(finding.evidence()));
        }
        return object;
    }

    private static JsonObject evidence(Evidence evidence) {
        JsonObject object = new JsonObject();
        object.addProperty("view", evidence.view().title());
        JsonArray row = new JsonArray();
        evidence.row().forEach(row::add);
        object.add("row", row);
        object.addProperty("begin", evidence.begin());
        object.addProperty("end", evidence.end());
        return object;
    }

    private static JsonObject host(ModelReport.Host report) {
        Machines.Host host = report.host();
        JsonObject object = new JsonObject();
        object.addProperty("name", host.name());
        object.addProperty("id", host.id());
        if (host.unattributed() > 0) {
            object.addProperty("unattributed", host.unattributed());
        }
        addLosses(host.losses(), object);
        JsonArray vms = new JsonArray();
        report.vms().forEach(vm -> vms.add(vm(vm)));
        object.add("vms", vms);
        object.add("physicalCpus", ResourceJson.cpus(report.cpus()));
        return object;
    }

    private static void addLosses(HostLosses losses, JsonObject to) {
        if (losses.discarded() > 0) {
            to.addProperty("lost", losses.discarded());
        }
        if (losses.uncounted() > 0) {
            to.addProperty("uncountedLosses", losses.uncounted());
        }
        if (losses.misplaced() > 0) {
            to.addProperty("misplaced", losses.misplaced());
        }
        if (!losses.missing().isEmpty()) {
            JsonArray missing = new JsonArray();
            losses.missing().forEach(stretch -> missing.add(missing(stretch)));
            to.add("missing", missing);
        }
    }

    private static JsonObject missing(HostLosses.Stretch stretch) {
        JsonObject object = new JsonObject();
        object.addProperty("begin", stretch.begin());
        object.addProperty("end", stretch.end());
        object.addProperty("cpu", stretch.cpu());
        if (stretch.packets() != HostEvent.UNCOUNTED) {
            object.addProperty("packets", stretch.packets());
        }
        return object;
    }

    private static JsonObject vm(ModelReport.Vm report) {
        Machines.Vm vm = report.vm();
        JsonObject object = new JsonObject();
        object.addProperty("key", vm.key());
        if (vm.pid() != HostEvent.UNKNOWN_ID) {
            object.addProperty("pid", vm.pid());
        }
        if (vm.name() != null) {
            object.addProperty("name", vm.name());
            object.addProperty("run", vm.who().run());
        }
        object.addProperty("evidence", vm.evidence().key());
        object.addProperty("begin", vm.begin());
        object.addProperty("end", vm.end());
        object.addProperty("level", 1);
        GuestFigures guest = report.guest();
        if (guest != null && guest.dialect() != null) {
            object.addProperty("dialect", guest.dialect());
            object.addProperty("dialectEvidence", guest.detected());
        }
        if (!report.guestTraces().isEmpty()) {
            JsonArray traces = new JsonArray();
            report.guestTraces().forEach(traces::add);
            object.add("guestTraces", traces);
        }
        JsonArray vcpus = new JsonArray();
        report.vcpus().forEach(figures -> vcpus.add(vcpu(figures)));
        object.add("vcpus", vcpus);
        object.add("resources", ResourceJson.demand(report.demand()));
        if (guest != null) {
            JsonObject losses = new JsonObject();
            guest.losses().byName().forEach(losses::addProperty);
            object.add("losses", losses);
        }
        if (guest != null && guest.rings() != null) {
            object.add("rings", rings(guest.rings()));
        }
        GuestReportJson.add(report, object);
        NestedVmJson.add(report, object);
        return object;
    }

    private static JsonObject rings(RingFigures figures) {
        JsonObject rings = new JsonObject();
        figures.byName().forEach(rings::addProperty);
        JsonArray unreadable = new JsonArray();
        figures.unreadable().forEach(unreadable::add);
        rings.add("unreadable", unreadable);
        return rings;
    }

    /**
     * @param container
     *            null if it is not known
     * @param to
     *            gets it
     */
    public static void container(Container container, JsonObject to) {
        if (container != null) {
            to.addProperty("container", container.namespace());
        }
        if (container != null && container.name() != null) {
            to.addProperty("containerName", container.name());
        }
    }

    private static JsonObject vcpu(VcpuFigures figures) {
        JsonObject object = new JsonObject();
        object.addProperty("number", figures.vcpu().number());
        object.addProperty("tid", figures.vcpu().tid());
        container(figures.vcpu().container(), object);
        object.addProperty("begin", figures.begin());
        object.addProperty("end", figures.end());
        object.addProperty("entries", figures.entries());
        object.addProperty("exits", figures.exits());
        object.addProperty("migrations", figures.migrations());
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), figures.ns(state));
        }
        object.add("states", states);
        JsonArray reasons = new JsonArray();
        for (VcpuFigures.ExitCount count : figures.exitReasons()) {
            reasons.add(reason(count));
        }
        object.add("exitReasons", reasons);
        object.add("preemptors", ResourceJson.times(figures.preemptors()));
        return object;
    }

    private static JsonObject reason(VcpuFigures.ExitCount count) {
        JsonObject object = new JsonObject();
        String isa = ExitReason.isaName(count.isa());
        if (isa != null) {
            object.addProperty("isa", isa);
        }
        object.addProperty("code", count.reason());
        String name = ExitReason.name(count.isa(), count.reason());
        if (name != null) {
            object.addProperty("name", name);
        }
        object.addProperty("count", count.count());
        return object;
    }
}
