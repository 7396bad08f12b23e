/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.TimeBuckets;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;

/**
 * A line over time, in percent: of a VM, how much of its vCPUs' lives was stolen; of a processor, how many vCPUs had it or
 * waited for it, one all the time being 100.
 *
 * @param name
 *            unique among the lines
 * @param lives
 *            of what is counted, by the attribute that reports when: 100 percent
 * @param counted
 *            whether the attributes are numbers to be summed; else every value counts as one
 */
record DemandLine(String name, Map<Integer, Life> lives, boolean counted) implements PercentLine {

    /** A stretch of time, ns since the epoch. */
    record Life(long begin, long end) { }

    static DemandLine stolen(String name, ITmfStateSystem states, Machines.Vm vm) {
        Map<Integer, Life> lives = new HashMap<>();
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            lives.put(states.optQuarkRelative(vcpu.quark(), VcpuAttributes.WAITS_FOR), new Life(vcpu.begin(), vcpu.end()));
        }
        return new DemandLine(name, lives, false);
    }

    static DemandLine runnable(String name, ITmfStateSystem states, Machines.Host host, int cpu) {
        return new DemandLine(name, Map.of(states.optQuarkRelative(cpu, VcpuAttributes.RUNNABLE),
                new Life(host.begin(), host.end())), true);
    }

    @Override
    public Set<Integer> attributes() {
        return lives.keySet();
    }

    @Override
    public void count(ITmfStateInterval interval, TimeBuckets sum) {
        if (interval.getValue() instanceof Integer value) {
            Life life = lives.get(interval.getAttribute());
            sum.add(Math.max(life.begin(), interval.getStartTime()), Math.min(life.end(), interval.getEndTime() + 1),
                    counted ? value : 1);
        }
    }

    @Override
    public void count(TimeBuckets sum, TimeBuckets whole) {
        lives.values().forEach(life -> whole.add(life.begin(), life.end(), 1));
    }
}
