/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import org.hypertrace.core.path.store.Columns;

/** The runs of handlers: interrupts, softirqs and timers of hosts and guests. References to them are {@link #isRun}. */
public final class HandlerRuns {

    private final Columns fRuns;
    private final Participants fNames;

    HandlerRuns(Columns runs, Participants names) {
        fRuns = runs;
        fNames = names;
    }

    int count() {
        return fRuns.count();
    }

    private static int index(int reference) {
        return PathSpool.FIRST_RUN - reference;
    }

    /** @return whether the reference is to a run of a handler, not to a participant */
    public static boolean isRun(int reference) {
        return reference <= PathSpool.FIRST_RUN;
    }

    /** @return where the handler runs: the participant that is a vCPU, or the processor */
    public int where(int reference) {
        return fRuns.intAt(index(reference), 0);
    }

    private int bits(int reference) {
        return fRuns.intAt(index(reference), 4);
    }

    /** @return what it is a handler of */
    public Handler.Kind kind(int reference) {
        return Handler.Kind.values()[bits(reference) & 0xf];
    }

    /** @return whether it runs on a vCPU */
    public boolean isOfGuest(int reference) {
        return (bits(reference) & PathSpool.OF_GUEST) != 0;
    }

    /** @return whether it is one of a timer */
    public boolean isTimer(int reference) {
        return (bits(reference) & PathSpool.TIMER) != 0;
    }

    /** @return whether the thread is meant that the processor had before its first switch, if that is not idle */
    public boolean standsForThread(int reference) {
        return (bits(reference) & PathSpool.STANDS_FOR_THREAD) != 0;
    }

    /** @return its name, empty if nothing reports it */
    public String name(int reference) {
        return fNames.text(fRuns.intAt(index(reference), 8));
    }

    /** @return a reference to who raised it, {@link PathRows#NONE} if nobody is known */
    public int by(int reference) {
        return fRuns.intAt(index(reference), 12);
    }

    /** @return its number, unsigned; {@link Handler#NO_NUMBER} if nothing reports it */
    public long number(int reference) {
        return fRuns.longAt(index(reference), 16);
    }

    /** @return when it begins, ns since the epoch */
    public long begin(int reference) {
        return fRuns.longAt(index(reference), 24);
    }

    /** @return since when it is under way, or when it was raised, ns since the epoch */
    public long since(int reference) {
        return fRuns.longAt(index(reference), 32);
    }
}
