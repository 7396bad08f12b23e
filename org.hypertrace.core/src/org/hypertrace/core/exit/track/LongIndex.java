/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.Arrays;

/** Small numbers from 0 for longs, in the order in which they are first asked for; without an object for any of them. */
public final class LongIndex {

    private static final long MIX = 0x9e3779b97f4a7c15L;

    private long[] fKeys = new long[1 << 10];
    private int[] fNumbers = new int[1 << 10];
    private long[] fByNumber = new long[1 << 9];
    private int fSize;

    /**
     * @param key
     *            any number
     * @return its number, a new one if there is none
     */
    public int numberOf(long key) {
        int place = place(key);
        if (fNumbers[place] == 0) {
            if (2 * ++fSize > fKeys.length) {
                grow();
                place = place(key);
            }
            fKeys[place] = key;
            fNumbers[place] = fSize;
            fByNumber[fSize - 1] = key;
        }
        return fNumbers[place] - 1;
    }

    /**
     * @param key
     *            any number
     * @return its number, -1 if there is none
     */
    public int find(long key) {
        return fNumbers[place(key)] - 1;
    }

    /**
     * @param number
     *            one of the numbers
     * @return what it stands for
     */
    public long key(int number) {
        return fByNumber[number];
    }

    /** @return how many numbers there are */
    public int size() {
        return fSize;
    }

    private int place(long key) {
        int mask = fKeys.length - 1;
        int place = (int) (key * MIX >>> 40) & mask;
        while (fNumbers[place] != 0 && fKeys[place] != key) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        long[] keys = fKeys;
        int[] numbers = fNumbers;
        fKeys = new long[2 * keys.length];
        fNumbers = new int[2 * keys.length];
        fByNumber = Arrays.copyOf(fByNumber, keys.length);
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] != 0) {
                int place = place(keys[i]);
                fKeys[place] = keys[i];
                fNumbers[place] = numbers[i];
            }
        }
    }
}
