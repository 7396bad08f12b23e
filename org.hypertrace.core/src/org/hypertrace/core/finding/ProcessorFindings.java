/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.Overcommit;
import org.hypertrace.core.cpu.OvercommitTable;
import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.cpu.VmTimes;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;
import org.hypertrace.core.vcpu.VcpuState;

/** From whom the host stole processors, and whether it has too few of them. */
final class ProcessorFindings {

    /** Less of the time is not worth naming. */
    private static final double WORTH = 0.01;

    private ProcessorFindings() {
    }

    static List<Finding> steal(VmTimes known, Machines.Host host, Asked asked) throws StateSystemDisposedException {
        List<Finding> findings = new ArrayList<>();
        for (Machines.Vm vm : host.vms()) {
            if (asked.vms().test(vm)) {
                StateTimes times = known.of(host, vm);
                long stolen = times.ns(VcpuState.PREEMPTED) + times.ns(VcpuState.WAKING);
                if (stolen > 0 && stolen >= WORTH * times.life()) {
                    findings.add(steal(host, vm, times, stolen, asked));
                }
            }
        }
        return findings;
    }

    static List<Finding> overcommit(ITmfStateSystem states, Machines.Host host, Asked asked) throws StateSystemDisposedException {
        Overcommit overcommit = OvercommitTable.of(states, host, asked.from(), asked.to());
        return overcommit == null ? List.of() : overcommit(overcommit);
    }

    private static Finding steal(Machines.Host host, Machines.Vm vm, StateTimes times, long stolen, Asked asked) {
        StateTimes.Stretch preempted = times.longest(VcpuState.PREEMPTED);
        StateTimes.Stretch longest = preempted != null ? preempted : times.longest(VcpuState.WAKING);
        // rings report neither who waits after a wakeup, nor who had the processor between the first and the last
        boolean isAlone = longest.vcpu().isAlone();
        List<Object> text = new ArrayList<>(List.of("The host stole " + (isAlone ? "at least " : ""), Amount.ns(stolen), " from " + vm.label() + ", ", Amount.share(stolen, times.life()),
                " of its life; the longest " + (preempted == null ? "wait after a wakeup" : "preemption") + " took ", Amount.ns(longest.ns())));
        if (longest.preemptor() != null) {
            text.add((isAlone ? ", likely by " : ", mostly by ") + longest.preemptor());
        }
        text.add(".");
        return new Finding(Notion.STEAL, vm.label(), CodeText.of(text.toArray()), Math.max(asked.from(), vm.begin()), Math.min(asked.to(), vm.end()),
                stolen, new Evidence(Evidence.View.VIRTUAL_CPU, List.of(host.name(), vm.label(), "vCPU " + longest.vcpu().number()),
                        longest.begin(), longest.end()));
    }

    private static List<Finding> overcommit(Overcommit overcommit) {
        long more = overcommit.demand().tailMap(overcommit.processors() + 1).values().stream().mapToLong(Long::longValue).sum();
        long span = overcommit.end() - overcommit.begin();
        if (more > 0 && more >= WORTH * span) {
            String host = "host " + overcommit.host().name();
            return List.of(new Finding(Notion.OVERCOMMIT, host, CodeText.of("For ", Amount.ns(more), ", ", Amount.share(more, span), " of the time, "
                    + "vCPUs of " + host + " wanted more than the " + (overcommit.processors() == 1 ? "one processor" : overcommit.processors() + " processors")
                    + " that they ran on: up to " + overcommit.most() + "."), overcommit.begin(), overcommit.end(), more,
                    new Evidence(Evidence.View.OVERCOMMIT, List.of(), overcommit.begin(), overcommit.end())));
        }
        return List.of();
    }
}
