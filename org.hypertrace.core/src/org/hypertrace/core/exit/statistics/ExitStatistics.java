/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.exit.columns.ExitBlock;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitFile;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Figures of complete exits by what they have in common, out of the columns: exact, and quick enough to be asked again. It goes
 * over the columns once for the sums, and once or twice more for what needs the sums: deviations and percentiles.
 */
public final class ExitStatistics {

    private static final int STATES = VcpuState.values().length;
    private static final int HALTED = 1 << VcpuState.HALTED.ordinal();
    private static final int STOLEN = 1 << VcpuState.PREEMPTED.ordinal() | 1 << VcpuState.WAKING.ordinal();

    /**
     * What is known of all exits of a VM, whatever they are put together by; of those of tracing too if they are left out.
     *
     * @param tracer
     *            how many exits that the guest's tracer caused begin in the stretch of time asked for
     * @param tracerInRange
     *            how much of that time was spent in such exits, ns; 0 if none begins in it
     * @param tracerStolen
     *            what of that the vCPUs were preempted or waking in exits that are wholly in that time, ns
     * @param halted
     *            how long the vCPUs were halted in exits that begin in that time, ns
     */
    record OfVm(long tracer, long tracerInRange, long tracerStolen, long halted) { }

    /** What is added up of the exits of a group: little, for there may be many groups. */
    private static final class Sums {
        private final int fExample;
        /** The only state of most of them; their time is what is left of the total. */
        private final int fMostly;
        private int fCount;
        private long fTotal;
        /** How much of it is not in the time asked for, less what is of earlier exits. */
        private long fBeyond;
        private long fMin = Long.MAX_VALUE;
        private long fMax = -1;
        private int fLongest;
        private double fSquares;
        private final long[] fParts = new long[STATES];

        Sums(int example, int states) {
            fExample = example;
            fMostly = states != 0 && (states & states - 1) == 0 ? states : HALTED;
        }

        double mean() {
            return (double) fTotal / fCount;
        }

        ExitFigures figures(double squares, long[] p) {
            long[] parts = fParts.clone();
            parts[Integer.numberOfTrailingZeros(fMostly)] += fTotal - Arrays.stream(parts).sum();
            return new ExitFigures(fExample, fCount, fTotal, fTotal - fBeyond, fMin, fMax, p[0], p[1], p[2], p[3],
                    fCount > 1 ? Math.sqrt(squares / (fCount - 1)) : Double.NaN, fLongest, parts);
        }
    }

    private final ExitColumns fExits;
    private final ExitQuery fQuery;
    private final int fFirst;
    private final int fEnd;
    private final ExitBlock fBlock;
    private final int[] fKeys = new int[ExitBlock.SIZE];
    private final int[] fVmOf;
    private final boolean[] fIsWanted;
    private final Map<String, Integer> fVms = new HashMap<>();
    private final ExitKeys fGrouping;
    private final GroupNumbers fNumbers;
    private final List<Sums> fGroups = new ArrayList<>();
    private final Sums[] fTracers;
    private final long[] fTracerStolen;
    private final long[] fHalted;
    /** The group of every exit of the stretch, -1 for none. */
    private final int[] fGroupOf;

    private ExitStatistics(ExitColumns exits, ExitQuery query, ExitKeys grouping) {
        fExits = exits;
        fQuery = query;
        fGrouping = grouping;
        fFirst = exits.firstFrom(query.from());
        fEnd = Math.max(fFirst, exits.firstFrom(query.to()));
        fBlock = new ExitBlock(exits);
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        fVmOf = vcpus.stream().mapToInt(vcpu -> fVms.computeIfAbsent(ExitTable.vm(vcpu), key -> fVms.size())).toArray();
        fIsWanted = new boolean[vcpus.size()];
        for (int i = 0; i < fIsWanted.length; i++) {
            fIsWanted[i] = query.vcpus().test(i);
        }
        fNumbers = new GroupNumbers(fVms.size(), grouping.number());
        fTracers = new Sums[fVms.size()];
        fTracerStolen = new long[fVms.size()];
        fHalted = new long[fVms.size()];
        fGroupOf = new int[fEnd - fFirst];
    }

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param grouping
     *            by what they are put together, apart for every VM
     * @param monitor
     *            can cancel
     * @return the figures, those with the greatest total first
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static List<ExitFigures> of(ExitColumns exits, ExitQuery query, ExitGrouping grouping, IProgressMonitor monitor) {
        return of(exits, query, ExitKeys.of(exits, grouping), monitor).figures(monitor);
    }

    /** The sums of exits; {@link #figures} shows more. */
    static ExitStatistics of(ExitColumns exits, ExitQuery query, ExitKeys grouping, IProgressMonitor monitor) {
        ExitStatistics statistics = new ExitStatistics(exits, query, grouping);
        statistics.addUp(monitor);
        return statistics;
    }

    /** What is known of all exits of every VM, by the VM's key. */
    Map<String, OfVm> vms() {
        Map<String, OfVm> vms = new HashMap<>();
        fVms.forEach((key, vm) -> {
            Sums tracer = fTracers[vm];
            vms.put(key, new OfVm(tracer == null ? 0 : tracer.fCount, tracer == null ? 0 : tracer.fTotal - tracer.fBeyond,
                    fTracerStolen[vm], fHalted[vm]));
        });
        return vms;
    }

    /** The sums of the groups, without deviation and percentiles, which are 0. */
    List<ExitFigures> sums() {
        return sorted(fGroups.stream().map(group -> group.figures(Double.NaN, new long[4])));
    }

    /** The figures of the groups. */
    List<ExitFigures> figures(IProgressMonitor monitor) {
        int[] counts = fGroups.stream().mapToInt(group -> group.fCount).toArray();
        Percentiles percentiles = new Percentiles(counts, 500, 900, 990, 999);
        Sums[] groups = fGroups.toArray(Sums[]::new);
        blocks(monitor, block -> {
            long[] lengths = block.lengths();
            for (int i = 0, exit = block.first() - fFirst; i < block.count(); i++, exit++) {
                if (fGroupOf[exit] >= 0) {
                    percentiles.add(fGroupOf[exit], lengths[i]);
                }
            }
        });
        if (percentiles.needsThemAgain()) {
            blocks(monitor, block -> {
                long[] lengths = block.lengths();
                for (int i = 0, exit = block.first() - fFirst; i < block.count(); i++, exit++) {
                    int group = fGroupOf[exit];
                    if (group >= 0 && percentiles.isCounted(group)) {
                        percentiles.add(group, lengths[i]);
                        double off = lengths[i] - groups[group].mean();
                        groups[group].fSquares += off * off;
                    }
                }
            });
        }
        List<ExitFigures> figures = new ArrayList<>();
        for (int group = 0; group < groups.length; group++) {
            double squares = percentiles.isCounted(group) ? groups[group].fSquares
                    : percentiles.squares(group, groups[group].mean());
            figures.add(groups[group].figures(squares, percentiles.of(group)));
        }
        return sorted(figures.stream());
    }

    private static List<ExitFigures> sorted(Stream<ExitFigures> figures) {
        return figures.sorted(Comparator.comparingLong(ExitFigures::total).reversed().thenComparingInt(ExitFigures::example))
                .toList();
    }

    private interface Look {
        void at(ExitBlock block);
    }

    private void blocks(IProgressMonitor monitor, Look look) {
        for (int block = fFirst >> ExitBlock.SHIFT; block << ExitBlock.SHIFT < fEnd; block++) {
            if (monitor.isCanceled()) {
                throw new OperationCanceledException();
            }
            fBlock.move(block, fFirst, fEnd);
            look.at(fBlock);
        }
    }

    private void addUp(IProgressMonitor monitor) {
        Arrays.fill(fGroupOf, -1);
        blocks(monitor, this::addUp);
        addEarlier();
    }

    private void addUp(ExitBlock block) {
        fGrouping.of(block, fKeys);
        long[] lengths = block.lengths();
        short[] vcpus = block.vcpus();
        short[] flags = block.flags();
        boolean endsBy = block.endsBy(fQuery.to());
        for (int i = 0; i < block.count(); i++) {
            long length = lengths[i];
            int vcpu = fExits.vcpuOf(vcpus[i]);
            if (length < 0 || !fIsWanted[vcpu]) {
                continue;
            }
            int exit = block.first() + i;
            int states = ExitColumns.states(flags[i]);
            boolean isTracer = (flags[i] & ExitFile.TRACER) != 0;
            if ((states & HALTED) != 0) {
                fHalted[fVmOf[vcpu]] += states == HALTED ? length : fExits.parts(exit)[VcpuState.HALTED.ordinal()];
            }
            if (isTracer) {
                add(tracer(vcpu, exit, states), exit, length, states, endsBy);
                if ((states & STOLEN) != 0 && (endsBy || fExits.begin(exit) + length <= fQuery.to())) {
                    long[] parts = fExits.parts(exit);
                    fTracerStolen[fVmOf[vcpu]] += parts[VcpuState.PREEMPTED.ordinal()] + parts[VcpuState.WAKING.ordinal()];
                }
            }
            if (fKeys[i] >= 0 && (fQuery.withTracer() || !isTracer)) {
                int group = fNumbers.of(fVmOf[vcpu], fKeys[i]);
                if (group == fGroups.size()) {
                    fGroups.add(new Sums(exit, states));
                }
                fGroupOf[exit - fFirst] = group;
                add(fGroups.get(group), exit, length, states, endsBy);
            }
        }
    }

    private Sums tracer(int vcpu, int exit, int states) {
        int vm = fVmOf[vcpu];
        fTracers[vm] = fTracers[vm] == null ? new Sums(exit, states) : fTracers[vm];
        return fTracers[vm];
    }

    private void add(Sums sums, int exit, long length, int states, boolean endsBy) {
        sums.fCount++;
        sums.fTotal += length;
        if (!endsBy) {
            sums.fBeyond += Math.max(0, fExits.begin(exit) + length - fQuery.to());
        }
        sums.fMin = Math.min(sums.fMin, length);
        if (length > sums.fMax) {
            sums.fMax = length;
            sums.fLongest = exit;
        }
        if (states != sums.fMostly) {
            fExits.addParts(exit, length, sums.fParts);
        }
    }

    /** Exits that began before the time asked for and reach into it; those of which no other begins in it do not count. */
    private void addEarlier() {
        for (int i = fExits.lastBefore(fFirst, fQuery.from()); i >= 0; i = fExits.lastBefore(i, fQuery.from())) {
            int vcpu = fExits.vcpu(i);
            if (fIsWanted[vcpu]) {
                long inRange = Math.min(fQuery.to(), fExits.begin(i) + fExits.length(i)) - fQuery.from();
                fBlock.move(i >> ExitBlock.SHIFT, i, i + 1);
                fGrouping.of(fBlock, fKeys);
                int group = fKeys[0] < 0 ? -1 : fNumbers.find(fVmOf[vcpu], fKeys[0]);
                if (group >= 0 && (fQuery.withTracer() || !fExits.isTracer(i))) {
                    fGroups.get(group).fBeyond -= inRange;
                }
                if (fExits.isTracer(i) && fTracers[fVmOf[vcpu]] != null) {
                    fTracers[fVmOf[vcpu]].fBeyond -= inRange;
                }
            }
        }
    }
}
