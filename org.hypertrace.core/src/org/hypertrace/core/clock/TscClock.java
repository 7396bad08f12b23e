/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.hypertrace.core.clock.exit.ExitClock;
import org.hypertrace.core.clock.exit.ExitTimes;
import org.hypertrace.core.clock.line.ClockConversion;
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
    public enum Method {
        /** Exits in ring and trace. */
        EXITS("exits"),
        /** Records of the guest, which are hypercalls, too, or in the guest. */
        RECORDS("records"),
        /** Hypercalls that report the TSC. */
        HYPERCALLS("hypercalls"),
        /** That the TSC of a new vCPU is 0. */
        NEW_TSC("newTsc"),
        /** What the guest reports of its own clock. */
        GUEST("guest"),
        /** What is known of the time before or after the TSC was set. */
        SHIFT("shift"),
        /** Nothing. */
        NONE("none");

        private final String fLabel;

        Method(String label) {
            fLabel = label;
        }

        /** @return its name in reports */
        public String label() {
            return fLabel;
        }
    }

    /** Ticks a second, in thousands, to ns. */
    private static final long NS_PER_MS = 1_000_000L;

    private final long fKhz;
    private final List<TscStretch> fStretches = new ArrayList<>(List.of(new TscStretch(Long.MIN_VALUE, 0)));
    private final List<ExitClock.OfVcpu> fExits = new ArrayList<>();
    private boolean fTrustsExits = true;
    private long[] fGuest;
    private UnaryOperator<ClockConversion> fRecords = about -> null;
    private ClockQuality fByRecords;
    private Violations fOutside = new Violations();

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
        fStretches.add(new TscStretch(time, ticks));
    }

    /**
     * A vCPU is new, and its TSC is 0.
     *
     * @param time
     *            ns since the epoch
     */
    public void isNew(long time) {
        last(time).isNew(time);
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
        last(time).tie(tsc, time);
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
        fExits.add(new ExitClock.OfVcpu(trace, ring));
    }

    /**
     * @param records
     *            finds the clock by the records of the guest, given one that is right to a second; null where nothing fits. It is asked only without
     *            exits, and for the time since the TSC was last set
     */
    public void records(UnaryOperator<ClockConversion> records) {
        fRecords = records;
    }

    private TscStretch last(long time) {
        TscStretch found = fStretches.get(0);
        for (TscStretch one : fStretches) {
            found = one.from() <= time ? one : found;
        }
        return found;
    }

    /** Everything came: decides. What was collected is not needed any more. */
    public void decide() {
        if (fKhz <= 0) {
            return;
        }
        for (int i = 0; i < fStretches.size(); i++) {
            TscStretch one = fStretches.get(i);
            ClockConversion atLatest = one.atLatest(nsPerTick());
            ClockConversion about = atLatest != null ? atLatest : one.sinceNew(nsPerTick());
            ClockConversion shifted = i == 0 || fStretches.get(i - 1).clock() == null ? null : shifted(fStretches.get(i - 1).clock(), one.ticks());
            ClockConversion guess = about != null ? about : shifted != null ? shifted : fGuest == null ? null : TscStretch.nominal(fGuest[0], fGuest[1], nsPerTick());
            one.byExits(guess == null || !fTrustsExits ? null : byExits(one, guess, i + 1 < fStretches.size() ? fStretches.get(i + 1).from() : Long.MAX_VALUE));
            one.decide(one.line() != null || guess == null || i + 1 < fStretches.size() ? null : fRecords.apply(guess), Method.RECORDS);
            one.decide(atLatest, Method.HYPERCALLS);
            one.decide(one.sinceNew(nsPerTick()) == null ? null : about, Method.NEW_TSC);
            one.decide(shifted, Method.SHIFT);
        }
        // what is known of a later stretch holds for those before it
        for (int i = fStretches.size() - 2; i >= 0; i--) {
            ClockConversion after = fStretches.get(i + 1).clock();
            fStretches.get(i).decide(after == null ? null : shifted(after, -fStretches.get(i + 1).ticks()), Method.SHIFT);
        }
        if (fGuest != null) {
            fStretches.forEach(one -> one.decide(TscStretch.nominal(fGuest[0], fGuest[1], nsPerTick()), Method.GUEST));
        }
    }

    /**
     * Decides anew, without exits: the guest's records contradict what these decide.
     *
     * @return whether exits had decided anything; else nothing is to be done
     */
    public boolean decideWithoutExits() {
        if (line() == null) {
            return false;
        }
        fTrustsExits = false;
        fStretches.forEach(TscStretch::forget);
        decide();
        return true;
    }

    private PiecewiseClock byExits(TscStretch one, ClockConversion about, long until) {
        ExitClock found = ExitClock.of(fExits, about, one.from(), until, nsPerTick());
        one.found(found.matched());
        return found.clock();
    }

    private static ClockConversion shifted(ClockConversion before, long ticks) {
        return tsc -> before.at(tsc - ticks);
    }

    @Override
    public long at(long tsc, int sets) {
        for (int i = Math.max(0, sets); i < fStretches.size(); i++) {
            ClockConversion clock = fStretches.get(i).clock();
            if (clock == null) {
                return UNKNOWN;
            }
            long time = clock.at(tsc);
            if (i + 1 == fStretches.size() || time < fStretches.get(i + 1).from()) {
                return time;
            }
        }
        return UNKNOWN;
    }

    /** Whether exits decide a time, and it may still be wrong by so much, ns. */
    boolean mayBeOff(long tsc, long time, long distance) {
        PiecewiseClock line = last(time).line();
        return line != null && line.isAtMost(tsc, distance);
    }

    @Override
    public boolean isGuests() {
        return fStretches.stream().allMatch(one -> one.method() == Method.GUEST);
    }

    /** @return the best of what decides its stretches */
    public Method method() {
        return fStretches.stream().map(TscStretch::method).min(Comparator.naturalOrder()).get();
    }

    /**
     * @return whether the clock failed: it has no bounds on both sides, and more than one record in a thousand contradicts it. Its times are coarse then
     */
    public boolean isFailed() {
        return method() != Method.EXITS && method() != Method.RECORDS && fOutside.isTooMany();
    }

    /** @return the line of the first stretch that exits decide, null if there is none */
    public PiecewiseClock line() {
        return lines().isEmpty() ? null : lines().get(0);
    }

    /** @return the lines of the stretches that exits decide, in order of time */
    public List<PiecewiseClock> lines() {
        return fStretches.stream().map(TscStretch::line).filter(Objects::nonNull).toList();
    }

    /** @return how the records of the guest fit that decide a stretch; its readings are ns at the rate that the rings report. Null if none do */
    public ClockQuality byRecords() {
        return fStretches.stream().anyMatch(one -> one.method() == Method.RECORDS) ? fByRecords : null;
    }

    /** @param found how the records of the guest fit, if they decide */
    public void byRecords(ClockQuality found) {
        fByRecords = found;
    }

    /** @return thousands of ticks per second, as the rings report them; 0 if they do not */
    public long khz() {
        return fKhz;
    }

    /** @return the same as ns per tick; only if they report it */
    public Ratio nsPerTick() {
        return Ratio.of(NS_PER_MS, fKhz);
    }

    /** @return the records of the guest at times at which its vCPU was not in the guest; their readings are times */
    public Violations outside() {
        return fOutside;
    }

    /** @param found the records of the guest that contradict this */
    public void outside(Violations found) {
        fOutside = found;
    }

    @Override
    public long contradictions() {
        return fOutside.count();
    }

    @Override
    public long worst() {
        return fOutside.worst();
    }

    /** @return how many exits of the rings were found in the trace */
    public long matched() {
        return fStretches.stream().mapToLong(TscStretch::exits).sum();
    }

    @Override
    public void close() {
        fExits.forEach(ExitClock.OfVcpu::close);
    }
}
