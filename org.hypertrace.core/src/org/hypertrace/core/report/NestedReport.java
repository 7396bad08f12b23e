/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.exit.Distribution;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.ExitVcpu;
import org.hypertrace.core.exit.NestedTable;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedVm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The part of an {@link ExitReport} that tells of guests' guests: how they are known, and how their exits multiply. */
final class NestedReport {

    private static final String ROW = "    %-28s %-16s %9s %9s %7s %7s %7s %7s %7s %T %T %T";

    private final ExitReport fReport;

    NestedReport(ExitReport report) {
        fReport = report;
    }

    /** Of the VMs' guests, those that have any. */
    JsonArray json() {
        JsonArray all = new JsonArray();
        fReport.table().vms().stream().filter(vm -> vm.first().nested() != null).forEach(vm -> all.add(json(vm)));
        return all;
    }

    private JsonObject json(ExitTable.Vm vm) {
        ExitVcpu first = vm.first();
        JsonObject object = new JsonObject();
        object.addProperty("host", fReport.hosts().get(first.host()));
        object.addProperty("vm", first.vm());
        object.addProperty("hostVm", first.hostVm());
        object.addProperty("level", 2);
        JsonObject evidence = new JsonObject();
        JsonObject odd = new JsonObject();
        for (NestedVm.Count count : NestedVm.Count.values()) {
            (count.isEvidence() ? evidence : odd).addProperty(ExitReportJson.camel(count), first.nested().count(count));
        }
        object.add("evidence", evidence);
        object.add("odd", odd);
        JsonArray blocks = new JsonArray();
        for (ExitVcpu vcpu : vm.vcpus()) {
            JsonObject of = new JsonObject();
            of.addProperty("number", vcpu.number());
            if (vcpu.nested().block() != NestedCpu.NO_BLOCK) {
                of.addProperty("controlBlock", "0x" + Long.toHexString(vcpu.nested().block()));
            }
            blocks.add(of);
        }
        object.add("vcpus", blocks);
        JsonArray rows = new JsonArray();
        NestedTable.of(fReport.exits(), fReport.table().query(), vm).forEach(row -> rows.add(json(row)));
        object.add("multiplication", rows);
        return object;
    }

    private static JsonObject json(NestedTable.Row row) {
        JsonObject object = new JsonObject();
        String isa = ExitReason.isaName(row.reason().isa());
        if (isa != null) {
            object.addProperty("isa", isa);
        }
        object.addProperty("code", row.reason().code());
        String name = ExitReason.name(row.reason().isa(), row.reason().code());
        if (name != null) {
            object.addProperty("name", name);
        }
        object.addProperty("handledBy", row.handledBy());
        if (row.handledBy().equals("both")) {
            object.addProperty("givenCode", row.given().code());
            object.addProperty("givenName", row.given().label());
        }
        object.addProperty("count", row.hostExits().count());
        JsonObject exits = new JsonObject();
        LatencyReport.add(row.hostExits(), exits);
        object.add("hostExits", exits);
        JsonObject time = new JsonObject();
        LatencyReport.add(row.times(), time);
        object.add("time", time);
        JsonArray distribution = new JsonArray();
        for (Map.Entry<Long, Integer> entry : row.byHostExits().entrySet()) {
            JsonObject of = new JsonObject();
            of.addProperty("hostExits", entry.getKey());
            of.addProperty("count", entry.getValue());
            distribution.add(of);
        }
        object.add("distribution", distribution);
        return object;
    }

    /** For people: what is nested in a VM, in lines. */
    void write(ExitTable.Vm vm, Lines out) {
        StringBuilder evidence = new StringBuilder();
        StringBuilder odd = new StringBuilder();
        for (NestedVm.Count count : NestedVm.Count.values()) {
            StringBuilder to = count.isEvidence() ? evidence : odd;
            if (vm.first().nested().count(count) > 0) {
                to.append(to.isEmpty() ? "" : ", ").append(vm.first().nested().count(count)).append(' ').append(count.label());
            }
        }
        out.line("    It is known by %s.", evidence);
        if (!odd.isEmpty()) {
            out.line("    Contradictions: %s.", odd);
        }
        out.line(ROW, "exits of the host for one exit", "handled by", "exits", "host's", "min", "avg", "p50", "p99", "max",
                "avg", "p99", "max");
        for (NestedTable.Row row : NestedTable.of(fReport.exits(), fReport.table().query(), vm)) {
            Distribution exits = row.hostExits();
            out.line(ROW, row.reason().label(), handledBy(row), exits.count(), exits.total(), exits.min(),
                    String.format(Locale.ROOT, "%.2f", (double) exits.total() / exits.count()), exits.p50(), exits.p99(),
                    exits.max(), out.duration(row.times().mean()), out.duration(row.times().p99()),
                    out.duration(row.times().max()));
        }
    }

    /** For people. */
    private static String handledBy(NestedTable.Row row) {
        return switch (row.handledBy()) {
        case "both" -> "host, VM: " + row.given().label();
        case "vm" -> "VM";
        default -> "host";
        };
    }
}
