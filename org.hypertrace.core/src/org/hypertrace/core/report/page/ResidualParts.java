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
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.clock.line.Residual;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Residuals;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.view.Shades;

/** The lines of a guest's clock, and how much room its bounds leave to them. */
final class ResidualParts {

    static final String PIECES = "clock-pieces";
    static final String BOUNDS = "clock-bounds";

    /** More pieces are no picture any more; tables have them. */
    private static final int MOST_PIECES = 64;
    private static final int STEPS = 32;

    private record Piece(Tied tied, int number, ClockPiece piece) {

        Object uncertainty(ToLongFunction<ClockPiece> reading) {
            return piece instanceof ClockLine line ? Amount.ns(line.uncertainty(reading.applyAsLong(piece))) : "";
        }

        String drift() {
            return piece instanceof ClockLine line ? ResidualParts.drift(line) : "";
        }
    }

    private static final List<Column<Piece>> PIECE_COLUMNS = List.of(
            Column.of("vm", "VM", row -> row.tied.vm().label()),
            Column.id("trace", row -> row.tied.path()),
            Column.of("piece", "piece", row -> Amount.count(row.number)),
            Column.of("begin", "from", row -> Amount.time(row.piece.at(row.piece.from()))),
            Column.of("end", "to", row -> Amount.time(row.piece.at(row.piece.to()))),
            Column.of("bounds", "bounds", row -> Amount.count(row.piece.bounds())),
            Column.of("offset", "host - guest", row -> Amount.change(row.piece.at(row.piece.from()) - row.piece.from())),
            Column.shown("drift (ppm)", Piece::drift),
            Column.id("slope", row -> row.piece.slope().toString()),
            Column.of("uncertainty begin", "± at its begin", row -> row.uncertainty(ClockPiece::from)),
            Column.of("uncertainty middle", "in the middle", row -> row.uncertainty(piece -> piece.from() + (piece.to() - piece.from()) / 2)),
            Column.of("uncertainty end", "at its end", row -> row.uncertainty(ClockPiece::to)));

    private record Bound(Tied tied, String what, Residual residual) { }

    private static final List<Column<Bound>> BOUND_COLUMNS = List.of(
            Column.id("vm", row -> row.tied.vm().label()),
            Column.id("trace", row -> row.tied.path()),
            Column.of("what", "an event was", Bound::what),
            Column.of("time", "time", row -> Amount.time(row.residual.time())),
            Column.id("reading", row -> row.residual.reading()),
            Column.of("residual", "bound - time", row -> Amount.change(row.residual.ns())));

    private ResidualParts() {
    }

    static String drift(ClockLine line) {
        return String.format(Locale.ROOT, "%.3f … %.3f", line.flattest().ppm(), line.steepest().ppm());
    }

    /** @return all lines of all clocks */
    static List<Part> pieces(List<Tied> clocks) {
        List<Piece> rows = new ArrayList<>();
        for (Tied tied : clocks) {
            List<ClockPiece> pieces = tied.quality().isTied() ? tied.quality().clock().pieces() : List.of();
            for (int i = 0; i < pieces.size(); i++) {
                rows.add(new Piece(tied, i + 1, pieces.get(i)));
            }
        }
        return rows.isEmpty() ? List.of() : List.of(Table.of(PIECES, PIECE_COLUMNS, rows, rows));
    }

    /** @return the bounds of one clock as a picture and as a table; none if it has no line */
    static List<Part> of(Tied tied) {
        List<ClockLine> lines = lines(tied);
        List<Bound> rows = bounds(tied, lines);
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        if (lines.size() <= MOST_PIECES) {
            parts.add(picture(tied, lines));
            parts.add(new Legend("An event was:", List.of(new Legend.Entry("not after that", Shades.UPPER_BOUND),
                    new Legend.Entry("not before that", Shades.LOWER_BOUND), new Legend.Entry("a violation", Shades.VIOLATION))));
        }
        parts.add(Sentence.quiet("0 is the clock. Shown are the bounds that leave it the least room; all lines that fit are in the shaded area."));
        parts.add(new Details("As a table: " + rows.size() + " bounds", false, List.of(Table.of(BOUNDS, BOUND_COLUMNS, rows, rows))));
        return List.of(new Section(tied.vm().label() + ": how far the bounds are from the clock", parts));
    }

    private static List<ClockLine> lines(Tied tied) {
        return tied.quality().isTied()
                ? tied.quality().clock().pieces().stream().filter(ClockLine.class::isInstance).map(ClockLine.class::cast).toList() : List.of();
    }

    private static List<Bound> bounds(Tied tied, List<ClockLine> lines) {
        return Stream.concat(lines.stream().flatMap(line -> Stream.concat(bounds(tied, "not before", line.below()), bounds(tied, "not after", line.above()))),
                bounds(tied, "a violation", violations(tied))).sorted(Comparator.comparingLong(bound -> bound.residual.reading())).toList();
    }

    private static Stream<Bound> bounds(Tied tied, String what, List<Residual> residuals) {
        return residuals.stream().map(residual -> new Bound(tied, what, residual));
    }

    private static List<Residual> violations(Tied tied) {
        return tied.quality().joined().known();
    }

    private static Residuals picture(Tied tied, List<ClockLine> lines) {
        PiecewiseClock clock = tied.quality().clock();
        return new Residuals(clock.at(clock.from()), clock.at(clock.to()),
                lines.stream().map(line -> new Residuals.Piece(points(line.below()), points(line.above()), room(line, false), room(line, true))).toList(),
                points(violations(tied)));
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
