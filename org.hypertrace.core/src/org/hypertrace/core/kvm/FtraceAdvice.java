/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.List;

import org.hypertrace.core.kvm.RecordedEvents.Missing;

/** What was not recorded, in the words of ftrace: its names of events, and the command that records them. */
final class FtraceAdvice {

    private static final String RECORD = "trace-cmd record -e ";

    private FtraceAdvice() {
    }

    static List<Missing> of(List<Missing> missing) {
        return missing.stream().map(FtraceAdvice::of).toList();
    }

    private static Missing of(Missing missing) {
        return switch (missing.event()) {
        case "kvm_x86_entry" -> as("kvm_entry", "kvm", missing);
        case "kvm_x86_exit" -> as("kvm_exit", "kvm", missing);
        case "kvm_x86_hypercall" -> as("kvm_hypercall", "kvm", missing);
        case "kvm_x86_inj_virq" -> as("kvm_inj_virq", "kvm", missing);
        case "kvm_x86_msr" -> as("kvm_msr", "kvm", missing);
        case "kvm_x86_apic_accept_irq" -> as("kvm_apic_accept_irq", "kvm", missing);
        case "irq_softirq_raise" -> as("softirq_raise", "irq", missing);
        case "timer_hrtimer_expire_entry" -> as("hrtimer_expire_entry", "timer", missing);
        case "kvm_userspace_exit" -> as("kvm_userspace_exit", "kvm", missing);
        case "irq_handler_entry" -> as("irq_handler_entry", "irq -e timer -e irq_vectors", missing);
        case "syscall_entry" -> as("sys_enter", "raw_syscalls", missing);
        // a fork does not report the process of the thread, another column does
        case "sched_process_fork" -> new Missing("the process of each thread", missing.consequence(),
                "perf record, and perf script --guestkallsyms=/dev/null --ns -F comm,pid,tid,cpu,time,event,trace");
        default -> as(missing.event(), "sched", missing);
        };
    }

    private static Missing as(String event, String group, Missing missing) {
        return new Missing(event, missing.consequence(), RECORD + group);
    }
}
