/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/** A growing list of numbers: the first ones in memory, all others in a temporary file that is mapped. */
final class Longs implements AutoCloseable {

    private static final int BITS = 16;
    private static final int DIGIT = 16;
    private static final int CHUNK = 1 << BITS;
    /** So much stays in memory: 4 MB. */
    private static final int IN_MEMORY = 8;

    private static final int INSIDE = CHUNK - 1;

    /** Null where a part is in the file. */
    private long[][] fHeap = new long[IN_MEMORY][];
    private LongBuffer[] fMapped = new LongBuffer[IN_MEMORY];
    private int fChunks;
    /** The part that grows. */
    private long[] fOpen;
    private ByteBuffer fWritten;
    private Path fFile;
    private FileChannel fChannel;
    private long fSize;

    long size() {
        return fSize;
    }

    long get(long index) {
        int chunk = (int) (index >> BITS);
        long[] values = fHeap[chunk];
        return values != null ? values[(int) index & INSIDE] : fMapped[chunk].get((int) index & INSIDE);
    }

    void set(long index, long value) {
        int chunk = (int) (index >> BITS);
        long[] values = fHeap[chunk];
        if (values != null) {
            values[(int) index & INSIDE] = value;
        } else {
            fMapped[chunk].put((int) index & INSIDE, value);
        }
    }

    void add(long value) {
        int at = (int) fSize & INSIDE;
        if (at == 0) {
            grow();
        }
        fOpen[at] = value;
        fSize++;
    }

    /** Adds a value so many times. */
    void fill(long count, long value) {
        for (long left = count; left > 0; left--) {
            add(value);
        }
    }

    /** Gives all numbers one value. */
    void clear(long value) {
        long[] values = new long[CHUNK];
        Arrays.fill(values, value);
        for (int chunk = 0; chunk < fChunks; chunk++) {
            if (fHeap[chunk] != null) {
                Arrays.fill(fHeap[chunk], value);
            } else {
                fMapped[chunk].put(0, values);
            }
        }
    }

    /** Nothing may be added or changed while it is used. */
    Reader reader() {
        return new Reader(this);
    }

    /** Reads numbers that are near each other: those around the last one are in an array. */
    static final class Reader {

        private static final int NEAR_BITS = 12;
        private static final int NEAR = 1 << NEAR_BITS;

        private final Longs fOf;
        private final long[] fValues = new long[NEAR];
        private long fAt = -1;

        private Reader(Longs of) {
            fOf = of;
        }

        long get(long index) {
            if (index >> NEAR_BITS != fAt) {
                read(index >> NEAR_BITS);
            }
            return fValues[(int) index & NEAR - 1];
        }

        private void read(long at) {
            int chunk = (int) (at >> BITS - NEAR_BITS);
            int from = (int) (at << NEAR_BITS) & INSIDE;
            if (fOf.fHeap[chunk] != null) {
                System.arraycopy(fOf.fHeap[chunk], from, fValues, 0, NEAR);
            } else {
                fOf.fMapped[chunk].get(from, fValues);
            }
            fAt = at;
        }
    }

    private void grow() {
        if (fChunks > IN_MEMORY) {
            fMapped[fChunks - 1] = mapped();
            fHeap[fChunks - 1] = null;
        } else {
            fOpen = new long[CHUNK];
        }
        if (fChunks == fHeap.length) {
            fHeap = Arrays.copyOf(fHeap, 2 * fChunks);
            fMapped = Arrays.copyOf(fMapped, 2 * fChunks);
        }
        fHeap[fChunks++] = fOpen;
    }

    private LongBuffer mapped() {
        try {
            if (fChannel == null) {
                fFile = Files.createTempFile("hypertrace", ".clock");
                fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
                fWritten = ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());
            }
            fWritten.clear().asLongBuffer().put(fOpen);
            long position = (long) (fChunks - 1 - IN_MEMORY) * CHUNK * Long.BYTES;
            // written before it is mapped: a full disk is an exception, not a crash
            while (fWritten.hasRemaining()) {
                fChannel.write(fWritten, position + fWritten.position());
            }
            return fChannel.map(FileChannel.MapMode.READ_WRITE, position, (long) CHUNK * Long.BYTES).order(ByteOrder.nativeOrder()).asLongBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException("Times cannot be kept in a temporary file: " + e.getMessage(), e);
        }
    }

    /** @return the first index whose value is greater than that; values must be in order */
    long firstAfter(long value) {
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

    /**
     * @param lists
     *            at least one number
     * @param ranks
     *            from 0, in order, less than all sizes together
     * @return the values of these ranks among all numbers: by counting 16 bits at a time, in constant memory
     */
    static long[] ofRanks(List<Longs> lists, long... ranks) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (Longs list : lists) {
            Reader values = list.reader();
            for (long i = 0; i < list.fSize; i++) {
                long value = values.get(i);
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        int digits = (Long.SIZE - Long.numberOfLeadingZeros(most - least) + DIGIT - 1) / DIGIT;
        long[] prefixes = new long[ranks.length];
        long[] left = ranks.clone();
        for (int shift = Math.max(0, digits - 1) * DIGIT; shift >= 0; shift -= DIGIT) {
            find(lists, least, shift, prefixes, left);
        }
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] += least;
        }
        return prefixes;
    }

    /** One digit more of all: ranks are among the numbers that begin with their prefix. */
    private static void find(List<Longs> lists, long least, int shift, long[] prefixes, long[] ranks) {
        long[] different = Arrays.stream(prefixes).distinct().toArray();
        long[][] counts = new long[different.length][1 << DIGIT];
        for (Longs list : lists) {
            Reader values = list.reader();
            for (long i = 0; i < list.fSize; i++) {
                long above = values.get(i) - least >>> shift;
                for (int group = 0; group < different.length; group++) {
                    if (above >>> DIGIT == different[group]) {
                        counts[group][(int) above & (1 << DIGIT) - 1]++;
                    }
                }
            }
        }
        for (int i = 0; i < ranks.length; i++) {
            int group = 0;
            while (different[group] != prefixes[i]) {
                group++;
            }
            int digit = 0;
            while (ranks[i] >= counts[group][digit]) {
                ranks[i] -= counts[group][digit++];
            }
            prefixes[i] = prefixes[i] << DIGIT | digit;
        }
    }

    @Override
    public void close() {
        Arrays.fill(fHeap, null);
        Arrays.fill(fMapped, null);
        fOpen = null;
        fWritten = null;
        fChunks = 0;
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
