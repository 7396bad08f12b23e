/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeText;
import org.hypertrace.core.vcpu.VcpuState;

/** Findings that follow from where the time of exits went, not from what they are for: they overlap with the others. */
final class StateFindings {

    private static final double PREEMPTED = 0.05;
    private static final double WAITING = 0.02;
    private static final double VMM = 0.05;
    private static final double SLOWER = 0.01;
    private static final double POLLING = 0.2;
    private static final double INCOMPLETE = 0.01;
    /** Halts per second of a vCPU's life. */
    private static final double OFTEN = 500;
    private static final double NS = 1e9;

    private static final int MOST = 2;

    private final VmExitSums fSeen;
    private final ExitColumns fExits;
    private final List<ExitFinding> fFound = new ArrayList<>();

    StateFindings(VmExitSums seen, ExitColumns exits) {
        fSeen = seen;
        fExits = exits;
    }

    List<ExitFinding> found() {
        return fFound;
    }

    /** @param vmm what the VMM is left to do */
    void find(CommonCauses vmm) {
        // what is in doubt is no finding
        boolean isAlone = fSeen.vm().first().isAlone();
        if (!isAlone) {
            halts();
            polling();
        }
        StateTimes states = fSeen.states();
        if (states != null) {
            ofStates(states, vmm, isAlone);
        }
        tracer();
        incomplete();
    }

    private void ofStates(StateTimes states, CommonCauses vmm, boolean isAlone) {
        String preemptors = states.preemptors().stream().limit(MOST).map(preemptor -> preemptor.name() + " (" + Amount.ns(preemptor.ns()) + ')')
                .collect(Collectors.joining(" and "));
        state(VcpuState.PREEMPTED, PREEMPTED, "preempted", "The host gave the processor of a vCPU to others",
                preemptors.isEmpty() ? CodeText.EMPTY : CodeText.of(preemptors), "; mostly to ",
                "Pin vCPUs to processors of their own, move or slow down the neighbour (cpu.max, nice), overcommit less.",
                "sched_switch");
        if (isAlone) {
            return;
        }
        state(VcpuState.WAKING, WAITING, "waking", "Woken vCPUs waited for a processor", CodeText.EMPTY, "",
                "Overcommit less, or give the vCPUs' threads a higher priority; deep idle states of the host (cpuidle) count here too.",
                "sched_switch,sched_waking");
        state(VcpuState.BLOCKED, WAITING, "blocked", "vCPUs slept in the host, not by their own wish", CodeText.EMPTY, "",
                "The host reads the guest's memory from disk (swap, post-copy, a file), or the VMM waits for a lock or for storage. "
                        + "Lock the guest's memory, and give its disks an I/O thread.", "sched_switch");
        state(VcpuState.VMM, VMM, "vmm", "The VMM's process worked for the vCPUs in user space", vmm.words(), "; above all ",
                "Let the kernel do it: virtio with ioeventfd, vhost or an I/O thread instead of emulated devices, interrupt "
                        + "controllers in the kernel (-machine kernel-irqchip=on).", "kvm_userspace_exit,syscall_entry");
    }

    private void state(VcpuState state, double least, String rule, String title, CodeText about, String before, String help, String needs) {
        StateTimes states = fSeen.states();
        long ns = states.ns(state);
        if (fSeen.share(ns) >= least) {
            StateTimes.Stretch longest = states.longest(state);
            fFound.add(fSeen.finding(rule, title, about, CodeText.of(title + " for " + time(ns), about.isEmpty() ? "" : before, about, "."),
                    help, needs, states.count(state), ns, new ExitFinding.Longest(longest.begin(), longest.end(), longest.ns())));
        }
    }

    private static CodeText text(String format, Object... figures) {
        return CodeText.of(String.format(Locale.ROOT, format, figures));
    }

    private void halts() {
        ExitSum halts = fSeen.halts();
        long cost = halts.total() - halts.ns(VcpuState.HALTED);
        double rate = halts.count() * NS / fSeen.vm().lifetime();
        if (rate >= OFTEN && fSeen.share(cost) >= WAITING) {
            fFound.add(fSeen.finding("halt", "Short sleeps", CodeText.EMPTY,
                    text("A vCPU has nothing to do %.0f times a second and then sleeps %s (mean); falling "
                    + "asleep and waking take %s.", rate, Amount.ns(halts.ns(VcpuState.HALTED) / halts.count()), time(cost, halts.stolen())),
                    "Let the guest poll before it sleeps (cpuidle-haltpoll), or wake it less often: fewer timers, requests in batches.",
                    "kvm_x86_exit,sched_switch", halts.count(), cost, fSeen.longest(fExits, halts.longest(), halts.longestNs()))
                            .withStolen(halts.stolen()));
        }
    }

    private void polling() {
        ExitSum halts = fSeen.halts();
        long ns = halts.ns(VcpuState.HOST_KERNEL);
        if (ns >= POLLING * halts.total() && ns >= WAITING * fSeen.vm().lifetime()) {
            fFound.add(fSeen.finding("halt-polling", "Halt polling", CodeText.EMPTY, CodeText.of("The host's kernel keeps the processors of idle vCPUs for " + time(ns)
                    + " instead of giving them away; that is mostly halt polling."),
                    "It shortens the way back into the guest; where other VMs need the processor, echo 0 > "
                            + "/sys/module/kvm/parameters/halt_poll_ns.", "kvm_x86_exit,sched_switch", halts.count(), ns,
                    fSeen.longest(fExits, halts.most(VcpuState.HOST_KERNEL), halts.mostNs(VcpuState.HOST_KERNEL))));
        }
    }

    private void tracer() {
        ExitTable.Tracer tracer = fSeen.vm().tracer();
        if (tracer != null && fSeen.vm().slowDown() >= SLOWER) {
            fFound.add(fSeen.finding("tracer", "Tracing by hypercalls", CodeText.EMPTY,
                    text("The guest's own tracer causes %d exits, which take %s; the estimated slow-down is %s.",
                    tracer.count(), time(tracer.inRange(), tracer.stolen()), Amount.share(fSeen.vm().slowDown()).percent(1)),
                    "Record less: no functions, or few of them by a filter, and in batches. Leave it out of the figures by "
                            + "--without-tracing.", "kvm_x86_hypercall", tracer.count(), tracer.inRange(), null)
                            .withStolen(tracer.stolen()));
        }
    }

    /** Exits that are in no figure: true whatever else is unknown. */
    void incomplete() {
        ExitTable.Vm vm = fSeen.vm();
        long all = vm.vcpus().stream().map(ExitVcpu::times).mapToLong(times -> times.exits()).sum();
        long loss = vm.count(Count.WITHOUT_ENTRY) + vm.count(Count.LOST);
        if (loss > INCOMPLETE * all) {
            fFound.add(fSeen.finding("incomplete", "Exits without a known end", CodeText.EMPTY,
                    text("%d of the %d exits in the whole trace have no known end, and are in no "
                    + "figure.", loss, all), "Record kvm_x86_entry too, with larger buffers (lttng enable-channel --subbuf-size 4M "
                            + "--num-subbuf 8), so that no event is lost.", "kvm_x86_entry", loss, 0, null)
                            .over(vm.vcpus().stream().mapToLong(ExitVcpu::begin).min().orElseThrow(),
                                    vm.vcpus().stream().mapToLong(ExitVcpu::end).max().orElseThrow()));
        }
    }

    private String time(long ns, long stolen) {
        return time(ns) + (stolen == 0 ? "" : ", " + Amount.ns(stolen) + " of it stolen");
    }

    private String time(long ns) {
        return Amount.ns(ns) + " (" + Amount.share(fSeen.share(ns)).percent(1) + " of the vCPUs' non-idle time)";
    }
}
