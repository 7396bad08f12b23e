/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.List;
import java.util.Locale;

import org.hypertrace.core.boot.Budget;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunRow;

/** Comparisons and budgets of a {@link RunReport} for people, in lines. */
final class ComparisonText {

    private static final int TOP = 10;
    private static final String DIFFERENCE = "    %-44s %T %T %T %T %12s  %s";

    private ComparisonText() {
    }

    static void budgets(List<Budget.Outcome> budgets, Lines to) {
        budgets.forEach(outcome -> to.line("%s%s", outcome.isExceeded() ? "EXCEEDED " : "ok       ", outcome.sentence()));
        if (!budgets.isEmpty()) {
            to.line("");
        }
    }

    /** {@code details}: what is in the parts, {@code Initcalls}. */
    static void write(RunComparison<?> comparison, String details, Lines to) {
        to.line("%s", comparison.answer());
        to.line("");
        to.line("  A is %s, B is %s; compared %s.", comparison.a().name(), comparison.b().name(), comparison.extent());
        comparison.remarks().forEach(remark -> to.line("  %s", remark));
        to.line("");
        to.line(DIFFERENCE, "", "A", "B", "B - A", "own", "by the host", "");
        difference(comparison.whole(), "all", to);
        comparison.parts().forEach(row -> difference(row, row.kind().prefix() + row.name(), to));
        List<RunRow> differing = comparison.details().stream().filter(row -> row.difference() != 0).limit(TOP).toList();
        if (!differing.isEmpty()) {
            to.line("");
            to.line("    %s that differ most:", details);
            differing.forEach(row -> difference(row, row.kind().prefix() + row.name() + (row.level() == null ? ""
                    : " (" + row.level() + ')'), to));
        }
        to.line("");
    }

    private static void difference(RunRow row, String name, Lines to) {
        boolean split = row.states() != null;
        to.line(DIFFERENCE, name, time(row.a(), to), time(row.b(), to), to.change(row.difference()),
                split ? to.change(row.own()) : "", split ? to.change(row.host()) : "", row.a() == null ? "only in B"
                        : row.b() == null ? "only in A" : Double.isNaN(row.chance()) ? ""
                                : String.format(Locale.ROOT, "p = %.3f", row.chance()));
    }

    private static String time(RunRow.Timing timing, Lines to) {
        return timing == null ? "" : (timing.open() ? "> " : "") + to.duration(timing.duration());
    }
}
