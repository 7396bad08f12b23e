/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.statesystem.AbstractTmfStateProvider;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;

/**
 * Fills a state system from the events of hosts. Events are read where they come from, on the thread that reads the trace,
 * and handed over many at a time: an element of Trace Compass' queue costs more than handling an event, and the tracer's
 * records are still in the cache.
 */
public abstract class HostStateProvider extends AbstractTmfStateProvider {

    /** Batches of events that may wait for being handled. */
    private static final int BATCHES = 16;

    private final HostTraces fTraces;
    private final HostEventSource fSource;
    private final Consumer<HostEvent> fToBatch = this::collect;
    private EventBatch fBatch = new EventBatch();
    private ITmfTimestamp fLast;

    /**
     * @param trace
     *            a trace or experiment
     * @param id
     *            of the state system
     * @param traces
     *            its hosts
     */
    protected HostStateProvider(ITmfTrace trace, String id, HostTraces traces) {
        super(trace, id, BATCHES, 1);
        fTraces = traces;
        fSource = new HostEventSource(traces);
    }

    /** @return the hosts of the trace */
    protected HostTraces traces() {
        return fTraces;
    }

    /** @param event the next one, in time order */
    protected abstract void accept(HostEvent event);

    @Override
    public long getStartTime() {
        return HostTraces.begin(getTrace());
    }

    @Override
    public void processEvent(ITmfEvent event) {
        fSource.read(event, fToBatch);
        fLast = event.getTimestamp();
        fBatch.seen(fLast);
        if (fBatch.isFull()) {
            handOver();
        }
    }

    private void collect(HostEvent event) {
        fBatch.add(event);
    }

    private void handOver() {
        super.processEvent(fBatch);
        fBatch = new EventBatch();
    }

    @Override
    public void waitForEmptyQueue() {
        if (!fBatch.isEmpty()) {
            handOver();
        }
        super.waitForEmptyQueue();
    }

    @Override
    protected void eventHandle(ITmfEvent batch) {
        ((EventBatch) batch).forEach(this::accept);
    }

    @Override
    public void dispose() {
        if (fLast != null) {
            fSource.finish(Long.MAX_VALUE, fToBatch);
            fBatch.seen(fLast);
        }
        if (!fBatch.isEmpty()) {
            handOver();
        }
        super.dispose();
    }
}
