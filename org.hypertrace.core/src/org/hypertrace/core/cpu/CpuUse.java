/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.List;

import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;

/**
 * Who had a processor of the host in a stretch of time, and how many vCPUs wanted it. Durations are ns and exact: occupants,
 * idle and unknown time sum to {@code end - begin}.
 *
 * @param number
 *            of the processor
 * @param begin
 *            of the part of the host's trace that is in the stretch, ns since the epoch
 * @param end
 *            of that part
 * @param occupants
 *            who had it, the longest first: threads while no interrupt was served, vCPUs, and interrupts, whoever had it
 *            else
 * @param idle
 *            how long nobody had it
 * @param unknown
 *            how long the trace does not report who had it
 * @param runnableMax
 *            how many vCPUs had it or waited for it at the most at once
 * @param runnableTime
 *            their number, summed over the time, ns: divided by {@code end - begin} it is the mean
 * @param contended
 *            how long more than one vCPU had it or waited for it
 */
public record CpuUse(int number, long begin, long end, List<PreemptorTime> occupants, long idle, long unknown, int runnableMax,
        long runnableTime, long contended) {

    /**
     * @param kind
     *            of occupants
     * @return how long they had it, ns
     */
    public long ns(PreemptorKind kind) {
        return occupants.stream().filter(occupant -> occupant.kind() == kind).mapToLong(PreemptorTime::ns).sum();
    }
}
