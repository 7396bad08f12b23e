/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

import org.hypertrace.core.path.store.Columns;
import org.hypertrace.core.path.store.RowSpool;

/** Rows sorted by whom they are about, and of each by their begins: begin (8 bytes) and two numbers (4 each). */
public final class RowTable {

    static final int SIZE = 16;
    private static final int A = 8;
    private static final int B = 12;

    private final int[] fFirst;
    private final Columns fRows;

    RowTable(int[] first, Columns rows) {
        fFirst = first;
        fRows = rows;
    }

    /** @return the first row of this one, which is {@link #end} if it has none */
    public int first(int of) {
        return of < 0 || of + 1 >= fFirst.length ? 0 : fFirst[of];
    }

    /** @return the row after its last one */
    public int end(int of) {
        return of < 0 || of + 1 >= fFirst.length ? 0 : fFirst[of + 1];
    }

    /** @return when the row begins, ns since the epoch */
    public long begin(int row) {
        return fRows.longAt(row, 0);
    }

    /** @return its first number */
    public int a(int row) {
        return fRows.intAt(row, A);
    }

    /** @return its second number */
    public int b(int row) {
        return fRows.intAt(row, B);
    }

    int count() {
        return fRows.count();
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

    /**
     * Sorts the rows of a spool into a file.
     *
     * @param keys
     *            how many there are whom rows may be about
     * @param states
     *            whether the rows are of threads, of which some report that all before them does not count
     * @return how many bytes were written from {@code position} on
     */
    static long write(FileChannel file, long position, RowSpool spool, int keys, boolean states) throws IOException {
        int[] first = new int[keys + 1];
        spool.forEach(row -> {
            int of = row.getInt();
            long begin = row.getLong();
            int a = row.getInt();
            int b = row.getInt();
            if (states && (b & PathSpool.AFRESH) != 0) {
                first[of + 1] = 0;
            }
            first[of + 1] += isRow(begin, a, b, states) ? 1 : 0;
        });
        for (int i = 0; i < keys; i++) {
            first[i + 1] += first[i];
        }
        int[] next = first.clone();
        ByteBuffer head = ByteBuffer.allocate(8 + 4 * (keys + 1));
        head.putInt(keys).putInt(first[keys]);
        for (int place : first) {
            head.putInt(place);
        }
        head.flip();
        long at = position;
        while (head.hasRemaining()) {
            at += file.write(head, at);
        }
        Columns rows = new Columns(file, FileChannel.MapMode.READ_WRITE, at, SIZE, first[keys]);
        spool.forEach(row -> {
            int of = row.getInt();
            long begin = row.getLong();
            int a = row.getInt();
            int b = row.getInt();
            if (!isRow(begin, a, b, states)) {
                for (int i = 1; i <= a; i++) {
                    int before = next[of] - i;
                    rows.putInt(before, B, rows.intAt(before, B) | PathSpool.OF_TRACER);
                }
                return;
            }
            if (states && (b & PathSpool.AFRESH) != 0) {
                next[of] = first[of];
            }
            int to = next[of]++;
            rows.putLong(to, 0, begin);
            rows.putInt(to, A, a);
            rows.putInt(to, B, b);
        });
        return at + (long) SIZE * first[keys] - position;
    }

    /** All but the word that the rows before are of an exit for the tracer. */
    private static boolean isRow(long begin, int a, int b, boolean states) {
        return states || begin != Long.MIN_VALUE || b != 0 || a <= 0;
    }

    static RowTable read(FileChannel file, long position) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(8);
        file.read(head, position);
        head.flip();
        int keys = head.getInt();
        int count = head.getInt();
        ByteBuffer places = ByteBuffer.allocate(4 * (keys + 1));
        for (long at = position + 8; places.hasRemaining();) {
            int got = file.read(places, at);
            if (got < 0) {
                throw new IOException("cut off");
            }
            at += got;
        }
        places.flip();
        int[] first = new int[keys + 1];
        places.asIntBuffer().get(first);
        return new RowTable(first, new Columns(file, FileChannel.MapMode.READ_ONLY, position + 8 + 4L * (keys + 1), SIZE, count));
    }
}
