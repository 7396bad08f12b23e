/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

/** Reads numbers that are near each other: those around the last one are in an array. */
public final class LongsReader {

    /** So many numbers are in a block: a power of two. */
    public static final int BLOCK = Longs.BLOCK;

    private final Longs fOf;
    /** Room for a block of the file. */
    private long[] fCopy;
    private int[] fRoom;
    private long[] fBlock;
    private long fAt = -1;

    LongsReader(Longs of) {
        fOf = of;
    }

    /** @return the number at an index from 0, less than the size */
    public long get(long index) {
        if (index >> Longs.BITS != fAt) {
            look(index >> Longs.BITS);
        }
        return fBlock[(int) index & Longs.BLOCK - 1];
    }

    /**
     * A block of numbers, for a loop that needs no other one meanwhile.
     *
     * @param index
     *            of its first number: a multiple of {@link #BLOCK}, less than the size
     * @return the numbers from there on, until another block is read; not to be changed
     */
    public long[] block(long index) {
        if (index >> Longs.BITS != fAt) {
            look(index >> Longs.BITS);
        }
        return fBlock;
    }

    private void look(long number) {
        fBlock = fOf.block(number);
        if (fBlock == null) {
            if (fCopy == null) {
                fCopy = new long[Longs.BLOCK];
                fRoom = new int[Longs.BLOCK];
            }
            fBlock = fCopy;
            fOf.copy(number, fCopy, fRoom);
        }
        fAt = number;
    }
}
