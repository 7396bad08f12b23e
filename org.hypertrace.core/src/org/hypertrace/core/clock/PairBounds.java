/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.BoundSink;

/** What program order bounds of the events of one processor, in order of their stamps. Crossed pairs have no bounds and give none. */
final class PairBounds extends BoundCursor {

    private static final long NONE = -1;

    private final boolean fLowIsOwn;
    private final boolean fHighIsOwn;
    private final LongsReader fMatches;
    private final long fEvents;
    private final LongsReader fReadings;
    private final LongsReader fEntries;
    private final LongsReader fExits;
    /** The event that is looked at next, and the last one that has a hypercall. */
    private long fNext;
    private long fEvent;
    /** The hypercalls of that one and of the pair before it; negative if there is none, or it is crossed. */
    private long fThis = NONE;
    private long fBefore = NONE;

    /**
     * @param order
     *            which tracer comes first
     * @param matches
     *            of each event its hypercall; less than -1 if it is crossed, -1 without one
     * @param events
     *            how many there are
     * @param readings
     *            of each event
     * @param entries
     *            of each hypercall the entry after it
     * @param exits
     *            of each hypercall the exit before it
     */
    PairBounds(TracerOrder order, LongsReader matches, long events, LongsReader readings, LongsReader entries, LongsReader exits) {
        fLowIsOwn = order == TracerOrder.HYPERCALL_FIRST;
        fHighIsOwn = order == TracerOrder.STAMP_FIRST;
        fMatches = matches;
        fEvents = events;
        fReadings = readings;
        fEntries = entries;
        fExits = exits;
    }

    @Override
    protected void fill() {
        // behind the last event the last pair comes
        for (; hasRoom() && fNext <= fEvents; fNext++) {
            long match = fNext < fEvents ? fMatches.get(fNext) : NONE;
            if (match != NONE || fNext == fEvents) {
                if (fThis >= 0) {
                    bound(match);
                }
                fBefore = fThis;
                fThis = match;
                fEvent = fNext;
            }
        }
    }

    private void bound(long after) {
        long low = fLowIsOwn ? fThis : fBefore;
        long high = fHighIsOwn ? fThis : after;
        long entry = low < 0 ? VcpuTimes.NONE : fEntries.get(low);
        long lower = entry == VcpuTimes.NONE ? BoundSink.NO_LOW : entry;
        long higher = high < 0 ? BoundSink.NO_HIGH : fExits.get(high);
        if (lower != BoundSink.NO_LOW || higher != BoundSink.NO_HIGH) {
            give(fReadings.get(fEvent), lower, higher);
        }
    }
}
