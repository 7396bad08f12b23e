/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.Map;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * Where the time of a guest's thread went in a stretch: the result of {@link TaskTable}. All durations are ns and exact:
 * running, open, waiting, sleeping and unknown sum to {@link #wall()}; the states and the tracer sum to running; the modes do,
 * too.
 *
 * @param task
 *            the thread
 * @param begin
 *            the begin of its part of the stretch, ns since the epoch. A part lasts from when the thread was first to when it was last seen
 * @param end
 *            of that part
 * @param running
 *            it had a vCPU
 * @param open
 *            it was given a vCPU, and what became of it is not recorded
 * @param waiting
 *            it could run and waited for a vCPU
 * @param sleeping
 *            it waited for something else
 * @param unknown
 *            nothing recorded what it did, or what did contradicts itself
 * @param tracer
 *            while running: its vCPU was left to report the host something
 * @param states
 *            while running and not that: by the state of its vCPU. What is not {@code guest} is stolen by the host.
 * @param modes
 *            while running: what the vCPU did in the guest
 * @param time
 *            the same until its last switch-out, by state and mode together; null if it was never switched out in the stretch
 */
public record TaskFigures(Tasks.Task task, long begin, long end, long running, long open, long waiting, long sleeping,
        long unknown, long tracer, Map<VcpuState, Long> states, Map<GuestMode, Long> modes, ThreadTime time) {

    /** @return how long it was there, ns */
    public long wall() {
        return end - begin;
    }

    /** @return whether the guest reports what the scheduler did with it: with its name alone it does not */
    public boolean isScheduled() {
        return running + open + waiting + sleeping > 0;
    }

    /** @return how long, while running, the host used its vCPU for something else, ns; what is not known is not stolen */
    public long stolen() {
        return running - tracer - states.get(VcpuState.GUEST) - states.get(VcpuState.UNKNOWN);
    }
}
