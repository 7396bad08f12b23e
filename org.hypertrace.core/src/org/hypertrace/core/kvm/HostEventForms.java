/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.event.Namespace;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.kvm.HostLayout.Kind;

/**
 * How the events of each kind are read: a row has the names of the fields, and what is made of them. Fields that report only
 * more than somebody asks for are not read.
 */
final class HostEventForms {

    /** Makes an event of the fields of its row, by their places there. */
    @FunctionalInterface
    interface Maker {
        /** @param fields null if the row has none */
        HostEvent of(EventFields fields, long time, int cpu);
    }

    /** A row; without a maker nothing is made. */
    record Form(Maker maker, String... fields) { }

    /** By Arm's calling convention, numbers of 32 bits with this bit are services of the platform, such as random numbers and PSCI. */
    private static final int ARM_SERVICES = 31;
    private static final long NOT_THERE = Long.MIN_VALUE;
    private static final Form NOTHING = new Form(null);
    private static final Set<Kind> CLOCKS = EnumSet.of(Kind.KVM_ENTRY, Kind.KVM_EXIT, Kind.KVM_HYPERCALL, Kind.KVM_TSC_OFFSET, Kind.SCHED_SWITCH,
            Kind.PROCESS_FORK, Kind.PROCESS_EXIT, Kind.STATE_DUMP);

    private final Map<Kind, Form> fForms = new EnumMap<>(Kind.class);
    private final int fHost;
    private final IKernelAnalysisEventLayout fNames;
    private final boolean fExits;
    private final boolean fCauses;

    HostEventForms(int host, IKernelAnalysisEventLayout names, Detail detail) {
        fHost = host;
        fNames = names;
        fExits = detail.compareTo(Detail.EXITS) >= 0;
        fCauses = detail == Detail.CAUSES;
        hypervisor();
        services();
        nested();
        scheduler();
        processes();
        interrupts();
        if (detail == Detail.CLOCKS) {
            fForms.replaceAll((kind, form) -> CLOCKS.contains(kind) ? form : NOTHING);
        }
    }

    Form of(Kind kind) {
        return fForms.get(kind);
    }

    private void row(Kind kind, Maker maker, String... fields) {
        fForms.put(kind, new Form(maker, fields));
    }

    private void hypervisor() {
        row(Kind.OTHER, (f, time, cpu) -> new HostEvent.Other(time, fHost, cpu));
        row(Kind.SYSCALL_ENTRY, (f, time, cpu) -> new HostEvent.SyscallEntry(time, fHost, cpu));
        row(Kind.SYSCALL_EXIT, (f, time, cpu) -> new HostEvent.SyscallExit(time, fHost, cpu));
        row(Kind.KVM_ARM_TIMER, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu));
        row(Kind.KVM_OTHER, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu));
        row(Kind.KVM_ENTRY, (f, time, cpu) -> new HostEvent.KvmEntry(time, fHost, cpu));
        row(Kind.KVM_USERSPACE_EXIT, (f, time, cpu) -> new HostEvent.KvmUserspaceExit(time, fHost, cpu));
        if (fExits) {
            row(Kind.KVM_EXIT, (f, time, cpu) -> new HostEvent.KvmExit(time, fHost, cpu, isa(f), reason(f), f.integer(2), rip(f),
                    f.number(7, HostEvent.NO_INFO), f.number(8, HostEvent.NO_INFO), f.number(9, HostEvent.NO_INFO)),
                    "exit_reason", "isa", "vcpu_id", "guest_rip", "esr_ec", "ret", "vcpu_pc", "info1", "info2", "intr_info");
        } else {
            row(Kind.KVM_EXIT, (f, time, cpu) -> new HostEvent.KvmExit(time, fHost, cpu, isa(f), reason(f), f.integer(2), rip(f)),
                    "exit_reason", "isa", "vcpu_id", "guest_rip", "esr_ec", "ret", "vcpu_pc");
        }
        row(Kind.KVM_HYPERCALL, this::hypercall, "nr", "a0", "a1", "a2", "a3", "r0", "imm");
        row(Kind.KVM_TSC_OFFSET, (f, time, cpu) -> new HostEvent.KvmTscOffset(time, fHost, cpu, f.number(0, 0), f.number(1, 0)),
                "previous_tsc_offset", "next_tsc_offset");
    }

    /** On Arm its number and the immediate of the instruction are known. With numbers of its convention a guest asks the platform, not a tracer. */
    private HostEvent hypercall(EventFields f, long time, int cpu) {
        long arm = f.number(5, 0);
        if (arm >>> ARM_SERVICES == 1) {
            return new HostEvent.KvmOther(time, fHost, cpu, Service.PLATFORM_CALL, arm);
        }
        return new HostEvent.KvmHypercall(time, fHost, cpu, f.number(0, arm), f.number(1, f.number(6, 0)), f.number(2, 0), f.number(3, 0),
                f.number(4, 0));
    }

    /** On Arm the tracepoint has no number of the processor's vendor. */
    private static boolean isOfArm(EventFields exit) {
        return exit.number(4, NOT_THERE) != NOT_THERE;
    }

    private static int isa(EventFields exit) {
        return isOfArm(exit) ? ExitReason.ARM : exit.integer(1);
    }

    private static long reason(EventFields exit) {
        return isOfArm(exit) ? ExitReason.ofArm(exit.number(5, ExitReason.ARM_TRAP), exit.number(4, 0)) : exit.number(0, 0) & 0xffffffffL;
    }

    private static long rip(EventFields exit) {
        return exit.number(3, exit.number(6, HostEvent.NO_RIP));
    }

    /** What the hypervisor did for a guest. Its first field is the number that the service has. */
    private void services() {
        service(Kind.KVM_PIO, Service.PORT_READ, Service.PORT_WRITE, "port", "rw");
        service(Kind.KVM_CR, Service.CR_READ, Service.CR_WRITE, "cr", "rw");
        service(Kind.KVM_APIC, Service.APIC_READ, Service.APIC_WRITE, "reg", "rw");
        service(Kind.KVM_WAKEUP, Service.POLLED, Service.SLEPT, "ns", "waited");
        service(Kind.KVM_CPUID, Service.CPUID, "function");
        // on Arm it is an address of the guest's physical memory by its name
        service(Kind.KVM_PAGE_FAULT, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu, Service.PAGE_FAULT, f.number(0, f.number(1, 0))),
                "fault_address", "ipa");
        // a device's doorbell, written: the hypervisor does not look at what
        service(Kind.KVM_FAST_MMIO, Service.MMIO_WRITE, "gpa");
        // 0: a read that the VMM has to answer, 1: a read, 2: a write
        service(Kind.KVM_MMIO, (f, time, cpu) -> served(f.number(1, 0) == 2 ? Service.MMIO_WRITE : Service.MMIO_READ, f, time, cpu),
                "gpa", "type");
        // called vec or vector by newer kernels
        service(Kind.KVM_INJECTION, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu, Service.INJECTION,
                f.number(0, f.number(1, f.number(2, 0)))), "irq", "vec", "vector");
        if (fCauses) {
            service(Kind.KVM_MSR, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu,
                    f.number(1, 0) == 0 ? Service.MSR_READ : Service.MSR_WRITE, f.number(0, 0), f.number(2, 0)), "ecx", "write", "data");
            service(Kind.KVM_APIC_ACCEPTS, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu, Service.APIC_ACCEPTS,
                    f.number(0, 0), f.number(1, 0)), "apicid", "vec");
        } else {
            service(Kind.KVM_MSR, Service.MSR_READ, Service.MSR_WRITE, "ecx", "write");
            service(Kind.KVM_APIC_ACCEPTS, Service.APIC_ACCEPTS, "apicid");
        }
    }

    /** Services are what exits were for: else they are events of the hypervisor as any other. */
    private void service(Kind kind, Maker maker, String... fields) {
        if (fExits) {
            row(kind, maker, fields);
        } else {
            fForms.put(kind, of(Kind.KVM_OTHER));
        }
    }

    private void service(Kind kind, Service service, String field) {
        service(kind, (f, time, cpu) -> served(service, f, time, cpu), field);
    }

    private void service(Kind kind, Service zero, Service other, String field, String which) {
        service(kind, (f, time, cpu) -> served(f.number(1, 0) == 0 ? zero : other, f, time, cpu), field, which);
    }

    private HostEvent served(Service service, EventFields fields, long time, int cpu) {
        return new HostEvent.KvmOther(time, fHost, cpu, service, fields.number(0, 0));
    }

    private void nested() {
        // the block is called vmcs on Intel by some
        nested(Kind.KVM_NESTED_ENTER, Service.NESTED_ENTER, "vmcb", "vmcs");
        // the newest kernels record it as any other exit
        nested(Kind.KVM_NESTED_EXIT, Service.NESTED_EXIT, "exit_code", "exit_reason");
        nested(Kind.KVM_NESTED_INJECT, Service.NESTED_INJECT, "exit_code", "exit_reason");
    }

    private void nested(Kind kind, Service service, String field, String alias) {
        row(kind, (f, time, cpu) -> new HostEvent.KvmOther(time, fHost, cpu, service, f.number(0, f.number(1, 0))), field, alias);
    }

    private void scheduler() {
        row(Kind.SCHED_SWITCH, (f, time, cpu) -> {
            int prev = f.integer(SwitchFields.PREV_TID);
            int next = f.integer(SwitchFields.NEXT_TID);
            return prev < 0 || next < 0 ? new HostEvent.Other(time, fHost, cpu)
                    : new HostEvent.SchedSwitch(time, fHost, cpu, prev, f.text(SwitchFields.PREV_COMM), f.number(SwitchFields.PREV_STATE, 0), next,
                            f.text(SwitchFields.NEXT_COMM));
        }, fNames.fieldPrevTid(), fNames.fieldPrevComm(), fNames.fieldPrevState(), fNames.fieldNextTid(), fNames.fieldNextComm());
        row(Kind.SCHED_MIGRATE, (f, time, cpu) -> {
            int dest = cpu(f, 1);
            return dest < 0 ? new HostEvent.Other(time, fHost, cpu)
                    : new HostEvent.SchedMigrate(time, fHost, cpu, f.integer(0), dest);
        }, fNames.fieldTid(), fNames.fieldDestCpu());
        wakeup(Kind.SCHED_WAKING, true, false);
        wakeup(Kind.SCHED_WAKEUP, false, false);
        wakeup(Kind.SCHED_WAKEUP_NEW, false, fCauses);
    }

    private void wakeup(Kind kind, boolean waking, boolean isNew) {
        if (fCauses) {
            row(kind, (f, time, cpu) -> new HostEvent.SchedWakeup(time, fHost, cpu, f.integer(0), cpu(f, 1), waking, isNew, f.text(2)),
                    fNames.fieldTid(), fNames.fieldTargetCpu(), fNames.fieldComm());
        } else {
            row(kind, (f, time, cpu) -> new HostEvent.SchedWakeup(time, fHost, cpu, f.integer(0), cpu(f, 1), waking, isNew, ""),
                    fNames.fieldTid(), fNames.fieldTargetCpu());
        }
    }

    private void processes() {
        row(Kind.PROCESS_FORK, (f, time, cpu) -> new HostEvent.ThreadBegins(time, fHost, cpu, f.integer(0), f.integer(1), f.text(2), f.integer(3),
                namespace(f, 4)), fNames.fieldChildTid(), fNames.fieldChildPid(), fNames.fieldChildComm(),
                "parent_tid", "child_ns_inum");
        namespace(Kind.PID_NAMESPACE, Namespace.PID);
        namespace(Kind.NET_NAMESPACE, Namespace.NET);
        namespace(Kind.UTS_NAMESPACE, Namespace.UTS);
        namespace(Kind.IPC_NAMESPACE, Namespace.IPC);
        row(Kind.PROCESS_EXIT, (f, time, cpu) -> new HostEvent.ThreadEnds(time, fHost, cpu, f.integer(0)), fNames.fieldTid());
        row(Kind.STATE_DUMP, (f, time, cpu) -> new HostEvent.ThreadKnown(time, fHost, cpu, f.integer(0), f.integer(1), f.text(2)),
                fNames.fieldTid(), "pid", fNames.fieldName());
    }

    private void namespace(Kind kind, Namespace namespace) {
        row(kind, (f, time, cpu) -> f.integer(0) < 0 ? new HostEvent.Other(time, fHost, cpu) : new HostEvent.ThreadNamespace(time, fHost, cpu,
                f.integer(0), namespace, f.integer(1), namespace(f, 2)), "tid", "ns_level", "ns_inum");
    }

    /** The number of an inode: 0 is none. */
    private static long namespace(EventFields fields, int place) {
        long number = fields.number(place, HostEvent.NO_NAMESPACE);
        return number == 0 ? HostEvent.NO_NAMESPACE : number;
    }

    private void interrupts() {
        exit(Kind.IRQ_EXIT, Interrupt.IRQ);
        exit(Kind.SOFTIRQ_EXIT, Interrupt.SOFTIRQ);
        exit(Kind.HRTIMER_EXIT, Interrupt.HRTIMER);
        exit(Kind.APIC_EXIT, Interrupt.APIC);
        entry(Kind.SOFTIRQ_ENTRY, Interrupt.SOFTIRQ, fNames.fieldVec());
        entry(Kind.APIC_ENTRY, Interrupt.APIC, "vector");
        if (fCauses) {
            row(Kind.IRQ_ENTRY, (f, time, cpu) -> new HostEvent.InterruptEntry(time, fHost, cpu, Interrupt.IRQ, f.integer(0), f.text(1), 0),
                    fNames.fieldIrq(), fNames.fieldName());
            row(Kind.HRTIMER_ENTRY, (f, time, cpu) -> new HostEvent.InterruptEntry(time, fHost, cpu, Interrupt.HRTIMER,
                    HostEvent.UNKNOWN_ID, "", f.number(0, 0)), "function");
            row(Kind.SOFTIRQ_RAISE, (f, time, cpu) -> new HostEvent.SoftirqRaise(time, fHost, cpu, f.integer(0)), fNames.fieldVec());
        } else {
            entry(Kind.IRQ_ENTRY, Interrupt.IRQ, fNames.fieldIrq());
            row(Kind.HRTIMER_ENTRY, (f, time, cpu) -> new HostEvent.InterruptEntry(time, fHost, cpu, Interrupt.HRTIMER, HostEvent.UNKNOWN_ID));
            fForms.put(Kind.SOFTIRQ_RAISE, of(Kind.OTHER));
        }
    }

    private void entry(Kind kind, Interrupt interrupt, String number) {
        row(kind, (f, time, cpu) -> new HostEvent.InterruptEntry(time, fHost, cpu, interrupt, f.integer(0)), number);
    }

    private void exit(Kind kind, Interrupt interrupt) {
        row(kind, (f, time, cpu) -> new HostEvent.InterruptExit(time, fHost, cpu, interrupt));
    }

    private static int cpu(EventFields fields, int field) {
        int cpu = fields.integer(field);
        return cpu < HostEventReader.MAX_CPUS ? cpu : HostEvent.UNKNOWN_ID;
    }
}
