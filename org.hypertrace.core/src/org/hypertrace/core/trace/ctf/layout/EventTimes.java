/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

/** Times of some events that follow each other, of which kind each is, and a number that it has. */
public final class EventTimes {

    private final long[] fTimes;
    private final int[] fKinds;
    private final int[] fNumbers;
    private int fCount;

    /** @param room for so many events at a time; 0 or more */
    public EventTimes(int room) {
        fTimes = new long[room];
        fKinds = new int[room];
        fNumbers = new int[room];
    }

    /** Forgets all. */
    public void clear() {
        fCount = 0;
    }

    /** @return how many there are */
    public int count() {
        return fCount;
    }

    /** @return whether there is room for another one */
    public boolean hasRoom() {
        return fCount < fTimes.length;
    }

    void add(long time, int kind, int number) {
        fTimes[fCount] = time;
        fKinds[fCount] = kind;
        fNumbers[fCount++] = number;
    }

    /** @return the time of an event, in units of the trace's clock */
    public long time(int event) {
        return fTimes[event];
    }

    /** @return the id of its kind */
    public int kind(int event) {
        return fKinds[event];
    }

    /** @return the field that is asked for, as 32 bits; -1 if it does not have it */
    public int number(int event) {
        return fNumbers[event];
    }
}
