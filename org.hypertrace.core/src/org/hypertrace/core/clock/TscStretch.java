/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.TscClock.Method;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;

/** The TSC of a guest from one setting of it to the next. What decides its clock first counts. */
final class TscStretch {

    private static final int MOST_TIES = 1 << 20;

    private final long fFrom;
    private final long fTicks;
    private final List<long[]> fTies = new ArrayList<>();
    private long[] fNew;
    private ClockConversion fClock;
    private PiecewiseClock fLine;
    private long fExits;
    private Method fMethod = Method.NONE;

    /** From a time on; the TSC went on with so many ticks more. */
    TscStretch(long from, long ticks) {
        fFrom = from;
        fTicks = ticks;
    }

    long from() {
        return fFrom;
    }

    long ticks() {
        return fTicks;
    }

    /** The TSC had the value not later than that. */
    void tie(long tsc, long time) {
        if (fTies.size() < MOST_TIES) {
            fTies.add(new long[] { tsc, time });
        }
    }

    /** The TSC was 0. */
    void isNew(long time) {
        fNew = new long[] { 0, time };
    }

    /** So many of its exits are in the trace, too. */
    void found(long exits) {
        fExits += exits;
    }

    /** Exits decide; null if they do not. */
    void byExits(PiecewiseClock line) {
        fLine = line;
        decide(line, Method.EXITS);
    }

    /** Nothing is decided yet. */
    void forget() {
        fClock = null;
        fLine = null;
        fExits = 0;
        fMethod = Method.NONE;
    }

    void decide(ClockConversion clock, Method method) {
        if (fClock == null && clock != null) {
            fClock = clock;
            fMethod = method;
        }
    }

    /** Null if nothing decides. */
    ClockConversion clock() {
        return fClock;
    }

    Method method() {
        return fMethod;
    }

    /** Null if no exits decide. */
    PiecewiseClock line() {
        return fLine;
    }

    long exits() {
        return fExits;
    }

    /** As fast as the rings report, and at no hypercall later than that; null without hypercalls. */
    ClockConversion atLatest(Ratio nsPerTick) {
        if (fTies.isEmpty()) {
            return null;
        }
        ClockFit fit = new ClockFit(nsPerTick);
        fTies.stream().sorted((a, b) -> Long.compare(a[0], b[0])).forEach(tie -> fit.bound(tie[0], BoundSink.NO_LOW, tie[1]));
        return fit.clock();
    }

    /** From when the vCPU was new; null if that is not known. */
    ClockConversion sinceNew(Ratio nsPerTick) {
        return fNew == null ? null : nominal(fNew[0], fNew[1], nsPerTick);
    }

    static ClockConversion nominal(long tsc, long time, Ratio nsPerTick) {
        ClockFit fit = new ClockFit(nsPerTick);
        fit.bound(tsc, time, time);
        return fit.clock();
    }
}
