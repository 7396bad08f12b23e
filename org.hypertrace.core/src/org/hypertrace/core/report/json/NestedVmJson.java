/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedMachines;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What the host sees of what is nested in a VM, in the report of that VM. */
final class NestedVmJson {

    private NestedVmJson() {
    }

    /** Adds it to what nested guests report, if it is there. */
    static void add(ModelReport.Vm report, JsonObject vm) {
        if (report.nested().isEmpty()) {
            return;
        }
        JsonArray nested = vm.has("nested") ? vm.getAsJsonArray("nested") : new JsonArray();
        vm.add("nested", nested);
        JsonObject object = new JsonObject();
        object.addProperty("key", Nesting.ANY.in(report.vm().key()));
        object.addProperty("level", 2);
        JsonObject knownBy = new JsonObject();
        report.nested().get(0).cpu().counts().forEach((count, n) -> knownBy.addProperty(ExitReportJson.camel(count), n));
        object.add("knownBy", knownBy);
        object.addProperty("begin", report.nested().stream().mapToLong(NestedMachines.Figures::begin).min().getAsLong());
        object.addProperty("end", report.nested().stream().mapToLong(NestedMachines.Figures::end).max().getAsLong());
        JsonArray vcpus = new JsonArray();
        report.nested().forEach(figures -> vcpus.add(vcpu(figures)));
        object.add("vcpus", vcpus);
        nested.add(object);
    }

    private static JsonObject vcpu(NestedMachines.Figures figures) {
        JsonObject object = new JsonObject();
        object.addProperty("number", figures.cpu().number());
        if (figures.cpu().block() != NestedCpu.NO_BLOCK) {
            object.addProperty("controlBlock", "0x" + Long.toHexString(figures.cpu().block()));
        }
        object.addProperty("begin", figures.begin());
        object.addProperty("end", figures.end());
        object.addProperty("entries", figures.entries());
        object.addProperty("exits", figures.exits());
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), figures.states().get(state));
        }
        states.addProperty("hypervisorInVm", figures.out());
        object.add("states", states);
        return object;
    }
}
