/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Records of one size in a part of a file, mapped into memory: nothing of them is on the heap. */
public final class Columns {

    private static final int CHUNK_BITS = 22;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final int fSize;
    private final int fCount;
    private final ByteBuffer[] fChunks;

    /** @param position where in the file they begin */
    public Columns(FileChannel file, FileChannel.MapMode mode, long position, int size, long count) throws IOException {
        if (count > Integer.MAX_VALUE - CHUNK) {
            throw new IOException("the trace has more changes of states than a path can be found in");
        }
        fSize = size;
        fCount = (int) count;
        fChunks = new ByteBuffer[fCount + CHUNK - 1 >>> CHUNK_BITS];
        for (int i = 0; i < fChunks.length; i++) {
            long rows = Math.min(CHUNK, count - ((long) i << CHUNK_BITS));
            fChunks[i] = file.map(mode, position + ((long) i << CHUNK_BITS) * size, rows * size);
        }
    }

    /** @param position where in the file their count stands, before them */
    public static Columns read(FileChannel file, long position, int size) throws IOException {
        ByteBuffer count = ByteBuffer.allocate(8);
        file.read(count, position);
        return new Columns(file, FileChannel.MapMode.READ_ONLY, position + 8, size, count.flip().getLong());
    }

    public int count() {
        return fCount;
    }

    private ByteBuffer chunk(int row) {
        return fChunks[row >>> CHUNK_BITS];
    }

    private int place(int row) {
        return (row & CHUNK - 1) * fSize;
    }

    public long longAt(int row, int offset) {
        return chunk(row).getLong(place(row) + offset);
    }

    public int intAt(int row, int offset) {
        return chunk(row).getInt(place(row) + offset);
    }
}
