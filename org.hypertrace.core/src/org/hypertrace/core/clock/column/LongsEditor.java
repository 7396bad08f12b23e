/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.Arrays;

/**
 * Gives each number of a list a new value, from one end to the other: first the same, then others. Those around the place that it has come to are in an
 * array; those behind it can be changed, too.
 */
public final class LongsEditor {

    private static final int BITS = Longs.BITS;
    private static final int NEAR = Longs.BLOCK;

    private final Longs fOf;
    private final long fCount;
    private final long fInitial;
    private final int fStep;
    private final long[] fValues = new long[NEAR];
    private long fAt;

    /**
     * @param of
     *            a list that changes: of {@code count} numbers, or of none if it goes upwards
     * @param count
     *            how many numbers it has then
     * @param initial
     *            what they are
     * @param upwards
     *            whether it goes from the first to the last
     */
    public LongsEditor(Longs of, long count, long initial, boolean upwards) {
        fOf = of;
        fCount = count;
        fInitial = initial;
        fStep = upwards ? 1 : -1;
        fAt = upwards ? 0 : count - 1 >> BITS;
        Arrays.fill(fValues, initial);
    }

    /** @param index of the number that it goes on to: others beyond it cannot be changed yet */
    public void advance(long index) {
        for (long at = index >> BITS; fAt != at; fAt += fStep) {
            write();
        }
    }

    /** Changes a number. */
    public void set(long index, long value) {
        if (index >> BITS == fAt) {
            fValues[(int) index & NEAR - 1] = value;
        } else {
            fOf.set(index, value);
        }
    }

    /** @return the value that a number has by now */
    public long get(long index) {
        return index >> BITS == fAt ? fValues[(int) index & NEAR - 1] : fOf.get(index);
    }

    private void write() {
        fOf.put(fAt, fValues, (int) Math.min(NEAR, fCount - (fAt << BITS)));
        Arrays.fill(fValues, fInitial);
    }

    /** Gives all that it has not come to the first value. */
    public void finish() {
        if (fCount > 0) {
            advance(fStep > 0 ? fCount - 1 : 0);
            write();
        }
    }
}
