/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
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
    public double[] values(ITmfStateSystem states, long[] times, IProgressMonitor monitor) throws StateSystemDisposedException {
        TimeBuckets sum = new TimeBuckets(times);
        TimeBuckets whole = new TimeBuckets(times);
        lives.values().forEach(life -> whole.add(life.begin(), life.end(), 1));
        long begin = Math.max(sum.begin(), states.getStartTime());
        long end = Math.min(sum.end() - 1, states.getCurrentEndTime());
        for (ITmfStateInterval interval : query(states, begin, end)) {
            if (monitor != null && monitor.isCanceled()) {
                return null;
            }
            if (interval.getValue() instanceof Integer value) {
                Life life = lives.get(interval.getAttribute());
                sum.add(Math.max(life.begin(), interval.getStartTime()), Math.min(life.end(), interval.getEndTime() + 1),
                        counted ? value : 1);
            }
        }
        return sum.percentOf(whole);
    }

    private Iterable<ITmfStateInterval> query(ITmfStateSystem states, long begin, long end) throws StateSystemDisposedException {
        return begin > end ? List.of() : states.query2D(lives.keySet(), begin, end);
    }
}
