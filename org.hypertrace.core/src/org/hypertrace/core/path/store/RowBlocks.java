/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The rows of a table while they come: begin (8 bytes) and two numbers (4 each). They are kept by whom they are about, in the order in which
 * they come. Of each only the last block is in memory; full ones are in the file at once, so nothing is sorted in the end. Where rows are about
 * very many, the blocks that have not grown for long are in the file, too.
 */
public final class RowBlocks {

    /** The bytes of a row. */
    public static final int SIZE = 16;
    static final int A = 8;
    static final int B = 12;
    /** The rows of a block, as a power of 2. */
    static final int SHIFT = 7;
    static final int MASK = (1 << SHIFT) - 1;

    private static final int FIRST = 4 * SIZE;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The rows about one. */
    private static final class Rows {
        /** The last block, or as much of it as there is; null: it is empty, or in the file. */
        private byte[] fOpen;
        private int fCount;
        /** Of the full blocks; of the last one, too, while it is in the file. */
        private int[] fPlaces = new int[1];
        private boolean fIsFresh;
    }

    private final RowFile fFile;
    private final long fFirst;
    private final int fMost;
    private Rows[] fOf = new Rows[64];
    private int fInMemory;
    private int fMostNow;

    /**
     * @param file
     *            gets the blocks
     * @param first
     *            where in the file the first row of any table is
     * @param most
     *            when so many more blocks are in memory, those that have not grown meanwhile go into the file
     */
    public RowBlocks(RowFile file, long first, int most) {
        fFile = file;
        fFirst = first;
        fMost = most;
        fMostNow = most;
    }

    /** Adds a row about {@code of}, a small number. */
    public void add(int of, long begin, int a, int b) {
        Rows rows = of < fOf.length && fOf[of] != null ? fOf[of] : begin(of);
        int at = (rows.fCount & MASK) * SIZE;
        if (rows.fOpen == null || at == rows.fOpen.length) {
            makeRoom(rows, at);
        }
        byte[] open = rows.fOpen;
        LONG.set(open, at, begin);
        INT.set(open, at + A, a);
        INT.set(open, at + B, b);
        rows.fIsFresh = true;
        if ((++rows.fCount & MASK) == 0) {
            writeOpen(rows, rows.fCount - 1 >>> SHIFT);
        }
    }

    private Rows begin(int of) {
        if (of >= fOf.length) {
            fOf = Arrays.copyOf(fOf, Math.max(of + 1, 2 * fOf.length));
        }
        fOf[of] = new Rows();
        return fOf[of];
    }

    private void makeRoom(Rows rows, int length) {
        if (rows.fOpen != null) {
            rows.fOpen = Arrays.copyOf(rows.fOpen, 2 * length);
            return;
        }
        rows.fOpen = new byte[Math.max(FIRST, Integer.highestOneBit(length) * 2)];
        if (length > 0) {
            try {
                fFile.read(at(rows.fPlaces[rows.fCount >>> SHIFT]), rows.fOpen, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        rows.fIsFresh = true;
        if (++fInMemory > fMostNow) {
            writeUnchanged();
        }
    }

    private void writeUnchanged() {
        for (Rows rows : fOf) {
            if (rows != null && rows.fOpen != null) {
                if (!rows.fIsFresh) {
                    close(rows);
                }
                rows.fIsFresh = false;
            }
        }
        fMostNow = fInMemory + fMost;
    }

    private void close(Rows rows) {
        if ((rows.fCount & MASK) != 0) {
            writeOpen(rows, rows.fCount >>> SHIFT);
        }
        rows.fOpen = null;
        fInMemory--;
    }

    private void writeOpen(Rows rows, int block) {
        if (block == rows.fPlaces.length) {
            rows.fPlaces = Arrays.copyOf(rows.fPlaces, 2 * block);
        }
        try {
            long place = (fFile.append(rows.fOpen, (rows.fCount - 1 & MASK) * SIZE + SIZE) - fFirst) / SIZE;
            if (place > Integer.MAX_VALUE - MASK) {
                throw new IOException("the trace has more changes of states than a path can be found in");
            }
            rows.fPlaces[block] = (int) place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long at(int place) {
        return fFirst + (long) place * SIZE;
    }

    /** What was added about {@code of} does not count. */
    public void restart(int of) {
        if (of < fOf.length && fOf[of] != null) {
            fInMemory -= fOf[of].fOpen == null ? 0 : 1;
            fOf[of] = null;
        }
    }

    /** Sets bits in the second number of the last rows about {@code of}. */
    public void mark(int of, int count, int bits) {
        Rows rows = fOf[of];
        for (int row = rows.fCount - count; row < rows.fCount; row++) {
            if (row >>> SHIFT == rows.fCount >>> SHIFT && rows.fOpen != null) {
                int at = (row & MASK) * SIZE + B;
                INT.set(rows.fOpen, at, (int) INT.get(rows.fOpen, at) | bits);
            } else {
                mark(at(rows.fPlaces[row >>> SHIFT] + (row & MASK)) + B, bits);
            }
        }
    }

    private void mark(long at, int bits) {
        byte[] number = new byte[Integer.BYTES];
        try {
            fFile.read(at, number, number.length);
            INT.set(number, 0, (int) INT.get(number, 0) | bits);
            fFile.put(at, ByteBuffer.wrap(number));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing more comes: the blocks that are not full are in the file, too, from now on. */
    public void finish() {
        for (Rows rows : fOf) {
            if (rows != null && rows.fOpen != null) {
                close(rows);
            }
        }
    }

    /**
     * Appends where the rows are, after {@link #finish}.
     *
     * @param keys
     *            how many there are whom rows may be about
     * @return where that is in the file
     */
    public long writePlaces(int keys) throws IOException {
        int blocks = 0;
        for (int of = 0; of < keys; of++) {
            blocks += blocks(count(of));
        }
        ByteBuffer places = ByteBuffer.allocate(Math.multiplyExact(Integer.BYTES, Math.addExact(2 + keys, blocks)));
        places.putInt(keys).putInt(blocks);
        for (int of = 0; of < keys; of++) {
            places.putInt(count(of));
        }
        for (int of = 0; of < keys; of++) {
            for (int block = 0; block < blocks(count(of)); block++) {
                places.putInt(fOf[of].fPlaces[block]);
            }
        }
        return fFile.append(places.flip());
    }

    static int blocks(int count) {
        return count + MASK >>> SHIFT;
    }

    private int count(int of) {
        return of < fOf.length && fOf[of] != null ? fOf[of].fCount : 0;
    }
}
