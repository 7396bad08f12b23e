/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;

/**
 * A TSC on its host's clock by the exits that are both in rings and in the host's trace.
 *
 * @param clock
 *            of ticks; null if too few exits are in both
 * @param matched
 *            how many are in both
 */
public record ExitClock(PiecewiseClock clock, long matched) {

    /**
     * The exits of a vCPU.
     *
     * @param trace
     *            those in the host's trace
     * @param ring
     *            those that the host has written into its ring
     */
    public record OfVcpu(ExitTimes trace, ExitTimes ring) implements AutoCloseable {

        @Override
        public void close() {
            trace.close();
            ring.close();
        }
    }

    /**
     * @param vcpus
     *            all with the same TSC
     * @param about
     *            makes ticks times, right to a second
     * @param from
     *            runs of exits that begin before this time are left out, ns since the epoch
     * @param until
     *            runs that begin at this time or later are left out, ns since the epoch
     * @param nsPerTick
     *            as the rings report it
     * @return the clock
     */
    public static ExitClock of(List<OfVcpu> vcpus, ClockConversion about, long from, long until, Ratio nsPerTick) {
        List<TickBounds> bounds = new ArrayList<>();
        try {
            long matched = 0;
            for (OfVcpu vcpu : vcpus) {
                TickBounds found = new TickBounds();
                bounds.add(found);
                matched += new ExitPlaces(vcpu.ring, vcpu.trace, about).find(from, until, found);
            }
            ClockFit fit = new ClockFit(nsPerTick);
            BoundCursor.merge(bounds.stream().map(TickBounds::cursor).toList(), 0).drain(fit);
            PiecewiseClock clock = fit.clock();
            return new ExitClock(clock == null || clock.pieces().stream().noneMatch(ClockPiece::isDetermined) ? null : clock, matched);
        } finally {
            bounds.forEach(TickBounds::close);
        }
    }
}
