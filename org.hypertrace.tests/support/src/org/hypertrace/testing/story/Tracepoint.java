/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;

/**
 * A host event as the tracepoint of Linux 6.1 has it: its fields in their order, with values as {@link FtraceText} prints them. Numbers of
 * up to 32 bits are {@code Integer}, others {@code Long}.
 *
 * @param name
 *            with its group
 */
record Tracepoint(String name, Map<String, Object> fields) {

    private static final Set<String> UNSIGNED = Set.of("perf_ip", "perf_id", "perf_period", "common_type", "common_flags", "common_preempt_count", "vec",
            "exit_reason", "vcpu_id", "isa", "intr_info", "error_code", "port", "ecx", "function", "reg", "write", "rw", "vector", "esr_ec");

    private static Tracepoint of(String name, Object... fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            all.put((String) fields[i], fields[i + 1]);
        }
        return new Tracepoint(name, all);
    }

    static boolean isSigned(String field) {
        return !UNSIGNED.contains(field);
    }

    /** Null for what no tracepoint has. */
    static Tracepoint of(HostEvent event) {
        if (event instanceof HostEvent.KvmEntry) {
            return of("kvm:kvm_entry", "vcpu_id", 0, "rip", 0xffffffff81000000L);
        } else if (event instanceof HostEvent.KvmExit e && e.isa() == ExitReason.ARM) {
            boolean isTrap = e.reason() < ExitReason.ARM_OTHER;
            return of("kvm:kvm_exit", "ret", isTrap ? 2 : (int) e.reason() - ExitReason.ARM_OTHER, "esr_ec", isTrap ? (int) e.reason() : 0, "vcpu_pc",
                    e.guestRip());
        } else if (event instanceof HostEvent.KvmExit e) {
            return of("kvm:kvm_exit", "exit_reason", (int) e.reason(), "guest_rip", e.guestRip(), "isa", e.isa(), "info1",
                    e.info1() == HostEvent.NO_INFO ? 0x7b : e.info1(), "info2", e.info2() == HostEvent.NO_INFO ? 0 : e.info2(), "intr_info",
                    e.interrupt() == HostEvent.NO_INFO ? 0 : (int) e.interrupt(), "error_code", 0, "vcpu_id", e.vcpuId());
        } else if (event instanceof HostEvent.KvmHypercall h) {
            return of("kvm:kvm_hypercall", "nr", h.nr(), "a0", h.a0(), "a1", h.a1(), "a2", h.a2(), "a3", h.a3());
        } else if (event instanceof HostEvent.KvmUserspaceExit) {
            return of("kvm:kvm_userspace_exit", "reason", 2, "errno", 0);
        } else if (event instanceof HostEvent.KvmOther o) {
            return service(o.service(), o.number());
        } else if (event instanceof HostEvent.KvmTscOffset t) {
            return of("kvm:kvm_write_tsc_offset", "vcpu_id", 0, "previous_tsc_offset", t.previous(), "next_tsc_offset", t.next());
        } else if (event instanceof HostEvent.SchedSwitch s) {
            return of("sched:sched_switch", "prev_comm", s.prevComm(), "prev_pid", s.prevTid(), "prev_prio", 120, "prev_state", s.prevState(), "next_comm",
                    s.nextComm(), "next_pid", s.nextTid(), "next_prio", 120);
        } else if (event instanceof HostEvent.SchedWakeup w) {
            return of(w.waking() ? "sched:sched_waking" : "sched:sched_wakeup", "comm", w.comm().isEmpty() ? "sh" : w.comm(), "pid", w.tid(), "prio", 120,
                    "target_cpu", w.targetCpu());
        }
        return rare(event);
    }

    private static Tracepoint service(Service service, long number) {
        int write = service.name().endsWith("_WRITE") ? 1 : 0;
        return switch (service) {
        case OTHER -> of("kvm:kvm_fpu", "load", 1);
        case PORT_READ, PORT_WRITE -> of("kvm:kvm_pio", "rw", write, "port", (int) number, "size", 1, "count", 1, "val", 0x8f);
        case MSR_READ, MSR_WRITE -> of("kvm:kvm_msr", "write", write, "ecx", (int) number, "data", 0x30L, "exception", 0);
        case CR_READ, CR_WRITE -> of("kvm:kvm_cr", "rw", write, "cr", (int) number, "val", 0x80050033L);
        case CPUID -> of("kvm:kvm_cpuid", "function", (int) number, "index", 0, "rax", 1L, "rbx", 2L, "rcx", 3L, "rdx", 4L, "found", 1, "used_max_basic", 0);
        case PAGE_FAULT -> of("kvm:kvm_page_fault", "vcpu_id", 0, "guest_rip", 0xffffffff81000000L, "fault_address", number, "error_code", 2L);
        case MMIO_READ, MMIO_WRITE -> of("kvm:kvm_mmio", "type", 2 * write, "len", 4, "gpa", number, "val", 0L);
        case APIC_READ, APIC_WRITE -> of("kvm:kvm_apic", "rw", write, "reg", (int) number, "val", 0L);
        case APIC_ACCEPTS -> of("kvm:kvm_apic_accept_irq", "apicid", (int) number, "dm", 0, "tm", 0, "vec", 253);
        case POLLED, SLEPT -> of("kvm:kvm_vcpu_wakeup", "ns", number, "waited", service == Service.SLEPT ? 1 : 0, "valid", 1);
        case NESTED_ENTER -> of("kvm:kvm_nested_vmenter", "rip", 1L, "vmcb", number, "nested_rip", 2L, "int_ctl", 0, "event_inj", 0, "npt", 1, "isa", 2);
        case NESTED_EXIT -> of("kvm:kvm_nested_vmexit", "exit_reason", (int) number, "guest_rip", 1L, "isa", 2, "info1", 0L, "info2", 0L, "intr_info", 0,
                "error_code", 0, "vcpu_id", 0);
        case NESTED_INJECT -> of("kvm:kvm_nested_vmexit_inject", "exit_code", (int) number, "exit_info1", 0L, "exit_info2", 0L, "exit_int_info", 0,
                "exit_int_info_err", 0, "isa", 2);
        case PLATFORM_CALL -> of("kvm:kvm_hvc_arm64", "vcpu_pc", 0xffff800080012340L, "r0", number, "imm", 0L);
        case INJECTION -> of("kvm:kvm_inj_virq", "vector", (int) number, "soft", 0, "reinjected", 0);
        };
    }

    private static Tracepoint rare(HostEvent event) {
        if (event instanceof HostEvent.SchedMigrate m) {
            return of("sched:sched_migrate_task", "comm", "sh", "pid", m.tid(), "prio", 120, "orig_cpu", 0, "dest_cpu", m.destCpu());
        } else if (event instanceof HostEvent.ThreadBegins t) {
            return of("sched:sched_process_fork", "parent_comm", "sh", "parent_pid", 1, "child_comm", t.comm(), "child_pid", t.tid());
        } else if (event instanceof HostEvent.ThreadEnds t) {
            return of("sched:sched_process_exit", "comm", "sh", "pid", t.tid(), "prio", 120);
        } else if (event instanceof HostEvent.SyscallEntry) {
            return of("raw_syscalls:sys_enter", "id", 16L, "args", new long[] { 0xd, 0xae80, 0, 0, 0, 0 });
        } else if (event instanceof HostEvent.SyscallExit) {
            return of("raw_syscalls:sys_exit", "id", 16L, "ret", 0L);
        } else if (event instanceof HostEvent.Other) {
            return of("irq:softirq_raise", "vec", 1);
        } else if (event instanceof HostEvent.InterruptEntry i) {
            return switch (i.kind()) {
            case IRQ -> of("irq:irq_handler_entry", "irq", i.number(), "name", "virtio0-input.0");
            case SOFTIRQ -> of("irq:softirq_entry", "vec", i.number());
            case HRTIMER -> of("timer:hrtimer_expire_entry", "hrtimer", 0xffff8880f2c1a3b4L, "now", 100_000_000L, "function", 0xffffffff8110a0b0L);
            case APIC -> of("irq_vectors:local_timer_entry", "vector", i.number());
            };
        } else if (event instanceof HostEvent.InterruptExit i) {
            return switch (i.kind()) {
            case IRQ -> of("irq:irq_handler_exit", "irq", 24, "ret", 1);
            case SOFTIRQ -> of("irq:softirq_exit", "vec", 3);
            case HRTIMER -> of("timer:hrtimer_expire_exit", "hrtimer", 0xffff8880f2c1a3b4L);
            case APIC -> of("irq_vectors:local_timer_exit", "vector", 236);
            };
        }
        return null;
    }
}
