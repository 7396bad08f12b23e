/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.run.compare.RunRow;
import org.hypertrace.core.vcpu.VcpuState;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A comparison of boots or shutdowns in the JSON of a {@link RunReport}: differences are B minus A, in ns. */
final class ComparisonJson {

    private ComparisonJson() {
    }

    static JsonObject of(RunComparison<?> comparison, String noun, String details) {
        JsonObject object = new JsonObject();
        object.addProperty("answer", comparison.answer().text());
        object.add("a", group(comparison.a(), noun));
        object.add("b", group(comparison.b(), noun));
        object.addProperty("extent", comparison.extent());
        JsonArray remarks = new JsonArray();
        comparison.remarks().forEach(remarks::add);
        object.add("remarks", remarks);
        object.add(noun, row(comparison, comparison.whole()));
        object.add("parts", rows(comparison, comparison.parts()));
        object.add(details, rows(comparison, comparison.details()));
        return object;
    }

    private static JsonObject group(RunGroup<?> group, String noun) {
        Run typical = group.typical();
        JsonObject object = new JsonObject();
        object.addProperty("name", group.name());
        object.addProperty("trace", typical.trace());
        object.addProperty(noun, typical.what().label());
        object.addProperty("repetitions", group.runs().size());
        return object;
    }

    private static JsonArray rows(RunComparison<?> comparison, List<RunRow> rows) {
        JsonArray array = new JsonArray();
        rows.forEach(row -> array.add(row(comparison, row)));
        return array;
    }

    private static JsonObject row(RunComparison<?> comparison, RunRow row) {
        JsonObject object = new JsonObject();
        object.addProperty("kind", row.kind().name().toLowerCase(Locale.ROOT));
        object.addProperty("name", row.name());
        if (row.level() != null) {
            object.addProperty("level", row.level());
        }
        if (row.a() != null && row.b() != null) {
            object.addProperty("matchedBy", row.matched().label());
        }
        timing("a", row.a(), object);
        timing("b", row.b(), object);
        object.addProperty("difference", row.difference());
        Map<VcpuState, Long> states = row.states();
        if (states != null) {
            object.addProperty("own", row.own());
            object.addProperty("host", row.host());
            JsonObject json = new JsonObject();
            states.forEach((state, ns) -> json.addProperty(state.key(), ns));
            object.add("states", json);
        }
        if (row.kind() == RunRow.Kind.INITCALL) {
            object.addProperty("partOfBootTime", row.counts());
        }
        object.addProperty("contribution", row.contribution());
        SpeedUpJson.share(comparison.share(row), object);
        SpeedUpJson.add(row.speedUp(), row.corrected(), object);
        return object;
    }

    private static void timing(String name, RunRow.Timing timing, JsonObject to) {
        if (timing != null) {
            JsonObject object = new JsonObject();
            object.addProperty("duration", timing.duration());
            object.addProperty("ended", !timing.open());
            RunReportJson.spent(timing.spent(), object);
            to.add(name, object);
        }
    }
}
