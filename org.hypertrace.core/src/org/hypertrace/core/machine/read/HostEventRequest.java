/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.failure.Server;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.trace.text.LineTrace;

/** One reading of all host events of a trace or experiment, which reports how far it is and can be cancelled. */
public final class HostEventRequest extends TmfEventRequest {

    /** The progress that is reported: thousandths of the time. */
    private static final int STEPS = 1000;
    /** How many events are read before cancelling and progress are looked at. */
    private static final int OFTEN = 1 << 12;

    private final HostEventSource fSource;
    private final Consumer<HostEvent> fTo;
    private final IProgressMonitor fMonitor;
    private final long fBegin;
    private final long fUntil;
    /** Of all that is read; only for the progress. */
    private long fEnd = Long.MIN_VALUE;
    private long fSkip;
    private int fCount;
    private int fReported;
    private boolean fEnough;
    private long fLast = Long.MIN_VALUE;
    private final Server fServer = new Server();
    private volatile Throwable fFailure;

    private HostEventRequest(ITmfTrace trace, HostEventSource source, long until, Consumer<HostEvent> to,
            IProgressMonitor monitor, ExecutionType priority) {
        super(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, ITmfEventRequest.ALL_DATA, priority);
        fSource = source;
        fTo = to;
        fMonitor = monitor;
        fBegin = HostTraces.begin(trace);
        fUntil = until;
    }

    private static long end(ITmfTrace trace, long begin) {
        try {
            long end = begin;
            for (ITmfTrace child : TmfTraceManager.getTraceSet(trace)) {
                // for the end of others than CTF traces Trace Compass would wait a second, and then read all: that of a text is known when it was read
                if (child instanceof LoneVmTrace lone) {
                    end = lone.end() == null ? end : Math.max(end, lone.end());
                    continue;
                }
                ITmfTimestamp last = child instanceof LineTrace ? child.getEndTime() : child.readEnd();
                end = last == null ? end : Math.max(end, last.toNanos());
            }
            return end;
        } catch (RuntimeException e) {
            // a trace that is closed meanwhile has nothing any more by which to find its end; the request will be cancelled
            return begin;
        }
    }

    /**
     * Reads the events and waits for that; before them come {@link HostEvent.RingClock}s, where manifests name rings.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param until
     *            the events from this time on are not wanted, ns since the epoch
     * @param to
     *            gets the events in time order; what it throws ends the reading and is thrown here
     * @param monitor
     *            gets the progress, as one task, and can cancel
     * @return whether all that is wanted was read
     * @throws IllegalStateException
     *             if the trace cannot be read, with the cause
     */
    public static boolean read(ITmfTrace trace, HostTraces traces, long until, Consumer<HostEvent> to,
            IProgressMonitor monitor) {
        return read(trace, traces, until, false, to, monitor);
    }

    /**
     * The same.
     *
     * @param leavesOut
     *            whether guests' own traces are not read of which no event is handled, see {@link GuestTrace#isSilent}
     */
    public static boolean read(ITmfTrace trace, HostTraces traces, long until, boolean leavesOut, Consumer<HostEvent> to, IProgressMonitor monitor) {
        List<HostEvent> first = RingReading.of(trace, traces, monitor);
        if (first == null) {
            return false;
        }
        first.forEach(to);
        return readOnce(trace, traces, until, leavesOut, to, monitor);
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param monitor
     *            can cancel
     * @return what came before all events when they were last read: if they were not, they are read for that; null if not all could be read
     */
    public static List<HostEvent> ringClocks(ITmfTrace trace, HostTraces traces, IProgressMonitor monitor) {
        return RingReading.found(trace, traces, monitor);
    }

    /** The same as {@link #read} without what places the records of rings. */
    static boolean readOnce(ITmfTrace trace, HostTraces traces, Consumer<HostEvent> to, IProgressMonitor monitor) {
        return readOnce(trace, traces, Long.MAX_VALUE, false, to, monitor);
    }

    private static boolean readOnce(ITmfTrace trace, HostTraces traces, long until, boolean leavesOut, Consumer<HostEvent> to, IProgressMonitor monitor) {
        HostEventSource source = new HostEventSource(traces);
        if (leavesOut) {
            source.leaveSilentOut();
        }
        HostEventRequest request = new HostEventRequest(trace, source, until, to, monitor, ExecutionType.FOREGROUND);
        return request.readDirectly(trace, () -> request.readAtOnce(trace));
    }

    /**
     * Reads all events in the background, and waits for that.
     *
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param detail
     *            what of the events is asked for
     * @param to
     *            gets the events in time order; what it throws ends the reading and is thrown here
     * @param together
     *            nobody but these asks for the trace now; null: Trace Compass waits a second for more requests to read events together with
     * @param monitor
     *            gets the progress, as one task, and can cancel
     * @return the time of the last event, ns since the epoch, {@link Long#MIN_VALUE} if there is none; null if not all was read
     */
    static Long readAll(ITmfTrace trace, HostTraces traces, HostEventReader.Detail detail, Consumer<HostEvent> to, ReadTogether together,
            IProgressMonitor monitor) {
        List<HostEvent> first = RingReading.of(trace, traces, monitor);
        if (first == null) {
            return null;
        }
        first.forEach(to);
        HostEventSource source = new HostEventSource(traces, detail);
        if (together != null && together.leavesOut()) {
            source.leaveSilentOut();
        }
        HostEventRequest request = new HostEventRequest(trace, source, Long.MAX_VALUE, to, monitor, ExecutionType.BACKGROUND);
        boolean all = request.readDirectly(trace, () -> together != null ? request.readAtOnce(trace) : request.read(trace, () -> { }));
        return all ? Long.valueOf(request.fLast) : null;
    }

    /** Trace Compass waits a second for more requests to read events together with, unless it knows that this is all. */
    private boolean readAtOnce(ITmfTrace trace) {
        trace.notifyPendingRequest(true);
        return read(trace, () -> trace.notifyPendingRequest(false));
    }

    /** Reads from the files of the trace; what cannot be read so, by the request. */
    private boolean readDirectly(ITmfTrace trace, BooleanSupplier rest) {
        fMonitor.beginTask("Reading " + trace.getName(), STEPS);
        try (DirectReading direct = DirectReading.of(trace, fSource)) {
            if (direct != null) {
                fEnd = Math.min(fUntil, direct.end());
                DirectReading.End end = direct.read(this::goesOn, fTo);
                if (end != DirectReading.End.REST) {
                    if (fEnough || end == DirectReading.End.ALL) {
                        fSource.finish(fUntil, fTo);
                        return true;
                    }
                    return false;
                }
                fSkip = direct.count();
            }
        } finally {
            fMonitor.done();
        }
        if (fEnd == Long.MIN_VALUE) {
            // Trace Compass decodes the last packets for that
            fEnd = Math.min(fUntil, end(trace, fBegin));
        }
        return rest.getAsBoolean();
    }

    private boolean goesOn(long time) {
        if (time >= fUntil) {
            fEnough = true;
            return false;
        }
        fLast = time;
        // only this cancels while the files are read, and to ask takes a lock
        if ((fCount++ & OFTEN - 1) == 0) {
            report(time);
            return !isCancelled();
        }
        return true;
    }

    private boolean read(ITmfTrace trace, Runnable sent) {
        fMonitor.beginTask("Reading " + trace.getName(), STEPS);
        trace.sendRequest(this);
        sent.run();
        try {
            Throwable death = fServer.await();
            fFailure = death == null ? fFailure : death;
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
        }
        fMonitor.done();
        if (fFailure instanceof Error error) {
            throw error;
        }
        if (fFailure != null) {
            throw fFailure instanceof RuntimeException exception ? exception : new IllegalStateException(fFailure);
        }
        if (isFailed() && getFailureCause() != null) {
            throw new IllegalStateException(getFailureCause());
        }
        if (fEnough || isCompleted() && !isFailed() && !isCancelled()) {
            fSource.finish(fUntil, fTo);
        }
        return fEnough || isCompleted() && !isFailed() && !isCancelled();
    }

    @Override
    public void handleData(ITmfEvent event) {
        super.handleData(event);
        if (isCancelled() || fSource.leavesOut(event.getTrace()) || fSkip-- > 0) {
            return;
        }
        try {
            handle(event);
        } catch (Throwable e) {
            fFailure = e;
            cancel();
        }
    }

    private void handle(ITmfEvent event) {
        if (goesOn(event.getTimestamp().toNanos())) {
            fSource.read(event, fTo);
        } else if (fEnough) {
            cancel();
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

    private void report(long time) {
        if (fMonitor.isCanceled()) {
            cancel();
        }
        int now = fEnd <= fBegin ? 0 : (int) Math.min(STEPS, (double) (time - fBegin) / (fEnd - fBegin) * STEPS);
        if (now > fReported) {
            fMonitor.worked(now - fReported);
            fReported = now;
        }
    }
}
