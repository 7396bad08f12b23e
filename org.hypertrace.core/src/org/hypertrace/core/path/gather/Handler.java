/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/**
 * One run of an interrupt's handler, on a processor of the host or on a vCPU. It gets a number in the file only when somebody
 * refers to it: most interrupts wake nobody.
 */
public final class Handler {

    /** What it is a handler of. The order is the code in files. */
    public enum Kind {
        /** Of a device, or of the local timer. */
        IRQ("irq"),
        /** What an interrupt left for later. */
        SOFTIRQ("softirq"),
        /** Of a guest's local APIC. */
        VECTOR("vector"),
        /** Of a timer of the host. */
        HRTIMER("hrtimer"),
        /** Inferred: nothing reports that it runs. */
        INTERRUPT("interrupt");

        private final String fKey;

        Kind(String key) {
            fKey = key;
        }

        /** @return its stable name */
        public String key() {
            return fKey;
        }
    }

    /** Stands for a number that nothing reports. */
    public static final long NO_NUMBER = -1;

    final Kind fKind;
    /** The participant that is a vCPU, else the processor of the host. */
    final int fWhere;
    final boolean fOfGuest;
    final long fNumber;
    int fName = PathRows.NONE;
    boolean fTimer;
    /** When the handler begins, ns since the epoch. */
    long fBegin;
    /** Since when the interrupt is under way; of one that somebody raised, when. */
    long fSince;
    /** Who raised it: a participant, or the handler below; none is known if there is neither. */
    int fBy = PathRows.NONE;
    Handler fByHandler;
    /** Of a vCPU: the vector that brought it, -1 if that is not known. */
    int fVector = -1;
    /** Before the first switch of a processor: the thread found out later is meant, if it is not idle. */
    boolean fStandsForThread;
    /** Its number in the file; 0: it has none yet. */
    int fReference;

    Handler(Kind kind, int where, boolean ofGuest, long number, long time) {
        fKind = kind;
        fWhere = where;
        fOfGuest = ofGuest;
        fNumber = number;
        fBegin = time;
        fSince = time;
    }

    /** What nobody reports begins at this time. */
    static Handler notRecorded(int where, boolean ofGuest, long time) {
        return new Handler(Kind.INTERRUPT, where, ofGuest, NO_NUMBER, time);
    }

    boolean isNotRecorded() {
        return fKind == Kind.INTERRUPT && fNumber == NO_NUMBER;
    }

    /** Somebody raised it. */
    void raised(long time, int by, Handler byHandler) {
        fSince = time;
        fBy = by;
        fByHandler = byHandler;
    }
}
