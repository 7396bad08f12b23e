/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.event.HostEvent;

/** The entries and exits of one processor, in runs: one has the times of one thread until another gets the processor. */
final class StayRuns implements AutoCloseable {

    /** How many bits of a run are its thread's id. */
    static final int TID_BITS = 22;

    private static final int UNKNOWN = HostEvent.UNKNOWN_ID;

    /** Of entries and exits the times, doubled; one more of exits. */
    private final Longs fTimes = new Longs();
    /** Where a run begins among the times, and its thread; 0: nobody's. */
    private final Longs fRuns = new Longs();
    /** Of each run since when the thread has the processor. */
    private final Longs fSince = new Longs();
    /** Of each run the number of the vCPU by its exits, -1 if they do not have it. */
    private final Longs fNumbers = new Longs();
    /** Who has the processor. */
    private int fTid = UNKNOWN;
    private long fHasItSince;
    private boolean fIsInRun;
    private long fRunBegin;
    private int fNumber;

    /** Who has the processor, -1 if that is not known. */
    int tid() {
        return fTid;
    }

    /** It is known who has the processor, and has had it. */
    void isNow(int tid) {
        fTid = checked(tid);
    }

    void goesTo(int tid, long time) {
        end();
        fTid = checked(tid);
        fHasItSince = time;
    }

    /** Linux has no thread with a greater id. */
    private static int checked(int tid) {
        if (tid >> TID_BITS != 0) {
            throw new Unusual("Linux has no such thread");
        }
        return tid;
    }

    /** Nobody knows who has the processor then. */
    void lost() {
        end();
        fTid = UNKNOWN;
    }

    /** Whether the next entry or exit is of the run of the last one. */
    boolean isInRun() {
        return fIsInRun;
    }

    void begin(long time) {
        fIsInRun = true;
        fRunBegin = fTimes.size();
        fNumber = UNKNOWN;
        if (fTid == UNKNOWN) {
            fHasItSince = time;
        }
    }

    void entry(long time) {
        fTimes.add(time << 1);
    }

    void exit(long time) {
        fTimes.add(time << 1 | 1);
    }

    /** The number of the vCPU by an exit of the run, -1 if it does not have it. */
    void number(int number) {
        if (number != fNumber && number >= 0) {
            if (fNumber >= 0) {
                throw new Unusual("a thread is two vCPUs");
            }
            fNumber = number;
        }
    }

    void end() {
        if (fIsInRun) {
            fRuns.add(fRunBegin << TID_BITS | Math.max(0, fTid));
            fSince.add(fHasItSince);
            fNumbers.add(fNumber);
            fIsInRun = false;
        }
    }

    Longs times() {
        return fTimes;
    }

    Longs runs() {
        return fRuns;
    }

    Longs since() {
        return fSince;
    }

    Longs numbers() {
        return fNumbers;
    }

    @Override
    public void close() {
        for (Longs list : new Longs[] { fTimes, fRuns, fSince, fNumbers }) {
            list.close();
        }
    }
}
