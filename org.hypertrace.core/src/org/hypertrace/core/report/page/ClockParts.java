/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.ClockQuality.Delays;
import org.hypertrace.core.clock.ClockQuality.Method;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** How the clocks of guests' own traces were put on their hosts', and how sure that is. */
final class ClockParts {

    static final String CLOCKS = "clocks";

    private static final List<Column<Tied>> COLUMNS = List.of(
            Column.of("vm", "VM", tied -> tied.vm().label()),
            Column.id("trace", Tied::path),
            Column.of("method", "by", tied -> method(tied.quality().method())),
            Column.of("pieces", "pieces", tied -> tied.quality().isTied() ? Amount.count(tied.quality().clock().pieces().size()) : ""),
            Column.of("offset", "host - guest", tied -> Amount.change(shift(tied.quality()))),
            Column.id("least drift ppm", tied -> ppm(tied.quality(), ClockLine::flattest)),
            Column.id("most drift ppm", tied -> ppm(tied.quality(), ClockLine::steepest)),
            Column.of("uncertainty", "± at most", tied -> tied.quality().isTied() ? Amount.ns(uncertainty(tied.quality().clock())) : ""),
            Column.of("events", "events", tied -> Amount.count(tied.quality().guestEvents())),
            Column.of("matched", "matched", tied -> Amount.count(tied.quality().matched())),
            Column.of("crossed", "crossed", tied -> Amount.count(tied.quality().crossed())),
            Column.of("violations recorded", "violations as recorded", tied -> Amount.count(tied.quality().recorded().count())),
            Column.<Tied>of("violations coarse", "by the coarse offset", tied -> Amount.count(tied.quality().coarse().count())).later(),
            Column.of("violations", "synchronized", tied -> Amount.count(tied.quality().joined().count())),
            Column.of("worst", "worst", tied -> Amount.ns(tied.quality().joined().worst())),
            Column.of("delay p50", "delay p50", tied -> delay(tied, Delays::p50)),
            Column.of("delay p99", "p99", tied -> delay(tied, Delays::p99)),
            Column.id("delay min", tied -> delay(tied, Delays::min)),
            Column.id("delay p90", tied -> delay(tied, Delays::p90)),
            Column.id("delay max", tied -> delay(tied, Delays::max)),
            Column.of("cross-check", "cross-check", tied -> tied.quality().crossCheck() < 0 ? "" : Amount.ns(tied.quality().crossCheck())));

    private ClockParts() {
    }

    static List<Part> of(List<Tied> clocks) {
        if (clocks.isEmpty()) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        clocks.forEach(tied -> findings(tied, parts));
        parts.add(Table.of(CLOCKS, COLUMNS, clocks, clocks));
        parts.addAll(ResidualParts.pieces(clocks));
        parts.add(Sentence.plain("A violation is an event of the guest at a time at which its vCPU was not in the guest."));
        clocks.stream().filter(tied -> tied.quality().isSource()).forEach(tied -> parts.add(Sentence.plain(tied.vm().label(),
                ": no hypercall reports anything, so its events are those of its own trace.")));
        clocks.stream().filter(tied -> tied.quality().order() != null)
                .forEach(tied -> parts.add(Sentence.plain(tied.vm().label(), ": ", tied.quality().order().toString(), ".")));
        clocks.forEach(tied -> parts.addAll(ResidualParts.of(tied)));
        return List.of(new Section("Clock Quality", parts));
    }

    private static void findings(Tied tied, List<Part> to) {
        ClockQuality quality = tied.quality();
        if (!quality.isTied()) {
            to.add(new Finding(List.of(
                    Sentence.plain(tied.vm().label(), ": the clock of its own trace could not be put on the host's", quality.method() == Method.HELLO
                            ? "; only a coarse offset is known." : "."),
                    Sentence.plain("Check that ", tied.path(), " is of this VM and was recorded at the same time as the host's trace."))));
        } else if (quality.joined().count() > 0 || quality.clock().isPoor()) {
            to.add(new Finding(List.of(
                    Sentence.plain(tied.vm().label(), ": the clock of its own trace is on the host's, but ",
                            quality.joined().count() > 0 ? quality.joined().count() + " of its events contradict that, the worst by " : "few bounds decide it",
                            quality.joined().count() > 0 ? Amount.ns(quality.joined().worst()) : "", "."),
                    Sentence.plain("Times of the guest are right to some ", Amount.ns(Math.max(quality.joined().worst(), uncertainty(quality.clock()))),
                            " only."))));
        }
    }

    private static Object delay(Tied tied, ToLongFunction<Delays> which) {
        return tied.quality().delays() == null ? "" : Amount.ns(which.applyAsLong(tied.quality().delays()));
    }

    private static String method(Method method) {
        return method.name().toLowerCase(Locale.ROOT);
    }

    /** At the first bound, or the coarse offset. */
    private static long shift(ClockQuality quality) {
        return quality.isTied() ? quality.clock().at(quality.clock().from()) - quality.clock().from() : quality.offset();
    }

    private static Object ppm(ClockQuality quality, Function<ClockLine, Ratio> slope) {
        ClockLine line = first(quality);
        return line == null ? "" : Amount.number(slope.apply(line).ppm());
    }

    /** The line of the first piece, null without. */
    private static ClockLine first(ClockQuality quality) {
        ClockPiece first = quality.isTied() ? quality.clock().pieces().get(0) : null;
        return first instanceof ClockLine line ? line : null;
    }

    /** The greatest at begin, middle and end of the bounds. */
    private static long uncertainty(PiecewiseClock clock) {
        return Math.max(clock.uncertainty(clock.from()),
                Math.max(clock.uncertainty(clock.from() + (clock.to() - clock.from()) / 2), clock.uncertainty(clock.to())));
    }
}
