/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.ITmfLostEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;

/**
 * Reads the events of one host trace as {@link HostEvent}s. Fields are asked for only where an engine needs them: making
 * them is most of what an event costs.
 */
public final class HostEventReader {

    /** More processors than any host has; an event on a higher one is not believed. */
    static final int MAX_CPUS = 1 << 14;

    static final String CONTEXT_TID = "context._tid";
    static final String CONTEXT_PID = "context._pid";

    private final int fHost;
    private final IKernelAnalysisEventLayout fNames;
    private final HostLayout fLayout;
    private final boolean fHasTid;
    private final Map<String, HostLayout.Kind> fKinds = new HashMap<>();
    private final FieldPlaces fExit = new FieldPlaces(HostEvent.NO_RIP, "exit_reason", "isa", "vcpu_id", "guest_rip");
    private final FieldPlaces fHypercall = new FieldPlaces(0, "nr", "a0", "a1", "a2", "a3");
    private final Map<Integer, Integer> fTidOfCpu = new HashMap<>();

    /**
     * @param host
     *            the running number of the machine the trace is of
     * @param names
     *            Trace Compass' names for the trace
     * @param hasTid
     *            whether events carry the running thread as a context
     */
    public HostEventReader(int host, IKernelAnalysisEventLayout names, boolean hasTid) {
        fHost = host;
        fNames = names;
        fLayout = new HostLayout(names);
        fHasTid = hasTid;
    }

    /**
     * @param event
     *            an event of the trace
     * @param to
     *            gets what it says: nothing for an event whose processor cannot be, else one event, with the running thread
     *            before it where a context tells that and it changed
     */
    public void read(ITmfEvent event, Consumer<HostEvent> to) {
        int cpu = cpu(event);
        if (cpu < 0 || cpu >= MAX_CPUS) {
            return;
        }
        long time = event.getTimestamp().toNanos();
        if (event instanceof ITmfLostEvent lost) {
            to.accept(new HostEvent.LostEvents(time, fHost, cpu, lost.getTimeRange().getEndTime().toNanos(),
                    lost.getNbLostEvents()));
            return;
        }
        HostLayout.Kind kind = fKinds.computeIfAbsent(event.getName(), fLayout::kind);
        if (fHasTid) {
            tellThread(event, time, cpu, to);
        }
        to.accept(read(event, kind, time, cpu));
    }

    private void tellThread(ITmfEvent event, long time, int cpu, Consumer<HostEvent> to) {
        ITmfEventField content = event.getContent();
        int tid = (int) number(content, CONTEXT_TID, HostEvent.NOT_TOLD);
        Integer known = fTidOfCpu.get(cpu);
        if (tid >= 0 && (known == null || known != tid)) {
            fTidOfCpu.put(cpu, tid);
            to.accept(new HostEvent.ThreadOnCpu(time, fHost, cpu, tid,
                    (int) number(content, CONTEXT_PID, HostEvent.NOT_TOLD)));
        }
    }

    private HostEvent read(ITmfEvent event, HostLayout.Kind kind, long time, int cpu) {
        return switch (kind) {
        case KVM_ENTRY -> new HostEvent.KvmEntry(time, fHost, cpu);
        case KVM_EXIT -> exit(event.getContent(), time, cpu);
        case KVM_USERSPACE_EXIT -> new HostEvent.KvmUserspaceExit(time, fHost, cpu);
        case KVM_HYPERCALL -> hypercall(event.getContent(), time, cpu);
        case KVM_OTHER -> new HostEvent.KvmOther(time, fHost, cpu);
        case SCHED_SWITCH -> schedSwitch(event.getContent(), time, cpu);
        case SCHED_WAKING, SCHED_WAKEUP -> {
            ITmfEventField content = event.getContent();
            yield new HostEvent.SchedWakeup(time, fHost, cpu, integer(content, fNames.fieldTid()),
                    cpu(content, fNames.fieldTargetCpu()), kind == HostLayout.Kind.SCHED_WAKING);
        }
        case SCHED_MIGRATE -> {
            ITmfEventField content = event.getContent();
            int dest = cpu(content, fNames.fieldDestCpu());
            yield dest < 0 ? new HostEvent.Other(time, fHost, cpu)
                    : new HostEvent.SchedMigrate(time, fHost, cpu, integer(content, fNames.fieldTid()), dest);
        }
        case PROCESS_FORK -> {
            ITmfEventField content = event.getContent();
            yield new HostEvent.ThreadBegins(time, fHost, cpu, integer(content, fNames.fieldChildTid()),
                    integer(content, fNames.fieldChildPid()), text(content, fNames.fieldChildComm()));
        }
        case PROCESS_EXIT -> new HostEvent.ThreadEnds(time, fHost, cpu, integer(event.getContent(), fNames.fieldTid()));
        case STATE_DUMP -> {
            ITmfEventField content = event.getContent();
            yield new HostEvent.ThreadKnown(time, fHost, cpu, integer(content, fNames.fieldTid()),
                    integer(content, "pid"), text(content, fNames.fieldName()));
        }
        case IRQ_ENTRY -> entry(Interrupt.IRQ, integer(event.getContent(), fNames.fieldIrq()), time, cpu);
        case SOFTIRQ_ENTRY -> entry(Interrupt.SOFTIRQ, integer(event.getContent(), fNames.fieldVec()), time, cpu);
        case HRTIMER_ENTRY -> entry(Interrupt.HRTIMER, HostEvent.NOT_TOLD, time, cpu);
        case APIC_ENTRY -> entry(Interrupt.APIC, integer(event.getContent(), "vector"), time, cpu);
        case IRQ_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.IRQ);
        case SOFTIRQ_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.SOFTIRQ);
        case HRTIMER_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.HRTIMER);
        case APIC_EXIT -> new HostEvent.InterruptExit(time, fHost, cpu, Interrupt.APIC);
        case SYSCALL_ENTRY -> new HostEvent.SyscallEntry(time, fHost, cpu);
        case SYSCALL_EXIT -> new HostEvent.SyscallExit(time, fHost, cpu);
        case OTHER -> new HostEvent.Other(time, fHost, cpu);
        };
    }

    private HostEvent exit(ITmfEventField content, long time, int cpu) {
        long[] values = fExit.read(content);
        return new HostEvent.KvmExit(time, fHost, cpu, values[1] == HostEvent.NO_RIP ? HostEvent.NOT_TOLD : (int) values[1],
                values[0] == HostEvent.NO_RIP ? 0 : values[0] & 0xffffffffL,
                values[2] == HostEvent.NO_RIP ? HostEvent.NOT_TOLD : (int) values[2], values[3]);
    }

    private HostEvent hypercall(ITmfEventField content, long time, int cpu) {
        long[] values = fHypercall.read(content);
        return new HostEvent.KvmHypercall(time, fHost, cpu, values[0], values[1], values[2], values[3], values[4]);
    }

    private HostEvent schedSwitch(ITmfEventField content, long time, int cpu) {
        int prev = integer(content, fNames.fieldPrevTid());
        int next = integer(content, fNames.fieldNextTid());
        if (prev < 0 || next < 0) {
            return new HostEvent.Other(time, fHost, cpu);
        }
        return new HostEvent.SchedSwitch(time, fHost, cpu, prev, text(content, fNames.fieldPrevComm()),
                number(content, fNames.fieldPrevState(), 0), next, text(content, fNames.fieldNextComm()));
    }

    private HostEvent entry(Interrupt kind, int number, long time, int cpu) {
        return new HostEvent.InterruptEntry(time, fHost, cpu, kind, number);
    }

    private static int cpu(ITmfEvent event) {
        if (event instanceof CtfTmfEvent ctf) {
            return ctf.getCPU();
        }
        Object cpu = TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event);
        return cpu instanceof Integer i ? i : HostEvent.NOT_TOLD;
    }

    private static int cpu(ITmfEventField content, String name) {
        int cpu = integer(content, name);
        return cpu < MAX_CPUS ? cpu : HostEvent.NOT_TOLD;
    }

    private static int integer(ITmfEventField content, String name) {
        return (int) number(content, name, HostEvent.NOT_TOLD);
    }

    private static long number(ITmfEventField content, String name, long absent) {
        ITmfEventField field = content.getField(name);
        return field != null && field.getValue() instanceof Number n ? n.longValue() : absent;
    }

    private static String text(ITmfEventField content, String name) {
        ITmfEventField field = content.getField(name);
        return field == null || field.getValue() == null ? "" : field.getValue().toString();
    }
}
