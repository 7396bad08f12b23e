/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Where the time of a level or an initcall went: the states of the vCPU that its thread has, or had last.
 *
 * @param states
 *            ns by state, of every state: they sum to the whole
 * @param tracer
 *            how much of it the vCPU was out of the guest for hypercalls of the guest's tracer, whatever it did there, ns
 * @param exits
 *            how often the guest was left, by the name of the reason, the most frequent first
 * @param preemptors
 *            who had the vCPU's processor instead - threads while it was preempted or waking, interrupts while the host served
 *            them on it - the longest first; a vCPU is named with its VM
 */
public record TimeSplit(Map<VcpuState, Long> states, long tracer, Map<String, Integer> exits, List<PreemptorTime> preemptors) {

    /**
     * @param state
     *            a state
     * @return how long the vCPU was in it, ns
     */
    public long ns(VcpuState state) {
        return states.get(state);
    }

    /** @return all of it, ns */
    public long whole() {
        return states.values().stream().mapToLong(Long::longValue).sum();
    }

    /** @return the guest's own time, ns: its code has the processor, or it has nothing to do */
    public long own() {
        return ns(VcpuState.GUEST) + ns(VcpuState.HALTED);
    }

    /** @return what the host took or needed, ns: all that is neither the guest's own nor unknown */
    public long host() {
        return whole() - own() - ns(VcpuState.UNKNOWN);
    }

    /**
     * @param parts
     *            that do not overlap
     * @return all of them together
     */
    public static TimeSplit sum(List<TimeSplit> parts) {
        TimeSplitSum sum = new TimeSplitSum();
        parts.forEach(sum::add);
        return sum.figures();
    }

    /** @return how often the guest was left */
    public int exitCount() {
        return exits.values().stream().mapToInt(Integer::intValue).sum();
    }
}
