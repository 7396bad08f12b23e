/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfLostEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** A mark where records of a ring are lost: from the record before to the one after. */
public final class RingLoss extends TmfLostEvent {

    private final RingPlace fPlace;
    private final String fWhat;
    private final long fUntil;

    RingLoss(ITmfTrace trace, RingItem item, long time, long until) {
        super(trace, ITmfContext.UNKNOWN_RANK, TmfTimestamp.fromNanos(time), new TmfEventType("Lost records", null),
                new TmfTimeRange(TmfTimestamp.fromNanos(time), TmfTimestamp.fromNanos(until)), item.count());
        fPlace = item.place();
        fUntil = until;
        fWhat = item.count() + " records " + item.lost().label();
    }

    /** @return how many are lost and why, in words */
    public String contents() {
        return fWhat;
    }

    /** The time of the record behind it, ns. */
    long until() {
        return fUntil;
    }

    /** @return the number of the ring in the file */
    public int ring() {
        return fPlace.ring();
    }

    /** @return the number of the first lost record, -1 if it has none */
    public long number() {
        return fPlace.number();
    }

    @Override
    public boolean equals(Object other) {
        return this == other || super.equals(other) && other instanceof RingLoss loss && loss.fPlace.equals(fPlace);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fPlace.hashCode();
    }
}
