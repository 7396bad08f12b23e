/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfLostEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.event.HostEvent.Service;

/**
 * Reads the events of one host trace as {@link HostEvent}s. Fields are asked for only where an engine needs them: making
 * them is most of what an event costs.
 */
public final class HostEventReader {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 1;

    /** More processors than any host has; an event on a higher one is not believed. */
    public static final int MAX_CPUS = 1 << 14;

    /** What a context of an event is called that reports the running thread. */
    public static final String CONTEXT_TID = "context._tid";
    /** The same of its process. */
    public static final String CONTEXT_PID = "context._pid";

    private final int fHost;
    private final IKernelAnalysisEventLayout fNames;
    private final HostLayout fLayout;
    private final boolean fHasTid;
    private final boolean fExits;
    private final boolean fCauses;
    private final Map<Object, Recorded> fByDeclaration = new IdentityHashMap<>();
    private final Map<String, Recorded> fByName = new HashMap<>();
    private final Map<Integer, Integer> fTidOfCpu = new HashMap<>();

    /** What of the events is read: each reads what those before it do. */
    public enum Detail {
        /** What states and times are reported by. */
        STATES,
        /** Also what exits were for. */
        EXITS,
        /** Also who raises and wakes what, and by which names. */
        CAUSES
    }

    /** The events that are recorded in one form: what they are, and those of their fields that are read. */
    private record Recorded(HostLayout.Kind kind, EventFields fields, EventFields context) { }

    /**
     * Nobody asks what exits were for.
     *
     * @param host
     *            the running number of the machine the trace is of
     * @param names
     *            Trace Compass' names for the trace
     * @param hasTid
     *            whether events carry the running thread as a context
     */
    public HostEventReader(int host, IKernelAnalysisEventLayout names, boolean hasTid) {
        this(host, names, hasTid, Detail.STATES);
    }

    /**
     * @param host
     *            the running number of the machine the trace is of
     * @param names
     *            Trace Compass' names for the trace
     * @param hasTid
     *            whether events carry the running thread as a context
     * @param detail
     *            what somebody asks for: fields that report only more than that are not read
     */
    public HostEventReader(int host, IKernelAnalysisEventLayout names, boolean hasTid, Detail detail) {
        fHost = host;
        fNames = names;
        fLayout = new HostLayout(names);
        fHasTid = hasTid;
        fExits = detail != Detail.STATES;
        fCauses = detail == Detail.CAUSES;
    }

    /**
     * @param event
     *            an event of the trace
     * @param to
     *            gets what it reports: nothing for an event whose processor cannot be, else one event, with the running thread
     *            before it where a context shows that and it changed
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        int cpu = cpu(event);
        if (cpu < 0 || cpu >= MAX_CPUS) {
            return;
        }
        long time = event.getTimestamp().toNanos();
        if (event instanceof ITmfLostEvent lost) {
            to.accept(new HostEvent.LostEvents(time, fHost, cpu, lost.getTimeRange().getEndTime().toNanos(),
                    lost.getNbLostEvents() > 0 ? lost.getNbLostEvents() : HostEvent.UNCOUNTED));
            return;
        }
        Recorded recorded = recorded(event);
        if (fHasTid) {
            emitThread(event, recorded.context, time, cpu, to);
        }
        if (recorded.fields == null) {
            to.accept(withoutFields(recorded.kind, time, cpu));
        } else {
            recorded.fields.read(event);
            to.accept(withFields(recorded.kind, recorded.fields, time, cpu));
        }
    }

    private Recorded recorded(ITmfEvent event) {
        if (event instanceof CtfHostEvent host) {
            Recorded recorded = fByDeclaration.get(host.declaration());
            return recorded != null ? recorded : fByDeclaration.computeIfAbsent(host.declaration(), key -> learn(event));
        }
        Recorded recorded = fByName.get(event.getName());
        return recorded != null ? recorded : fByName.computeIfAbsent(event.getName(), key -> learn(event));
    }

    private Recorded learn(ITmfEvent event) {
        HostLayout.Kind kind = fLayout.kind(event.getName());
        kind = fExits || !isService(kind) ? kind : HostLayout.Kind.KVM_OTHER;
        String[] fields = fields(kind);
        return new Recorded(kind, fields.length == 0 ? null : EventFields.of(event, fields),
                EventFields.of(event, CONTEXT_TID, CONTEXT_PID));
    }

    private static boolean isService(HostLayout.Kind kind) {
        return kind.compareTo(HostLayout.Kind.KVM_PIO) >= 0 && kind.compareTo(HostLayout.Kind.KVM_WAKEUP) <= 0;
    }

    /** What is read of the events of a kind: {@link #withFields} has the same order. */
    private String[] fields(HostLayout.Kind kind) {
        return switch (kind) {
        case KVM_EXIT -> fExits
                ? new String[] { "exit_reason", "isa", "vcpu_id", "guest_rip", "info1", "info2", "intr_info" }
                : new String[] { "exit_reason", "isa", "vcpu_id", "guest_rip" };
        case KVM_PIO -> new String[] { "port", "rw" };
        case KVM_MSR -> fCauses ? new String[] { "ecx", "write", "data" } : new String[] { "ecx", "write" };
        case KVM_CR -> new String[] { "cr", "rw" };
        case KVM_CPUID -> new String[] { "function" };
        case KVM_PAGE_FAULT -> new String[] { "fault_address" };
        case KVM_MMIO -> new String[] { "gpa", "type" };
        case KVM_FAST_MMIO -> new String[] { "gpa" };
        case KVM_APIC -> new String[] { "reg", "rw" };
        // called vec or vector by newer kernels
        case KVM_INJECTION -> new String[] { "irq", "vec", "vector" };
        case KVM_APIC_ACCEPTS -> fCauses ? new String[] { "apicid", "vec" } : new String[] { "apicid" };
        case KVM_WAKEUP -> new String[] { "ns", "waited" };
        // the block is called vmcs on Intel by some
        case KVM_NESTED_ENTER -> new String[] { "vmcb", "vmcs" };
        // the newest kernels record it as any other exit
        case KVM_NESTED_EXIT, KVM_NESTED_INJECT -> new String[] { "exit_code", "exit_reason" };
        case KVM_HYPERCALL -> new String[] { "nr", "a0", "a1", "a2", "a3" };
        case KVM_TSC_OFFSET -> new String[] { "previous_tsc_offset", "next_tsc_offset" };
        case SCHED_SWITCH -> new String[] { fNames.fieldPrevTid(), fNames.fieldPrevComm(), fNames.fieldPrevState(),
                fNames.fieldNextTid(), fNames.fieldNextComm() };
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> fCauses
                ? new String[] { fNames.fieldTid(), fNames.fieldTargetCpu(), fNames.fieldComm() }
                : new String[] { fNames.fieldTid(), fNames.fieldTargetCpu() };
        case SCHED_MIGRATE -> new String[] { fNames.fieldTid(), fNames.fieldDestCpu() };
        case PROCESS_FORK -> new String[] { fNames.fieldChildTid(), fNames.fieldChildPid(), fNames.fieldChildComm() };
        case PROCESS_EXIT -> new String[] { fNames.fieldTid() };
        case STATE_DUMP -> new String[] { fNames.fieldTid(), "pid", fNames.fieldName() };
        case IRQ_ENTRY -> fCauses ? new String[] { fNames.fieldIrq(), fNames.fieldName() }
                : new String[] { fNames.fieldIrq() };
        case SOFTIRQ_RAISE -> fCauses ? new String[] { fNames.fieldVec() } : new String[0];
        case HRTIMER_ENTRY -> fCauses ? new String[] { "function" } : new String[0];
        case SOFTIRQ_ENTRY -> new String[] { fNames.fieldVec() };
        case APIC_ENTRY -> new String[] { "vector" };
        default -> new String[0];
        };
    }

    private void emitThread(ITmfEvent event, EventFields context, long time, int cpu, Consumer<HostEvent> to) {
        context.read(event);
        int tid = context.integer(0);
        Integer known = fTidOfCpu.get(cpu);
        if (tid >= 0 && (known == null || known != tid)) {
            fTidOfCpu.put(cpu, tid);
            to.accept(new HostEvent.ThreadOnCpu(time, fHost, cpu, tid, context.integer(1)));
        }
    }

    private HostEvent withoutFields(HostLayout.Kind kind, long time, int cpu) {
        return switch (kind) {
        case KVM_ENTRY -> new HostEvent.KvmEntry(time, fHost, cpu);
        case KVM_USERSPACE_EXIT -> new HostEvent.KvmUserspaceExit(time, fHost, cpu);
        case KVM_OTHER -> new HostEvent.KvmOther(time, fHost, cpu);
        case HRTIMER_ENTRY -> entry(Interrupt.HRTIMER, HostEvent.UNKNOWN_ID, time, cpu);
        case IRQ_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.IRQ);
        case SOFTIRQ_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.SOFTIRQ);
        case HRTIMER_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.HRTIMER);
        case APIC_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.APIC);
        case SYSCALL_ENTRY -> new HostEvent.SyscallEntry(time, fHost, cpu);
        case SYSCALL_EXIT -> new HostEvent.SyscallExit(time, fHost, cpu);
        default -> new HostEvent.Other(time, fHost, cpu);
        };
    }

    private HostEvent withFields(HostLayout.Kind kind, EventFields f, long time, int cpu) {
        return switch (kind) {
        case KVM_EXIT -> exit(f, time, cpu);
        case KVM_PIO -> service(f.number(1, 0) == 0 ? Service.PORT_READ : Service.PORT_WRITE, f, time, cpu);
        case KVM_MSR -> new HostEvent.KvmOther(time, fHost, cpu, f.number(1, 0) == 0 ? Service.MSR_READ : Service.MSR_WRITE,
                f.number(0, 0), fCauses ? f.number(2, 0) : 0);
        case KVM_CR -> service(f.number(1, 0) == 0 ? Service.CR_READ : Service.CR_WRITE, f, time, cpu);
        case KVM_CPUID -> service(Service.CPUID, f, time, cpu);
        case KVM_PAGE_FAULT -> service(Service.PAGE_FAULT, f, time, cpu);
        // 0: a read that the VMM has to answer, 1: a read, 2: a write
        case KVM_MMIO -> service(f.number(1, 0) == 2 ? Service.MMIO_WRITE : Service.MMIO_READ, f, time, cpu);
        // a device's doorbell, written: the hypervisor does not look at what
        case KVM_FAST_MMIO -> service(Service.MMIO_WRITE, f, time, cpu);
        case KVM_APIC -> service(f.number(1, 0) == 0 ? Service.APIC_READ : Service.APIC_WRITE, f, time, cpu);
        case KVM_INJECTION -> new HostEvent.KvmOther(time, fHost, cpu, Service.INJECTION,
                f.number(0, f.number(1, f.number(2, 0))));
        case KVM_APIC_ACCEPTS -> new HostEvent.KvmOther(time, fHost, cpu, Service.APIC_ACCEPTS, f.number(0, 0),
                fCauses ? f.number(1, 0) : 0);
        case KVM_WAKEUP -> service(f.number(1, 0) == 0 ? Service.POLLED : Service.SLEPT, f, time, cpu);
        case KVM_NESTED_ENTER -> nested(Service.NESTED_ENTER, f, time, cpu);
        case KVM_NESTED_EXIT -> nested(Service.NESTED_EXIT, f, time, cpu);
        case KVM_NESTED_INJECT -> nested(Service.NESTED_INJECT, f, time, cpu);
        case KVM_HYPERCALL -> new HostEvent.KvmHypercall(time, fHost, cpu, f.number(0, 0), f.number(1, 0), f.number(2, 0),
                f.number(3, 0), f.number(4, 0));
        case KVM_TSC_OFFSET -> new HostEvent.KvmTscOffset(time, fHost, cpu, f.number(0, 0), f.number(1, 0));
        case SCHED_SWITCH -> schedSwitch(f, time, cpu);
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> new HostEvent.SchedWakeup(time, fHost, cpu, f.integer(0), cpu(f, 1),
                kind == HostLayout.Kind.SCHED_WAKING, fCauses && kind == HostLayout.Kind.SCHED_WAKEUP_NEW,
                fCauses ? f.text(2) : "");
        case SCHED_MIGRATE -> {
            int dest = cpu(f, 1);
            yield dest < 0 ? new HostEvent.Other(time, fHost, cpu)
                    : new HostEvent.SchedMigrate(time, fHost, cpu, f.integer(0), dest);
        }
        case PROCESS_FORK -> new HostEvent.ThreadBegins(time, fHost, cpu, f.integer(0), f.integer(1), f.text(2));
        case PROCESS_EXIT -> new HostEvent.ThreadEnds(time, fHost, cpu, f.integer(0));
        case STATE_DUMP -> new HostEvent.ThreadKnown(time, fHost, cpu, f.integer(0), f.integer(1), f.text(2));
        case IRQ_ENTRY -> new HostEvent.InterruptEntry(time, fHost, cpu, Interrupt.IRQ, f.integer(0), fCauses ? f.text(1) : "", 0);
        case SOFTIRQ_RAISE -> new HostEvent.SoftirqRaise(time, fHost, cpu, f.integer(0));
        case HRTIMER_ENTRY -> new HostEvent.InterruptEntry(time, fHost, cpu, Interrupt.HRTIMER, HostEvent.UNKNOWN_ID, "",
                f.number(0, 0));
        case SOFTIRQ_ENTRY -> entry(Interrupt.SOFTIRQ, f.integer(0), time, cpu);
        case APIC_ENTRY -> entry(Interrupt.APIC, f.integer(0), time, cpu);
        default -> throw new IllegalArgumentException(kind + " is read without fields");
        };
    }

    private HostEvent exit(EventFields f, long time, int cpu) {
        long reason = f.number(0, 0) & 0xffffffffL;
        long rip = f.number(3, HostEvent.NO_RIP);
        return !fExits ? new HostEvent.KvmExit(time, fHost, cpu, f.integer(1), reason, f.integer(2), rip)
                : new HostEvent.KvmExit(time, fHost, cpu, f.integer(1), reason, f.integer(2), rip,
                        f.number(4, HostEvent.NO_INFO), f.number(5, HostEvent.NO_INFO), f.number(6, HostEvent.NO_INFO));
    }

    private HostEvent service(Service service, EventFields f, long time, int cpu) {
        return new HostEvent.KvmOther(time, fHost, cpu, service, f.number(0, 0));
    }

    private HostEvent nested(Service service, EventFields f, long time, int cpu) {
        return new HostEvent.KvmOther(time, fHost, cpu, service, f.number(0, f.number(1, 0)));
    }

    private HostEvent schedSwitch(EventFields f, long time, int cpu) {
        int prev = f.integer(0);
        int next = f.integer(3);
        if (prev < 0 || next < 0) {
            return new HostEvent.Other(time, fHost, cpu);
        }
        return new HostEvent.SchedSwitch(time, fHost, cpu, prev, f.text(1), f.number(2, 0), next, f.text(4));
    }

    private HostEvent entry(Interrupt kind, int number, long time, int cpu) {
        return new HostEvent.InterruptEntry(time, fHost, cpu, kind, number);
    }

    private static int cpu(ITmfEvent event) {
        if (event instanceof CtfTmfEvent ctf) {
            return ctf.getCPU();
        }
        Object cpu = TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event);
        return cpu instanceof Integer i ? i : HostEvent.UNKNOWN_ID;
    }

    private static int cpu(EventFields fields, int field) {
        int cpu = fields.integer(field);
        return cpu < MAX_CPUS ? cpu : HostEvent.UNKNOWN_ID;
    }
}
