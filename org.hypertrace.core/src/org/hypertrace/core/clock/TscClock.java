/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;
import org.hypertrace.core.event.TscTimes;

/**
 * Puts the TSC of a guest on its host's clock. What decides it, from the best: exits that the host has written into rings and has in its trace, too;
 * the records of the guest, by program order with hypercalls or because they are while its vCPU is in the guest; hypercalls that report the TSC, which were at the latest then; that the TSC of a new vCPU is 0; what the guest reports of its own clock. Each time
 * that the host sets the TSC anew begins a clock of its own.
 */
public final class TscClock implements TscTimes, AutoCloseable {

    /** What decides a conversion. */
    public enum Method { EXITS, RECORDS, HYPERCALLS, NEW_TSC, GUEST, SHIFT, NONE }

    /** Ticks a second, in thousands, to ns. */
    private static final long NS_PER_MS = 1_000_000L;
    private static final int MOST_TIES = 1 << 20;

    /** From one setting of the TSC to the next. */
    private static final class Stretch {
        private final long fFrom;
        private final long fTicks;
        private final List<long[]> fTies = new ArrayList<>();
        private long[] fNew;
        private ClockConversion fClock;
        private PiecewiseClock fLine;
        private long fExits;
        private Method fMethod = Method.NONE;

        Stretch(long from, long ticks) {
            fFrom = from;
            fTicks = ticks;
        }

        void decide(ClockConversion clock, Method method) {
            if (fClock == null && clock != null) {
                fClock = clock;
                fMethod = method;
            }
        }
    }

    /** Bounds of a stream that are kept until those of others come. A reading below the one before it decides nothing. */
    private static final class TickBounds implements BoundSink, AutoCloseable {

        private final Longs fReadings = new Longs();
        private final Longs fLows = new Longs();
        private final Longs fHighs = new Longs();

        @Override
        public void bound(long reading, long low, long high) {
            if (fReadings.size() == 0 || reading >= fReadings.get(fReadings.size() - 1)) {
                fReadings.add(reading);
                fLows.add(low);
                fHighs.add(high);
            }
        }

        BoundCursor cursor() {
            return new BoundCursor() {
                private long fNext;

                @Override
                protected void fill() {
                    for (; hasRoom() && fNext < fReadings.size(); fNext++) {
                        give(fReadings.get(fNext), fLows.get(fNext), fHighs.get(fNext));
                    }
                }
            };
        }

        @Override
        public void close() {
            fReadings.close();
            fLows.close();
            fHighs.close();
        }
    }

    /** The exits of a vCPU in the trace and in its ring. */
    private record Exits(ExitTimes trace, ExitTimes ring) { }

    private final long fKhz;
    private final List<Stretch> fStretches = new ArrayList<>(List.of(new Stretch(Long.MIN_VALUE, 0)));
    private final List<Exits> fExits = new ArrayList<>();
    private long[] fGuest;
    private UnaryOperator<ClockConversion> fRecords = about -> null;

    /** @param khz thousands of ticks per second, 0 if not recorded: nothing is known then */
    public TscClock(long khz) {
        fKhz = khz;
    }

    /**
     * The host makes the TSC go on with so many ticks more. Such come in order of time, and before all that is later.
     *
     * @param time
     *            ns since the epoch
     * @param ticks
     *            may be negative
     */
    public void shift(long time, long ticks) {
        fStretches.add(new Stretch(time, ticks));
    }

    /**
     * A vCPU is new, and its TSC is 0.
     *
     * @param time
     *            ns since the epoch
     */
    public void isNew(long time) {
        last(time).fNew = new long[] { 0, time };
    }

    /**
     * A hypercall reports the TSC: it had the value not later than that.
     *
     * @param tsc
     *            of the guest, ticks
     * @param time
     *            of the hypercall, ns since the epoch
     */
    public void tie(long tsc, long time) {
        Stretch at = last(time);
        if (at.fTies.size() < MOST_TIES) {
            at.fTies.add(new long[] { tsc, time });
        }
    }

    /**
     * The guest's own clock shows it: worth less than anything that the host has recorded. The first one counts.
     *
     * @param tsc
     *            of the guest, ticks
     * @param time
     *            ns since the epoch
     */
    public void guestReports(long tsc, long time) {
        fGuest = fGuest == null ? new long[] { tsc, time } : fGuest;
    }

    /**
     * @param trace
     *            the exits of a vCPU in the host's trace; is closed with this
     * @param ring
     *            those that the host has written into its ring; is closed with this
     */
    public void exits(ExitTimes trace, ExitTimes ring) {
        fExits.add(new Exits(trace, ring));
    }

    /**
     * @param records
     *            finds the clock by the records of the guest, given one that is right to a second; null where nothing fits. It is asked only without
     *            exits, and for the time since the TSC was last set
     */
    public void records(UnaryOperator<ClockConversion> records) {
        fRecords = records;
    }

    private Stretch last(long time) {
        Stretch found = fStretches.get(0);
        for (Stretch one : fStretches) {
            found = one.fFrom <= time ? one : found;
        }
        return found;
    }

    /** Everything came: decides. What was collected is not needed any more. */
    public void decide() {
        if (fKhz <= 0) {
            return;
        }
        for (int i = 0; i < fStretches.size(); i++) {
            Stretch one = fStretches.get(i);
            ClockConversion atLatest = atLatest(one);
            ClockConversion about = atLatest != null ? atLatest : one.fNew == null ? null : nominal(one.fNew[0], one.fNew[1]);
            ClockConversion shifted = i == 0 || fStretches.get(i - 1).fClock == null ? null : shifted(fStretches.get(i - 1).fClock, one.fTicks);
            ClockConversion guess = about != null ? about : shifted != null ? shifted : fGuest == null ? null : nominal(fGuest[0], fGuest[1]);
            one.fLine = guess == null ? null : byExits(one, guess, i + 1 < fStretches.size() ? fStretches.get(i + 1).fFrom : Long.MAX_VALUE);
            one.decide(one.fLine, Method.EXITS);
            one.decide(one.fLine != null || guess == null || i + 1 < fStretches.size() ? null : fRecords.apply(guess), Method.RECORDS);
            one.decide(atLatest, Method.HYPERCALLS);
            one.decide(one.fNew == null ? null : about, Method.NEW_TSC);
            one.decide(shifted, Method.SHIFT);
        }
        // what is known of a later stretch holds for those before it
        for (int i = fStretches.size() - 2; i >= 0; i--) {
            ClockConversion after = fStretches.get(i + 1).fClock;
            fStretches.get(i).decide(after == null ? null : shifted(after, -fStretches.get(i + 1).fTicks), Method.SHIFT);
        }
        if (fGuest != null) {
            fStretches.forEach(one -> one.decide(nominal(fGuest[0], fGuest[1]), Method.GUEST));
        }
    }

    private PiecewiseClock byExits(Stretch one, ClockConversion about, long until) {
        List<TickBounds> bounds = new ArrayList<>();
        try {
            for (Exits exits : fExits) {
                TickBounds found = new TickBounds();
                bounds.add(found);
                one.fExits += exits.ring.bounds(exits.trace, about, one.fFrom, until, found);
            }
            ClockFit fit = new ClockFit(Ratio.of(NS_PER_MS, fKhz));
            BoundCursor.merge(bounds.stream().map(TickBounds::cursor).toList(), 0).drain(fit);
            PiecewiseClock clock = fit.clock();
            return clock == null || clock.pieces().stream().noneMatch(ClockPiece::isDetermined) ? null : clock;
        } finally {
            bounds.forEach(TickBounds::close);
        }
    }

    /** As fast as the rings report, and at no hypercall later than that. */
    private ClockConversion atLatest(Stretch one) {
        if (one.fTies.isEmpty()) {
            return null;
        }
        ClockFit fit = new ClockFit(Ratio.of(NS_PER_MS, fKhz));
        one.fTies.stream().sorted((a, b) -> Long.compare(a[0], b[0])).forEach(tie -> fit.bound(tie[0], BoundSink.NO_LOW, tie[1]));
        return fit.clock();
    }

    private ClockConversion nominal(long tsc, long time) {
        ClockFit fit = new ClockFit(Ratio.of(NS_PER_MS, fKhz));
        fit.bound(tsc, time, time);
        return fit.clock();
    }

    private static ClockConversion shifted(ClockConversion before, long ticks) {
        return tsc -> before.at(tsc - ticks);
    }

    @Override
    public long at(long tsc, int sets) {
        for (int i = Math.max(0, sets); i < fStretches.size(); i++) {
            ClockConversion clock = fStretches.get(i).fClock;
            if (clock == null) {
                return UNKNOWN;
            }
            long time = clock.at(tsc);
            if (i + 1 == fStretches.size() || time < fStretches.get(i + 1).fFrom) {
                return time;
            }
        }
        return UNKNOWN;
    }

    @Override
    public boolean isGuests() {
        return fStretches.stream().allMatch(one -> one.fMethod == Method.GUEST);
    }

    /** @return the best of what decides its stretches */
    public Method method() {
        return fStretches.stream().map(one -> one.fMethod).min(Comparator.naturalOrder()).get();
    }

    /** @return the line of the first stretch that exits decide, null if there is none */
    public PiecewiseClock line() {
        return fStretches.stream().map(one -> one.fLine).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** @return how many exits of the rings were found in the trace */
    public long matched() {
        return fStretches.stream().mapToLong(one -> one.fExits).sum();
    }

    @Override
    public void close() {
        fExits.forEach(exits -> {
            exits.trace.close();
            exits.ring.close();
        });
    }
}
