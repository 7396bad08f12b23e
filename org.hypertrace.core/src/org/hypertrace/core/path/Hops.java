/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Who did what to whom on a path: ended a sleep, injected or raised an interrupt. The one who did it is the link of the chain after
 * the one to whom it was done. In the order of their times; a hop that is behind the window explains the window's end.
 */
public final class Hops {

    /** What was done. */
    public enum How {
        /** A sleep was ended. */
        WAKING("waking"),
        /** A vCPU was given an interrupt. */
        INJECTION("injection"),
        /** A softirq was raised, or an interrupt of a host. */
        RAISE("raise"),
        /** The thread was made. */
        FORK("fork"),
        /** The boot before ended. */
        RESTART("restart");

        private final String fKey;

        How(String key) {
            fKey = key;
        }

        /** @return its stable name */
        public String key() {
            return fKey;
        }
    }

    private long[] fTimes = new long[64];
    private int[] fFrom = new int[64];
    private int[] fTo = new int[64];
    private byte[] fHow = new byte[64];
    private int fSize;
    private int fSorted;

    void add(long time, int from, int to, How how) {
        int last = fSize - 1;
        if (last >= 0 && fTimes[last] == time && fFrom[last] == from && fTo[last] == to) {
            return;
        }
        if (fSize == fTimes.length) {
            fTimes = Arrays.copyOf(fTimes, 2 * fSize);
            fFrom = Arrays.copyOf(fFrom, 2 * fSize);
            fTo = Arrays.copyOf(fTo, 2 * fSize);
            fHow = Arrays.copyOf(fHow, 2 * fSize);
        }
        fTimes[fSize] = time;
        fFrom[fSize] = from;
        fTo[fSize] = to;
        fHow[fSize] = (byte) how.ordinal();
        fSize++;
    }

    /** The parts of one sleep are explained by the same hop: each is there once. */
    private void sort() {
        if (fSorted == fSize) {
            return;
        }
        int[] order = IntStream.range(0, fSize).boxed().sorted(Comparator.<Integer>comparingLong(i -> fTimes[i])
                .thenComparingInt(i -> fFrom[i]).thenComparingInt(i -> fTo[i])).mapToInt(Integer::intValue).toArray();
        long[] times = new long[fSize];
        int[] from = new int[fSize];
        int[] to = new int[fSize];
        byte[] how = new byte[fSize];
        int size = 0;
        for (int i : order) {
            if (size == 0 || times[size - 1] != fTimes[i] || from[size - 1] != fFrom[i] || to[size - 1] != fTo[i]) {
                times[size] = fTimes[i];
                from[size] = fFrom[i];
                to[size] = fTo[i];
                how[size++] = fHow[i];
            }
        }
        fTimes = times;
        fFrom = from;
        fTo = to;
        fHow = how;
        fSize = size;
        fSorted = size;
    }

    /** @return how many there are */
    public synchronized int size() {
        sort();
        return fSize;
    }

    /** @return when it was done, ns since the epoch */
    public synchronized long time(int hop) {
        sort();
        return fTimes[hop];
    }

    /** @return by whom: a participant, or a run of a handler, as {@link PathNames} knows it */
    public synchronized int from(int hop) {
        sort();
        return fFrom[hop];
    }

    /** @return to whom, likewise */
    public synchronized int to(int hop) {
        sort();
        return fTo[hop];
    }

    /** @return what was done */
    public synchronized How how(int hop) {
        sort();
        return How.values()[fHow[hop]];
    }
}
