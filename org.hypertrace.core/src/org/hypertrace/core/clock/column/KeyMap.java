/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.Arrays;

/**
 * Some numbers about each key: the key itself, when it was last of use, and what the owner keeps. Keys that were not of use for long are forgotten:
 * that is why it stays small. Keys are in the order in which they came, so those to be forgotten are nearly all the first ones.
 */
public final class KeyMap {

    /** When a key was last of use; the owner's numbers follow. */
    public static final int USED = 1;
    /** Stands for no key. */
    public static final long NONE = 0;
    private static final int FEWEST = 256;
    /** So many places per key: few keys want the same. */
    private static final int PLACES = 4;

    private final int fWidth;
    private final long fInitial;
    /** Of each place the number of its key, from 1; 0 without one. */
    private int[] fPlaces = new int[PLACES * FEWEST];
    private long[] fNumbers;
    private int fMost = FEWEST;
    private int fSize;

    /**
     * @param width
     *            how many numbers a key has, with the key and when it was of use
     * @param initial
     *            what the owner's numbers are at first
     */
    public KeyMap(int width, long initial) {
        fWidth = width;
        fInitial = initial;
        fNumbers = new long[FEWEST * width];
    }

    /** @return where the numbers of a key begin, -1 if nothing is known of it */
    public int find(long key) {
        int number = fPlaces[place(key)];
        return number == 0 ? -1 : (number - 1) * fWidth;
    }

    /**
     * @param key
     *            not {@link #NONE}
     * @param oldest
     *            keys that were last of use before may be forgotten
     * @return where its numbers begin, until another key is added
     */
    public int add(long key, long oldest) {
        int place = place(key);
        int number = fPlaces[place];
        return number == 0 ? addNew(key, place, oldest) : (number - 1) * fWidth;
    }

    private int addNew(long key, int free, long oldest) {
        int place = free;
        if (fSize == fMost) {
            forget(oldest);
            place = place(key);
        }
        int from = fSize * fWidth;
        fNumbers[from] = key;
        for (int i = from + USED; i < from + fWidth; i++) {
            fNumbers[i] = fInitial;
        }
        fPlaces[place] = ++fSize;
        return from;
    }

    /** @return a number of a key, by where its numbers begin */
    public long get(int at, int what) {
        return fNumbers[at + what];
    }

    /** Changes a number of a key. */
    public void set(int at, int what, long value) {
        fNumbers[at + what] = value;
    }

    /** Where a key is, or could be. */
    private int place(long key) {
        int[] places = fPlaces;
        int place = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & places.length - 1;
        while (places[place] != 0 && fNumbers[(places[place] - 1) * fWidth] != key) {
            place = place + 1 & places.length - 1;
        }
        return place;
    }

    private void forget(long oldest) {
        int to = 0;
        for (int from = 0; from < fSize * fWidth; from += fWidth) {
            if (fNumbers[from + USED] >= oldest) {
                System.arraycopy(fNumbers, from, fNumbers, to, fWidth);
                to += fWidth;
            }
        }
        int left = to / fWidth;
        fMost = Math.max(FEWEST, 4 * Integer.highestOneBit(Math.max(1, left)));
        if (fPlaces.length == PLACES * fMost) {
            Arrays.fill(fPlaces, 0);
        } else {
            fPlaces = new int[PLACES * fMost];
            fNumbers = Arrays.copyOf(fNumbers, fMost * fWidth);
        }
        fSize = 0;
        for (int from = 0; from < to; from += fWidth) {
            fPlaces[place(fNumbers[from])] = ++fSize;
        }
    }
}
