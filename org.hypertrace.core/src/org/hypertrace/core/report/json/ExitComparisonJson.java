/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitTable;

import com.google.gson.JsonObject;

/** A comparison of exits in the JSON of an {@link ExitReport}: differences are B minus A. */
final class ExitComparisonJson {

    private ExitComparisonJson() {
    }

    static JsonObject of(ExitComparison comparison) {
        JsonObject object = new JsonObject();
        object.add("a", side(comparison.a()));
        object.add("b", side(comparison.b()));
        SpeedUpJson.pairs(comparison.pairs(), pair -> pair(comparison, pair), comparison.unmatched(), object);
        return object;
    }

    private static JsonObject pair(ExitComparison comparison, ExitComparison.Pair pair) {
        JsonObject object = new JsonObject();
        object.addProperty("answer", comparison.answer(pair));
        object.add("a", vm(pair.a()));
        object.add("b", vm(pair.b()));
        SpeedUpJson.add(pair.speedUp(), object);
        object.add("rows", SpeedUpJson.array(pair.rows(), row -> row(pair, row)));
        return object;
    }

    private static JsonObject side(ExitComparison.Side side) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", side.name());
        object.addProperty("begin", side.table().query().from());
        object.addProperty("end", side.table().query().to());
        return object;
    }

    private static JsonObject vm(ExitTable.Vm vm) {
        JsonObject object = new JsonObject();
        object.addProperty("vm", vm.first().vm());
        object.addProperty("label", vm.first().vmLabel());
        object.addProperty("lifetime", vm.lifetime());
        object.addProperty("halted", vm.halted());
        return object;
    }

    private static JsonObject row(ExitComparison.Pair pair, ExitComparison.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("label", row.label());
        figures("a", row.a(), row.shareA(), row.rateA(), object);
        figures("b", row.b(), row.shareB(), row.rateB(), object);
        object.addProperty("shareDifference", row.difference());
        object.addProperty("rateDifference", row.rateB() - row.rateA());
        object.addProperty("contribution", pair.contribution(row));
        SpeedUpJson.share(pair.share(row), object);
        SpeedUpJson.add(pair.speedUp(row), object);
        return object;
    }

    private static void figures(String name, ExitFigures row, double share, double rate, JsonObject to) {
        if (row != null) {
            JsonObject object = new JsonObject();
            object.addProperty("count", row.count());
            object.addProperty("total", row.total());
            object.addProperty("cost", row.cost());
            object.addProperty("share", share);
            object.addProperty("rate", rate);
            object.addProperty("avg", row.mean());
            object.addProperty("p50", row.p50());
            object.addProperty("p99", row.p99());
            object.addProperty("max", row.max());
            to.add(name, object);
        }
    }
}
