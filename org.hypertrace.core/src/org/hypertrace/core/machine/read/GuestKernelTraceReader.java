/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.stream.InitcallEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Reads what the kernel's own trace of a guest has of its threads and interrupts, and the marks, stages and steps of shutdowns of an
 * extracted one, as the {@link GuestEvent}s that the same guest would report by hypercall. One for each trace.
 */
final class GuestKernelTraceReader {

    private static final String OURS = "hypertrace_";
    /** In extracted traces: the state is not reported. */
    private static final long NO_STATE = 0x200;
    private static final long STATES = 0xff;
    private static final long IDLE = 0x80;
    private static final long UNINTERRUPTIBLE = 2;
    /** In extracted traces: the name is not reported. */
    private static final String NO_NAME = "<...>";
    /** Of the vectors that guests name, in the order of their types; a name that begins as another one comes after it. */
    private static final List<String> VECTORS = List.of("local_timer", "reschedule", "call_function", "call_function_single");
    private static final Map<String, EventKind> KINDS = new HashMap<>();
    static {
        for (EventKind kind : new EventKind[] { EventKind.MARK, EventKind.STAGE, EventKind.SHUTDOWN_STEP_BEGIN, EventKind.SHUTDOWN_STEP_END,
                EventKind.DEVICE_SHUTDOWN_BEGIN, EventKind.DEVICE_SHUTDOWN_END, EventKind.REBOOT_NOTIFIER_BEGIN,
                EventKind.REBOOT_NOTIFIER_END }) {
            KINDS.put(OURS + kind.label(), kind);
        }
    }

    private final HostEventReader fReader;
    private final GuestTraceReader fBoot;
    private final IntUnaryOperator fVcpus;

    /** @param trace a guest's own, whose host is not known */
    GuestKernelTraceReader(ITmfTrace trace) {
        this(trace, cpu -> cpu, new GuestTraceReader(trace));
    }

    /** The same of a VM whose host is known, too: which vCPU of it is which processor. */
    GuestKernelTraceReader(ITmfTrace trace, IntUnaryOperator vcpus) {
        this(trace, vcpus, new GuestTraceReader(trace, vcpus));
    }

    private GuestKernelTraceReader(ITmfTrace trace, IntUnaryOperator vcpus, GuestTraceReader boot) {
        fReader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false, HostEventReader.Detail.CAUSES);
        fBoot = boot;
        fVcpus = vcpus;
    }

    void read(ITmfEvent event, Consumer<GuestEvent> to) {
        String name = event.getName();
        EventKind kind = KINDS.get(name);
        if (kind != null) {
            to.accept(ours(kind, event));
            return;
        }
        fReader.read(event, known -> {
            GuestEvent reported = of(known, name);
            if (reported != null) {
                to.accept(reported);
            }
        });
        // the threads' names come with their switches
        fBoot.read(event, reported -> {
            if (reported.kind() != EventKind.SCHED_PROCESS_EXEC) {
                to.accept(reported);
            }
        });
    }

    /** How the events with a name are read by who decodes them. @throws EventBytes.Undecodable if that is a matter of Trace Compass' reader */
    HostEventReader.Kind kind(String name) {
        if (KINDS.containsKey(name) || InitcallEvents.concerns(name.substring(name.lastIndexOf(':') + 1))) {
            throw EventBytes.UNDECODABLE;
        }
        return fReader.kind(name);
    }

    /** The same of an event that was decoded; {@code lostUntil}: if events were lost there, until when, ns since the epoch. */
    void decoded(StreamEvents event, long time, long lostUntil, Consumer<GuestEvent> to) {
        if (event.isLost()) {
            fReader.lost(time, event.cpu(), lostUntil, event.lost(), lost -> to.accept(of(lost, "")));
            return;
        }
        fReader.decoded(event.kind(), event.fields(), event.context(), time, event.cpu(), known -> {
            GuestEvent reported = of(known, event.kind().name());
            if (reported != null) {
                to.accept(reported);
            }
        });
    }

    private GuestEvent ours(EventKind kind, ITmfEvent event) {
        long time = event.getTimestamp().toNanos();
        GuestCpu from = fBoot.from(event);
        return switch (kind) {
        case MARK -> new GuestEvent.Mark(time, from, (int) number(event, "tid"), number(event, "value"));
        case STAGE -> new GuestEvent.Stage(time, from, (int) number(event, "stage"), number(event, "tsc"), text(event, "name"));
        default -> new GuestEvent.ShutdownStep(time, from, kind, number(event, "number"), number(event, "address"), text(event, "name"));
        };
    }

    private GuestEvent of(HostEvent event, String name) {
        long time = event.time();
        GuestCpu from = new GuestCpu(fVcpus.applyAsInt(event.cpu()), event.cpu(), 0, 0);
        if (event instanceof HostEvent.SchedSwitch e) {
            return new GuestEvent.SchedSwitch(time, from, e.prevTid(), e.nextTid(), 0, 0, state(e.prevState()), comm(e.nextComm()), 0, 0);
        } else if (event instanceof HostEvent.SchedWakeup e) {
            EventKind kind = e.isNew() ? EventKind.SCHED_WAKEUP_NEW : e.waking() ? EventKind.SCHED_WAKING : EventKind.SCHED_WAKEUP;
            return new GuestEvent.Wakeup(time, from, kind, e.tid(), e.targetCpu(), GuestEvent.UNKNOWN_ID, 0, comm(e.comm()));
        } else if (event instanceof HostEvent.ThreadBegins e) {
            return new GuestEvent.Fork(time, from, GuestEvent.UNKNOWN_ID, e.tid(), GuestEvent.UNKNOWN_ID, e.pid(), comm(e.comm()));
        } else if (event instanceof HostEvent.ThreadKnown e) {
            return new GuestEvent.Task(time, from, e.tid(), e.pid(), GuestEvent.UNKNOWN_ID, GuestEvent.UNKNOWN_ID,
                    GuestEvent.UNKNOWN_ID,
                    comm(e.comm()));
        } else if (event instanceof HostEvent.LostEvents e) {
            return new GuestEvent.Lost(time, from, time, e.end(), Math.max(1, e.count()));
        }
        return interrupt(event, from, name);
    }

    /** Tracers report an idle kernel thread that sleeps by a number of their own, which is a dead thread's in the kernel. */
    private static long state(long reported) {
        return reported == NO_STATE ? NO_STATE : (reported & STATES) == IDLE ? UNINTERRUPTIBLE : reported & STATES;
    }

    private static GuestEvent interrupt(HostEvent event, GuestCpu from, String name) {
        long time = event.time();
        if (event instanceof HostEvent.InterruptEntry e) {
            return switch (e.kind()) {
            case IRQ -> new GuestEvent.IrqEntry(time, from, e.number(), e.name());
            case SOFTIRQ -> new GuestEvent.Softirq(time, from, EventKind.IRQ_SOFTIRQ_ENTRY, e.number());
            case APIC -> new GuestEvent.ApicVector(time, from, EventKind.APIC_VECTOR_ENTRY, e.number(), vector(name));
            case HRTIMER -> null;
            };
        } else if (event instanceof HostEvent.InterruptExit e) {
            return e.kind() == Interrupt.IRQ ? new GuestEvent.IrqExit(time, from, GuestEvent.UNKNOWN_ID, 1)
                    : e.kind() == Interrupt.SOFTIRQ ? new GuestEvent.Softirq(time, from, EventKind.IRQ_SOFTIRQ_EXIT,
                            GuestEvent.UNKNOWN_ID)
                            : e.kind() == Interrupt.APIC
                                    ? new GuestEvent.ApicVector(time, from, EventKind.APIC_VECTOR_EXIT, GuestEvent.UNKNOWN_ID,
                                    vector(name)) : null;
        }
        return event instanceof HostEvent.SoftirqRaise e ? new GuestEvent.Softirq(time, from, EventKind.IRQ_SOFTIRQ_RAISE, e.number()) : null;
    }

    private static int vector(String event) {
        int type = GuestEvent.UNKNOWN_ID;
        for (int i = 0; i < VECTORS.size(); i++) {
            type = event.contains(VECTORS.get(i)) ? i : type;
        }
        return type;
    }

    /** An empty name is none, too; null would stand for a batch of switches. */
    private static String comm(String reported) {
        return NO_NAME.equals(reported) ? "" : reported;
    }

    private static long number(ITmfEvent event, String field) {
        ITmfEventField found = event.getContent().getField(field);
        return found != null && found.getValue() instanceof Number number ? number.longValue() : 0;
    }

    private static String text(ITmfEvent event, String field) {
        ITmfEventField found = event.getContent().getField(field);
        return found == null ? "" : TextLimit.NAME.clip(String.valueOf(found.getValue()));
    }
}
