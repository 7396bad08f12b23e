/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    /** Makes a finding out of its words and figures. */
    interface To {
        void found(String rule, String title, CodeText about, CodeText sentence, String help, String needs, ExitSum of, long count, long ns, int worst);
    }

    private final VmExitSums fSeen;
    private final To fTo;

    StateFindings(VmExitSums seen, To to) {
        fSeen = seen;
        fTo = to;
    }

    /** @param vmm what the VMM is left to do */
    void find(CommonCauses vmm) {
        halts();
        polling();
        ExitSum all = fSeen.all();
        state(VcpuState.PREEMPTED, PREEMPTED, "preempted", "The host gave the processor of a vCPU to others", preemptors(),
                "Pin vCPUs to processors of their own, move or slow down the neighbour (cpu.max, nice), overcommit less.",
                "sched_switch");
        state(VcpuState.WAKING, WAITING, "waking", "Woken vCPUs waited for a processor", "",
                "Overcommit less, or give the vCPUs' threads a higher priority; deep idle states of the host (cpuidle) count here too.",
                "sched_switch,sched_waking");
        state(VcpuState.BLOCKED, WAITING, "blocked", "vCPUs slept in the host, not by their own wish", "",
                "The host reads the guest's memory from disk (swap, post-copy, a file), or the VMM waits for a lock or for storage. "
                        + "Lock the guest's memory, and give its disks an I/O thread.", "sched_switch");
        long ns = all.ns(VcpuState.VMM);
        if (fSeen.share(ns) >= VMM) {
            CodeText about = vmm.words();
            fTo.found("vmm", "The VMM's process worked in user space", about, CodeText.of("The VMM's process worked for the vCPUs in user space for "
                    + time(ns), about.isEmpty() ? "." : ": ", about, about.isEmpty() ? "" : "."),
                    "Let the kernel do it: virtio with ioeventfd, vhost or an I/O thread instead of emulated devices, interrupt "
                            + "controllers in the kernel (-machine kernel-irqchip=on).", "kvm_userspace_exit,syscall_entry", all,
                    all.count(), ns, all.worst(VcpuState.VMM));
        }
        tracer();
        incomplete();
    }

    private static CodeText text(String format, Object... figures) {
        return CodeText.of(String.format(Locale.ROOT, format, figures));
    }

    private void halts() {
        ExitSum halts = fSeen.halts();
        long cost = halts.total() - halts.ns(VcpuState.HALTED);
        double rate = halts.count() * NS / fSeen.vm().lifetime();
        if (rate >= OFTEN && fSeen.share(cost) >= WAITING) {
            fTo.found("halt", "Short sleeps", CodeText.EMPTY,
                    text("A vCPU has nothing to do %.0f times a second and then sleeps %s (mean); falling "
                    + "asleep and waking take %s.", rate, Amount.ns(halts.ns(VcpuState.HALTED) / halts.count()), time(cost)),
                    "Let the guest poll before it sleeps (cpuidle-haltpoll), or wake it less often: fewer timers, requests in batches.",
                    "kvm_x86_exit,sched_switch", halts, halts.count(), cost, halts.worst(VcpuState.HOST_KERNEL));
        }
    }

    private void polling() {
        ExitSum halts = fSeen.halts();
        long ns = halts.ns(VcpuState.HOST_KERNEL);
        if (ns >= POLLING * halts.total() && ns >= WAITING * fSeen.vm().lifetime()) {
            fTo.found("halt-polling", "Halt polling", CodeText.EMPTY, CodeText.of("While a vCPU has nothing to do, the host's kernel keeps its processor for " + time(ns)
                    + " instead of giving it away: mostly halt polling."),
                    "It shortens the way back into the guest; where other VMs need the processor, echo 0 > "
                            + "/sys/module/kvm/parameters/halt_poll_ns.", "kvm_x86_exit,sched_switch", halts, halts.count(), ns,
                    halts.worst(VcpuState.HOST_KERNEL));
        }
    }

    private void state(VcpuState state, double least, String rule, String words, String more, String help, String needs) {
        ExitSum all = fSeen.all();
        long ns = all.ns(state);
        if (fSeen.share(ns) >= least) {
            fTo.found(rule, words, more.isEmpty() ? CodeText.EMPTY : CodeText.of(more), CodeText.of(words + " for " + time(ns)
                    + (more.isEmpty() ? "." : "; in the whole trace mostly to " + more + '.')), help,
                    needs, all, all.count(), ns, all.worst(state));
        }
    }

    /** Who that was is kept of the whole trace only: empty if something of that is missing. */
    private String preemptors() {
        if (!fSeen.vm().unknown(Long.MIN_VALUE, Long.MAX_VALUE).isEmpty()) {
            return "";
        }
        Map<String, Long> preemptors = new HashMap<>();
        fSeen.vm().vcpus().forEach(vcpu -> vcpu.preemptors().forEach(preemptor ->
                preemptors.merge(preemptor.name(), preemptor.ns(), Long::sum)));
        List<String> most = preemptors.entrySet().stream().sorted(Map.Entry.<String, Long> comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder()))).limit(2)
                .map(preemptor -> preemptor.getKey() + " (" + Amount.ns(preemptor.getValue()) + ')').toList();
        return String.join(" and ", most);
    }

    private void tracer() {
        ExitTable.Tracer tracer = fSeen.vm().tracer();
        if (tracer != null && fSeen.vm().slowDown() >= SLOWER) {
            fTo.found("tracer", "Tracing by hypercalls", CodeText.EMPTY,
                    text("The guest's own tracer causes %d exits, which take %s: an estimated %.1f %% "
                    + "slow-down.", tracer.count(), time(tracer.inRange()), 100 * fSeen.vm().slowDown()),
                    "Record less: no functions, or few of them by a filter, and in batches. Leave it out of the figures by "
                            + "--without-tracing.", "kvm_x86_hypercall", fSeen.all(), tracer.count(), tracer.inRange(), ExitSum.NONE);
        }
    }

    /** Exits that are in no figure: true whatever else is unknown. */
    void incomplete() {
        ExitTable.Vm vm = fSeen.vm();
        long all = vm.vcpus().stream().map(ExitVcpu::times).mapToLong(times -> times.exits()).sum();
        long loss = vm.count(Count.WITHOUT_ENTRY) + vm.count(Count.LOST);
        if (loss > INCOMPLETE * all) {
            fTo.found("incomplete", "Exits without a known end", CodeText.EMPTY,
                    text("%d of the %d exits in the whole trace have no known end, and are in no "
                    + "figure.", loss, all), "Record kvm_x86_entry too, with larger buffers (lttng enable-channel --subbuf-size 4M "
                            + "--num-subbuf 8), so that no event is lost.", "kvm_x86_entry", fSeen.all(), loss, 0, ExitSum.NONE);
        }
    }

    private String time(long ns) {
        return String.format(Locale.ROOT, "%s (%.1f %% of the time in which the vCPUs were not idle)", Amount.ns(ns),
                100 * fSeen.share(ns));
    }
}
