/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.ClockQuality.Delays;
import org.hypertrace.core.clock.ClockQuality.Method;
import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.clock.Violations;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.clock.line.Residual;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.clock.read.RingTied;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** How the clocks of guests' own traces, and of their rings, were put on their hosts', and how sure that is. */
final class ClockParts {

    static final String CLOCKS = "clocks";

    private static final List<Column<ClockRow>> COLUMNS = List.of(
            Column.of("vm", "VM", row -> row.vm.label()),
            Column.id("trace", ClockRow::path),
            Column.of("method", "by", ClockRow::method),
            Column.of("pieces", "pieces", row -> row.pieces().isEmpty() ? "" : Amount.count(row.pieces().size())),
            Column.of("offset", "host - guest", row -> row.isOfRings() ? "" : row.pieces().isEmpty() ? Amount.change(row.quality.offset()) : row.shift(row.pieces().get(0))),
            Column.id("least drift ppm", row -> row.drift(ClockLine::flattest)),
            Column.id("most drift ppm", row -> row.drift(ClockLine::steepest)),
            Column.of("uncertainty", "± at most", row -> row.pieces().isEmpty() ? "" : Amount.ns(row.uncertainty())),
            Column.of("events", "events", row -> Amount.count(row.isOfRings() ? row.violations().events() : row.quality.guestEvents())),
            Column.of("matched", "matched", row -> Amount.count(row.matched())),
            Column.of("crossed", "crossed", own(quality -> Amount.count(quality.crossed()))),
            Column.of("violations recorded", "violations as recorded", own(quality -> Amount.count(quality.recorded().count()))),
            Column.<ClockRow>of("violations coarse", "by the coarse offset", own(quality -> Amount.count(quality.coarse().count()))).later(),
            Column.of("violations", "violations left", row -> Amount.count(row.violations().count())),
            Column.of("worst", "worst", row -> Amount.ns(row.violations().worst())),
            Column.of("delay p50", "delay p50", delay(Delays::p50)),
            Column.of("delay p99", "p99", delay(Delays::p99)),
            Column.id("delay min", delay(Delays::min)),
            Column.id("delay p90", delay(Delays::p90)),
            Column.id("delay max", delay(Delays::max)),
            Column.of("cross-check", "cross-check", own(quality -> quality.crossCheck() < 0 ? "" : Amount.ns(quality.crossCheck()))));

    /** A clock that was put on its host's: of a guest's own trace by its quality, or of the rings of a VM; the other one is null. */
    record ClockRow(VmName vm, String path, ClockQuality quality, TscClock rings) {

        boolean isOfRings() {
            return rings != null;
        }

        /** All lines, in order of time. */
        List<ClockPiece> pieces() {
            return clocks().flatMap(clock -> clock.pieces().stream()).toList();
        }

        private Stream<PiecewiseClock> clocks() {
            return !isOfRings() ? Stream.ofNullable(quality.clock())
                    : Stream.concat(rings.lines().stream(), Stream.ofNullable(rings.byRecords()).map(ClockQuality::clock));
        }

        Violations violations() {
            return isOfRings() ? rings.outside() : quality.joined();
        }

        private String method() {
            return isOfRings() ? rings.method().label() + (rings.isFailed() ? " (failed)" : "") : quality.method().name().toLowerCase(Locale.ROOT);
        }

        private long matched() {
            return !isOfRings() ? quality.matched() : rings.byRecords() == null ? rings.matched() : rings.byRecords().matched() + rings.matched();
        }

        /** How far the clocks are apart where a line begins; nothing for ticks. */
        Object shift(ClockPiece piece) {
            return isOfRings() ? "" : Amount.change(piece.at(piece.from()) - piece.from());
        }

        /** Whether the readings of a line are ticks. */
        private boolean isOfTicks(ClockPiece piece) {
            return isOfRings() && (rings.byRecords() == null || !rings.byRecords().clock().pieces().contains(piece));
        }

        /** By how much the host's clock is faster by a slope: than the guest's, or than the rate that rings report. */
        double ppm(ClockPiece piece, Ratio slope) {
            return isOfTicks(piece) ? slope.times(rings.nsPerTick().inverse()).ppm() : slope.ppm();
        }

        private Object drift(Function<ClockLine, Ratio> slope) {
            return pieces().stream().limit(1).filter(ClockLine.class::isInstance).map(ClockLine.class::cast).findFirst()
                    .<Object>map(line -> Amount.number(ppm(line, slope.apply(line)))).orElse("");
        }

        /** The greatest at begin, middle and end of the bounds. */
        private long uncertainty() {
            return clocks().flatMapToLong(clock -> LongStream.of(clock.from(), clock.from() + (clock.to() - clock.from()) / 2, clock.to()).map(clock::uncertainty))
                    .max().orElse(-1);
        }

        /** Whether a residual has the reading of a clock that exists. */
        boolean isReading(Residual residual) {
            return !isOfRings() || rings.byRecords() == null && residual.reading() != residual.time();
        }

        private String whose() {
            return isOfRings() ? "the clock of its rings" : "the clock of its own trace";
        }
    }

    private ClockParts() {
    }

    static List<Part> of(List<Tied> clocks, List<RingTied> rings) {
        List<ClockRow> rows = Stream.concat(clocks.stream().map(tied -> new ClockRow(tied.vm(), tied.path(), tied.quality(), null)),
                rings.stream().map(tied -> new ClockRow(tied.vm(), tied.path(), null, tied.clock()))).toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        rows.forEach(row -> findings(row, parts));
        parts.add(Table.of(CLOCKS, COLUMNS, rows, rows));
        parts.addAll(ResidualParts.pieces(rows));
        parts.add(Sentence.plain("A violation is an event of the guest at a time at which its vCPU was not in the guest."));
        rings.stream().filter(tied -> tied.clock().khz() > 0).forEach(tied -> parts.add(Sentence.plain(tied.vm().label(),
                ": the drift of its rings is from the " + tied.clock().khz() + " kHz that they report.")));
        clocks.stream().filter(tied -> tied.quality().isSource()).forEach(tied -> parts.add(Sentence.plain(tied.vm().label(),
                ": no hypercall reports anything, so its events are those of its own trace.")));
        clocks.stream().filter(tied -> tied.quality().order() != null)
                .forEach(tied -> parts.add(Sentence.plain(tied.vm().label(), ": ", tied.quality().order().toString(), ".")));
        rows.forEach(row -> parts.addAll(ResidualParts.of(row)));
        return List.of(new Section("Clock Quality", parts));
    }

    private static void findings(ClockRow row, List<Part> to) {
        boolean isCoarse = row.isOfRings() ? row.rings.method() != TscClock.Method.NONE : row.quality.method() == Method.HELLO;
        Violations left = row.violations();
        if (row.isOfRings() ? !isCoarse || row.rings.isFailed() : !row.quality.isTied()) {
            List<Sentence> sentences = new ArrayList<>();
            sentences.add(Sentence.plain(row.vm.label(), ": ", row.whose(), " could not be put on the host's",
                    isCoarse ? "; only a coarse offset is known." : "."));
            if (row.isOfRings() && isCoarse) {
                sentences.add(Sentence.plain("By that " + left.count() + " of " + left.events()
                        + " records are where their vCPU was not in the guest, the worst by ", Amount.ns(left.worst()), "."));
            }
            sentences.add(Sentence.plain("Check that ", row.path, " is of this VM and was recorded at the same time as the host's trace."));
            to.add(new Finding(sentences));
        } else if (left.count() > 0 || !row.isOfRings() && row.quality.clock().isPoor()) {
            to.add(new Finding(List.of(
                    Sentence.plain(row.vm.label(), ": ", row.whose(), " is on the host's, but ",
                            left.count() > 0 ? left.count() + " of its events contradict that, the worst by " : "few bounds decide it",
                            left.count() > 0 ? Amount.ns(left.worst()) : "", "."),
                    Sentence.plain("Times of the guest are right to some ", Amount.ns(Math.max(left.worst(), row.uncertainty())), " only."))));
        }
    }

    private static Function<ClockRow, Object> own(Function<ClockQuality, Object> figure) {
        return row -> row.isOfRings() ? "" : figure.apply(row.quality);
    }

    private static Function<ClockRow, Object> delay(ToLongFunction<Delays> which) {
        return own(quality -> quality.delays() == null ? "" : Amount.ns(which.applyAsLong(quality.delays())));
    }
}
