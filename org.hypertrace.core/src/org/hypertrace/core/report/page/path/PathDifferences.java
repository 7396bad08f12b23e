/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.SpeedUpColumns;

/** How two paths differ: by class, cause, owner and chain. */
final class PathDifferences {

    static final String COMPARISON = "comparison";
    private static final int TOP = 25;

    /** Something of both paths; for people there is a row for many of them. */
    private record Row(PathReport.Compared compared, PathComparison.Of of, String name, long a, long b) { }

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.id("a", row -> PathReport.name(row.compared.comparison().a())),
            Column.id("b", row -> PathReport.name(row.compared.comparison().b())),
            Column.id("of", row -> row.of.key()),
            Column.of("name", "", Row::name),
            Column.of("a ns", "A", row -> Amount.ns(row.a)),
            Column.of("b ns", "B", row -> Amount.ns(row.b)),
            Column.of("difference", "B - A", row -> Amount.change(row.b - row.a))),
            SpeedUpColumns.<Row> of(row -> SpeedUp.of(row.a, row.b)),
            SpeedUpColumns.<Row> contribution(row -> Amount.change(row.a - row.b), PathDifferences::share)).flatMap(List::stream).toList();

    private PathDifferences() {
    }

    private static double share(Row row) {
        return row.compared.comparison().share(new PathComparison.Row(row.of, row.name, row.a, row.b));
    }

    static Section of(PathReport.Compared compared, PathReport report) {
        PathComparison comparison = compared.comparison();
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A: ", PathReport.Compared.side(comparison.a(), report.trace())));
        parts.add(Sentence.quiet("B: ", PathReport.Compared.side(comparison.b(), compared.trace())));
        if (comparison.speedUp().isKnown()) {
            parts.add(SpeedUpColumns.sentence(comparison.speedUp()));
        }
        for (PathComparison.Of of : PathComparison.Of.values()) {
            List<Row> rows = comparison.rows().stream().filter(row -> row.of() == of)
                    .map(row -> new Row(compared, of, row.name(), row.a(), row.b())).toList();
            List<Row> shown = new ArrayList<>(rows.subList(0, Math.min(TOP, rows.size())));
            if (rows.size() > TOP) {
                shown.add(new Row(compared, of, rows.size() - TOP + " more", rest(rows, Row::a), rest(rows, Row::b)));
            }
            parts.add(new Section("By " + of.key(), List.of(Table.of(COMPARISON, COLUMNS, shown, rows))));
        }
        return new Section(PathReport.name(comparison.b()) + ", compared with " + PathReport.name(comparison.a()), parts);
    }

    private static long rest(List<Row> rows, ToLongFunction<Row> ns) {
        return rows.stream().skip(TOP).mapToLong(ns).sum();
    }
}
