/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.event.HostEvent.Service;

/** Reports a host's events as the engines take them, without a trace: for tests in plain Java. */
final class HostEventRecorder implements Recorder {

    private final int fHost;
    private final Consumer<HostEvent> fTo;

    HostEventRecorder(int host, Consumer<HostEvent> to) {
        fHost = host;
        fTo = to;
    }

    @Override
    public void event(int cpu, long time, String name, Object... v) {
        fTo.accept(switch (name) {
        case "kvm_x86_entry" -> new HostEvent.KvmEntry(time, fHost, cpu);
        case "kvm_x86_exit" -> new HostEvent.KvmExit(time, fHost, cpu, integer(v[2]), number(v[0]), integer(v[7]),
                number(v[1]));
        case "kvm_x86_hypercall" -> new HostEvent.KvmHypercall(time, fHost, cpu, number(v[0]), number(v[1]), number(v[2]),
                number(v[3]), number(v[4]));
        case "kvm_userspace_exit" -> new HostEvent.KvmUserspaceExit(time, fHost, cpu);
        case "kvm_x86_write_tsc_offset" -> new HostEvent.KvmTscOffset(time, fHost, cpu, number(v[1]), number(v[2]));
        case "kvm_x86_nested_vmenter" -> service(time, cpu, Service.NESTED_ENTER, v[1]);
        case "kvm_x86_nested_vmexit" -> service(time, cpu, Service.NESTED_EXIT, v[1]);
        case "kvm_x86_nested_vmexit_inject" -> service(time, cpu, Service.NESTED_INJECT, v[0]);
        case "kvm_x86_inj_virq" -> service(time, cpu, Service.INJECTION, v[0]);
        case "sched_switch" -> new HostEvent.SchedSwitch(time, fHost, cpu, integer(v[1]), v[0].toString(), number(v[3]),
                integer(v[5]), v[4].toString());
        case "sched_waking", "sched_wakeup", "sched_wakeup_new" -> new HostEvent.SchedWakeup(time, fHost, cpu, integer(v[1]),
                integer(v[3]), name.equals("sched_waking"));
        case "sched_migrate_task" -> new HostEvent.SchedMigrate(time, fHost, cpu, integer(v[1]), integer(v[4]));
        case "sched_process_fork" -> new HostEvent.ThreadBegins(time, fHost, cpu, integer(v[5]), integer(v[7]),
                v[4].toString());
        case "sched_process_exit" -> new HostEvent.ThreadEnds(time, fHost, cpu, integer(v[1]));
        case "lttng_statedump_process_state" -> new HostEvent.ThreadKnown(time, fHost, cpu, integer(v[0]), integer(v[1]),
                v[3].toString());
        case "syscall_entry_ioctl" -> new HostEvent.SyscallEntry(time, fHost, cpu);
        case "syscall_exit_ioctl" -> new HostEvent.SyscallExit(time, fHost, cpu);
        default -> other(time, cpu, name, v);
        });
    }

    private HostEvent service(long time, int cpu, Service service, Object number) {
        return new HostEvent.KvmOther(time, fHost, cpu, service, number(number));
    }

    private HostEvent other(long time, int cpu, String name, Object... v) {
        Interrupt kind = name.startsWith("irq_handler_") ? Interrupt.IRQ
                : name.startsWith("irq_softirq_") && !name.endsWith("raise") ? Interrupt.SOFTIRQ
                : name.startsWith("timer_hrtimer_expire_") ? Interrupt.HRTIMER
                : name.startsWith("x86_irq_vectors_") ? Interrupt.APIC : null;
        if (kind == null) {
            return new HostEvent.Other(time, fHost, cpu);
        }
        return name.endsWith("_exit") ? new HostEvent.InterruptExit(time, fHost, cpu, kind)
                : new HostEvent.InterruptEntry(time, fHost, cpu, kind, kind == Interrupt.HRTIMER ? -1 : integer(v[0]));
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private static int integer(Object value) {
        return ((Number) value).intValue();
    }
}
