/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.Arrays;

/** Any number of small numbers, to which more are added; without a copy of all when it grows. */
final class IntChunks {

    private static final int SHIFT = 12;
    private static final int MASK = (1 << SHIFT) - 1;

    private int[][] fChunks = new int[1][];
    private int fSize;

    void add(int value) {
        int chunk = fSize >>> SHIFT;
        if (chunk == fChunks.length) {
            fChunks = Arrays.copyOf(fChunks, 2 * chunk);
        }
        if (fChunks[chunk] == null) {
            fChunks[chunk] = new int[MASK + 1];
        }
        fChunks[chunk][fSize++ & MASK] = value;
    }

    int get(int at) {
        return fChunks[at >>> SHIFT][at & MASK];
    }

    void set(int at, int value) {
        fChunks[at >>> SHIFT][at & MASK] = value;
    }

    /** Only the first number is left, which is 0. */
    void clear() {
        fChunks = new int[][] { { 0 } };
        fSize = 1;
    }

    int size() {
        return fSize;
    }
}
