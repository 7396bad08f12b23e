/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.Chunks;
import org.hypertrace.core.vcpu.VcpuNames;

/**
 * Where the time of stretches of a guest's threads went. The vCPUs' states are read once, in time order: time grows with their
 * number, memory with that of the stretches only.
 * <p>
 * A thread's time is split by the states of the vCPU that it has; while it has none, of the one it had last, for that is where
 * it waits. Where the guest does not report who runs, it stays on the vCPU on which it began.
 */
public final class SpanTimes {

    /**
     * A stretch of a thread.
     *
     * @param tid
     *            the guest thread, -1 if not known
     * @param vcpu
     *            the place in the state system of the vCPU on which it was last known to be, -1 if not known
     * @param since
     *            when it was there, ns since the epoch: at the begin or before
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch (exclusive)
     */
    public record Span(int tid, int vcpu, long since, long begin, long end) {

        /**
         * One that begins on that vCPU.
         *
         * @param tid
         *            the guest thread, -1 if not known
         * @param vcpu
         *            the place in the state system of the vCPU on which it began, -1 if not known
         * @param begin
         *            ns since the epoch
         * @param end
         *            ns since the epoch (exclusive)
         */
        public Span(int tid, int vcpu, long begin, long end) {
            this(tid, vcpu, begin, begin, end);
        }
    }

    private SpanTimes() {
    }

    /**
     * @param states
     *            the model, complete
     * @param host
     *            the host of the guest
     * @param threads
     *            the place of the guest's threads in the state system, -1 if it has none
     * @param spans
     *            of its threads
     * @return where their time went, in their order; null for one of which nobody knows on which vCPU it was
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<TimeSplit> of(ITmfStateSystem states, Machines.Host host, int threads, List<Span> spans)
            throws StateSystemDisposedException {
        ThreadPlaces places = new ThreadPlaces(states, threads);
        List<TimeSplitSum> all = new ArrayList<>();
        List<TimeSplitSum> inOrder = new ArrayList<>();
        for (Span span : spans) {
            List<ThreadPlaces.Place> where = places.of(span.tid, span.vcpu, span.since, span.begin, span.end);
            TimeSplitSum spent = where == null ? null : new TimeSplitSum();
            if (spent != null) {
                where.forEach(spent::at);
                all.add(spent);
            }
            inOrder.add(spent);
        }
        read(states, new VcpuNames(states, host), all);
        return inOrder.stream().map(spent -> spent == null ? null : spent.figures()).collect(ArrayList::new, List::add,
                List::addAll);
    }

    /** Reads what the vCPUs did in all of them, and sums it there. */
    public static void read(ITmfStateSystem states, VcpuNames names, List<TimeSplitSum> all) throws StateSystemDisposedException {
        Map<Integer, VcpuUse> vcpus = new HashMap<>();
        Set<Integer> quarks = new HashSet<>();
        for (TimeSplitSum spent : all) {
            for (ThreadPlaces.Place place : spent.places()) {
                if (!vcpus.containsKey(place.vcpu())) {
                    VcpuUse use = new VcpuUse(states, place.vcpu(), names);
                    vcpus.put(place.vcpu(), use);
                    quarks.addAll(use.quarks());
                }
            }
        }
        long begin = all.stream().mapToLong(TimeSplitSum::begin).min().orElse(0);
        long end = all.stream().mapToLong(TimeSplitSum::end).max().orElse(0);
        if (begin < end) {
            all.sort(Comparator.comparingLong(TimeSplitSum::begin));
            new Chunks(states, quarks).forEach(begin, end, (from, to, intervals) -> take(vcpus, all, from, to, intervals));
        }
    }

    private static void take(Map<Integer, VcpuUse> vcpus, List<TimeSplitSum> all, long from, long to,
            Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException {
        for (VcpuUse vcpu : vcpus.values()) {
            vcpu.take(intervals);
        }
        for (TimeSplitSum spent : all) {
            if (spent.begin() >= to) {
                break;
            }
            spent.add(from, to, vcpus);
        }
    }
}
