/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/** What program order bounds of the events of one processor, in order of their stamps. Crossed pairs have no bounds and give none. */
final class PairBounds implements BoundCursor {

    private static final long NONE = -1;

    private final GuestTimes fGuest;
    private final VcpuTimes fVcpu;
    private final Longs fMatches;
    private final TracerOrder fOrder;
    /** The hypercalls of this pair and its neighbours; negative if there is none, or it is crossed. */
    private long fBefore = NONE;
    private long fThis = NONE;
    private long fAfter = NONE;
    /** The events of the guest that this pair and the next one have. */
    private long fEvent = NONE;
    private long fNextEvent = NONE;
    private long fLow;
    private long fHigh;

    /** @param matches of each event of the guest its hypercall; negative without, or if it is crossed */
    PairBounds(GuestTimes guest, VcpuTimes vcpu, Longs matches, TracerOrder order) {
        fGuest = guest;
        fVcpu = vcpu;
        fMatches = matches;
        fOrder = order;
        follow();
    }

    private void follow() {
        long event = fNextEvent + 1;
        long match = NONE;
        while (event < fMatches.size() && (match = fMatches.get(event)) == NONE) {
            event++;
        }
        fNextEvent = event;
        fAfter = event < fMatches.size() ? match : NONE;
    }

    @Override
    public boolean next() {
        while (fNextEvent < fMatches.size()) {
            fBefore = fThis;
            fThis = fAfter;
            fEvent = fNextEvent;
            follow();
            if (fThis >= 0) {
                long low = fOrder == TracerOrder.HYPERCALL_FIRST ? fThis : fBefore;
                long high = fOrder == TracerOrder.STAMP_FIRST ? fThis : fAfter;
                long entry = low < 0 ? VcpuTimes.NONE : fVcpu.entryAfter(low);
                fLow = entry == VcpuTimes.NONE ? BoundSink.NO_LOW : entry;
                fHigh = high < 0 ? BoundSink.NO_HIGH : fVcpu.exitBefore(high);
                if (fLow != BoundSink.NO_LOW || fHigh != BoundSink.NO_HIGH) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public long reading() {
        return fGuest.reading(fEvent);
    }

    @Override
    public long low() {
        return fLow;
    }

    @Override
    public long high() {
        return fHigh;
    }
}
