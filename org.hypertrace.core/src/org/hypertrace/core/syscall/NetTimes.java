/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.task.Chunks;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.VcpuTime;

/** How long calls took without the time in which the vCPU on which they began was out for the guest's tracer. */
final class NetTimes {

    private final ITmfStateSystem fStates;
    private final GuestCalls fCalls;
    private final long[] fNet;

    private NetTimes(ITmfStateSystem states, GuestCalls calls) {
        fStates = states;
        fCalls = calls;
        fNet = IntStream.range(0, calls.count()).mapToLong(i -> calls.end(i) - calls.begin(i)).toArray();
    }

    /**
     * @param states
     *            the model, complete
     * @param host
     *            the guest's host in it
     * @param monitor
     *            can cancel, null if nobody can
     * @return by call: ns
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    static long[] of(ITmfStateSystem states, int host, GuestCalls calls, IProgressMonitor monitor) throws StateSystemDisposedException {
        NetTimes times = new NetTimes(states, calls);
        for (int place = 0; place < calls.vcpus().size(); place++) {
            int quark = states.optQuarkRelative(host, MachineAttributes.VCPUS, calls.vcpus().get(place));
            if (quark >= 0) {
                times.subtract(new VcpuTime(states, quark), place, monitor);
            }
        }
        return times.fNet;
    }

    private void subtract(VcpuTime vcpu, int place, IProgressMonitor monitor) throws StateSystemDisposedException {
        int[] calls = IntStream.range(0, fCalls.count()).filter(i -> fCalls.place(i) == place).boxed()
                .sorted(Comparator.comparingLong(fCalls::begin)).mapToInt(Integer::intValue).toArray();
        if (calls.length == 0 || vcpu.quarks().isEmpty()) {
            return;
        }
        long begin = fCalls.begin(calls[0]);
        long end = Arrays.stream(calls).mapToLong(fCalls::end).max().orElseThrow();
        int[] open = new int[calls.length];
        int[] counts = new int[2];
        new Chunks(fStates, vcpu.quarks()).forEach(Math.max(begin, fStates.getStartTime()), Math.min(end, fStates.getCurrentEndTime() + 1),
                (from, to, intervals) -> {
                    if (monitor != null && monitor.isCanceled()) {
                        throw new OperationCanceledException();
                    }
                    while (counts[1] < calls.length && fCalls.begin(calls[counts[1]]) < to) {
                        open[counts[0]++] = calls[counts[1]++];
                    }
                    vcpu.take(intervals);
                    int kept = 0;
                    for (int i = 0; i < counts[0]; i++) {
                        fNet[open[i]] -= tracer(vcpu, Math.max(from, fCalls.begin(open[i])), Math.min(to, fCalls.end(open[i])));
                        if (fCalls.end(open[i]) > to) {
                            open[kept++] = open[i];
                        }
                    }
                    counts[0] = kept;
                });
    }

    private static long tracer(VcpuTime vcpu, long begin, long end) {
        long[] states = new long[VcpuTime.TRACER + 1];
        vcpu.split(begin, end, states, new long[GuestMode.values().length]);
        return states[VcpuTime.TRACER];
    }
}
