/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;

/** The system calls of a guest that have a beginning and an end, in the order of their ends, and its marks. */
public final class GuestCalls {

    /** Calls and marks beyond that of a guest are counted only. */
    static final int MOST = 1 << 22;
    static final int MOST_MARKS = 1 << 12;

    private static final int COMPAT = 32;

    /** Why a beginning or an end is in no call. */
    public enum Unmatched {
        /** Nothing began. */
        END_WITHOUT_BEGINNING("ends without beginning"),
        /** The thread began another one. */
        SUPERSEDED("beginnings without end"),
        /** Open when the host lost events. */
        LOST("open when events were lost"),
        /** Open when the next boot began. */
        BOOT("open when the guest booted"),
        /** Open at the end. */
        OPEN("open at the end");

        private final String fLabel;

        Unmatched(String label) {
            fLabel = label;
        }

        /** @return for people */
        public String label() {
            return fLabel;
        }
    }

    /**
     * A mark of a process of the guest.
     *
     * @param time
     *            ns since the epoch
     * @param value
     *            what it is
     */
    public record Mark(long time, long value) { }

    private final Guest fGuest;
    private final List<VirtualCpu> fVcpus = new ArrayList<>();
    private final List<Mark> fMarks = new ArrayList<>();
    private final Map<Unmatched, Integer> fUnmatched = new EnumMap<>(Unmatched.class);
    private long[] fBegins = new long[64];
    private long[] fEnds = new long[64];
    private long[] fCodes = new long[64];
    private int[] fPlaces = new int[64];
    private int fCount;
    private long fLeftOut;

    GuestCalls(Guest guest) {
        fGuest = guest;
    }

    static long code(int number, boolean compat) {
        return number & 0xffffffffL | (compat ? 1L << COMPAT : 0);
    }

    void add(long begin, long end, long code, VirtualCpu vcpu) {
        if (fCount == MOST) {
            fLeftOut++;
            return;
        }
        if (fCount == fBegins.length) {
            fBegins = Arrays.copyOf(fBegins, 2 * fCount);
            fEnds = Arrays.copyOf(fEnds, 2 * fCount);
            fCodes = Arrays.copyOf(fCodes, 2 * fCount);
            fPlaces = Arrays.copyOf(fPlaces, 2 * fCount);
        }
        int place = fVcpus.indexOf(vcpu);
        if (place < 0) {
            place = fVcpus.size();
            fVcpus.add(vcpu);
        }
        fBegins[fCount] = begin;
        fEnds[fCount] = end;
        fCodes[fCount] = code;
        fPlaces[fCount++] = place;
    }

    void mark(long time, long value) {
        if (fMarks.size() < MOST_MARKS) {
            fMarks.add(new Mark(time, value));
        } else {
            fLeftOut++;
        }
    }

    void unmatched(Unmatched why, int count) {
        if (count > 0) {
            fUnmatched.merge(why, count, Integer::sum);
        }
    }

    void leavesOut() {
        fLeftOut++;
    }

    /** @return whose they are */
    public Guest guest() {
        return fGuest;
    }

    /** @return how many there are */
    public int count() {
        return fCount;
    }

    /** @return when the i-th began, ns since the epoch */
    public long begin(int i) {
        return fBegins[i];
    }

    /** @return when it ended, ns since the epoch */
    public long end(int i) {
        return fEnds[i];
    }

    /** @return its number; -1 if the guest's kernel forgot it */
    public int number(int i) {
        return (int) fCodes[i];
    }

    /** @return whether that is of the table of 32-bit programs */
    public boolean isCompat(int i) {
        return fCodes[i] >>> COMPAT != 0;
    }

    long code(int i) {
        return fCodes[i];
    }

    /** @return the place of the vCPU on which it began in {@link #vcpus()} */
    int place(int i) {
        return fPlaces[i];
    }

    List<VirtualCpu> vcpus() {
        return fVcpus;
    }

    /** @return its marks in time order */
    public List<Mark> marks() {
        return fMarks;
    }

    /** @return how many beginnings and ends are in no call, and why */
    public Map<Unmatched, Integer> unmatched() {
        return fUnmatched;
    }

    /** @return how many calls and marks are not here, as there are too many */
    public long leftOut() {
        return fLeftOut;
    }
}
