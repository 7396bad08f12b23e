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

    /** A vCPU, what of its life is in the stretch, and what is summed of it. */
    private record Row(Machines.Vm vm, Machines.Vcpu vcpu, long begin, long end, VcpuUse use) { }

    private final ITmfStateSystem fStates;
    private final List<Row> fRows = new ArrayList<>();
    private final TreeMap<Integer, Long> fDemand = new TreeMap<>();
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
                    fRows.add(new Row(vm, vcpu, begin, end, new VcpuUse(vcpu.begin(), time -> { })));
                }
            }
        }
        fCuts = fRows.stream().flatMapToLong(row -> LongStream.of(row.begin, row.end)).sorted().distinct().toArray();
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
        long begin = fRows.stream().mapToLong(Row::begin).min().orElseThrow();
        long end = fRows.stream().mapToLong(Row::end).max().orElseThrow();
        new Sweep(fStates, fRows.stream().mapToInt(row -> child(row, VcpuAttributes.STATE)).toArray()).over(begin, end, this::add);
        List<Overcommit.Vcpu> vcpus = new ArrayList<>();
        for (Row row : fRows) {
            int[] migrations = new int[1];
            VcpuCounts.forEach(fStates, child(row, VcpuAttributes.MIGRATIONS), row.vcpu, row.begin, row.end, (time, count) -> migrations[0] += count);
            vcpus.add(new Overcommit.Vcpu(row.vm, row.vcpu, row.end - row.begin, row.use.ns(ProcessorUse.GOTTEN),
                    row.use.ns(ProcessorUse.WAITING), row.use.longestWait(), row.use.executions(), migrations[0]));
        }
        return new Overcommit(host, begin, end, processors(), fDemand, vcpus, wakes());
    }

    /** A life may begin or end between changes of states. */
    private void add(long begin, long end, Object[] values) {
        long at = begin;
        for (int i = first(begin); i < fCuts.length && fCuts[i] < end; i++) {
            if (fCuts[i] > at) {
                addPiece(at, fCuts[i], values);
                at = fCuts[i];
            }
        }
        addPiece(at, end, values);
    }

    private int first(long time) {
        int found = Arrays.binarySearch(fCuts, time);
        return found < 0 ? -found - 1 : found;
    }

    private void addPiece(long begin, long end, Object[] values) {
        int demand = 0;
        for (int i = 0; i < values.length; i++) {
            Row row = fRows.get(i);
            if (row.begin <= begin && end <= row.end) {
                VcpuState state = VcpuState.of(values[i]);
                row.use.add(begin, end, state);
                demand += ProcessorUse.of(state).wants() ? 1 : 0;
            }
        }
        fDemand.merge(demand, end - begin, Long::sum);
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
        long[] wakes = fRows.stream().flatMapToLong(row -> LongStream.of(row.use.wakes())).sorted().toArray();
        return wakes.length == 0 ? -1 : wakes[(int) (((long) wakes.length * PERCENTILE + 99) / 100) - 1];
    }

    private int child(Row row, String name) {
        return fStates.optQuarkRelative(row.vcpu.quark(), name);
    }
}
