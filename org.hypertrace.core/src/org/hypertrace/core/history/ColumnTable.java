/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The columns of a history, by the numbers of their attributes. There may be millions, most of which change once or twice: those that have not
 * changed for long are in the file, and in memory only where. One thread adds columns, one changes them, any take views.
 */
final class ColumnTable {

    /** When more columns are in memory, those that have not changed since the last time go into the file. */
    static final int MOST = 1 << 16;
    private static final int SHIFT = 12;
    private static final int MASK = (1 << SHIFT) - 1;
    /** A place in the file: where it begins, and in the lowest bits how long it is. */
    private static final int LENGTH_BITS = 24;
    /** A column with more blocks stays in memory: reading it takes longer. */
    private static final int FEW_BLOCKS = 16;
    private static final VarHandle COLUMN = MethodHandles.arrayElementVarHandle(Column[].class);

    private final BlockFile fFile;
    private final StateValues fValues;
    private final long fStart;
    private final int fMost;
    /** The last time, once it is known. */
    private volatile long fEnd;
    private volatile boolean fIsClosed;
    private volatile Column[][] fColumns = new Column[1][];
    private volatile long[][] fPlaces = new long[1][];
    private volatile int fSize;
    /** The columns of which only the place is in memory. */
    private int fInFile;
    private int fMostNow;

    /** {@code most}: so many columns may be in memory. */
    ColumnTable(BlockFile file, StateValues values, long start, int most) {
        fFile = file;
        fValues = values;
        fStart = start;
        fMost = most;
        fMostNow = most;
    }

    int size() {
        return fSize;
    }

    private void addChunk(int chunk) {
        if (chunk == fColumns.length) {
            fPlaces = Arrays.copyOf(fPlaces, 2 * chunk);
            fColumns = Arrays.copyOf(fColumns, 2 * chunk);
        }
        fPlaces[chunk] = new long[MASK + 1];
        fColumns[chunk] = new Column[MASK + 1];
    }

    /** Adds an empty column. */
    void add() {
        int at = fSize;
        if ((at & MASK) == 0) {
            addChunk(at >>> SHIFT);
        }
        COLUMN.setRelease(fColumns[at >>> SHIFT], at & MASK, new Column(fStart));
        fSize = at + 1;
    }

    /** Adds a column of a file; its {@link #place}. */
    void add(long place, long end) {
        int at = fSize;
        if ((at & MASK) == 0) {
            addChunk(at >>> SHIFT);
        }
        fPlaces[at >>> SHIFT][at & MASK] = place;
        fEnd = end;
        fIsClosed = true;
        fSize = at + 1;
    }

    private Column inMemory(int quark) {
        if (quark < 0 || quark >= fSize) {
            throw new IndexOutOfBoundsException("there is no attribute " + quark);
        }
        return (Column) COLUMN.getAcquire(fColumns[quark >>> SHIFT], quark & MASK);
    }

    /** What can be asked of a column. */
    Column.View view(int quark) throws IOException {
        Column column = inMemory(quark);
        if (column != null) {
            return column.view();
        }
        column = read(quark);
        if (fIsClosed && column.blocks() > FEW_BLOCKS) {
            COLUMN.setRelease(fColumns[quark >>> SHIFT], quark & MASK, column);
        }
        return column.view();
    }

    /** The column to be changed. */
    Column column(int quark) throws IOException {
        if (fSize - fInFile > fMostNow) {
            writeUnchanged();
        }
        Column column = inMemory(quark);
        if (column == null) {
            column = read(quark);
            COLUMN.setRelease(fColumns[quark >>> SHIFT], quark & MASK, column);
            fInFile--;
        }
        return column;
    }

    private Column read(int quark) throws IOException {
        long place = fPlaces[quark >>> SHIFT][quark & MASK];
        byte[] bytes = new byte[(int) (place & (1 << LENGTH_BITS) - 1)];
        fFile.read(place >>> LENGTH_BITS, bytes, bytes.length);
        ByteReader from = new ByteReader();
        from.set(bytes, 0);
        return new Column(from, fValues, fStart, fEnd);
    }

    private void writeUnchanged() throws IOException {
        for (int quark = 0; quark < fSize; quark++) {
            Column column = inMemory(quark);
            if (column != null && column.blocks() <= FEW_BLOCKS) {
                ByteWriter to = new ByteWriter();
                if (column.putUnchanged(to, fValues, fStart)) {
                    write(quark, to);
                }
            }
        }
        fMostNow = fSize - fInFile + fMost;
    }

    /** First the place, then nothing in memory: who finds nothing finds the place. */
    private void write(int quark, ByteWriter column) throws IOException {
        if (column.length() >= 1 << LENGTH_BITS) {
            throw new IOException("the history has too many blocks of one attribute");
        }
        fPlaces[quark >>> SHIFT][quark & MASK] = fFile.append(column.bytes(), 0, column.length()) << LENGTH_BITS | column.length();
        COLUMN.setRelease(fColumns[quark >>> SHIFT], quark & MASK, null);
        fInFile++;
    }

    /** All columns end, and are in the file. */
    void close(long end) throws IOException {
        fEnd = end;
        for (int quark = 0; quark < fSize; quark++) {
            Column column = column(quark);
            column.close(end, fValues, fFile);
            ByteWriter to = new ByteWriter();
            column.put(to, fValues, fStart);
            write(quark, to);
        }
        fIsClosed = true;
    }

    /** Where a closed column is. */
    long place(int quark) {
        return fPlaces[quark >>> SHIFT][quark & MASK];
    }
}
