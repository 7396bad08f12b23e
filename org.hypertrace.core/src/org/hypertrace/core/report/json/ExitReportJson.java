/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.statistics.ExitBudget;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.exit.track.VcpuTimes.Phase;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Incarnation;
import org.hypertrace.core.report.page.ExitReport;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** An {@link ExitReport} as JSON, in the order of the report; the schema is {@code exits.schema.json} in {@code schema}. */
public final class ExitReportJson {

    private final ExitReport fReport;

    private ExitReportJson(ExitReport report) {
        fReport = report;
    }

    public static String write(ExitReport report) {
        return JsonText.of(new ExitReportJson(report).root());
    }

    private JsonObject root() {
        ExitTable table = fReport.table();
        JsonObject root = new JsonObject();
        root.addProperty("version", 5);
        root.addProperty("trace", fReport.trace());
        root.addProperty("begin", table.query().from());
        root.addProperty("end", table.query().to());
        root.addProperty("by", table.grouping().name().toLowerCase(Locale.ROOT));
        root.addProperty("withTracing", table.query().withTracer());
        MissingJson.add(fReport.missing(), fReport.gaps(), root);
        if (fReport.exits().dropped() > 0) {
            root.addProperty("dropped", fReport.exits().dropped());
        }
        JsonArray vms = new JsonArray();
        JsonArray exits = new JsonArray();
        for (ExitTable.Vm vm : table.vms()) {
            vms.add(vm(vm));
            vm.rows().forEach(row -> exits.add(row(vm, row)));
        }
        root.add("vms", vms);
        root.add("exits", exits);
        root.add("latencies", new LatencyJson(fReport).json());
        JsonArray nested = new NestedJson(fReport).json();
        if (nested.size() > 0) {
            root.add("nested", nested);
        }
        if (fReport.comparison() != null) {
            root.add("comparison", ExitComparisonJson.of(fReport.comparison()));
        }
        if (!fReport.budgets().isEmpty()) {
            root.add("budgets", SpeedUpJson.array(fReport.budgets(), ExitReportJson::budget));
        }
        MissingJson.addNotChecked(fReport.notChecked(), root);
        return root;
    }

    private JsonObject vm(ExitTable.Vm vm) {
        JsonObject object = new JsonObject();
        object.addProperty("host", fReport.hosts().get(vm.first().host()));
        object.addProperty("vm", vm.first().vm());
        object.addProperty("label", vm.first().vmLabel());
        object.addProperty("lifetime", vm.lifetime());
        object.addProperty("halted", vm.halted());
        if (vm.tracer() != null) {
            JsonObject tracer = new JsonObject();
            tracer.addProperty("count", vm.tracer().count());
            tracer.addProperty("time", vm.tracer().inRange());
            addStolen(vm.tracer().stolen(), tracer);
            if (!Double.isNaN(vm.slowDown())) {
                tracer.addProperty("slowDown", vm.slowDown());
            }
            object.add("tracer", tracer);
        }
        JsonArray vcpus = new JsonArray();
        vm.vcpus().forEach(vcpu -> vcpus.add(vcpu(vcpu)));
        object.add("vcpus", vcpus);
        JsonArray findings = new JsonArray();
        fReport.findings(vm).forEach(finding -> findings.add(finding(finding)));
        object.add("findings", findings);
        return object;
    }

    private static JsonObject finding(ExitFinding finding) {
        JsonObject object = new JsonObject();
        object.addProperty("rule", finding.rule());
        object.addProperty("title", finding.title());
        if (!finding.about().isEmpty()) {
            object.addProperty("about", finding.about());
        }
        object.addProperty("sentence", finding.sentence());
        object.addProperty("help", finding.help());
        if (!finding.needs().isEmpty()) {
            object.addProperty("needs", finding.needs());
        }
        object.addProperty("count", finding.count());
        object.addProperty("time", finding.time());
        addStolen(finding.stolen(), object);
        object.addProperty("share", finding.share());
        object.addProperty("begin", finding.begin());
        object.addProperty("end", finding.end());
        if (finding.longest() != null) {
            object.addProperty("worst", finding.longest().begin());
            object.addProperty("worstDuration", finding.longest().ns());
        }
        return object;
    }

    private static void addStolen(long stolen, JsonObject to) {
        if (stolen > 0) {
            to.addProperty("stolen", stolen);
        }
    }

    static JsonObject budget(ExitBudget.Result held) {
        JsonObject object = new JsonObject();
        object.addProperty("budget", held.budget().text());
        object.addProperty("vm", held.vm().first().vm());
        object.addProperty("label", held.vm().first().vmLabel());
        object.addProperty("group", held.budget().group());
        object.addProperty("figure", held.budget().figure().key());
        object.addProperty("unit", held.budget().figure().unit());
        object.addProperty("value", held.value());
        object.addProperty("limit", held.budget().limit());
        object.addProperty("exceeded", held.isExceeded());
        return object;
    }

    private static JsonObject vcpu(ExitVcpu vcpu) {
        JsonObject object = new JsonObject();
        object.addProperty("number", vcpu.number());
        int tid = Incarnation.of(vcpu.key()).id();
        if (tid < HostThread.STAND_IN) {
            object.addProperty("tid", tid);
        }
        object.addProperty("begin", vcpu.begin());
        object.addProperty("end", vcpu.end());
        JsonObject counts = new JsonObject();
        for (Count count : Count.values()) {
            counts.addProperty(camel(count), vcpu.times().count(count));
        }
        object.add("counts", counts);
        JsonObject time = new JsonObject();
        time.addProperty("guest", vcpu.times().ns(Phase.ENTERED) - vcpu.times().beforeExit());
        time.addProperty("beforeExits", vcpu.times().beforeExit());
        time.addProperty("exits", vcpu.times().ns(Phase.EXIT));
        time.addProperty("unfinished", vcpu.times().ns(Phase.UNFINISHED));
        time.addProperty("broken", vcpu.times().ns(Phase.BROKEN));
        time.addProperty("outside", vcpu.times().ns(Phase.OUTSIDE));
        object.add("time", time);
        JsonArray preemptors = new JsonArray();
        vcpu.preemptors().forEach(preemptor -> {
            JsonObject one = new JsonObject();
            one.addProperty("name", preemptor.name());
            one.addProperty("ns", preemptor.ns());
            preemptors.add(one);
        });
        object.add("preemptors", preemptors);
        return object;
    }

    /** A constant as names in JSON are written. */
    static String camel(Enum<?> count) {
        StringBuilder text = new StringBuilder();
        for (String word : count.name().toLowerCase(Locale.ROOT).split("_")) {
            text.append(text.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return text.toString();
    }

    private JsonObject row(ExitTable.Vm vm, ExitFigures row) {
        JsonObject object = new JsonObject();
        object.addProperty("host", fReport.hosts().get(vm.first().host()));
        object.addProperty("vm", vm.first().vm());
        for (Map.Entry<String, Object> key : fReport.keys(row).entrySet()) {
            if (key.getValue() instanceof Number number) {
                object.addProperty(key.getKey(), number);
            } else if (key.getValue() instanceof Boolean is) {
                object.addProperty(key.getKey(), is);
            } else {
                object.addProperty(key.getKey(), key.getValue().toString());
            }
        }
        object.addProperty("count", row.count());
        object.addProperty("total", row.total());
        object.addProperty("inRange", row.inRange());
        object.addProperty("min", row.min());
        object.addProperty("avg", row.mean());
        object.addProperty("p50", row.p50());
        object.addProperty("p90", row.p90());
        object.addProperty("p99", row.p99());
        object.addProperty("p999", row.p999());
        object.addProperty("max", row.max());
        if (!Double.isNaN(row.deviation())) {
            object.addProperty("std", Math.round(row.deviation()));
        }
        object.addProperty("longest", fReport.exits().begin(row.longest()));
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), row.ns(state));
        }
        object.add("states", states);
        return object;
    }
}
