/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockLine;
import org.hypertrace.core.clock.line.ClockPiece;
import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * Both rounds of matching, and the clock that they give. First come pairs that are the only ones of their key, then all by the clock of these.
 * <p>
 * Of long traces the first round is nearly always left out. Its clock only decides which events may be before a hypercall. A sample of its pairs, at both
 * ends of the trace, shows where that clock can be: it keeps the bounds of the sample. So an event counts as before a hypercall if it may be so by any such
 * clock. The pairs that are found are those of the second round, if there is a line that
 * <ul>
 * <li>is not after the exit of any pair that was found, and
 * <li>keeps all bounds of the first round.
 * </ul>
 * For the least time that such clocks have at an event is then no later than that line, and that is what makes an event count. No later event of the key was
 * there. The line is that of the pairs that were found. It keeps the bounds of the first round because
 * <ul>
 * <li>pairs of the first round are among those found. Each hypercall that could have another pair is asked: {@link UniquePairs.Single}.
 * <li>A pair that crosses none has the same upper bound in both rounds, and gives its lower bound to the next pair or a later one.
 * <li>A pair that crosses others may cross none of the first round. So the line has to keep what it would bound then.
 * </ul>
 * In the first round the stamp comes first, too, if it does so in the sample: more bounds need no fewer pieces in the other order. If any of that does not
 * hold, both rounds are done.
 */
final class PairRounds {

    /** So many hypercalls of a processor are in a sample of one end, and more if they are too near. */
    private static final int SAMPLE = 1 << 13;
    /** More than a part of all is no sample. */
    private static final int PART = 4;
    private static final long SPAN = 2_000_000_000L;
    /** Pairs so far within a sample are those of all: neither what makes them the only ones nor what crosses them is further away. */
    private static final long INSIDE = 4 * UniquePairs.BEFORE;
    /** What is rounded is less, ns. */
    private static final long ROUNDED = 2;
    /** What crosses a pair is looked for among so many events. */
    private static final int NEAR = 1 << 12;
    private static final long NONE = -1;

    private PairRounds() {
    }

    /**
     * @param pairs
     *            of each processor; afterwards they are those of the second round
     * @param offsets
     *            of each processor, about
     * @param after
     *            how far after its hypercall an event may seem to be by these, ns
     * @param slack
     *            by how much each bound is wider on both sides
     * @return the clock; null without any, or if nothing bounds it on both sides
     */
    static PairFit fit(List<CpuPairs> pairs, List<CoarseOffset> offsets, long after, long slack) {
        boolean isSteady = after == CpuPairs.STEADY && slack == 0 && offsets.get(0).isConstant();
        PairFit found = isSteady ? bySample(pairs, offsets.get(0).at(0), SAMPLE) : null;
        return found != null ? found : byBoth(pairs, offsets, after, slack);
    }

    /** With both rounds. */
    static PairFit byBoth(List<CpuPairs> pairs, List<CoarseOffset> offsets, long after, long slack) {
        IntStream.range(0, pairs.size()).parallel().forEach(i -> pairs.get(i).matchUnique(offsets.get(i), after));
        PairFit first = fit(pairs, offsets, slack, false);
        if (first.clock() == null) {
            return null;
        }
        pairs.parallelStream().forEach(cpu -> cpu.match(first.clock(), first.order() == TracerOrder.HYPERCALL_FIRST));
        PairFit fit = fit(pairs, offsets, slack, true);
        return fit.clock() == null || fit.clock().pieces().stream().noneMatch(ClockPiece::isDetermined) ? null : fit;
    }

    private static PairFit fit(List<CpuPairs> pairs, List<CoarseOffset> offsets, long slack, boolean halves) {
        long[] jumps = CoarseOffset.jumps(offsets);
        return jumps.length == 0 ? PairFit.of(pairs, slack, halves) : PairFit.ofJumping(pairs, slack, jumps);
    }

    /** The same by a sample of the first round; null if it is not known to be the same. */
    static PairFit bySample(List<CpuPairs> pairs, long offset, int size) {
        PairFit sample = pairs.stream().allMatch(cpu -> cpu.vcpu().isOrdered()) ? sample(pairs, offset, size) : null;
        if (sample == null || !isSure(sample, pairs, offset)
                || !pairs.parallelStream().map(cpu -> cpu.matchBySample(sample.clock(), offset)).reduce(true, Boolean::logicalAnd)) {
            return null;
        }
        PairFit found = PairFit.of(pairs, 0, true);
        ClockLine line = line(found);
        // not even a clock that is rounded contradicts it
        return line != null && line.slope().numerator().signum() > 0 && line.hasRoomAbove(ROUNDED)
                && pairs.parallelStream().allMatch(cpu -> isKept(cpu, line)) ? found : null;
    }

    /** The line, if the stamp comes first; else null. */
    private static ClockLine line(PairFit fit) {
        PiecewiseClock clock = fit.order() == TracerOrder.STAMP_FIRST ? fit.clock() : null;
        return clock != null && clock.pieces().size() == 1 && clock.pieces().get(0) instanceof ClockLine line ? line : null;
    }

    /** Whether it is a line by which all events are nearly where they are by any other that keeps its bounds: these differ most at the ends. */
    private static boolean isSure(PairFit sample, List<CpuPairs> pairs, long offset) {
        ClockLine line = line(sample);
        return line != null && pairs.stream().map(CpuPairs::guest).filter(guest -> guest.size() > 0)
                .allMatch(guest -> isSure(line, guest.reading(0), offset) && isSure(line, guest.reading(guest.size() - 1), offset));
    }

    /** And who takes an event there is near to it by the offset, too. */
    private static boolean isSure(ClockLine line, long reading, long offset) {
        return line.uncertainty(reading) < ClockPairs.UNSURE / PART && line.at(reading) - reading - offset >= -ClockPairs.UNSURE;
    }

    private static PairFit sample(List<CpuPairs> pairs, long offset, int size) {
        List<CpuPairs> samples = new ArrayList<>();
        try {
            pairs.forEach(cpu -> sample(cpu, offset, size, samples));
            return samples.isEmpty() ? null : PairFit.of(samples, 0, false);
        } finally {
            samples.forEach(sample -> {
                sample.close();
                sample.guest().close();
                sample.vcpu().close();
            });
        }
    }

    private static void sample(CpuPairs cpu, long offset, int size, List<CpuPairs> to) {
        VcpuTimes vcpu = cpu.vcpu();
        long calls = vcpu.hypercalls();
        long end = size;
        long begin = calls - size;
        while (end < calls && vcpu.timeOf(end - 1) - vcpu.timeOf(0) < SPAN) {
            end += size;
        }
        while (begin > end && vcpu.timeOf(calls - 1) - vcpu.timeOf(begin) < SPAN) {
            begin -= size;
        }
        if (end + calls - begin <= calls / PART) {
            to.add(part(cpu, 0, end, offset));
            to.add(part(cpu, begin, calls, offset));
        }
    }

    /** Pairs of the first round, from one hypercall to another, exclusively. */
    private static CpuPairs part(CpuPairs of, long from, long to, long offset) {
        CpuPairs part = new CpuPairs(new GuestTimes(), new VcpuTimes());
        long first = of.vcpu().timeOf(from) - offset;
        long last = of.vcpu().timeOf(to - 1) - offset;
        LongsReader keys = of.guest().keys();
        for (long event = of.guest().firstFrom(first - UniquePairs.BEFORE); event < of.guest().size()
                && of.guest().reading(event) <= last + CpuPairs.STEADY; event++) {
            part.guest().event(of.guest().reading(event), keys.get(event));
        }
        for (long call = from; call < to; call++) {
            part.vcpu().exit(of.vcpu().exitBefore(call));
            part.vcpu().hypercall(of.vcpu().timeOf(call));
            part.vcpu().reported(of.vcpu().timeOf(call), of.vcpu().keyOf(call));
            if (of.vcpu().entryAfter(call) == VcpuTimes.NONE) {
                part.vcpu().lost();
            } else {
                part.vcpu().entry(of.vcpu().entryAfter(call));
            }
        }
        part.matchUnique(CoarseOffset.of(offset), CpuPairs.STEADY);
        part.keep(first + INSIDE, last - INSIDE);
        return part;
    }

    /** Whether a line keeps what crossed pairs bound where they are not crossed, as they may be in the first round. */
    private static boolean isKept(CpuPairs cpu, ClockLine line) {
        if (cpu.crossed() == 0) {
            return true;
        }
        LongsReader matches = cpu.matches().reader();
        long before = NONE;
        for (long event = 0; event < cpu.matches().size(); event++) {
            long match = matches.get(event);
            if (match < NONE && !isKept(cpu, line, event, before)) {
                return false;
            }
            before = match == NONE ? before : match;
        }
        return true;
    }

    /** {@code before} is the pair before that one, which is crossed. */
    private static boolean isKept(CpuPairs cpu, ClockLine line, long event, long before) {
        long call = CpuPairs.plain(cpu.matches().get(event));
        long exit = cpu.vcpu().exitBefore(call);
        long time = line.at(cpu.guest().reading(event));
        if (!BoundSink.isUsable(exit, exit, exit) || time + ROUNDED > exit || before >= 0 && cpu.vcpu().entryAfter(before) > time) {
            return false;
        }
        // the next pair that this one does not cross
        long to = Math.min(cpu.matches().size(), event + NEAR);
        for (long other = event + 1; other < to; other++) {
            long match = cpu.matches().get(other);
            if (match != NONE && cpu.vcpu().timeOf(CpuPairs.plain(match)) > cpu.vcpu().timeOf(call)) {
                return cpu.vcpu().entryAfter(call) <= line.at(cpu.guest().reading(other));
            }
        }
        return to == cpu.matches().size();
    }
}
