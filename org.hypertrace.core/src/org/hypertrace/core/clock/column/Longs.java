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
import java.util.Arrays;

/**
 * A growing list of numbers: the first ones in memory, all others in a temporary file that is mapped. Where numbers are near each other, as times are,
 * the file has their distances, in half of the bytes.
 */
public final class Longs implements AutoCloseable {

    /** Of a block, 32 KB. Larger arrays begin at round addresses: lists that grow side by side would be in each other's way in the cache. */
    static final int BITS = 12;
    static final int BLOCK = 1 << BITS;
    /** Blocks that go to the file together. */
    private static final int BLOCKS_BITS = 4;
    private static final int BLOCKS = 1 << BLOCKS_BITS;
    private static final int CHUNK = BLOCK * BLOCKS;
    /** So many blocks stay in memory: 4 MB. */
    private static final int IN_MEMORY = 8 * BLOCKS;

    private static final int INSIDE = BLOCK - 1;
    /** So many numbers have one base that their distances begin at. */
    private static final int BASE_BITS = 10;
    private static final int OF_BASE = 1 << BASE_BITS;
    private static final long DISTANCE = 0xffff_ffffL;

    private final boolean fChanges;
    /** Null where a block is in the file. */
    private long[][] fBlocks = new long[IN_MEMORY][];
    private int fCount;
    /** The block that grows. */
    private long[] fOpen;
    /** Of each chunk that is in the file. */
    private LongBuffer[] fMapped = {};
    /** Where a chunk has distances: these, and what they begin at. */
    private IntBuffer[] fDistances = {};
    private long[][] fBases = {};
    private ByteBuffer fWritten;
    private Path fFile;
    private FileChannel fChannel;
    private long fEnd;
    private long fSize;

    /** Of numbers that stay as they are added. */
    public Longs() {
        this(false);
    }

    /** @param changes whether numbers may be set later */
    public Longs(boolean changes) {
        fChanges = changes;
    }

    /** @return how many there are */
    public long size() {
        return fSize;
    }

    /** @return the number at an index from 0, less than the size */
    public long get(long index) {
        long[] block = fBlocks[(int) (index >> BITS)];
        return block != null ? block[(int) index & INSIDE] : inFile(index);
    }

    private long inFile(long index) {
        int chunk = (int) (index / CHUNK);
        int at = (int) (index % CHUNK);
        return fMapped[chunk] != null ? fMapped[chunk].get(at) : fBases[chunk][at >> BASE_BITS] + (fDistances[chunk].get(at) & DISTANCE);
    }

    /** Changes a number, only of a list that changes. */
    public void set(long index, long value) {
        long[] block = fBlocks[(int) (index >> BITS)];
        if (block != null) {
            block[(int) index & INSIDE] = value;
        } else {
            fMapped[(int) (index / CHUNK)].put((int) (index % CHUNK), value);
        }
    }

    /** Adds a number at the end. */
    public void add(long value) {
        int at = (int) fSize & INSIDE;
        if (at == 0) {
            grow();
        }
        fOpen[at] = value;
        fSize++;
    }

    /** Adds a value so many times. */
    public void fill(long count, long value) {
        for (long left = count; left > 0; left--) {
            add(value);
        }
    }

    /** @return reads them; nothing may be added while it is used */
    public LongsReader reader() {
        return new LongsReader(this);
    }

    /** A block that is in memory, else null. */
    long[] block(long number) {
        return fBlocks[(int) number];
    }

    /** Copies a block from the file. */
    void copy(long number, long[] to) {
        int chunk = (int) (number >> BLOCKS_BITS);
        int at = (int) (number & BLOCKS - 1) << BITS;
        if (fMapped[chunk] != null) {
            fMapped[chunk].get(at, to);
            return;
        }
        IntBuffer distances = fDistances[chunk];
        for (int from = 0; from < BLOCK; from += OF_BASE) {
            long base = fBases[chunk][at + from >> BASE_BITS];
            for (int i = from; i < from + OF_BASE; i++) {
                to[i] = base + (distances.get(at + i) & DISTANCE);
            }
        }
    }

    /** Changes the numbers of a block, or adds them. */
    void put(long number, long[] values, int count) {
        long from = number << BITS;
        if (from == fSize) {
            for (int i = 0; i < count; i++) {
                add(values[i]);
            }
        } else if (fBlocks[(int) number] != null) {
            System.arraycopy(values, 0, fBlocks[(int) number], 0, count);
        } else {
            fMapped[(int) (from / CHUNK)].put((int) (from % CHUNK), values, 0, count);
        }
    }

    private void grow() {
        if (fCount == fBlocks.length) {
            fBlocks = Arrays.copyOf(fBlocks, 2 * fCount);
        }
        if (fCount % BLOCKS == 0 && fCount > IN_MEMORY) {
            map(fCount / BLOCKS - 1);
        }
        fOpen = new long[BLOCK];
        fBlocks[fCount++] = fOpen;
    }

    /** A chunk goes to the file. */
    private void map(int chunk) {
        try {
            if (fChannel == null) {
                fFile = Files.createTempFile("hypertrace", ".clock");
                fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
                fWritten = ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());
            }
            if (chunk >= fMapped.length) {
                fMapped = Arrays.copyOf(fMapped, 2 * chunk);
                fDistances = Arrays.copyOf(fDistances, 2 * chunk);
                fBases = Arrays.copyOf(fBases, 2 * chunk);
            }
            int first = chunk * BLOCKS;
            long[] bases = fChanges ? null : bases(first);
            fWritten.clear();
            if (bases == null) {
                LongBuffer numbers = fWritten.asLongBuffer();
                for (int block = 0; block < BLOCKS; block++) {
                    numbers.put(fBlocks[first + block]);
                }
                fMapped[chunk] = written(CHUNK * Long.BYTES).asLongBuffer();
            } else {
                IntBuffer distances = fWritten.asIntBuffer();
                for (int i = 0; i < CHUNK; i++) {
                    distances.put(i, (int) (fBlocks[first + (i >> BITS)][i & INSIDE] - bases[i >> BASE_BITS]));
                }
                fBases[chunk] = bases;
                fDistances[chunk] = written(CHUNK * Integer.BYTES).asIntBuffer();
            }
            Arrays.fill(fBlocks, first, first + BLOCKS, null);
        } catch (IOException e) {
            throw new UncheckedIOException("Times cannot be kept in a temporary file: " + e.getMessage(), e);
        }
    }

    /** What the distances of the blocks of a chunk begin at; null if one is too large. */
    private long[] bases(int first) {
        long[] bases = new long[CHUNK >> BASE_BITS];
        for (int i = 0; i < CHUNK; i++) {
            long[] block = fBlocks[first + (i >> BITS)];
            long base = block[i & INSIDE & -OF_BASE];
            long value = block[i & INSIDE];
            if (value < base || value - base >>> Integer.SIZE != 0) {
                return null;
            }
            bases[i >> BASE_BITS] = base;
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

    /** @return the first index whose value is greater than that; values must be in order */
    public long firstAfter(long value) {
        long from = 0;
        long to = fSize;
        while (from < to) {
            long middle = (from + to) >>> 1;
            if (get(middle) > value) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    @Override
    public void close() {
        Arrays.fill(fBlocks, null);
        Arrays.fill(fMapped, null);
        Arrays.fill(fDistances, null);
        fOpen = null;
        fWritten = null;
        fCount = 0;
        fSize = 0;
        try {
            if (fChannel != null) {
                fChannel.close();
                Files.deleteIfExists(fFile);
            }
        } catch (IOException e) {
            // it is in the folder of temporary files
        }
    }
}
