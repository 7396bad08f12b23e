/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json.time;

import org.hypertrace.core.report.json.SpeedUpJson;
import org.hypertrace.core.report.page.time.SyscallReport;
import org.hypertrace.core.syscall.CallFigures;
import org.hypertrace.core.syscall.SyscallComparison;
import org.hypertrace.core.syscall.VmSyscalls;

import com.google.gson.JsonObject;

/** A comparison of system calls in the JSON of a {@link SyscallReport}: net durations in ns. */
final class SyscallComparisonJson {

    private SyscallComparisonJson() {
    }

    static JsonObject of(SyscallComparison comparison) {
        JsonObject object = new JsonObject();
        object.addProperty("a", comparison.a());
        object.addProperty("b", comparison.b());
        SpeedUpJson.pairs(comparison.pairs(), SyscallComparisonJson::pair, comparison.unmatched(), object);
        return object;
    }

    private static JsonObject pair(SyscallComparison.Pair pair) {
        JsonObject object = new JsonObject();
        object.add("a", side(pair.a()));
        object.add("b", side(pair.b()));
        SpeedUpJson.add(pair.speedUp(), object);
        object.addProperty("contribution", pair.contribution());
        object.add("rows", SpeedUpJson.array(pair.rows(), row -> row(pair, row)));
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
        object.addProperty("name", VmSyscalls.name(row.number(), row.isCompat()));
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
        SpeedUpJson.add(row.speedUp(), row.corrected(), object);
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
