/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.stream.InitcallEvents;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.core.trace.console.ConsoleMessage;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Reads what a guest's own trace reports of its boot: a kernel trace with the events of initcalls, or its console log. The
 * {@link GuestEvent}s are those that the same guest would report by hypercall. One for each trace: events are to come in their order.
 */
public final class GuestTraceReader {

    private final boolean fIsConsole;
    private final IntUnaryOperator fVcpus;
    private final InitcallEvents fInitcalls = new InitcallEvents();
    /** What is reported of a crash until who crashed is known; null if none is reported. */
    private String fOops;
    private long fFault;
    private boolean fIsReported;
    private boolean fIsPlaced;
    private int fCrashed = GuestEvent.UNKNOWN_ID;

    /** @param trace a guest's own */
    public GuestTraceReader(ITmfTrace trace) {
        this(trace, cpu -> GuestEvent.UNKNOWN_ID);
    }

    /** The same of a VM whose host is known, too: which vCPU of it is which processor. */
    GuestTraceReader(ITmfTrace trace, IntUnaryOperator vcpus) {
        fIsConsole = trace instanceof ConsoleLogTrace;
        fVcpus = vcpus;
    }

    /**
     * @param event
     *            the next event of the trace
     * @param to
     *            gets what it reports, nothing for most events
     */
    public void read(ITmfEvent event, Consumer<GuestEvent> to) {
        String name = event.getName();
        name = name.substring(name.lastIndexOf(':') + 1);
        if (InitcallEvents.concerns(name)) {
            ITmfEventField content = event.getContent();
            GuestEvent reported = fInitcalls.read(name, field -> value(content, field), time(event), from(event), tid(event));
            if (reported != null) {
                to.accept(reported);
            }
        } else if (fIsConsole) {
            console(name, event, to);
        } else if (name.equals("sched_process_exec")) {
            to.accept(exec(event));
        }
    }

    private void console(String name, ITmfEvent event, Consumer<GuestEvent> to) {
        switch (name) {
        case ConsoleMessage.BOOT -> stage(event, 2, to);
        case ConsoleMessage.INIT -> stage(event, 3, to);
        case ConsoleMessage.REBOOT -> stage(event, 6, to);
        case ConsoleMessage.PANIC -> {
            die(event, to);
            to.accept(new GuestEvent.Panic(time(event), from(event), panicked(event), time(event), text(event)));
        }
        case ConsoleMessage.OOPS -> oops(event);
        case ConsoleMessage.OOPS_TASK -> {
            fCrashed = fOops == null ? fCrashed : tid(event);
            die(event, to);
        }
        case ConsoleMessage.OOPS_PLACE -> place(event, to);
        case ConsoleMessage.OOPS_END -> {
            die(event, to);
            fOops = null;
        }
        default -> {
            // reports nothing of the boot
        }
        }
    }

    private void stage(ITmfEvent event, int stage, Consumer<GuestEvent> to) {
        to.accept(new GuestEvent.Stage(time(event), from(event), stage, 0, null));
    }

    /** The thread that panicked: that of the oops before it, or the first process, where the text reports it. */
    private int panicked(ITmfEvent event) {
        int tid = tid(event);
        String text = text(event);
        return tid >= 0 ? tid : text.startsWith("Attempted to kill init") ? 1 : text.startsWith("Fatal exception") ? fCrashed
                : GuestEvent.UNKNOWN_ID;
    }

    private void oops(ITmfEvent event) {
        if (fOops == null) {
            fOops = text(event);
            fFault = value(event.getContent(), ConsoleMessage.FAULT) instanceof Number address ? address.longValue() : 0;
            fCrashed = tid(event);
            fIsReported = false;
            fIsPlaced = false;
        }
    }

    /** Reports that the kernel oopsed, once who did it is known or nobody will report. */
    private void die(ITmfEvent event, Consumer<GuestEvent> to) {
        if (fOops != null && !fIsReported) {
            fIsReported = true;
            to.accept(new GuestEvent.Die(time(event), from(event), fCrashed, 0, GuestEvent.UNKNOWN_ID, GuestEvent.UNKNOWN_ID,
                    fFault));
            reason(event, fOops, to);
        }
    }

    private void place(ITmfEvent event, Consumer<GuestEvent> to) {
        // of the places of an oops only the first is its own
        if (fOops != null && !fIsPlaced) {
            fIsPlaced = true;
            fOops += " in " + value(event.getContent(), ConsoleMessage.FUNCTION);
            if (fIsReported) {
                reason(event, fOops, to);
            }
        }
        die(event, to);
    }

    private void reason(ITmfEvent event, String text, Consumer<GuestEvent> to) {
        to.accept(new GuestEvent.Text(time(event), from(event), TextType.DIE, text, time(event), true));
    }

    private GuestEvent exec(ITmfEvent event) {
        int tid = tid(event);
        Object file = value(event.getContent(), "filename");
        return new GuestEvent.Exec(time(event), from(event), tid, tid, GuestEvent.UNKNOWN_ID,
                file == null ? null : TextLimit.NAME.clip(file.toString()));
    }

    private static String text(ITmfEvent event) {
        return String.valueOf(value(event.getContent(), ConsoleMessage.TEXT));
    }

    private static long time(ITmfEvent event) {
        return event.getTimestamp().toNanos();
    }

    /** The thread that the event reports, else the one that runs there. */
    private static int tid(ITmfEvent event) {
        Object tid = value(event.getContent(), ConsoleMessage.TID);
        tid = tid != null ? tid : value(event.getContent(), HostEventReader.CONTEXT_TID);
        return tid instanceof Number number ? number.intValue() : GuestEvent.UNKNOWN_ID;
    }

    GuestCpu from(ITmfEvent event) {
        Object cpu = TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event);
        int number = cpu instanceof Integer found ? found : GuestEvent.UNKNOWN_ID;
        return new GuestCpu(fVcpus.applyAsInt(number), number, 0, 0);
    }

    private static Object value(ITmfEventField content, String name) {
        ITmfEventField field = content == null ? null : content.getField(name);
        return field == null ? null : field.getValue();
    }
}
