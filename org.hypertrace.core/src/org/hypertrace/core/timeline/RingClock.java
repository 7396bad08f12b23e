/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

/**
 * When it was by the host's clock that a guest's TSC had some value: a known moment, and so many ticks before or after it.
 * <p>
 * The guest reads its TSC and then makes the hypercall that reports it. So each such hypercall reports when it was <em>at the latest</em>:
 * one that reports an earlier time is nearer to the truth and counts. One that reports a later time (the vCPU had to
 * wait meanwhile) counts only as far as clocks may drift apart.
 */
public final class RingClock {

    /** How far two clocks may drift apart: one part of so many. */
    private static final long DRIFT = 2000;
    /** How far the clock may be ahead: by the guest's word only, before a record was found again, and after that. */
    private static final long[] AHEAD = { 0, 1_000_000_000L, 100_000_000L, 1_000_000L };
    private static final double NS_PER_MS = 1e6;

    /** How well the moment is known. */
    private enum Known { NOT, BY_GUEST, BY_HOST, BY_RECORDS }

    private final long fKhz;
    private Known fKnown = Known.NOT;
    private long fTsc;
    private long fTime;
    private int fChanges;
    private int fSets;

    /** @param khz thousands of ticks per second, 0 if not recorded: no moment is known then */
    public RingClock(long khz) {
        fKhz = khz;
    }

    /** @return whether a moment is known, so that {@link #timeOf} can be asked */
    public boolean isSet() {
        return fKnown != Known.NOT;
    }

    /** @return whether the guest's own clock is all that is known */
    public boolean isGuests() {
        return fKnown == Known.BY_GUEST;
    }

    /** Changes whenever times may be others than before. */
    int changes() {
        return fChanges;
    }

    /** How often the host set the TSC anew. */
    int sets() {
        return fSets;
    }

    /**
     * The guest's own clock shows it: worth less than anything that the host saw.
     *
     * @param tsc
     *            of the guest, ticks
     * @param time
     *            ns since the epoch
     */
    public void guestReports(long tsc, long time) {
        if (fKnown == Known.NOT) {
            set(Known.BY_GUEST, tsc, time);
        }
    }

    /**
     * The host saw at that time that the TSC had been as reported, a moment before.
     *
     * @param tsc
     *            of the guest, ticks
     * @param time
     *            ns since the epoch
     */
    public void tie(long tsc, long time) {
        if (!isSet() || isGuests()) {
            set(Known.BY_HOST, tsc, time);
        } else {
            long expected = timeOf(tsc);
            set(fKnown, tsc, Math.min(time, expected + Math.abs(time - fTime) / DRIFT));
        }
    }

    /** The same, by a record of which the host's trace has the event, too. */
    void tieRecord(long tsc, long time) {
        tie(tsc, time);
        fKnown = isSet() ? Known.BY_RECORDS : fKnown;
    }

    /** How far behind its event a record may seem to be, ns. */
    long ahead(long now) {
        return AHEAD[fKnown.ordinal()] + Math.abs(now - fTime) / DRIFT;
    }

    /** The host makes the TSC go on with so many ticks more. */
    void shift(long ticks) {
        fTsc += ticks;
        fChanges++;
        fSets++;
    }

    private void set(Known known, long tsc, long time) {
        if (fKhz > 0) {
            fKnown = known;
            fTsc = tsc;
            fTime = time;
            fChanges++;
        }
    }

    /**
     * @param tsc
     *            of the guest, ticks
     * @return when it had this value, ns since the epoch
     */
    public long timeOf(long tsc) {
        // a cast keeps what is out of range at the ends of the range
        double ns = (double) (tsc - fTsc) / fKhz * NS_PER_MS;
        return fTime + Math.max(-Long.MAX_VALUE / 4, Math.min(Long.MAX_VALUE / 4, (long) ns));
    }
}
