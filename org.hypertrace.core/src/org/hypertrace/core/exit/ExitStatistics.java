/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.vcpu.VcpuState;

/** Figures of complete exits by what they have in common, out of the columns: exact, and quick enough to be asked again. */
public final class ExitStatistics {

    /** How many exits are looked at before cancelling is. */
    private static final int OFTEN = 1 << 16;
    private static final int[] PER_MILLE = { 500, 900, 990, 999 };
    private static final int STATES = VcpuState.values().length;

    private final ExitColumns fExits;
    private final ExitQuery fQuery;
    private final IntUnaryOperator fGrouping;
    private final int[] fVmOf;
    private final boolean[] fIsWanted;
    private final LongIndex fGroups = new LongIndex();
    private int[] fCounts = new int[64];
    private int[] fExamples = new int[64];

    private ExitStatistics(ExitColumns exits, ExitQuery query, ExitGrouping grouping) {
        fExits = exits;
        fQuery = query;
        fGrouping = grouping.of(exits);
        List<ExitVcpu> vcpus = exits.dictionary().vcpus();
        Map<String, Integer> vms = new HashMap<>();
        fVmOf = vcpus.stream().mapToInt(vcpu -> vms.computeIfAbsent(vcpu.host() + " " + vcpu.vm(), key -> vms.size())).toArray();
        fIsWanted = new boolean[vcpus.size()];
        for (int i = 0; i < fIsWanted.length; i++) {
            fIsWanted[i] = query.vcpus().test(i);
        }
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
        return new ExitStatistics(exits, query, grouping).figures(monitor);
    }

    private List<ExitFigures> figures(IProgressMonitor monitor) {
        int first = fExits.firstFrom(fQuery.from());
        int end = fExits.firstFrom(fQuery.to());
        int[] groupOf = new int[end - first];
        int count = 0;
        for (int i = first; i < end; i++) {
            int group = isWanted(i) ? group(i) : -1;
            groupOf[i - first] = group;
            if (group >= 0) {
                fCounts[group]++;
                count++;
            }
            check(i, monitor);
        }
        int[] places = places();
        long[] lengths = new long[count];
        long[][] parts = new long[fGroups.size()][STATES];
        long[] inRange = new long[fGroups.size()];
        int[] longest = new int[fGroups.size()];
        Arrays.fill(longest, -1);
        for (int i = first; i < end; i++) {
            int group = groupOf[i - first];
            if (group >= 0) {
                long length = fExits.length(i);
                lengths[places[group]++] = length;
                fExits.addParts(i, length, parts[group]);
                inRange[group] += fExits.endsBy(i, fQuery.to()) ? length : Math.min(length, fQuery.to() - fExits.begin(i));
                if (longest[group] < 0 || length > fExits.length(longest[group])) {
                    longest[group] = i;
                }
            }
            check(i, monitor);
        }
        addEarlier(first, inRange);
        List<ExitFigures> figures = new ArrayList<>();
        for (int group = 0; group < places.length; group++) {
            figures.add(figures(group, lengths, places[group], inRange[group], longest[group], parts[group]));
        }
        figures.sort(Comparator.comparingLong(ExitFigures::total).reversed().thenComparingInt(ExitFigures::example));
        return figures;
    }

    /** Exits that began before the time asked for and reach into it; those of which no other begins in it do not count. */
    private void addEarlier(int first, long[] inRange) {
        for (int i = fExits.lastBefore(first, fQuery.from()); i >= 0; i = fExits.lastBefore(i, fQuery.from())) {
            long key = isWanted(i) ? key(i) : -1;
            int group = key < 0 ? -1 : fGroups.find(key);
            if (group >= 0) {
                inRange[group] += Math.min(fQuery.to(), fExits.begin(i) + fExits.length(i)) - fQuery.from();
            }
        }
    }

    private ExitFigures figures(int group, long[] lengths, int end, long inRange, int longest, long[] parts) {
        int count = fCounts[group];
        int begin = end - count;
        long total = 0;
        long min = Long.MAX_VALUE;
        for (int i = begin; i < end; i++) {
            total += lengths[i];
            min = Math.min(min, lengths[i]);
        }
        double mean = (double) total / count;
        double squares = 0;
        for (int i = begin; i < end; i++) {
            squares += (lengths[i] - mean) * (lengths[i] - mean);
        }
        double deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : Double.NaN;
        // what stands behind a percentile is not less: there the next ones are
        long[] percentiles = new long[PER_MILLE.length];
        int from = begin;
        for (int i = 0; i < percentiles.length; i++) {
            int place = begin + Ranks.rank(count, PER_MILLE[i]);
            percentiles[i] = Ranks.select(lengths, from, end, place);
            from = place;
        }
        return new ExitFigures(fExamples[group], count, total, inRange, min, fExits.length(longest), percentiles[0],
                percentiles[1], percentiles[2], percentiles[3], deviation, longest, parts);
    }

    /** Where the lengths of a group begin when they stand group after group. */
    private int[] places() {
        int[] places = new int[fGroups.size()];
        for (int group = 1; group < places.length; group++) {
            places[group] = places[group - 1] + fCounts[group - 1];
        }
        return places;
    }

    private boolean isWanted(int exit) {
        return fExits.isComplete(exit) && fIsWanted[fExits.vcpu(exit)] && (fQuery.withTracer() || !fExits.isTracer(exit));
    }

    /** What exits of a group have in common; negative: it is of none. */
    private long key(int exit) {
        int group = fGrouping.applyAsInt(exit);
        return group < 0 ? -1 : (long) fVmOf[fExits.vcpu(exit)] << 32 | group;
    }

    private int group(int exit) {
        long key = key(exit);
        if (key < 0) {
            return -1;
        }
        int group = fGroups.numberOf(key);
        if (group >= fCounts.length) {
            fCounts = Arrays.copyOf(fCounts, 2 * group);
            fExamples = Arrays.copyOf(fExamples, 2 * group);
        }
        if (fCounts[group] == 0) {
            fExamples[group] = exit;
        }
        return group;
    }

    private static void check(int exit, IProgressMonitor monitor) {
        if ((exit & OFTEN - 1) == 0 && monitor.isCanceled()) {
            throw new OperationCanceledException();
        }
    }
}
