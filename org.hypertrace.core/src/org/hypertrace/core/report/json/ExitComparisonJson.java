/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.compare.ExitCosts;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.report.page.ExitComparisonReport;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * A comparison of exits in the JSON of an {@link ExitReport}, and an {@link ExitComparisonReport} as JSON, whose schema is
 * {@code exit-comparison.schema.json} in {@code json/schema}. Differences are B minus A.
 */
public final class ExitComparisonJson {

    private ExitComparisonJson() {
    }

    /**
     * @param report
     *            of recordings
     * @return its JSON
     */
    public static String write(ExitComparisonReport report) {
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("trace", report.trace());
        root.addProperty("begin", report.begin());
        root.addProperty("end", report.end());
        MissingJson.add(report.missing(), report.gaps(), root);
        JsonArray recordings = new JsonArray();
        report.recordings().forEach(recording -> recording.vms().vms().forEach((vm, costs) -> {
            JsonObject one = new JsonObject();
            one.addProperty("trace", recording.vms().trace());
            costs(vm, costs, one);
            one.addProperty("cost", costs.cost());
            recordings.add(one);
        }));
        root.add("recordings", recordings);
        root.add("comparisons", SpeedUpJson.array(report.comparisons(), ExitComparisonJson::of));
        if (!report.budgets().isEmpty()) {
            root.add("budgets", SpeedUpJson.array(report.budgets(), ExitReportJson::budget));
        }
        MissingJson.addNotChecked(report.notChecked(), root);
        return JsonText.of(root);
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
        object.addProperty("contribution", pair.contribution());
        object.add("rows", SpeedUpJson.array(pair.rows(), row -> row(pair, row)));
        return object;
    }

    private static JsonObject side(ExitComparison.Side side) {
        JsonObject object = new JsonObject();
        object.addProperty("trace", side.name());
        object.addProperty("begin", side.from());
        object.addProperty("end", side.to());
        return object;
    }

    private static JsonObject vm(ExitComparison.OfVm vm) {
        JsonObject object = new JsonObject();
        costs(vm.vm(), vm.costs(), object);
        object.addProperty("recordings", vm.recordings());
        object.addProperty("trace", vm.trace());
        return object;
    }

    private static void costs(String label, ExitCosts costs, JsonObject to) {
        to.addProperty("vm", costs.vm());
        to.addProperty("label", label);
        to.addProperty("lifetime", costs.lifetime());
        to.addProperty("halted", costs.halted());
        to.addProperty("active", costs.active());
    }

    private static JsonObject row(ExitComparison.Pair pair, ExitComparison.Row row) {
        JsonObject object = new JsonObject();
        object.addProperty("label", row.label());
        figures("a", row.a(), row.shareA(), row.rateA(), object);
        figures("b", row.b(), row.shareB(), row.rateB(), object);
        object.addProperty("shareDifference", row.difference());
        object.addProperty("rateDifference", row.rateB() - row.rateA());
        object.addProperty("contribution", row.contribution());
        SpeedUpJson.share(pair.share(row), object);
        SpeedUpJson.add(row.speedUp(), row.corrected(), object);
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
