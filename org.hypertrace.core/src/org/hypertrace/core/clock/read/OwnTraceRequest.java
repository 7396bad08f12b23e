/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.failure.Server;

/** Reads when the events of a guest's own trace were, on which processor, and what identifies them. */
final class OwnTraceRequest extends TmfEventRequest {

    /** What an event is, and the fields that identify it, in the words of LTTng and of ftrace. */
    private record Known(EventKind kind, String[] first, String[] second) { }

    private static final String[] NONE = {};
    private static final String[] TID = { "tid", "pid" };
    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("sched_switch", new Known(EventKind.SCHED_SWITCH, new String[] { "prev_tid", "prev_pid" }, new String[] { "next_tid", "next_pid" })),
            Map.entry("sched_waking", new Known(EventKind.SCHED_WAKING, TID, NONE)),
            Map.entry("sched_wakeup", new Known(EventKind.SCHED_WAKEUP, TID, NONE)),
            Map.entry("sched_wakeup_new", new Known(EventKind.SCHED_WAKEUP_NEW, TID, NONE)),
            Map.entry("sched_process_fork", new Known(EventKind.SCHED_PROCESS_FORK, new String[] { "child_tid", "child_pid" }, NONE)),
            Map.entry("sched_process_exec", new Known(EventKind.SCHED_PROCESS_EXEC, TID, NONE)),
            Map.entry("sched_process_exit", new Known(EventKind.SCHED_PROCESS_EXIT, TID, NONE)),
            Map.entry("irq_handler_entry", new Known(EventKind.IRQ_HANDLER_ENTRY, new String[] { "irq" }, NONE)),
            Map.entry("irq_handler_exit", new Known(EventKind.IRQ_HANDLER_EXIT, new String[] { "irq" }, NONE)),
            Map.entry("softirq_entry", new Known(EventKind.IRQ_SOFTIRQ_ENTRY, new String[] { "vec" }, NONE)),
            Map.entry("softirq_exit", new Known(EventKind.IRQ_SOFTIRQ_EXIT, new String[] { "vec" }, NONE)),
            Map.entry("softirq_raise", new Known(EventKind.IRQ_SOFTIRQ_RAISE, new String[] { "vec" }, NONE)),
            Map.entry("hrtimer_start", new Known(EventKind.TIMER_HRTIMER_START, new String[] { "hrtimer" }, new String[] { "expires" })),
            Map.entry("hrtimer_expire_entry", new Known(EventKind.TIMER_HRTIMER_EXPIRE_ENTRY, new String[] { "hrtimer" }, new String[] { "now" })));

    private final GuestClock fTo;
    private final IProgressMonitor fMonitor;
    private final Server fServer = new Server();
    private Throwable fFailure;

    private OwnTraceRequest(GuestClock to, IProgressMonitor monitor) {
        super(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, ITmfEventRequest.ALL_DATA, ExecutionType.FOREGROUND);
        fTo = to;
        fMonitor = monitor;
    }

    /** @throws IllegalStateException if the trace cannot be read, with the cause */
    static void read(ITmfTrace trace, GuestClock to, IProgressMonitor monitor) {
        OwnTraceRequest request = new OwnTraceRequest(to, monitor);
        trace.sendRequest(request);
        try {
            Throwable death = request.fServer.await();
            request.fFailure = death == null ? request.fFailure : death;
        } catch (InterruptedException e) {
            request.cancel();
            Thread.currentThread().interrupt();
        }
        Throwable failure = request.fFailure == null && request.isFailed() ? request.getFailureCause() : request.fFailure;
        if (failure != null) {
            throw failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
        }
    }

    @Override
    public void handleStarted() {
        fServer.begins();
        super.handleStarted();
    }

    @Override
    public void handleCompleted() {
        try {
            super.handleCompleted();
        } finally {
            fServer.completed();
        }
    }

    @Override
    public void handleData(ITmfEvent event) {
        super.handleData(event);
        if (isCancelled()) {
            return;
        }
        try {
            if (fMonitor.isCanceled()) {
                cancel();
            } else if (TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event) instanceof Integer cpu && cpu >= 0) {
                fTo.guestEvent(cpu, event.getTimestamp().toNanos(), key(event));
            }
        } catch (RuntimeException | Error e) {
            fFailure = e;
            cancel();
        }
    }

    private static long key(ITmfEvent event) {
        String name = event.getName();
        String plain = name.substring(name.lastIndexOf(':') + 1);
        Known known = KNOWN.get(plain.startsWith("irq_softirq_") ? plain.substring(4) : plain.startsWith("timer_hrtimer_") ? plain.substring(6) : plain);
        Number first = known == null ? null : number(event, known.first);
        Number second = first == null || known.second.length == 0 ? null : number(event, known.second);
        return first == null || known.second.length > 0 && second == null ? MatchKey.NONE
                : MatchKey.of(known.kind, first.longValue(), second == null ? 0 : second.longValue());
    }

    private static Number number(ITmfEvent event, String[] names) {
        for (String name : names) {
            ITmfEventField field = event.getContent().getField(name);
            if (field != null && field.getValue() instanceof Number number) {
                return number;
            }
        }
        return null;
    }
}
