/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A growing list of numbers: the first ones in memory, all others in a temporary file that is mapped. */
final class Longs implements AutoCloseable {

    private static final int BITS = 16;
    private static final int CHUNK = 1 << BITS;
    /** So much stays in memory: 4 MB. */
    private static final int IN_MEMORY = 8;

    private final List<LongBuffer> fChunks = new ArrayList<>();
    private Path fFile;
    private FileChannel fChannel;
    private long fSize;

    long size() {
        return fSize;
    }

    long get(long index) {
        return fChunks.get((int) (index >> BITS)).get((int) index & CHUNK - 1);
    }

    void set(long index, long value) {
        fChunks.get((int) (index >> BITS)).put((int) index & CHUNK - 1, value);
    }

    void add(long value) {
        if (fSize >> BITS == fChunks.size()) {
            fChunks.add(fChunks.size() < IN_MEMORY ? LongBuffer.allocate(CHUNK) : mapped());
        }
        set(fSize++, value);
    }

    private LongBuffer mapped() {
        try {
            if (fChannel == null) {
                fFile = Files.createTempFile("hypertrace", ".clock");
                fChannel = FileChannel.open(fFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
            long position = (long) (fChunks.size() - IN_MEMORY) * CHUNK * Long.BYTES;
            // written before it is mapped: a full disk is an exception, not a crash
            fChannel.write(ByteBuffer.allocate(CHUNK * Long.BYTES), position);
            return fChannel.map(FileChannel.MapMode.READ_WRITE, position, (long) CHUNK * Long.BYTES).asLongBuffer();
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

    /** @return the value of that rank, from 0, among all: by counting 16 bits at a time, in constant memory */
    long ofRank(long rank) {
        long left = rank;
        long prefix = 0;
        for (int shift = 48; shift >= 0; shift -= 16) {
            long[] counts = new long[1 << 16];
            for (long i = 0; i < fSize; i++) {
                long ordered = get(i) ^ Long.MIN_VALUE;
                if (shift == 48 || ordered >>> shift + 16 == prefix) {
                    counts[(int) (ordered >>> shift) & 0xffff]++;
                }
            }
            int digit = 0;
            while (left >= counts[digit]) {
                left -= counts[digit++];
            }
            prefix = prefix << 16 | digit;
        }
        return prefix ^ Long.MIN_VALUE;
    }

    @Override
    public void close() {
        fChunks.clear();
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
