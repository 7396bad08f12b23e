/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.core.report.json.MissingJson;
import org.hypertrace.core.report.json.SpeedUpJson;
import org.hypertrace.core.report.page.time.VcpuComparisonReport;
import org.hypertrace.core.vcpu.VcpuComparison;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A {@link VcpuComparisonReport} as JSON; the schema is {@code vcpu-comparison.schema.json} in {@code json/schema}. */
public final class VcpuComparisonJson {

    private VcpuComparisonJson() {
    }

    /**
     * @param report
     *            of recordings
     * @return its JSON
     */
    public static String of(VcpuComparisonReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        MissingJson.add(report.missing(), root);
        if (!report.gaps().isEmpty()) {
            JsonArray gaps = new JsonArray();
            report.gaps().forEach(gaps::add);
            root.add("gaps", gaps);
        }
        JsonArray recordings = new JsonArray();
        report.reports().stream().map(VcpuComparisonReport::recording).forEach(recording -> recording.vms().forEach((vm, times) -> {
            JsonObject object = new JsonObject();
            object.addProperty("trace", recording.trace());
            object.addProperty("vm", vm);
            times(times, object);
            recordings.add(object);
        }));
        root.add("recordings", recordings);
        root.add("comparisons", SpeedUpJson.array(report.comparisons(), VcpuComparisonJson::comparison));
        return JsonText.of(root);
    }

    private static JsonObject comparison(VcpuComparison comparison) {
        JsonObject object = new JsonObject();
        object.addProperty("a", comparison.a());
        object.addProperty("b", comparison.b());
        SpeedUpJson.pairs(comparison.pairs(), VcpuComparisonJson::pair, comparison.unmatched(), object);
        return object;
    }

    private static JsonObject pair(VcpuComparison.Pair pair) {
        JsonObject object = new JsonObject();
        object.add("a", side(pair.a()));
        object.add("b", side(pair.b()));
        object.add("rows", SpeedUpJson.array(pair.rows(), VcpuComparisonJson::row));
        return object;
    }

    private static JsonObject side(VcpuComparison.Side side) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", side.vm());
        object.addProperty("recordings", side.recordings());
        object.addProperty("trace", side.trace());
        times(side.times(), object);
        return object;
    }

    private static void times(VcpuComparison.Times times, JsonObject to) {
        to.addProperty("life", times.life());
        to.addProperty("notIdle", times.notIdle());
        JsonObject states = new JsonObject();
        for (VcpuState state : VcpuState.values()) {
            states.addProperty(state.key(), times.ns(state));
        }
        to.add("states", states);
    }

    private static JsonObject row(VcpuComparison.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("state", row.state().key());
        object.addProperty("a", row.a());
        object.addProperty("b", row.b());
        object.addProperty("contribution", row.contribution());
        SpeedUpJson.add(row.speedUp(), row.corrected(), object);
        return object;
    }
}
