/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A growing list of numbers: the first ones in memory, all others in a temporary file that is mapped. A thread beside who adds them writes it,
 * unless they can change.
 */
public final class Longs implements AutoCloseable {

    /** Of a block, 8 KB: those of several lists are in the cache together. Larger arrays would begin at round addresses, and be in each other's way. */
    static final int BITS = 10;
    static final int BLOCK = 1 << BITS;
    /** So many blocks stay in memory: 3.5 MB, and half of one while a chunk is written. */
    private static final int IN_MEMORY = 7 * ChunkFile.BLOCKS;
    private static final int INSIDE = BLOCK - 1;
    /** Chunks of many lists are full at about the same time: a processor is left to who adds numbers. */
    private static final Executor WRITERS = writers(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));

    private final boolean fChanges;
    /** Null where a block is in the file. */
    private long[][] fBlocks = new long[IN_MEMORY][];
    private int fCount;
    /** The block that grows. */
    private long[] fOpen;
    /** Blocks that were written: the next ones use their arrays again. */
    private final long[][] fSpare = new long[ChunkFile.BLOCKS][];
    private int fSpares;
    /** Null where a chunk is in memory. */
    private ChunkFile.Chunk[] fChunks = {};
    /** What is being written, and which chunk that is: its blocks stay in memory until then. */
    private CompletableFuture<ChunkFile.Chunk> fWriting;
    private int fWritten;
    private ChunkFile fFile;
    private long fSize;

    /** Of numbers that stay as they are added. */
    public Longs() {
        this(false);
    }

    /** @param changes whether numbers may be set later */
    public Longs(boolean changes) {
        fChanges = changes;
    }

    private static Executor writers(int threads) {
        ThreadPoolExecutor writers = new ThreadPoolExecutor(threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "Times to a file");
            thread.setDaemon(true);
            return thread;
        });
        writers.allowCoreThreadTimeOut(true);
        return writers;
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
        return fChunks[(int) (index / ChunkFile.CHUNK)].get((int) (index % ChunkFile.CHUNK));
    }

    /** Changes a number, only of a list that changes. */
    public void set(long index, long value) {
        long[] block = fBlocks[(int) (index >> BITS)];
        if (block != null) {
            block[(int) index & INSIDE] = value;
        } else {
            fChunks[(int) (index / ChunkFile.CHUNK)].set((int) (index % ChunkFile.CHUNK), value);
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
    void copy(long number, long[] to, int[] room) {
        fChunks[(int) (number >> ChunkFile.BLOCKS_BITS)].copy((int) (number & ChunkFile.BLOCKS - 1) << BITS, to, room);
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
            fChunks[(int) (from / ChunkFile.CHUNK)].numbers().put((int) (from % ChunkFile.CHUNK), values, 0, count);
        }
    }

    private void grow() {
        if (fCount == fBlocks.length) {
            fBlocks = Arrays.copyOf(fBlocks, 2 * fCount);
        }
        if (fCount % ChunkFile.BLOCKS == 0 && fCount > IN_MEMORY) {
            write(fCount / ChunkFile.BLOCKS - 1);
        }
        fOpen = fSpares > 0 ? fSpare[--fSpares] : new long[BLOCK];
        fBlocks[fCount++] = fOpen;
    }

    /** A chunk goes to the file: beside what is added meanwhile, if its numbers stay as they are. */
    private void write(int chunk) {
        settle();
        fFile = fFile == null ? new ChunkFile() : fFile;
        fWritten = chunk;
        long[][] blocks = fBlocks;
        fWriting = fChanges ? CompletableFuture.completedFuture(fFile.write(blocks, chunk * ChunkFile.BLOCKS, false))
                : CompletableFuture.supplyAsync(() -> fFile.write(blocks, chunk * ChunkFile.BLOCKS, true), WRITERS);
        if (fChanges) {
            settle();
        }
    }

    /** Waits until nothing is being written; what was, is in the file then. */
    private void settle() {
        if (fWriting == null) {
            return;
        }
        try {
            ChunkFile.Chunk chunk = fWriting.join();
            fChunks = fWritten < fChunks.length ? fChunks : Arrays.copyOf(fChunks, 2 * fWritten);
            fChunks[fWritten] = chunk;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        } finally {
            fWriting = null;
        }
        for (int block = fWritten * ChunkFile.BLOCKS; block < (fWritten + 1) * ChunkFile.BLOCKS; block++) {
            fSpare[fSpares++] = fBlocks[block];
            fBlocks[block] = null;
        }
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
        try {
            settle();
        } catch (RuntimeException e) {
            // what was not written is not needed any more
        }
        Arrays.fill(fBlocks, null);
        Arrays.fill(fSpare, null);
        Arrays.fill(fChunks, null);
        fOpen = null;
        fSpares = 0;
        fCount = 0;
        fSize = 0;
        if (fFile != null) {
            fFile.close();
        }
    }
}
