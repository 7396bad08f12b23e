/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.hypertrace.core.guesttrace.CtfField.address;
import static org.hypertrace.core.guesttrace.CtfField.sequence;
import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.text;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The event types of LTTng's kernel tracer: names, order and widths of fields as LTTng-modules 2.13 writes them on
 * 64-bit x86 with kernel 6.1. Source: the metadata of recorded traces; what these do not hold (state dump, userspace
 * exit, nested virtualization, interrupt vectors, system calls), the tracepoint definitions of LTTng-modules 2.13.
 */
public final class KernelEvents {

    private static final int COMM = 16;

    /** Switches, wakeups, migrations, and the life of processes. */
    public static final List<CtfEventType> SCHED = List.of(
            CtfEventType.of("sched_switch",
                    comm("prev_comm"), signed("prev_tid", 32), signed("prev_prio", 32), signed("prev_state", 64),
                    comm("next_comm"), signed("next_tid", 32), signed("next_prio", 32)),
            wakeup("sched_waking"), wakeup("sched_wakeup"), wakeup("sched_wakeup_new"),
            CtfEventType.of("sched_migrate_task",
                    comm("comm"), signed("tid", 32), signed("prio", 32), signed("orig_cpu", 32), signed("dest_cpu", 32)),
            CtfEventType.of("sched_process_fork",
                    comm("parent_comm"), signed("parent_tid", 32), signed("parent_pid", 32), unsigned("parent_ns_inum", 32),
                    comm("child_comm"), signed("child_tid", 32), sequence("vtids", 32, 8), signed("child_pid", 32),
                    unsigned("child_ns_inum", 32)),
            CtfEventType.of("sched_process_exec", string("filename"), signed("tid", 32), signed("old_tid", 32)),
            CtfEventType.of("sched_process_exit", comm("comm"), signed("tid", 32), signed("prio", 32)),
            CtfEventType.of("sched_process_free", comm("comm"), signed("tid", 32), signed("prio", 32)));

    /** Interrupts, softirqs and local APIC vectors. */
    public static final List<CtfEventType> IRQ = List.of(
            CtfEventType.of("irq_handler_entry", signed("irq", 32), string("name")),
            CtfEventType.of("irq_handler_exit", signed("irq", 32), signed("ret", 32)),
            CtfEventType.of("irq_softirq_raise", unsigned("vec", 32)),
            CtfEventType.of("irq_softirq_entry", unsigned("vec", 32)),
            CtfEventType.of("irq_softirq_exit", unsigned("vec", 32)),
            vector("local_timer_entry"), vector("local_timer_exit"), vector("reschedule_entry"), vector("reschedule_exit"),
            vector("call_function_entry"), vector("call_function_exit"),
            vector("call_function_single_entry"), vector("call_function_single_exit"));

    /** Timers of the wheel and high-resolution timers. */
    public static final List<CtfEventType> TIMER = List.of(
            CtfEventType.of("timer_hrtimer_init", address("hrtimer"), signed("clockid", 32), unsigned("mode", 32)),
            CtfEventType.of("timer_hrtimer_start",
                    address("hrtimer"), address("function"), signed("expires", 64), signed("softexpires", 64), unsigned("mode", 32)),
            CtfEventType.of("timer_hrtimer_cancel", address("hrtimer")),
            CtfEventType.of("timer_hrtimer_expire_entry", address("hrtimer"), signed("now", 64), address("function")),
            CtfEventType.of("timer_hrtimer_expire_exit", address("hrtimer")),
            CtfEventType.of("timer_expire_entry",
                    address("timer"), unsigned("now", 64), address("function"), unsigned("baseclk", 64)),
            CtfEventType.of("timer_expire_exit", address("timer")));

    /** The hypervisor on x86, and {@code kvm_userspace_exit}, which LTTng names without {@code x86}. */
    public static final List<CtfEventType> KVM = List.of(
            CtfEventType.of("kvm_x86_entry", unsigned("vcpu_id", 32)),
            CtfEventType.of("kvm_x86_exit",
                    unsigned("exit_reason", 32), unsigned("guest_rip", 64), unsigned("isa", 32), unsigned("info1", 64),
                    unsigned("info2", 64), unsigned("intr_info", 32), unsigned("error_code", 32), unsigned("vcpu_id", 32)),
            CtfEventType.of("kvm_x86_hypercall",
                    unsigned("nr", 64), unsigned("a0", 64), unsigned("a1", 64), unsigned("a2", 64), unsigned("a3", 64)),
            CtfEventType.of("kvm_userspace_exit", unsigned("reason", 32), signed("errno", 32)),
            CtfEventType.of("kvm_x86_inj_virq", unsigned("irq", 32)),
            CtfEventType.of("kvm_x86_write_tsc_offset",
                    unsigned("vcpu_id", 32), unsigned("previous_tsc_offset", 64), unsigned("next_tsc_offset", 64)));

    /** Nested virtualization on x86: what a hypervisor in a VM does. */
    public static final List<CtfEventType> KVM_NESTED = List.of(
            CtfEventType.of("kvm_x86_nested_vmrun",
                    unsigned("rip", 64), unsigned("vmcb", 64), unsigned("nested_rip", 64), unsigned("int_ctl", 32),
                    unsigned("event_inj", 32), unsigned("npt", 8)),
            // its name since Linux 6.0
            CtfEventType.of("kvm_x86_nested_vmenter",
                    unsigned("rip", 64), unsigned("vmcb", 64), unsigned("nested_rip", 64), unsigned("int_ctl", 32),
                    unsigned("event_inj", 32), unsigned("npt", 8), unsigned("isa", 32)),
            CtfEventType.of("kvm_x86_nested_vmexit",
                    unsigned("rip", 64), unsigned("exit_code", 32), unsigned("exit_info1", 64), unsigned("exit_info2", 64),
                    unsigned("exit_int_info", 32), unsigned("exit_int_info_err", 32), unsigned("isa", 32)),
            CtfEventType.of("kvm_x86_nested_vmexit_inject",
                    unsigned("exit_code", 32), unsigned("exit_info1", 64), unsigned("exit_info2", 64),
                    unsigned("exit_int_info", 32), unsigned("exit_int_info_err", 32), unsigned("isa", 32)),
            CtfEventType.of("kvm_x86_nested_intr_vmexit", unsigned("rip", 64)));

    /** The same notions under the kernel's own names, with no more than every tracer and architecture has. Not LTTng's. */
    public static final List<CtfEventType> KVM_GENERIC = List.of(
            CtfEventType.of("kvm_entry", unsigned("vcpu_id", 32)),
            CtfEventType.of("kvm_exit", unsigned("exit_reason", 32), unsigned("guest_rip", 64), unsigned("isa", 32), unsigned("vcpu_id", 32)));

    /** What LTTng reports about the processes that exist when the recording begins. */
    public static final List<CtfEventType> STATEDUMP = List.of(
            CtfEventType.of("lttng_statedump_start"),
            CtfEventType.of("lttng_statedump_process_state",
                    signed("tid", 32), signed("pid", 32), signed("ppid", 32), comm("name"), signed("type", 32), signed("mode", 32),
                    signed("submode", 32), signed("status", 32), unsigned("cpu", 32), address("file_table_address")),
            CtfEventType.of("lttng_statedump_end"));

    /** A few system calls, entry and exit, whose fields LTTng-modules does not specialize. */
    public static final List<CtfEventType> SYSCALLS = List.of(
            syscallEntry("read", unsigned("fd", 32), unsigned("count", 64)), syscallExit("read", unsigned("buf", 64)),
            syscallEntry("write", unsigned("fd", 32), unsigned("buf", 64), unsigned("count", 64)), syscallExit("write"),
            syscallEntry("close", unsigned("fd", 32)), syscallExit("close"),
            syscallEntry("ioctl", unsigned("fd", 32), unsigned("cmd", 32), unsigned("arg", 64)), syscallExit("ioctl", unsigned("arg", 64)),
            syscallEntry("nanosleep", unsigned("rqtp", 64)), syscallExit("nanosleep", unsigned("rmtp", 64)),
            syscallEntry("getpid"), syscallExit("getpid"),
            syscallEntry("exit_group", signed("error_code", 32)));

    /** All of them. */
    public static final List<CtfEventType> ALL = Stream.of(SCHED, KVM, IRQ, TIMER, STATEDUMP, SYSCALLS, KVM_NESTED, KVM_GENERIC)
            .flatMap(List::stream).toList();

    private KernelEvents() {
    }

    /** The entry of a system call: {@code syscall_entry_<name>} with its arguments. */
    public static CtfEventType syscallEntry(String name, CtfField... arguments) {
        return CtfEventType.of("syscall_entry_" + name, arguments);
    }

    /** The exit of a system call: {@code syscall_exit_<name>} with {@code ret}, then what it gives back. */
    public static CtfEventType syscallExit(String name, CtfField... results) {
        List<CtfField> fields = new ArrayList<>(List.of(signed("ret", 64)));
        fields.addAll(List.of(results));
        return new CtfEventType("syscall_exit_" + name, fields);
    }

    /** The least a kernel trace reports about its origin, in LTTng's order; more can be added. */
    public static Map<String, Object> environment(String hostname) {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("hostname", hostname);
        environment.put("domain", "kernel");
        environment.put("sysname", "Linux");
        environment.put("tracer_name", "lttng-modules");
        environment.put("tracer_major", 2);
        environment.put("tracer_minor", 13);
        return environment;
    }

    private static CtfField comm(String name) {
        return text(name, COMM);
    }

    private static CtfEventType vector(String name) {
        return CtfEventType.of("x86_irq_vectors_" + name, signed("vector", 32));
    }

    private static CtfEventType wakeup(String name) {
        return CtfEventType.of(name, comm("comm"), signed("tid", 32), signed("prio", 32), signed("target_cpu", 32));
    }
}
