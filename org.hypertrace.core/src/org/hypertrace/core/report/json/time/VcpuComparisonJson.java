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

/** A {@link VcpuComparisonReport} as JSON; the schema is {@code vcpu-comparison.schema.json} in the package above. */
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
        JsonArray comparisons = new JsonArray();
        report.comparisons().forEach(comparison -> comparisons.add(comparison(comparison)));
        root.add("comparisons", comparisons);
        return JsonText.of(root);
    }

    private static JsonObject comparison(VcpuComparison comparison) {
        JsonObject object = new JsonObject();
        object.addProperty("a", comparison.a());
        object.addProperty("b", comparison.b());
        JsonArray pairs = new JsonArray();
        for (VcpuComparison.Pair pair : comparison.pairs()) {
            JsonObject json = new JsonObject();
            json.add("a", side(pair.a()));
            json.add("b", side(pair.b()));
            JsonArray rows = new JsonArray();
            pair.rows().forEach(row -> rows.add(row(row)));
            json.add("rows", rows);
            pairs.add(json);
        }
        object.add("pairs", pairs);
        JsonArray unmatched = new JsonArray();
        comparison.unmatched().forEach(unmatched::add);
        object.add("unmatched", unmatched);
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
        SpeedUpJson.add(row.speedUp(), object);
        if (!Double.isNaN(row.corrected())) {
            object.addProperty("correctedChance", row.corrected());
        }
        return object;
    }
}
