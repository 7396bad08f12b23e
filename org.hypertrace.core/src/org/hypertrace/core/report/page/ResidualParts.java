/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.clock.line.Residual;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Residuals;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.page.ClockParts.ClockRow;
import org.hypertrace.core.view.Shades;

/** The lines of a guest's clock, and how much room its bounds leave to them. */
final class ResidualParts {

    static final String PIECES = "clock-pieces";
    static final String BOUNDS = "clock-bounds";

    /** More pieces are no picture any more; tables have them. */
    private static final int MOST_PIECES = 64;
    private static final int STEPS = 32;

    private record Piece(ClockRow of, int number, ClockPiece piece) {

        Object uncertainty(ToLongFunction<ClockPiece> reading) {
            return piece instanceof ClockLine line ? Amount.ns(line.uncertainty(reading.applyAsLong(piece))) : "";
        }

        String drift() {
            return piece instanceof ClockLine line ? String.format(Locale.ROOT, "%.3f … %.3f", of.ppm(line, line.flattest()), of.ppm(line, line.steepest())) : "";
        }
    }

    private static final List<Column<Piece>> PIECE_COLUMNS = List.of(
            Column.of("vm", "VM", row -> row.of.vm().label()),
            Column.id("trace", row -> row.of.path()),
            Column.of("piece", "piece", row -> Amount.count(row.number)),
            Column.of("begin", "from", row -> Amount.time(row.piece.at(row.piece.from()))),
            Column.of("end", "to", row -> Amount.time(row.piece.at(row.piece.to()))),
            Column.of("bounds", "bounds", row -> Amount.count(row.piece.bounds())),
            Column.of("offset", "host - guest", row -> row.of.shift(row.piece)),
            Column.shown("drift (ppm)", Piece::drift),
            Column.id("slope", row -> row.piece.slope().toString()),
            Column.of("uncertainty begin", "± at its begin", row -> row.uncertainty(ClockPiece::from)),
            Column.of("uncertainty middle", "in the middle", row -> row.uncertainty(piece -> piece.from() + (piece.to() - piece.from()) / 2)),
            Column.of("uncertainty end", "at its end", row -> row.uncertainty(ClockPiece::to)));

    private record Bound(ClockRow of, String what, Residual residual) { }

    private static final List<Column<Bound>> BOUND_COLUMNS = List.of(
            Column.id("vm", row -> row.of.vm().label()),
            Column.id("trace", row -> row.of.path()),
            Column.of("what", "an event was", Bound::what),
            Column.of("time", "time", row -> Amount.time(row.residual.time())),
            Column.id("reading", row -> row.of.isReading(row.residual) ? row.residual.reading() : ""),
            Column.of("residual", "bound - time", row -> Amount.change(row.residual.ns())));

    private ResidualParts() {
    }

    /** @return all lines of all clocks */
    static List<Part> pieces(List<ClockRow> clocks) {
        List<Piece> rows = new ArrayList<>();
        for (ClockRow clock : clocks) {
            for (int i = 0; i < clock.pieces().size(); i++) {
                rows.add(new Piece(clock, i + 1, clock.pieces().get(i)));
            }
        }
        return rows.isEmpty() ? List.of() : List.of(Table.of(PIECES, PIECE_COLUMNS, rows, rows));
    }

    /** @return the bounds of one clock as a picture and as a table; none if it has no line */
    static List<Part> of(ClockRow clock) {
        List<ClockLine> lines = clock.pieces().stream().filter(ClockLine.class::isInstance).map(ClockLine.class::cast).toList();
        List<Bound> rows = bounds(clock, lines);
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        if (!lines.isEmpty() && lines.size() <= MOST_PIECES) {
            parts.add(picture(clock, lines));
            parts.add(new Legend("An event was:", List.of(new Legend.Entry("not after that", Shades.UPPER_BOUND),
                    new Legend.Entry("not before that", Shades.LOWER_BOUND), new Legend.Entry("a violation", Shades.VIOLATION))));
        }
        parts.add(Sentence.quiet(lines.isEmpty() ? "Nothing bounds the clock from both sides; these events contradict it."
                : "0 is the clock. Shown are the bounds that leave it the least room; all lines that fit are in the shaded area."));
        parts.add(new Details("As a table: " + rows.size() + " bounds", false, List.of(Table.of(BOUNDS, BOUND_COLUMNS, rows, rows))));
        return List.of(new Section(clock.vm().label() + ": how far the bounds are from the clock" + (clock.isOfRings() ? " of its rings" : ""), parts));
    }

    private static List<Bound> bounds(ClockRow clock, List<ClockLine> lines) {
        return Stream.concat(lines.stream().flatMap(line -> Stream.concat(bounds(clock, "not before", line.below()), bounds(clock, "not after", line.above()))),
                bounds(clock, "a violation", clock.violations().known())).sorted(Comparator.comparingLong(bound -> bound.residual.time())).toList();
    }

    private static Stream<Bound> bounds(ClockRow clock, String what, List<Residual> residuals) {
        return residuals.stream().map(residual -> new Bound(clock, what, residual));
    }

    private static Residuals picture(ClockRow clock, List<ClockLine> lines) {
        ClockPiece first = clock.pieces().get(0);
        ClockPiece last = clock.pieces().get(clock.pieces().size() - 1);
        return new Residuals(first.at(first.from()), last.at(last.to()),
                lines.stream().map(line -> new Residuals.Piece(points(line.below()), points(line.above()), room(line, false), room(line, true))).toList(),
                points(clock.violations().known()));
    }

    private static List<Residuals.Point> points(List<Residual> residuals) {
        return residuals.stream().map(residual -> new Residuals.Point(residual.time(), residual.ns())).toList();
    }

    /** The least or the most that a line which fits has, where it bends or nearly so. */
    private static List<Residuals.Point> room(ClockLine line, boolean isMost) {
        LongStream even = LongStream.rangeClosed(0, STEPS).map(i -> line.from() + (line.to() - line.from()) / STEPS * i);
        LongStream bends = Stream.concat(line.below().stream(), line.above().stream()).mapToLong(Residual::reading);
        return LongStream.concat(LongStream.concat(even, LongStream.of(line.to())), bends).sorted().distinct().mapToObj(reading -> {
            Ratio at = isMost ? line.most(reading) : line.least(reading);
            return new Residuals.Point(line.at(reading), at.floor() - line.at(reading));
        }).toList();
    }
}
