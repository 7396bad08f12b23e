/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.EarlyVcpus;
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
 * @param early
 *            further attributes, of vCPUs before their first entry: while their value is {@code cpu} they count as one
 * @param cpu
 *            the processor's number, -1 of a VM
 */
record DemandLine(String name, Map<Integer, Life> lives, boolean counted, Map<Integer, Life> early, int cpu) implements PercentLine {

    static DemandLine stolen(String name, ITmfStateSystem states, Machines.Vm vm) {
        Map<Integer, Life> lives = new HashMap<>();
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            lives.put(states.optQuarkRelative(vcpu.quark(), VcpuAttributes.WAITS_FOR), new Life(vcpu.begin(), vcpu.end()));
        }
        return new DemandLine(name, lives, false, Map.of(), -1);
    }

    static DemandLine runnable(String name, ITmfStateSystem states, Machines.Host host, int quark, int cpu, EarlyVcpus early) {
        Map<Integer, Life> others = new HashMap<>();
        for (EarlyVcpus.Early vcpu : early.all()) {
            Life life = new Life(vcpu.begin(), vcpu.end());
            IntStream.of(vcpu.physicalCpu(), vcpu.waitsFor()).filter(attribute -> attribute >= 0)
                    .forEach(attribute -> others.put(attribute, life));
        }
        return new DemandLine(name, Map.of(states.optQuarkRelative(quark, VcpuAttributes.RUNNABLE),
                new Life(host.begin(), host.end())), true, others, cpu);
    }

    @Override
    public Set<Integer> attributes() {
        return lives.keySet();
    }

    @Override
    public Map<Integer, Life> shared() {
        return early;
    }

    @Override
    public void count(ITmfStateInterval interval, TimeBuckets sum) {
        Life life = lives.get(interval.getAttribute());
        Life before = early.get(interval.getAttribute());
        if (interval.getValue() instanceof Integer value && life != null) {
            add(interval, life, counted ? value : 1, sum);
        } else if (interval.getValue() instanceof Integer value && before != null && value == cpu) {
            add(interval, before, 1, sum);
        }
    }

    private static void add(ITmfStateInterval interval, Life life, int value, TimeBuckets sum) {
        long begin = Math.max(life.begin(), interval.getStartTime());
        long end = Math.min(life.end(), interval.getEndTime() + 1);
        if (begin < end) {
            sum.add(begin, end, value);
        }
    }

    @Override
    public void count(TimeBuckets sum, TimeBuckets whole) {
        lives.values().forEach(life -> whole.add(life.begin(), life.end(), 1));
    }
}
