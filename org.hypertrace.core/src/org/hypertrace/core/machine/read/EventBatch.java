/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.Arrays;
import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.HostEvent;

/** Events in time order that go through Trace Compass' queue as one; its time is that of the last. */
final class EventBatch extends TmfEvent {

    private static final int SIZE = 512;

    private HostEvent[] fEvents = new HostEvent[SIZE + 2];
    private int fCount;
    private ITmfTimestamp fLast;

    EventBatch() {
        super(null, ITmfContext.UNKNOWN_RANK, null, null, null);
    }

    void add(HostEvent event) {
        if (fCount == fEvents.length) {
            fEvents = Arrays.copyOf(fEvents, 2 * fCount);
        }
        fEvents[fCount++] = event;
    }

    void seen(ITmfTimestamp last) {
        fLast = last;
    }

    boolean isFull() {
        return fCount >= SIZE;
    }

    boolean isEmpty() {
        return fLast == null;
    }

    void forEach(Consumer<HostEvent> to) {
        for (int i = 0; i < fCount; i++) {
            to.accept(fEvents[i]);
        }
    }

    @Override
    public ITmfTimestamp getTimestamp() {
        return fLast;
    }
}
