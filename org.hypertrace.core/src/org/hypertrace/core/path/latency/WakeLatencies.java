/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.exit.statistics.Percentiles;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;

/**
 * How long the threads of a guest that were woken wait until they run, and why.
 * <p>
 * A wait begins when a sleep of a thread ends by what ended it, as reported, and ends when the thread runs next; it is left out if
 * the thread is not known to run next. Idle threads have none. While a thread waits, its vCPU is in some state: see {@link WakePart}. That
 * vCPU is the one that it is ready for, else the one that it runs on.
 */
public final class WakeLatencies {

    private static final int[] PER_MILLE = { 500, 900, 990 };
    private static final WakePart[] PARTS = WakePart.values();

    /** Waits that are put together, of one part. */
    private static final class Group {
        private final WakeFigures.By fBy;
        private final int fOf;
        private final WakePart fPart;
        private int fCount;
        private long fTotal;
        private long fMin = Long.MAX_VALUE;
        private long fMax = -1;
        private Wait fWorst;

        Group(WakeFigures.By by, int of, WakePart part) {
            fBy = by;
            fOf = of;
            fPart = part;
        }

        void add(Wait wait, long ns) {
            fCount++;
            fTotal += ns;
            fMin = Math.min(fMin, ns);
            if (ns > fMax || ns == fMax && wait.begin < fWorst.begin) {
                fMax = ns;
                fWorst = wait;
            }
        }
    }

    /** A thread is woken, and runs. */
    private record Wait(int thread, int vcpu, long begin, long end) { }

    /** Gets a length of a group. */
    private interface Lengths {
        void add(int group, Wait wait, long ns);
    }

    private final PathRows fRows;
    private final int fVm;
    private final long fFrom;
    private final long fTo;
    private final Map<Long, Integer> fNumbers = new HashMap<>();
    private final List<Group> fGroups = new ArrayList<>();
    private final long[] fParts = new long[PARTS.length];

    /**
     * @param rows
     *            what was gathered of the trace
     * @param vm
     *            the running number of a VM
     * @param from
     *            waits that begin before are not counted, ns since the epoch
     * @param to
     *            nor those that begin then or later, ns since the epoch
     */
    public WakeLatencies(PathRows rows, int vm, long from, long to) {
        fRows = rows;
        fVm = vm;
        fFrom = from;
        fTo = to;
    }

    /** @return the figures: of the VM, of its vCPUs, of its threads, of each those that waited longest first */
    public List<WakeFigures> figures() {
        each((group, wait, ns) -> fGroups.get(group).add(wait, ns));
        Percentiles percentiles = new Percentiles(fGroups.stream().mapToInt(group -> group.fCount).toArray(), PER_MILLE);
        each((group, wait, ns) -> percentiles.add(group, ns));
        if (percentiles.needsThemAgain()) {
            each((group, wait, ns) -> {
                if (percentiles.isCounted(group)) {
                    percentiles.add(group, ns);
                }
            });
        }
        Map<Long, Long> whole = new HashMap<>();
        List<WakeFigures> figures = new ArrayList<>();
        for (int i = 0; i < fGroups.size(); i++) {
            Group g = fGroups.get(i);
            long[] p = percentiles.of(i);
            figures.add(new WakeFigures(g.fBy, g.fOf, g.fPart, new Distribution(g.fCount, g.fTotal, g.fMin, g.fMax, p[0], p[1], p[2]),
                    g.fWorst.begin, g.fWorst.end, g.fWorst.thread));
            if (g.fPart == WakePart.WHOLE) {
                whole.put(key(g.fBy, g.fOf, WakePart.WHOLE), g.fTotal);
            }
        }
        figures.sort(Comparator.comparing(WakeFigures::by)
                .thenComparing(row -> whole.get(key(row.by(), row.of(), WakePart.WHOLE)), Comparator.reverseOrder())
                .thenComparingInt(WakeFigures::of).thenComparing(WakeFigures::part));
        return figures;
    }

    private static long key(WakeFigures.By by, int of, WakePart part) {
        return (long) of << 32 | by.ordinal() << 8 | part.ordinal();
    }

    private int group(WakeFigures.By by, int of, WakePart part) {
        return fNumbers.computeIfAbsent(key(by, of, part), key -> {
            fGroups.add(new Group(by, of, part));
            return fGroups.size() - 1;
        });
    }

    /** Reports every wait of every thread, always in the same order. */
    private void each(Lengths to) {
        Participants who = fRows.participants;
        for (int thread = 0; thread < who.size(); thread++) {
            if (who.kind(thread) == Participants.Kind.GUEST_THREAD && who.vm(thread) == fVm && !who.isIdleOfProcessor(thread)) {
                of(thread, to);
            }
        }
    }

    private void of(int thread, Lengths to) {
        RowTable states = fRows.states;
        int end = states.end(thread);
        for (int row = states.first(thread); row + 1 < end; row++) {
            long begin = states.begin(row + 1);
            if (fRows.threadState(row) != ThreadState.BLOCKED || states.a(row) == PathRows.NONE || begin < fFrom || begin >= fTo) {
                continue;
            }
            boolean waits = fRows.threadState(row + 1) == ThreadState.READY;
            int runs = waits ? row + 2 : row + 1;
            if (runs < end && fRows.threadState(runs) == ThreadState.RUN) {
                add(new Wait(thread, fRows.vcpu(states.b(row + 1) >>> 8), begin, states.begin(runs)), to);
            }
        }
    }

    private void add(Wait wait, Lengths to) {
        int vcpu = wait.vcpu;
        Arrays.fill(fParts, 0);
        fParts[WakePart.WHOLE.ordinal()] = wait.end - wait.begin;
        VcpuPieces.each(fRows, vcpu, wait.begin, wait.end, (state, cpu, a, z) -> fParts[WakePart.of(state).ordinal()] += z - a);
        for (WakePart part : PARTS) {
            long ns = fParts[part.ordinal()];
            if (ns > 0 || part == WakePart.WHOLE) {
                to.add(group(WakeFigures.By.VM, fVm, part), wait, ns);
                to.add(group(WakeFigures.By.VCPU, vcpu, part), wait, ns);
                to.add(group(WakeFigures.By.THREAD, wait.thread, part), wait, ns);
            }
        }
    }

    /** @return which vCPUs waited for which of the same VM, those that waited longest first; times are cut, not left out */
    public List<SiblingWait> siblings() {
        List<SiblingWait> all = new ArrayList<>();
        for (int vcpu : fRows.vms.get(fVm).vcpus()) {
            Map<Integer, Waits> by = new HashMap<>();
            VcpuPieces.each(fRows, vcpu, fFrom, fTo, (state, cpu, begin, end) -> {
                if (VcpuPieces.hasNoProcessor(state) && cpu >= 0) {
                    siblings(vcpu, cpu, begin, end, by);
                }
            });
            by.forEach((running, waits) -> all.add(waits.of(vcpu, running)));
        }
        all.sort(Comparator.comparingLong(SiblingWait::total).reversed().thenComparingInt(SiblingWait::waiting)
                .thenComparingInt(SiblingWait::running));
        return all;
    }

    private void siblings(int vcpu, int cpu, long begin, long end, Map<Integer, Waits> by) {
        VcpuPieces.occupants(fRows, cpu, begin, end, (thread, from, to) -> {
            int running = fRows.participants.link(thread);
            if (running >= 0 && running != vcpu && fRows.participants.vm(running) == fVm) {
                by.computeIfAbsent(running, key -> new Waits()).add(from, to);
            }
        });
    }

    /** Times in their order; those that follow each other are one. */
    private static final class Waits {
        private int fCount;
        private long fTotal;
        private long fBegin = Long.MIN_VALUE;
        private long fEnd = Long.MIN_VALUE;
        private long fLongest;
        private long fWorst;

        void add(long from, long to) {
            if (fCount == 0 || from != fEnd) {
                fCount++;
                fBegin = from;
            }
            fEnd = to;
            fTotal += to - from;
            if (to - fBegin > fLongest) {
                fLongest = to - fBegin;
                fWorst = fBegin;
            }
        }

        SiblingWait of(int waiting, int running) {
            return new SiblingWait(waiting, running, fCount, fTotal, fLongest, fWorst);
        }
    }
}
