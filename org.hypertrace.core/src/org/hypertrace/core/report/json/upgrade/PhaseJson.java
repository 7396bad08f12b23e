/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.upgrade;

import java.util.List;

import org.hypertrace.core.report.json.ResourceJson;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A phase of a restart as JSON: where its time went; of a node with several vCPUs also what each did. */
final class PhaseJson {

    private PhaseJson() {
    }

    static JsonObject of(CampaignProfile profile, Phase phase) {
        JsonObject object = new JsonObject();
        object.addProperty("phase", phase.name());
        object.addProperty("begin", phase.begin());
        object.addProperty("end", phase.end());
        object.addProperty("ns", phase.duration());
        object.addProperty("vm", phase.vm());
        spent(profile.spent(phase), object);
        object.add("preemptors", ResourceJson.times(profile.spent(phase).preemptors()));
        List<CampaignProfile.VcpuTime> vcpus = profile.vcpus(phase);
        if (!vcpus.isEmpty()) {
            JsonArray array = new JsonArray();
            for (CampaignProfile.VcpuTime vcpu : vcpus) {
                JsonObject one = new JsonObject();
                one.addProperty("vcpu", vcpu.number());
                spent(vcpu.spent(), one);
                array.add(one);
            }
            object.add("vcpus", array);
        }
        if (!phase.merged().isEmpty()) {
            JsonArray merged = new JsonArray();
            phase.merged().forEach(merged::add);
            object.add("merged", merged);
        }
        if (phase.open()) {
            object.addProperty("open", true);
        }
        return object;
    }

    private static void spent(TimeSplit spent, JsonObject to) {
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), spent.ns(state));
        }
        to.add("states", states);
        to.addProperty("own", spent.own());
        to.addProperty("host", spent.host());
    }
}
