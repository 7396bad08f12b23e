/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import org.hypertrace.core.report.json.SpeedUpJson;
import org.hypertrace.core.report.page.time.SyscallReport;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.SyscallComparison;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** A comparison of system calls in the JSON of a {@link SyscallReport}: net durations in ns. */
final class SyscallComparisonJson {

    private SyscallComparisonJson() {
    }

    static JsonObject of(SyscallComparison comparison) {
        JsonObject object = new JsonObject();
        object.addProperty("a", comparison.a());
        object.addProperty("b", comparison.b());
        JsonArray pairs = new JsonArray();
        for (SyscallComparison.Pair pair : comparison.pairs()) {
            JsonObject json = new JsonObject();
            json.add("a", side(pair.a()));
            json.add("b", side(pair.b()));
            SpeedUpJson.add(pair.speedUp(), json);
            json.addProperty("contribution", pair.contribution());
            JsonArray rows = new JsonArray();
            pair.rows().forEach(row -> rows.add(row(pair, row)));
            json.add("rows", rows);
            pairs.add(json);
        }
        object.add("pairs", pairs);
        JsonArray unmatched = new JsonArray();
        comparison.unmatched().forEach(unmatched::add);
        object.add("unmatched", unmatched);
        return object;
    }

    private static JsonObject side(SyscallComparison.Side side) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", side.vm());
        object.addProperty("recordings", side.recordings());
        object.addProperty("trace", side.trace());
        object.addProperty("calls", side.net().count());
        object.addProperty("total", side.net().total());
        object.addProperty("floor", side.net().floor());
        object.addProperty("disturbance", side.net().disturbance());
        return object;
    }

    private static JsonObject row(SyscallComparison.Pair pair, SyscallComparison.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("number", row.number());
        object.addProperty("name", SyscallReport.name(row.number(), row.isCompat()));
        object.addProperty("waiting", row.isWaiting());
        if (row.isCompat()) {
            object.addProperty("i386", true);
        }
        figures("a", row.a(), object);
        figures("b", row.b(), object);
        if (!row.isWaiting()) {
            object.addProperty("contribution", row.contribution());
            SpeedUpJson.share(pair.share(row), object);
        }
        SpeedUpJson.add(row.speedUp(), object);
        if (!Double.isNaN(row.corrected())) {
            object.addProperty("correctedChance", row.corrected());
        }
        return object;
    }

    private static void figures(String name, CallFigures figures, JsonObject to) {
        if (figures != null) {
            JsonObject object = new JsonObject();
            SyscallJson.figures(figures, object);
            to.add(name, object);
        }
    }
}
