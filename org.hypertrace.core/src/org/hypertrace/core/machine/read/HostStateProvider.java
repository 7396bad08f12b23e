/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;

/**
 * Fills a state system from the events of hosts. Events are read where they come from, on the thread that reads the trace,
 * and handed over many at a time to a thread of its own that handles them.
 * <p>
 * Whatever either thread fails of, the other does not wait for it. (Trace Compass' own base class lets the reader wait for
 * ever when the other thread dies of an error.)
 */
public abstract class HostStateProvider implements ITmfStateProvider {

    /** Batches of events that may wait for being handled. */
    private static final int BATCHES = 16;
    /** How often who waits looks whether that is of use. */
    private static final int LOOK_MS = 200;
    private static final EventBatch END = new EventBatch();

    private final ITmfTrace fTrace;
    private final HostTraces fTraces;
    private final HostEventSource fSource;
    private final Consumer<HostEvent> fToBatch = this::collect;
    private final BlockingQueue<EventBatch> fQueue = new ArrayBlockingQueue<>(BATCHES);
    private final Thread fHandler;
    private EventBatch fBatch = new EventBatch();
    private ITmfTimestamp fLast;
    private volatile ITmfStateSystemBuilder fStates;
    private volatile long fSafe;
    private volatile Throwable fFailure;

    /**
     * @param trace
     *            a trace or experiment
     * @param id
     *            of the state system
     * @param traces
     *            its hosts
     */
    protected HostStateProvider(ITmfTrace trace, String id, HostTraces traces) {
        fTrace = trace;
        fTraces = traces;
        fSource = new HostEventSource(traces);
        fSafe = getStartTime() - 1;
        fHandler = new Thread(this::handleAll, id + " events");
    }

    /** @return the hosts of the trace */
    protected HostTraces traces() {
        return fTraces;
    }

    /** @param event the next one, in time order */
    protected abstract void accept(HostEvent event);

    @Override
    public ITmfTrace getTrace() {
        return fTrace;
    }

    @Override
    public long getStartTime() {
        return HostTraces.begin(fTrace);
    }

    @Override
    public long getLatestSafeTime() {
        return fSafe;
    }

    @Override
    public void assignTargetStateSystem(ITmfStateSystemBuilder states) {
        fStates = states;
        fHandler.start();
    }

    @Override
    public ITmfStateSystem getAssignedStateSystem() {
        return fStates;
    }

    @Override
    public void processEvent(ITmfEvent event) {
        if (fFailure != null) {
            throw new IllegalStateException(fFailure);
        }
        fSource.read(event, fToBatch);
        fLast = event.getTimestamp();
        fBatch.seen(fLast);
        if (fBatch.isFull()) {
            handOver(fBatch);
            fBatch = new EventBatch();
        }
    }

    private void collect(HostEvent event) {
        fBatch.add(event);
    }

    /** Waits for room as long as somebody makes some. */
    private void handOver(EventBatch batch) {
        try {
            while (!fQueue.offer(batch, LOOK_MS, TimeUnit.MILLISECONDS) && fHandler.isAlive()) {
                // it is slower than the reader
            }
        } catch (InterruptedException e) {
            fail(e);
            Thread.currentThread().interrupt();
        }
    }

    private void handOverRest() {
        try {
            if (fLast != null && fFailure == null) {
                fSource.finish(Long.MAX_VALUE, fToBatch);
                fBatch.seen(fLast);
                handOver(fBatch);
                fBatch = new EventBatch();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void handleAll() {
        long last = Long.MIN_VALUE;
        try {
            for (EventBatch batch = fQueue.take(); batch != END && fFailure == null; batch = fQueue.take()) {
                last = batch.getTimestamp().toNanos();
                batch.forEach(this::handle);
                fSafe = last - 1;
            }
            if (fFailure == null) {
                done();
            }
        } catch (Throwable e) {
            fail(e);
        }
        try {
            // also after a failure, so that nobody waits for it, unless it is the state system's
            if (!Thread.interrupted()) {
                fStates.closeHistory(last);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void handle(HostEvent event) {
        if (fFailure == null) {
            accept(event);
        }
    }

    /** Ends it: nothing more is handled, and what was is of no use. */
    @Override
    public void fail(Throwable cause) {
        if (fFailure == null) {
            fFailure = cause;
        }
        if (Thread.currentThread() != fHandler) {
            // it may wait for a thread of the state system that is no more
            fHandler.interrupt();
        }
    }

    @Override
    public Throwable getFailureCause() {
        return fFailure;
    }

    /** Waits until all is handled. */
    @Override
    public void dispose() {
        if (fStates != null) {
            handOverRest();
            handOver(END);
            try {
                fHandler.join();
            } catch (InterruptedException e) {
                fail(e);
                Thread.currentThread().interrupt();
            }
        }
    }
}
