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

/** A growing list of numbers: the first ones in memory, all others in a temporary file that is mapped. */
final class Longs implements AutoCloseable {

    private static final int BITS = 16;
    private static final int DIGIT = 16;
    private static final int CHUNK = 1 << BITS;
    /** So much stays in memory: 4 MB. */
    private static final int IN_MEMORY = 8;

    private static final int INSIDE = CHUNK - 1;

    private final long[][] fHeap = new long[IN_MEMORY][];
    private LongBuffer[] fMapped = {};
    private int fChunks;
    private Path fFile;
    private FileChannel fChannel;
    private long fSize;

    long size() {
        return fSize;
    }

    long get(long index) {
        int chunk = (int) (index >> BITS);
        int at = (int) index & INSIDE;
        return chunk < IN_MEMORY ? fHeap[chunk][at] : fMapped[chunk - IN_MEMORY].get(at);
    }

    void set(long index, long value) {
        int chunk = (int) (index >> BITS);
        int at = (int) index & INSIDE;
        if (chunk < IN_MEMORY) {
            fHeap[chunk][at] = value;
        } else {
            fMapped[chunk - IN_MEMORY].put(at, value);
        }
    }

    void add(long value) {
        if (fSize >> BITS == fChunks) {
            grow();
        }
        set(fSize++, value);
    }

    /** Adds a value so many times. */
    void fill(long count, long value) {
        for (long left = count; left > 0; left--) {
            add(value);
        }
    }

    private void grow() {
        if (fChunks < IN_MEMORY) {
            fHeap[fChunks] = new long[CHUNK];
        } else {
            int mapped = fChunks - IN_MEMORY;
            fMapped = mapped < fMapped.length ? fMapped : Arrays.copyOf(fMapped, Math.max(16, 2 * mapped));
            fMapped[mapped] = mapped();
        }
        fChunks++;
    }

    private LongBuffer mapped() {
        try {
            if (fChannel == null) {
                fFile = Files.createTempFile("hypertrace", ".clock");
                fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
            long position = (long) (fChunks - IN_MEMORY) * CHUNK * Long.BYTES;
            // written before it is mapped: a full disk is an exception, not a crash
            fChannel.write(ByteBuffer.allocate(CHUNK * Long.BYTES), position);
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
     * @param ranks
     *            from 0, in order, less than the size
     * @return the values of these ranks among all: by counting 16 bits at a time, in constant memory
     */
    long[] ofRanks(long... ranks) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (long i = 0; i < fSize; i++) {
            long value = get(i);
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        int digits = (Long.SIZE - Long.numberOfLeadingZeros(most - least) + DIGIT - 1) / DIGIT;
        long[] found = new long[ranks.length];
        find(least, 0, Math.max(0, digits - 1) * DIGIT, ranks.clone(), 0, ranks.length, found);
        return found;
    }

    /** Of values that begin with these bits: the ranks among them from one to another. */
    private void find(long least, long prefix, int shift, long[] ranks, int from, int to, long[] found) {
        long[] counts = new long[1 << DIGIT];
        for (long i = 0; i < fSize; i++) {
            long above = get(i) - least >>> shift;
            if (above >>> DIGIT == prefix) {
                counts[(int) above & (1 << DIGIT) - 1]++;
            }
        }
        int digit = 0;
        long before = 0;
        for (int first = from, last; first < to; first = last) {
            while (ranks[first] - before >= counts[digit]) {
                before += counts[digit++];
            }
            for (last = first; last < to && ranks[last] - before < counts[digit]; last++) {
                found[last] = least + (prefix << DIGIT | digit);
            }
            if (shift > 0) {
                for (int i = first; i < last; i++) {
                    ranks[i] -= before;
                }
                find(least, prefix << DIGIT | digit, shift - DIGIT, ranks, first, last, found);
            }
            before += counts[digit++];
        }
    }

    @Override
    public void close() {
        Arrays.fill(fHeap, null);
        fMapped = new LongBuffer[0];
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
