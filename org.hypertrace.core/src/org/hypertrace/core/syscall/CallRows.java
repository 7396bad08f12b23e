/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Calls as rows of {@value #ROW} bytes: on the heap, or in a file that is mapped into memory. */
final class CallRows {

    /** Begin (8), end (8), number (4), tid (4), place of the vCPU and whether the number is of 32-bit programs (4). */
    static final int ROW = 28;

    private static final int SHIFT = 14;
    private static final int ROWS = 1 << SHIFT;
    private static final int COMPAT = 1 << 31;

    /**
     * Some rows.
     *
     * @param offset
     *            where they stand in a file, -1 if in none
     */
    record Chunk(long offset, ByteBuffer rows) {
        static Chunk onHeap() {
            return new Chunk(-1, ByteBuffer.allocate(ROWS * ROW));
        }

        /** At the end of a file. A full disk is found here, not by the first row. */
        static Chunk in(FileChannel file) {
            try {
                long offset = file.size();
                ByteBuffer empty = ByteBuffer.allocate(ROWS * ROW);
                while (empty.hasRemaining()) {
                    file.write(empty, offset + empty.position());
                }
                return new Chunk(offset, file.map(FileChannel.MapMode.READ_WRITE, offset, ROWS * ROW));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final Supplier<Chunk> fNew;
    private final List<Chunk> fChunks = new ArrayList<>();
    private int fCount;

    /** {@code chunks}: makes those that rows are added to. */
    CallRows(Supplier<Chunk> chunks) {
        fNew = chunks;
    }

    void add(long begin, long end, int number, boolean isCompat, int tid, int place) {
        if (fCount >> SHIFT == fChunks.size()) {
            fChunks.add(fNew.get());
        }
        chunk(fCount++).putLong(begin).putLong(end).putInt(number).putInt(tid).putInt(place | (isCompat ? COMPAT : 0));
    }

    /** Writes where in the file they are. */
    void write(DataOutputStream out) throws IOException {
        out.writeInt(fCount);
        for (Chunk chunk : fChunks) {
            out.writeLong(chunk.offset);
        }
    }

    /** Reads what {@link #write} has written. */
    static CallRows read(DataInputStream in, FileChannel file) throws IOException {
        CallRows rows = new CallRows(Chunk::onHeap);
        rows.fCount = in.readInt();
        for (int first = 0; first < rows.fCount; first += ROWS) {
            long offset = in.readLong();
            if (offset < 0 || offset > file.size() - ROWS * ROW) {
                throw new IOException("the file of system calls is damaged");
            }
            rows.fChunks.add(new Chunk(offset, file.map(FileChannel.MapMode.READ_ONLY, offset, ROWS * ROW)));
        }
        return rows;
    }

    int count() {
        return fCount;
    }

    long begin(int row) {
        return chunk(row).getLong(at(row));
    }

    long end(int row) {
        return chunk(row).getLong(at(row) + 8);
    }

    int number(int row) {
        return chunk(row).getInt(at(row) + 16);
    }

    int tid(int row) {
        return chunk(row).getInt(at(row) + 20);
    }

    int place(int row) {
        return chunk(row).getInt(at(row) + 24) & ~COMPAT;
    }

    boolean isCompat(int row) {
        return (chunk(row).getInt(at(row) + 24) & COMPAT) != 0;
    }

    private ByteBuffer chunk(int row) {
        return fChunks.get(row >> SHIFT).rows;
    }

    private static int at(int row) {
        return (row & ROWS - 1) * ROW;
    }
}
