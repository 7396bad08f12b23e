/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** A comparison of exits in a page: per pair of VMs the answer, and what differs. */
final class ExitComparisonPage {

    /** The name of its tables. */
    static final String TABLE = "comparison";

    private static final String MEASURE = "share of the time not idle that exits cost";

    /** Exits that have the same in common. */
    private record Row(ExitComparison.Pair pair, ExitComparison.Row row) { }

    private static final Function<Row, ExitFigures> A = row -> row.row.a();
    private static final Function<Row, ExitFigures> B = row -> row.row.b();

    private static final List<Column<Row>> COLUMNS = Stream.of(List.<Column<Row>> of(
            Column.id("vm a", row -> row.pair.a().vm()),
            Column.id("vm b", row -> row.pair.b().vm()),
            Column.of("group", "", row -> row.row.label()),
            Column.id("count a", row -> of(A, row, ExitFigures::count)),
            Column.id("count b", row -> of(B, row, ExitFigures::count)),
            only("rate a", "exits/s A", A, row -> Amount.number(row.row.rateA())),
            only("rate b", "B", B, row -> Amount.number(row.row.rateB())),
            only("share a", "cost A", A, row -> Amount.share(row.row.shareA())),
            only("share b", "B", B, row -> Amount.share(row.row.shareB())),
            Column.of("share difference", "B - A", row -> Amount.points(row.row.difference())),
            Column.id("total a", row -> of(A, row, ExitFigures::total)),
            Column.id("total b", row -> of(B, row, ExitFigures::total)),
            ns("avg a", "avg A", A, ExitFigures::mean),
            ns("avg b", "B", B, ExitFigures::mean),
            ns("p99 a", "p99 A", A, ExitFigures::p99),
            ns("p99 b", "B", B, ExitFigures::p99)),
            SpeedUpColumns.<Row> of(row -> row.row.speedUp(), row -> total(A, row), row -> total(B, row)),
            SpeedUpColumns.<Row> contribution(row -> row.row.contribution(), row -> row.pair.share(row.row)),
            SpeedUpColumns.<Row> chances(row -> row.row.speedUp(), row -> row.row.corrected()))
            .flatMap(List::stream).toList();

    private ExitComparisonPage() {
    }

    /** For people nothing where one of both has no such exits, for programs 0. */
    private static Column<Row> only(String key, String head, Function<Row, ExitFigures> side, Function<Row, Amount> amount) {
        return new Column<>(key, head, row -> side.apply(row) == null ? "" : amount.apply(row), amount);
    }

    private static Column<Row> ns(String key, String head, Function<Row, ExitFigures> side, ToLongFunction<ExitFigures> figure) {
        return Column.of(key, head, row -> side.apply(row) == null ? "" : Amount.ns(figure.applyAsLong(side.apply(row))));
    }

    private static Object of(Function<Row, ExitFigures> side, Row row, ToLongFunction<ExitFigures> figure) {
        ExitFigures figures = side.apply(row);
        return figures == null ? "" : figure.applyAsLong(figures);
    }

    private static long total(Function<Row, ExitFigures> side, Row row) {
        return side.apply(row) == null ? 0 : side.apply(row).total();
    }

    static List<Part> parts(ExitComparison comparison) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet("A: ", side(comparison.a())));
        parts.add(Sentence.quiet("B: ", side(comparison.b())));
        // a file has its columns also where no VMs belong together
        parts.add(Table.of(TABLE, COLUMNS, List.of(), List.of()));
        for (ExitComparison.Pair pair : comparison.pairs()) {
            List<Row> rows = pair.rows().stream().map(row -> new Row(pair, row)).toList();
            parts.add(Sentence.answer(comparison.answer(pair)));
            if (pair.speedUp().isKnown()) {
                parts.add(SpeedUpColumns.sentence(pair.speedUp()));
            }
            parts.addAll(SpeedUpColumns.repetitions("A", pair.a().recordings(), MEASURE, pair.a().trace()));
            parts.addAll(SpeedUpColumns.repetitions("B", pair.b().recordings(), MEASURE, pair.b().trace()));
            parts.add(Table.of(TABLE, COLUMNS, rows, rows));
        }
        comparison.unmatched().forEach(sentence -> parts.add(Sentence.warning(sentence, ".")));
        return parts;
    }

    private static String side(ExitComparison.Side side) {
        return side.name() + ", " + Amount.time(side.from()) + " - " + Amount.time(side.to());
    }
}
