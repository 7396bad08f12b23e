/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/** The read side of overcommit: all states of all vCPUs of a host, in one go through the time. */
public final class OvercommitTable {

    private static final int PERCENTILE = 99;

    /** A vCPU, what of its life is in the stretch, and what is summed of it until its last change. */
    private static final class Row {
        private final Machines.Vm fVm;
        private final Machines.Vcpu fVcpu;
        private final long fBegin;
        private final long fEnd;
        private final VcpuUse fUse;
        private VcpuState fState = VcpuState.UNKNOWN;
        private boolean fLives;
        private long fSince;

        Row(Machines.Vm vm, Machines.Vcpu vcpu, long begin, long end) {
            fVm = vm;
            fVcpu = vcpu;
            fBegin = begin;
            fEnd = end;
            fUse = new VcpuUse(vcpu.begin(), time -> { });
        }

        boolean wants() {
            return fLives && ProcessorUse.of(fState).wants();
        }

        /** From a time on its state is another one, or it lives or does not. */
        void change(long time, Object value) {
            if (fLives && time > fSince) {
                fUse.add(fSince, time, fState);
            }
            fSince = time;
            fState = VcpuState.of(value);
            fLives = fBegin <= time && time < fEnd;
        }
    }

    private final ITmfStateSystem fStates;
    private final List<Row> fRows = new ArrayList<>();
    /** How many want a processor now, and for how long so many did, ns. */
    private int fWant;
    private final long[] fWanted;
    /** When lives begin and end. */
    private final long[] fCuts;

    private OvercommitTable(ITmfStateSystem states, Machines.Host host, long from, long to) {
        fStates = states;
        for (Machines.Vm vm : host.vms()) {
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                long begin = Math.max(from, vcpu.begin());
                long end = Math.min(to, vcpu.end());
                // what else had or wanted processors, a ring does not report
                if (begin < end && !vcpu.isAlone()) {
                    fRows.add(new Row(vm, vcpu, begin, end));
                }
            }
        }
        fCuts = fRows.stream().flatMapToLong(row -> LongStream.of(row.fBegin, row.fEnd)).sorted().distinct().toArray();
        fWanted = new long[fRows.size() + 1];
    }

    /**
     * @param states
     *            the model, complete
     * @param host
     *            a host
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive), ns since the epoch
     * @return how its vCPUs shared its processors, null if none lived in the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static Overcommit of(ITmfStateSystem states, Machines.Host host, long from, long to) throws StateSystemDisposedException {
        OvercommitTable table = new OvercommitTable(states, host, from, to);
        return table.fRows.isEmpty() ? null : table.figures(host);
    }

    private Overcommit figures(Machines.Host host) throws StateSystemDisposedException {
        long begin = fRows.stream().mapToLong(row -> row.fBegin).min().orElseThrow();
        long end = fRows.stream().mapToLong(row -> row.fEnd).max().orElseThrow();
        new Sweep(fStates, fRows.stream().mapToInt(row -> child(row, VcpuAttributes.STATE)).toArray()).over(begin, end, new Wanting());
        List<Overcommit.Vcpu> vcpus = new ArrayList<>();
        for (Row row : fRows) {
            row.change(end, null);
            int[] migrations = new int[1];
            VcpuCounts.forEach(fStates, child(row, VcpuAttributes.MIGRATIONS), row.fVcpu, row.fBegin, row.fEnd, (time, count) -> migrations[0] += count);
            vcpus.add(new Overcommit.Vcpu(row.fVm, row.fVcpu, row.fEnd - row.fBegin, row.fUse.ns(ProcessorUse.GOTTEN),
                    row.fUse.ns(ProcessorUse.WAITING), row.fUse.longestWait(), row.fUse.executions(), migrations[0]));
        }
        TreeMap<Integer, Long> demand = new TreeMap<>();
        for (int i = 0; i < fWanted.length; i++) {
            if (fWanted[i] > 0) {
                demand.put(i, fWanted[i]);
            }
        }
        return new Overcommit(host, begin, end, processors(), demand, vcpus, wakes());
    }

    /** Follows how many want a processor. */
    private final class Wanting implements Sweep.Stretches {
        /** The rows whose state may be another one from now on: of many, one is. */
        private int[] fChanged = new int[64];
        private int fChangedCount;

        @Override
        public void changes(int row) {
            if (fChangedCount == fChanged.length) {
                fChanged = Arrays.copyOf(fChanged, 2 * fChangedCount);
            }
            fChanged[fChangedCount++] = row;
        }

        /** A life may begin or end between changes of states. */
        @Override
        public void add(long begin, long end, Object[] values) {
            long at = begin;
            for (int i = first(begin); i < fCuts.length && fCuts[i] < end; i++) {
                if (fCuts[i] > at) {
                    addPiece(at, fCuts[i], values);
                }
                at = fCuts[i];
                for (int row = 0; row < values.length; row++) {
                    if (fRows.get(row).fBegin == at || fRows.get(row).fEnd == at) {
                        change(fRows.get(row), at, values[row]);
                    }
                }
            }
            addPiece(at, end, values);
        }

        private void change(Row row, long time, Object value) {
            fWant -= row.wants() ? 1 : 0;
            row.change(time, value);
            fWant += row.wants() ? 1 : 0;
        }

        private void addPiece(long begin, long end, Object[] values) {
            for (int i = 0; i < fChangedCount; i++) {
                change(fRows.get(fChanged[i]), begin, values[fChanged[i]]);
            }
            fChangedCount = 0;
            fWanted[fWant] += end - begin;
        }

        private int first(long time) {
            int found = Arrays.binarySearch(fCuts, time);
            return found < 0 ? -found - 1 : found;
        }
    }

    private int processors() throws StateSystemDisposedException {
        Set<Object> processors = new HashSet<>();
        List<Integer> quarks = fRows.stream().map(row -> child(row, VcpuAttributes.PHYSICAL_CPU)).filter(quark -> quark >= 0).toList();
        if (!quarks.isEmpty()) {
            for (ITmfStateInterval interval : fStates.query2D(quarks, fStates.getStartTime(), fStates.getCurrentEndTime())) {
                if (interval.getValue() != null) {
                    processors.add(interval.getValue());
                }
            }
        }
        return Math.max(1, processors.size());
    }

    private long wakes() {
        long[] wakes = fRows.stream().flatMapToLong(row -> LongStream.of(row.fUse.wakes())).sorted().toArray();
        return wakes.length == 0 ? -1 : wakes[(int) (((long) wakes.length * PERCENTILE + 99) / 100) - 1];
    }

    private int child(Row row, String name) {
        return fStates.optQuarkRelative(row.fVcpu.quark(), name);
    }
}
