/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file of numbers, in chunks that are mapped. Where numbers are near each other, as times are, it has their distances, in half of the
 * bytes.
 */
final class ChunkFile implements AutoCloseable {

    /** Blocks that go to the file together. */
    static final int BLOCKS_BITS = 6;
    static final int BLOCKS = 1 << BLOCKS_BITS;
    static final int CHUNK = Longs.BLOCK * BLOCKS;

    /** So many numbers have one base that their distances begin at. */
    private static final int BASE_BITS = 10;
    private static final int OF_BASE = 1 << BASE_BITS;
    private static final long DISTANCE = 0xffff_ffffL;
    private static final int INSIDE = Longs.BLOCK - 1;

    /** What is in the file: numbers; or distances, and what they begin at. */
    record Chunk(LongBuffer numbers, IntBuffer distances, long[] bases) {

        long get(int at) {
            return numbers != null ? numbers.get(at) : bases[at >> BASE_BITS] + (distances.get(at) & DISTANCE);
        }

        /** Only where it has numbers. */
        void set(int at, long value) {
            numbers.put(at, value);
        }

        /** Copies a block that begins there; {@code room} is used for it. */
        void copy(int at, long[] to, int[] room) {
            if (numbers != null) {
                numbers.get(at, to);
                return;
            }
            distances.get(at, room);
            for (int from = 0; from < to.length; from += OF_BASE) {
                long base = bases[at + from >> BASE_BITS];
                for (int i = from; i < from + OF_BASE; i++) {
                    to[i] = base + (room[i] & DISTANCE);
                }
            }
        }
    }

    private final ByteBuffer fWritten = ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());
    private final int[] fDistances = new int[OF_BASE];
    private final Path fFile;
    private final FileChannel fChannel;
    private long fEnd;

    ChunkFile() {
        try {
            fFile = Files.createTempFile("hypertrace", ".clock");
            fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("Times cannot be kept in a temporary file: " + e.getMessage(), e);
    }

    /**
     * @param blocks
     *            the numbers
     * @param first
     *            the first block of the chunk
     * @param isNear
     *            whether distances may be written instead: they cannot be changed
     * @return what was written
     */
    Chunk write(long[][] blocks, int first, boolean isNear) {
        long[] bases = isNear ? bases(blocks, first) : null;
        fWritten.clear();
        try {
            if (bases == null) {
                LongBuffer numbers = fWritten.asLongBuffer();
                for (int block = 0; block < BLOCKS; block++) {
                    numbers.put(blocks[first + block]);
                }
                return new Chunk(written(CHUNK * Long.BYTES).asLongBuffer(), null, null);
            }
            IntBuffer distances = fWritten.asIntBuffer();
            for (int from = 0; from < CHUNK; from += OF_BASE) {
                distances(blocks[first + (from >> Longs.BITS)], from & INSIDE, bases[from >> BASE_BITS], distances);
            }
            return new Chunk(null, written(CHUNK * Integer.BYTES).asIntBuffer(), bases);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void distances(long[] block, int from, long base, IntBuffer to) {
        for (int i = 0; i < OF_BASE; i++) {
            fDistances[i] = (int) (block[from + i] - base);
        }
        to.put(fDistances);
    }

    /** What the distances of the blocks of a chunk begin at; null if one is too large. */
    private static long[] bases(long[][] blocks, int first) {
        long[] bases = new long[CHUNK >> BASE_BITS];
        for (int from = 0; from < CHUNK; from += OF_BASE) {
            long[] block = blocks[first + (from >> Longs.BITS)];
            long base = block[from & INSIDE];
            // a difference that a long cannot hold is negative
            long bits = 0;
            for (int i = from & INSIDE; i < (from & INSIDE) + OF_BASE; i++) {
                bits |= block[i] < base ? -1 : block[i] - base;
            }
            if (bits >>> Integer.SIZE != 0) {
                return null;
            }
            bases[from >> BASE_BITS] = base;
        }
        return bases;
    }

    private ByteBuffer written(int bytes) throws IOException {
        fWritten.limit(bytes);
        // written before it is mapped: a full disk is an exception, not a crash
        while (fWritten.hasRemaining()) {
            fChannel.write(fWritten, fEnd + fWritten.position());
        }
        ByteBuffer mapped = fChannel.map(FileChannel.MapMode.READ_WRITE, fEnd, bytes).order(ByteOrder.nativeOrder());
        fEnd += bytes;
        return mapped;
    }

    @Override
    public void close() {
        try {
            fChannel.close();
            Files.deleteIfExists(fFile);
        } catch (IOException e) {
            // it is in the folder of temporary files
        }
    }
}
