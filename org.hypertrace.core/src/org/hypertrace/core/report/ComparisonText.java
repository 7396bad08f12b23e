/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.ModelReportText.duration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.boot.Budget;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunRow;

/** Comparisons and budgets of a {@link RunReport} for people, in lines. */
final class ComparisonText {

    private static final int TOP = 10;
    private static final String DIFFERENCE = "    %-44s %18s %18s %19s %19s %19s  %s";

    private ComparisonText() {
    }

    static List<String> budgets(List<Budget.Outcome> budgets) {
        List<String> lines = new ArrayList<>();
        budgets.forEach(outcome -> lines.add((outcome.isExceeded() ? "EXCEEDED " : "ok       ") + outcome.sentence()));
        if (!budgets.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    /** {@code details}: what is in the parts, {@code Initcalls}. */
    static List<String> of(RunComparison<?> comparison, String details) {
        List<String> lines = new ArrayList<>(List.of(comparison.answer(), "", "  A is " + comparison.a().name() + ", B is "
                + comparison.b().name() + "; compared " + comparison.extent() + '.'));
        comparison.remarks().forEach(remark -> lines.add("  " + remark));
        lines.add("");
        lines.add(String.format(Locale.ROOT, DIFFERENCE, "", "A", "B", "B - A", "own", "by the host", ""));
        lines.add(difference(comparison.whole(), "all"));
        comparison.parts().forEach(row -> lines.add(difference(row, row.kind().prefix() + row.name())));
        List<RunRow> differing = comparison.details().stream().filter(row -> row.difference() != 0).limit(TOP).toList();
        if (!differing.isEmpty()) {
            lines.add("");
            lines.add("    " + details + " that differ most:");
            differing.forEach(row -> lines.add(difference(row, row.kind().prefix() + row.name() + (row.level() == null ? ""
                    : " (" + row.level() + ')'))));
        }
        lines.add("");
        return lines;
    }

    private static String difference(RunRow row, String name) {
        boolean split = row.states() != null;
        return String.format(Locale.ROOT, DIFFERENCE, name, time(row.a()), time(row.b()), signed(row.difference()),
                split ? signed(row.own()) : "", split ? signed(row.host()) : "", row.a() == null ? "only in B"
                        : row.b() == null ? "only in A" : Double.isNaN(row.chance()) ? ""
                                : String.format(Locale.ROOT, "p = %.3f", row.chance()));
    }

    static String time(RunRow.Timing timing) {
        return timing == null ? "" : (timing.open() ? "> " : "") + duration(timing.duration());
    }

    static String signed(long ns) {
        return ns < 0 ? '-' + duration(-ns) : ns == 0 ? duration(0) : '+' + duration(ns);
    }
}
