/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.exit;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockConversion;

/**
 * Finds the exits of a ring again in the host's trace. Both are in runs, of which one may begin or end within the other. Where two overlap, their
 * kinds are the same.
 * <p>
 * A run of the ring that is whole in one of the trace must be there exactly once, about where a clock places it. If it is short, nothing may be
 * missing near it. A part of it must be long, and more than twice as long as any other part in that run. Such parts must be in the same order in both.
 * In all of them the guest must have been at the same places, and between two exits must be as much time.
 */
final class ExitPlaces {

    /** Where a ring's clock places a run may be wrong by less, ns. */
    private static final long REACH = 1_000_000_000L;
    /** An overlap of fewer exits decides nothing: loops repeat, and the ring's own counterpart may be missing. */
    static final long LEAST = 32;
    /** Overlaps that are tried: some ten seconds. */
    private static final long MOST_PROBES = 1L << 30;
    /** The rate that rings report may be wrong by one part in so many. */
    private static final long RATE = 1000;
    private static final long ROUNDING = 1000;

    /** Exits of a ring from {@code begin} on are those of the trace some places further. */
    private record Overlap(long begin, long end, long shift) {

        long length() {
            return end - begin;
        }
    }

    /** Of the overlaps of two runs. */
    private static final class Longest {
        private Overlap overlap;
        private long next;
        private int whole;

        void add(Overlap other, boolean isWhole) {
            boolean isLonger = overlap == null || other.length() > overlap.length();
            Overlap shorter = isLonger ? overlap : other;
            next = shorter == null ? next : Math.max(next, shorter.length());
            overlap = isLonger ? other : overlap;
            whole += isWhole ? 1 : 0;
        }

        /** Where a loop repeats, there are others that are nearly as long. */
        boolean isClear() {
            return overlap != null && overlap.length() > 2 * next;
        }
    }

    private final ExitTimes fRing;
    private final ExitTimes fTrace;
    private final ClockConversion fAbout;
    private long fProbes;

    /**
     * @param ring
     *            of a vCPU
     * @param trace
     *            of the same vCPU
     * @param about
     *            makes ticks times, right to a second
     */
    ExitPlaces(ExitTimes ring, ExitTimes trace, ClockConversion about) {
        fRing = ring;
        fTrace = trace;
        fAbout = about;
    }

    /**
     * Finds runs.
     *
     * @param from
     *            those that begin before this time are left out, ns
     * @param until
     *            those that begin at this time or later are left out, ns
     * @param to
     *            gets the bounds of their exits, in the order of the ring
     * @return how many exits were found
     */
    long find(long from, long until, BoundSink to) {
        long found = 0;
        try (ExitSums ofRing = new ExitSums(fRing); ExitSums ofTrace = new ExitSums(fTrace)) {
            for (long run = 0; run < fRing.runs(); run++) {
                long expected = fAbout.at(fRing.time(fRing.begin(run)));
                if (expected >= from && expected < until) {
                    for (Overlap overlap : overlaps(run, ofRing, ofTrace)) {
                        found += isTrue(overlap) ? give(overlap, to) : 0;
                    }
                }
            }
        }
        return found;
    }

    private List<Overlap> overlaps(long run, ExitSums ofRing, ExitSums ofTrace) {
        List<Overlap> parts = new ArrayList<>();
        Overlap whole = null;
        long begin = fRing.begin(run);
        long end = fRing.end(run);
        long last = fAbout.at(fRing.time(end - 1)) + REACH;
        long first = Math.max(0, fTrace.runOf(fTrace.firstAfter(fAbout.at(fRing.time(begin)) - REACH - 1)));
        boolean isShort = end - begin < LEAST;
        for (long of = first; of < fTrace.runs() && fTrace.time(fTrace.begin(of)) <= last; of++) {
            Longest longest = longest(begin, end, of, ofRing, ofTrace);
            if (longest.whole > 1 || longest.whole == 1 && whole != null || isShort && of > first) {
                return List.of();
            }
            whole = longest.whole == 1 ? longest.overlap : whole;
            if (longest.isClear() && isSameKinds(longest.overlap)) {
                parts.add(longest.overlap);
            }
        }
        return whole == null ? inOrder(parts) : isSameKinds(whole) ? List.of(whole) : List.of();
    }

    /** With one run of the trace. */
    private Longest longest(long begin, long end, long of, ExitSums ofRing, ExitSums ofTrace) {
        Longest found = new Longest();
        long first = fTrace.begin(of);
        long behind = fTrace.end(of);
        long least = Math.min(end - begin, LEAST);
        long most = behind - begin - least + 1;
        long from = firstShift(first - end + least, most, begin, first, -REACH);
        long until = firstShift(from, most, begin, first, REACH + 1);
        fProbes += Math.max(0, until - from);
        if (behind - first < least || from >= until || fProbes > MOST_PROBES) {
            return found;
        }
        long power = ExitSums.power(from);
        for (long shift = from; shift < until; shift++) {
            long a = Math.max(begin, first - shift);
            long b = Math.min(end, behind - shift);
            if (ofRing.of(a, b) * power == ofTrace.of(a + shift, b + shift)) {
                found.add(new Overlap(a, b, shift), b - a == end - begin);
            }
            power = ExitSums.further(power);
        }
        return found;
    }

    /** The first shift from which on an overlap begins in the trace so much later than expected. */
    private long firstShift(long from, long until, long begin, long first, long later) {
        long low = from;
        long high = until;
        while (low < high) {
            long middle = low + (high - low) / 2;
            long exit = Math.max(begin, first - middle);
            if (fTrace.time(exit + middle) - fAbout.at(fRing.time(exit)) >= later) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isSameKinds(Overlap overlap) {
        for (long exit = overlap.begin; exit < overlap.end; exit++) {
            if (fRing.kind(exit) != fTrace.kind(exit + overlap.shift)) {
                return false;
            }
        }
        return true;
    }

    /** Those that are in the order of all others; they come in the order of the trace. */
    private static List<Overlap> inOrder(List<Overlap> overlaps) {
        long[] next = new long[overlaps.size() + 1];
        next[overlaps.size()] = Long.MAX_VALUE;
        for (int i = overlaps.size() - 1; i >= 0; i--) {
            next[i] = Math.min(next[i + 1], overlaps.get(i).begin);
        }
        List<Overlap> found = new ArrayList<>();
        long last = 0;
        for (int i = 0; i < overlaps.size(); i++) {
            Overlap overlap = overlaps.get(i);
            if (overlap.begin >= last && overlap.end <= next[i + 1]) {
                found.add(overlap);
            }
            last = Math.max(last, overlap.end);
        }
        return found;
    }

    private boolean isTrue(Overlap overlap) {
        long last = 0;
        for (long exit = overlap.begin; exit < overlap.end; exit++) {
            long time = fAbout.at(fRing.time(exit));
            long place = exit + overlap.shift;
            if (!fRing.isSame(exit, fTrace, place) || exit > overlap.begin && !isSameSpan(time - last, place)) {
                return false;
            }
            last = time;
        }
        return true;
    }

    /** Whether the trace allows so much time before an exit, since the one before it. */
    private boolean isSameSpan(long span, long place) {
        long slack = ROUNDING + Math.abs(span) / RATE;
        long before = fTrace.next(place - 1);
        long next = fTrace.next(place);
        return (before == BoundSink.NO_HIGH || span >= fTrace.time(place) - before - slack)
                && (next == BoundSink.NO_HIGH || span <= next - fTrace.time(place - 1) + slack);
    }

    private long give(Overlap overlap, BoundSink to) {
        for (long exit = overlap.begin; exit < overlap.end; exit++) {
            to.bound(fRing.time(exit), fTrace.time(exit + overlap.shift), fTrace.next(exit + overlap.shift));
        }
        return overlap.length();
    }
}
