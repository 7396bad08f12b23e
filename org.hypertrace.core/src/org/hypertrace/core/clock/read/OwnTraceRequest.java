/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

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
import org.hypertrace.core.failure.Server;
import org.hypertrace.core.machine.read.EventOrder;

/** Reads when the events of a guest's own trace were, on which processor, and what identifies them. */
final class OwnTraceRequest extends TmfEventRequest {

    private final GuestClock fTo;
    private final EventOrder fOrder;
    private final IProgressMonitor fMonitor;
    private long fSkip;
    private final Server fServer = new Server();
    private Throwable fFailure;

    private OwnTraceRequest(GuestClock to, EventOrder order, long skip, IProgressMonitor monitor) {
        super(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, ITmfEventRequest.ALL_DATA, ExecutionType.FOREGROUND);
        fTo = to;
        fOrder = order;
        fSkip = skip;
        fMonitor = monitor;
    }

    /** Reads the events behind the first ones, of which {@code skip} are known. @throws IllegalStateException if the trace cannot be read, with the cause */
    static void read(ITmfTrace trace, GuestClock to, EventOrder order, long skip, IProgressMonitor monitor) {
        OwnTraceRequest request = new OwnTraceRequest(to, order, skip, monitor);
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
        if (isCancelled() || fSkip-- > 0) {
            return;
        }
        try {
            if (fMonitor.isCanceled()) {
                cancel();
                return;
            }
            long time = event.getTimestamp().toNanos();
            fOrder.place(event, time);
            if (TmfTraceUtils.resolveEventAspectOfClassForEvent(event.getTrace(), TmfCpuAspect.class, event) instanceof Integer cpu && cpu >= 0) {
                fTo.guestEvent(cpu, time, key(event));
            }
        } catch (RuntimeException | Error e) {
            fFailure = e;
            cancel();
        }
    }

    private static long key(ITmfEvent event) {
        OwnEvent known = OwnEvent.of(event.getName());
        return known == null ? MatchKey.NONE : known.key(field -> {
            ITmfEventField found = event.getContent().getField(known.fields().get(field));
            return found != null && found.getValue() instanceof Number number ? number.longValue() : OwnEvent.ABSENT;
        });
    }
}
