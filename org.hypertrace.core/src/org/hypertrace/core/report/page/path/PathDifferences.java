/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.path.FoundPath;
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
    private record Row(PathComparison comparison, PathComparison.Of of, String name, long a, long b, SpeedUp speedUp, double corrected) { }

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.id("a", row -> PathReport.name(row.comparison.a().times().path())),
            Column.id("b", row -> PathReport.name(row.comparison.b().times().path())),
            Column.id("of", row -> row.of.key()),
            Column.of("name", "", Row::name),
            Column.of("a ns", "A", row -> Amount.ns(row.a)),
            Column.of("b ns", "B", row -> Amount.ns(row.b)),
            Column.of("difference", "B - A", row -> Amount.change(row.b - row.a))),
            SpeedUpColumns.<Row> of(Row::speedUp, Row::a, Row::b),
            SpeedUpColumns.<Row> contribution(row -> Amount.change(row.a - row.b), row -> row.comparison.share(row.b - row.a)),
            SpeedUpColumns.<Row> chances(Row::speedUp, Row::corrected)).flatMap(List::stream).toList();

    private PathDifferences() {
    }

    static Section of(PathComparison comparison) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A: ", side(comparison.a())));
        parts.add(Sentence.quiet("B: ", side(comparison.b())));
        if (comparison.speedUp().isKnown()) {
            parts.add(SpeedUpColumns.sentence(comparison.speedUp()));
        }
        parts.addAll(SpeedUpColumns.repetitions("A", comparison.a().recordings(), "length", comparison.a().trace()));
        parts.addAll(SpeedUpColumns.repetitions("B", comparison.b().recordings(), "length", comparison.b().trace()));
        for (PathComparison.Of of : PathComparison.Of.values()) {
            List<Row> rows = comparison.rows().stream().filter(row -> row.of() == of)
                    .map(row -> new Row(comparison, of, row.name(), row.a(), row.b(), row.speedUp(), row.corrected())).toList();
            List<Row> shown = new ArrayList<>(rows.subList(0, Math.min(TOP, rows.size())));
            if (rows.size() > TOP) {
                long a = rest(rows, Row::a);
                long b = rest(rows, Row::b);
                shown.add(new Row(comparison, of, rows.size() - TOP + " more", a, b, SpeedUp.of(a, b), Double.NaN));
            }
            parts.add(new Section("By " + of.key(), List.of(Table.of(COMPARISON, COLUMNS, shown, rows))));
        }
        return new Section(PathReport.name(comparison.b().times().path()) + ", compared with " + PathReport.name(comparison.a().times().path()), parts);
    }

    /** A path, with its place; of several recordings also what the user calls them. */
    private static String side(PathComparison.Side side) {
        FoundPath path = side.times().path();
        return (side.recordings() == 1 ? "" : side.name() + ": ") + PathReport.name(path) + " in " + side.trace() + ", "
                + Amount.time(path.subject().begin()) + " - " + Amount.time(path.subject().end());
    }

    private static long rest(List<Row> rows, ToLongFunction<Row> ns) {
        return rows.stream().skip(TOP).mapToLong(ns).sum();
    }
}
