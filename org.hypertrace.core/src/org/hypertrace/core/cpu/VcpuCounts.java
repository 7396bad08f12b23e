/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;

/** When counters of vCPUs grew. */
final class VcpuCounts {

    /** Gets when a counter grew, and by how much. */
    @FunctionalInterface
    interface Growth {
        void at(long time, int count);
    }

    private VcpuCounts() {
    }

    /** What a counter grew from {@code begin} until {@code end}, that time included only if the vCPU's life ends there. */
    static void forEach(ITmfStateSystem states, int quark, Machines.Vcpu vcpu, long begin, long end, Growth to)
            throws StateSystemDisposedException {
        if (quark < 0) {
            return;
        }
        long last = last(states, vcpu, end);
        int before = begin - 1 < states.getStartTime() ? 0 : number(states.querySingleState(begin - 1, quark));
        int[] counted = { before };
        new Sweep(states, quark).over(begin, last + 1, (from, until, values) -> {
            int now = values[0] instanceof Integer i ? i : 0;
            if (now > counted[0]) {
                to.at(from, now - counted[0]);
                counted[0] = now;
            }
        });
    }

    /** The last time whose events count in a stretch until {@code end}. */
    static long last(ITmfStateSystem states, Machines.Vcpu vcpu, long end) {
        return Math.min(end >= vcpu.end() ? vcpu.end() : end - 1, states.getCurrentEndTime());
    }

    private static int number(ITmfStateInterval interval) {
        return interval.getValue() instanceof Integer i ? i : 0;
    }
}
