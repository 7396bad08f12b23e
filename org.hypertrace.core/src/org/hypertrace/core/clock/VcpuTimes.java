/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;

/** What a host's events report of one vCPU: when it was in the guest, and what it reported by hypercalls there. Times come in order. */
public final class VcpuTimes implements AutoCloseable {

    static final long NONE = Long.MIN_VALUE;

    private final Longs fBegins = new Longs();
    private final Longs fEnds = new Longs();
    /** Of each hypercall: the exit before it, the entry after it, its time, and its key. */
    private final Longs fExits = new Longs();
    private final Longs fEntries = new Longs();
    private final Longs fTimes = new Longs();
    private final Longs fKeys = new Longs();
    /** The last stay before each loss, -1 if there was none. */
    private final Longs fLost = new Longs();
    private long fEntered = NONE;
    private long fExit = NONE;
    private long fHypercall = NONE;
    private long fFirstEntry = NONE;
    private long fLastExit = NONE;
    private long fLastReported = NONE;
    private boolean fIsOrdered = true;

    /** @param time the vCPU enters the guest, ns */
    public void entry(long time) {
        fEntered = time;
        fFirstEntry = fFirstEntry == NONE ? time : fFirstEntry;
        for (long i = fEntries.size(); i < fTimes.size(); i++) {
            fEntries.add(time);
        }
        fHypercall = NONE;
    }

    /** @param time the vCPU leaves the guest, ns */
    public void exit(long time) {
        if (fEntered != NONE) {
            fBegins.add(fEntered);
            fEnds.add(time);
        }
        fEntered = NONE;
        fExit = time;
        fLastExit = time;
    }

    /** @param time its last exit was for a hypercall, ns */
    public void hypercall(long time) {
        fHypercall = time;
    }

    /**
     * What the last hypercall reported. Other times are of batches: only the hypercall has a host time.
     *
     * @param time
     *            of the event, ns
     * @param key
     *            see {@link MatchKey}
     */
    public void reported(long time, long key) {
        if (time == fHypercall && key != MatchKey.NONE && fExit != NONE && fEntered == NONE) {
            fExits.add(fExit);
            fTimes.add(time);
            fKeys.add(key);
            fIsOrdered &= time > fLastReported;
            fLastReported = time;
        }
    }

    /** Events of the host were lost. What was open is not known, nor whether it was in the guest until its next stay. */
    public void lost() {
        if (fLost.size() == 0 || fLost.get(fLost.size() - 1) != stays() - 1) {
            fLost.add(stays() - 1);
        }
        fEntered = NONE;
        fExit = NONE;
        fHypercall = NONE;
        for (long i = fEntries.size(); i < fTimes.size(); i++) {
            fEntries.add(NONE);
        }
    }

    /** @return how many hypercalls reported an event that a guest's own tracer records, too */
    public long hypercalls() {
        return fEntries.size();
    }

    /** Of each hypercall the exit before it. */
    LongsReader exits() {
        return fExits.reader();
    }

    /** Of each hypercall the entry after it; NONE if it is not known. */
    LongsReader entries() {
        return fEntries.reader();
    }

    /** When the hypercalls were. */
    LongsReader times() {
        return fTimes.reader();
    }

    /** What the hypercalls reported. */
    LongsReader keys() {
        return fKeys.reader();
    }

    /** Whether each hypercall is later than the one before it: then their numbers have the order of their times. */
    boolean isOrdered() {
        return fIsOrdered;
    }

    long timeOf(long hypercall) {
        return fTimes.get(hypercall);
    }

    long keyOf(long hypercall) {
        return fKeys.get(hypercall);
    }

    long exitBefore(long hypercall) {
        return fExits.get(hypercall);
    }

    /** NONE if it is not known. */
    long entryAfter(long hypercall) {
        return fEntries.get(hypercall);
    }

    /** How often it was in the guest, from an entry to the next exit. */
    long stays() {
        return fBegins.size();
    }

    /** Whether it may have been in the guest between that stay and the next one, too, as events were lost there. */
    boolean isLostAfter(long stay) {
        long last = fLost.firstAfter(stay) - 1;
        return last >= 0 && fLost.get(last) == stay;
    }

    long begin(long stay) {
        return fBegins.get(stay);
    }

    long end(long stay) {
        return fEnds.get(stay);
    }

    LongsReader begins() {
        return fBegins.reader();
    }

    LongsReader ends() {
        return fEnds.reader();
    }

    /** The last stay that begins by then, -1 if none does. */
    long stayAt(long time) {
        return fBegins.firstAfter(time) - 1;
    }

    /** @return its first entry, ns; {@link Long#MIN_VALUE} without one */
    long firstEntry() {
        return fFirstEntry;
    }

    /** @return its last exit, ns; {@link Long#MIN_VALUE} without one */
    long lastExit() {
        return fLastExit;
    }

    @Override
    public void close() {
        for (Longs list : new Longs[] { fBegins, fEnds, fExits, fEntries, fTimes, fKeys, fLost }) {
            list.close();
        }
    }
}
