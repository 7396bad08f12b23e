/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.Arrays;

/**
 * Some numbers about each key: the key itself, when it was last of use, and what the owner keeps. Keys that were not of use for long are forgotten:
 * that is why it stays small.
 */
final class KeyMap {

    /** Where the key is among its numbers, and when it was last of use. */
    static final int KEY = 0;
    static final int USED = 1;
    private static final int FEWEST = 1024;

    private final int fWidth;
    private final long fInitial;
    private long[] fNumbers;
    private int fMask;
    private int fSize;

    /**
     * @param width
     *            how many numbers a key has
     * @param initial
     *            what the owner's numbers are at first
     */
    KeyMap(int width, long initial) {
        fWidth = width;
        fInitial = initial;
        empty(FEWEST);
    }

    private void empty(int places) {
        fNumbers = new long[places * fWidth];
        fMask = places - 1;
        fSize = 0;
    }

    /** @return where the numbers of a key begin, -1 if nothing is known of it */
    int find(long key) {
        int at = place(key);
        return fNumbers[at] == key ? at : -1;
    }

    /**
     * @param key
     *            not {@link MatchKey#NONE}
     * @param oldest
     *            keys that were last of use before may be forgotten
     * @return where its numbers begin, until another key is added
     */
    int add(long key, long oldest) {
        int at = place(key);
        if (fNumbers[at] == key) {
            return at;
        }
        if (2 * fSize > fMask) {
            forget(oldest);
            at = place(key);
        }
        fNumbers[at] = key;
        Arrays.fill(fNumbers, at + USED, at + fWidth, fInitial);
        fSize++;
        return at;
    }

    long get(int at, int what) {
        return fNumbers[at + what];
    }

    void set(int at, int what, long value) {
        fNumbers[at + what] = value;
    }

    private int place(long key) {
        int place = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & fMask;
        while (fNumbers[place * fWidth] != MatchKey.NONE && fNumbers[place * fWidth] != key) {
            place = place + 1 & fMask;
        }
        return place * fWidth;
    }

    private void forget(long oldest) {
        long[] numbers = fNumbers;
        int left = 0;
        for (int at = 0; at < numbers.length; at += fWidth) {
            left += stays(numbers, at, oldest) ? 1 : 0;
        }
        empty(Math.max(FEWEST, Integer.highestOneBit(Math.max(1, left)) * 8));
        for (int at = 0; at < numbers.length; at += fWidth) {
            if (stays(numbers, at, oldest)) {
                System.arraycopy(numbers, at, fNumbers, place(numbers[at]), fWidth);
                fSize++;
            }
        }
    }

    private static boolean stays(long[] numbers, int at, long oldest) {
        return numbers[at] != MatchKey.NONE && numbers[at + USED] >= oldest;
    }
}
