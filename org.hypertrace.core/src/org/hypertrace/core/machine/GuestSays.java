/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.console.ConsoleLogTrace;
import org.hypertrace.core.console.ConsoleMessage;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.stream.GuestCpu;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.InitcallEvents;
import org.hypertrace.core.stream.TextType;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Reads what a guest's own trace - a kernel trace with the events of initcalls, or its console log - tells of its boot as
 * the {@link GuestEvent}s that the same guest would say by hypercall. One for each trace: events are to come in their order.
 */
public final class GuestSays {

    private final boolean fIsConsole;
    private final InitcallEvents fInitcalls = new InitcallEvents();
    /** What is told of a crash until who crashed is known; null if none is told. */
    private String fOops;
    private long fFault;
    private boolean fIsSaid;
    private boolean fIsPlaced;
    private int fCrashed = GuestEvent.NOT_TOLD;

    /** @param trace a guest's own */
    public GuestSays(ITmfTrace trace) {
        fIsConsole = trace instanceof ConsoleLogTrace;
    }

    /**
     * @param event
     *            the next event of the trace
     * @param to
     *            gets what it says, nothing for most events
     */
    public void read(ITmfEvent event, Consumer<GuestEvent> to) {
        String name = event.getName();
        name = name.substring(name.lastIndexOf(':') + 1);
        if (InitcallEvents.concerns(name)) {
            ITmfEventField content = event.getContent();
            GuestEvent said = fInitcalls.read(name, field -> value(content, field), time(event), from(event), tid(event));
            if (said != null) {
                to.accept(said);
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
            // tells nothing of the boot
        }
        }
    }

    private static void stage(ITmfEvent event, int stage, Consumer<GuestEvent> to) {
        to.accept(new GuestEvent.Stage(time(event), from(event), stage, 0, null));
    }

    /** The thread that panicked: that of the oops before it, or the first process, where the text says so. */
    private int panicked(ITmfEvent event) {
        int tid = tid(event);
        String text = text(event);
        return tid >= 0 ? tid : text.startsWith("Attempted to kill init") ? 1 : text.startsWith("Fatal exception") ? fCrashed
                : GuestEvent.NOT_TOLD;
    }

    private void oops(ITmfEvent event) {
        if (fOops == null) {
            fOops = text(event);
            fFault = value(event.getContent(), ConsoleMessage.FAULT) instanceof Number address ? address.longValue() : 0;
            fCrashed = tid(event);
            fIsSaid = false;
            fIsPlaced = false;
        }
    }

    /** Says that the kernel oopsed, once who did it is known or nobody will tell. */
    private void die(ITmfEvent event, Consumer<GuestEvent> to) {
        if (fOops != null && !fIsSaid) {
            fIsSaid = true;
            to.accept(new GuestEvent.Die(time(event), from(event), fCrashed, 0, GuestEvent.NOT_TOLD, GuestEvent.NOT_TOLD,
                    fFault));
            reason(event, fOops, to);
        }
    }

    private void place(ITmfEvent event, Consumer<GuestEvent> to) {
        // of the places that an oops tells only the first is its own
        if (fOops != null && !fIsPlaced) {
            fIsPlaced = true;
            fOops += " in " + value(event.getContent(), ConsoleMessage.FUNCTION);
            if (fIsSaid) {
                reason(event, fOops, to);
            }
        }
        die(event, to);
    }

    private static void reason(ITmfEvent event, String text, Consumer<GuestEvent> to) {
        to.accept(new GuestEvent.Text(time(event), from(event), TextType.DIE, text, time(event), true));
    }

    private static GuestEvent exec(ITmfEvent event) {
        int tid = tid(event);
        Object file = value(event.getContent(), "filename");
        return new GuestEvent.Exec(time(event), from(event), tid, tid, GuestEvent.NOT_TOLD,
                file == null ? null : TextLimit.NAME.clip(file.toString()));
    }

    private static String text(ITmfEvent event) {
        return String.valueOf(value(event.getContent(), ConsoleMessage.TEXT));
    }

    private static long time(ITmfEvent event) {
        return event.getTimestamp().toNanos();
    }

    /** The thread that the event tells, else the one that runs there. */
    private static int tid(ITmfEvent event) {
        Object tid = value(event.getContent(), ConsoleMessage.TID);
        tid = tid != null ? tid : value(event.getContent(), HostEventReader.CONTEXT_TID);
        return tid instanceof Number number ? number.intValue() : GuestEvent.NOT_TOLD;
    }

    static GuestCpu from(ITmfEvent event) {
        Object cpu = TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event);
        return new GuestCpu(GuestEvent.NOT_TOLD, cpu instanceof Integer number ? number : GuestEvent.NOT_TOLD, 0, 0);
    }

    private static Object value(ITmfEventField content, String name) {
        ITmfEventField field = content == null ? null : content.getField(name);
        return field == null ? null : field.getValue();
    }
}
