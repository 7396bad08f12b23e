/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.Map;

import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.NestedTable;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedVm;
import org.hypertrace.core.report.page.ExitReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Guests of guests in the JSON of an {@link ExitReport}: how they are known, and how their exits multiply. */
final class NestedJson {

    private final ExitReport fReport;

    NestedJson(ExitReport report) {
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
        JsonObject contradictory = new JsonObject();
        for (NestedVm.Count count : NestedVm.Count.values()) {
            (count.isEvidence() ? evidence : contradictory).addProperty(ExitReportJson.camel(count), first.nested().count(count));
        }
        object.add("evidence", evidence);
        object.add("inconsistent", contradictory);
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
        object.addProperty("handledBy", row.handledBy().key());
        if (row.handledBy() == NestedTable.Handler.BOTH) {
            object.addProperty("givenCode", row.given().code());
            object.addProperty("givenName", row.given().label());
        }
        object.addProperty("count", row.hostExits().count());
        JsonObject exits = new JsonObject();
        LatencyJson.add(row.hostExits(), exits);
        object.add("hostExits", exits);
        JsonObject time = new JsonObject();
        LatencyJson.add(row.times(), time);
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
}
