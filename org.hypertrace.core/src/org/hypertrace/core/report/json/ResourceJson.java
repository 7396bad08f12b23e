/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;

import org.hypertrace.core.cpu.CpuUse;
import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The parts of a {@link ModelReport}'s JSON that are about the host's processors. */
public final class ResourceJson {

    private ResourceJson() {
    }

    static JsonObject demand(Demand demand) {
        JsonObject object = new JsonObject();
        object.addProperty("demand", demand.demand());
        object.addProperty("got", demand.got());
        object.addProperty("stolen", demand.stolen());
        Demand.Wait wait = demand.longestWait();
        if (wait != null) {
            JsonObject longest = new JsonObject();
            longest.addProperty("begin", wait.begin());
            longest.addProperty("end", wait.end());
            longest.addProperty("vcpu", wait.vcpu().number());
            object.add("longestWait", longest);
        }
        return object;
    }

    static JsonArray cpus(List<CpuUse> cpus) {
        JsonArray array = new JsonArray();
        for (CpuUse cpu : cpus) {
            JsonObject object = new JsonObject();
            object.addProperty("number", cpu.number());
            object.addProperty("vcpuTime", cpu.ns(PreemptorKind.VCPU));
            object.addProperty("hostTaskTime", cpu.ns(PreemptorKind.TASK));
            object.addProperty("interruptTime", cpu.ns(PreemptorKind.INTERRUPT));
            object.addProperty("idle", cpu.idle());
            object.addProperty("unknown", cpu.unknown());
            object.addProperty("runnableMax", cpu.runnableMax());
            object.addProperty("runnableTime", cpu.runnableTime());
            object.addProperty("contended", cpu.contended());
            object.add("occupants", times(cpu.occupants()));
            array.add(object);
        }
        return array;
    }

    /** Who had a processor, in their order. */
    public static JsonArray times(List<PreemptorTime> preemptors) {
        JsonArray array = new JsonArray();
        for (PreemptorTime preemptor : preemptors) {
            JsonObject object = new JsonObject();
            object.addProperty("kind", preemptor.kind().key());
            if (preemptor.tid() >= 0) {
                object.addProperty("tid", preemptor.tid());
            }
            object.addProperty("name", preemptor.name());
            object.addProperty("ns", preemptor.ns());
            array.add(object);
        }
        return array;
    }
}
