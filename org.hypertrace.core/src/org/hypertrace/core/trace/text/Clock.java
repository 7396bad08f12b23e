/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

/**
 * The times of a file's lines, made to never go back: what is analysed must be in the order of time. A line whose time is
 * before that of a line above it is late and has the time of that line.
 */
public final class Clock {

    /** Trace Compass adds to times; ns. */
    private static final long MAX = Long.MAX_VALUE - (1L << 40);

    private long fBase;
    private long fLast;
    private boolean fLate;
    private boolean fAnew;

    /** Goes on from there. */
    void at(Place place) {
        fBase = place.base();
        fLast = place.last();
    }

    Place place(long offset) {
        return new Place(offset, fBase, fLast);
    }

    /** Whether a line was late since this was last asked. */
    boolean wasLate() {
        boolean late = fLate;
        fLate = false;
        return late;
    }

    /** Whether the times began anew since this was last asked. */
    boolean wasRestarted() {
        boolean anew = fAnew;
        fAnew = false;
        return anew;
    }

    /** @return how far the lines since the last {@link #restart} have come, ns */
    public long passed() {
        return fLast - fBase;
    }

    /** @return the highest time so far, ns; 0 before the first */
    public long now() {
        return fLast;
    }

    /** The times of the lines begin anew: from now on they are added to the highest time so far. */
    public void restart() {
        fBase = fLast;
        fAnew = true;
    }

    /** @return whether they have begun anew */
    public boolean hasRestarted() {
        return fBase > 0;
    }

    /**
     * @param reported
     *            the time that a line shows, ns, 0 or more
     * @return the time of its event, ns
     */
    public long time(long reported) {
        long time = fBase > MAX - reported ? MAX : fBase + reported;
        fLate |= time < fLast;
        fLast = Math.max(time, fLast);
        return fLast;
    }
}
