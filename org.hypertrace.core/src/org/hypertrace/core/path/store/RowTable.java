/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The rows that {@link RowBlocks} wrote, by whom they are about. They have numbers, which rise without a gap as long as rows are about the same.
 */
public final class RowTable {

    private final Columns fRows;
    /** By whom they are about: the number of its first row, and how many it has. */
    private final int[] fFirst;
    private final int[] fCounts;
    /** By the number of a block: where its first row is among those of the file. */
    private final int[] fPlaces;

    /**
     * @param file
     *            with the rows
     * @param places
     *            where {@link RowBlocks#writePlaces} wrote
     * @param rows
     *            the rows of all tables
     */
    public RowTable(FileChannel file, long places, Columns rows) throws IOException {
        fRows = rows;
        ByteBuffer head = read(file, places, 2);
        fCounts = new int[head.getInt()];
        fPlaces = new int[head.getInt()];
        fFirst = new int[fCounts.length];
        read(file, places + 2 * Integer.BYTES, fCounts.length).asIntBuffer().get(fCounts);
        read(file, places + (2L + fCounts.length) * Integer.BYTES, fPlaces.length).asIntBuffer().get(fPlaces);
        int block = 0;
        for (int of = 0; of < fCounts.length; of++) {
            fFirst[of] = Math.multiplyExact(block, 1 << RowBlocks.SHIFT);
            block += RowBlocks.blocks(fCounts[of]);
        }
    }

    private static ByteBuffer read(FileChannel file, long at, int numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Integer.BYTES, numbers));
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("cut off");
            }
        }
        return bytes.flip();
    }

    /** @return the first row of this one, which is {@link #end} if it has none */
    public int first(int of) {
        return of < 0 || of >= fFirst.length ? 0 : fFirst[of];
    }

    /** @return the row after its last one */
    public int end(int of) {
        return of < 0 || of >= fFirst.length ? 0 : fFirst[of] + fCounts[of];
    }

    /** @return how many rows there are about all */
    public int count() {
        int count = 0;
        for (int one : fCounts) {
            count += one;
        }
        return count;
    }

    private int place(int row) {
        return fPlaces[row >>> RowBlocks.SHIFT] + (row & RowBlocks.MASK);
    }

    /** @return when the row begins, ns since the epoch */
    public long begin(int row) {
        return fRows.longAt(place(row), 0);
    }

    /** @return its first number */
    public int a(int row) {
        return fRows.intAt(place(row), RowBlocks.A);
    }

    /** @return its second number */
    public int b(int row) {
        return fRows.intAt(place(row), RowBlocks.B);
    }

    /** @return its last row that begins at {@code time} or before; {@code first - 1} if there is none */
    public int at(int of, long time) {
        int low = first(of);
        int high = end(of);
        while (low < high) {
            int middle = low + high >>> 1;
            if (begin(middle) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
