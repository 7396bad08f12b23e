/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.stream.Hypercall;

/**
 * The shared memory through which a guest, and its host, show events: the content of an ivshmem-plain device. One ring per
 * vCPU, or one for all. What its writers report about themselves is checked; the file may be truncated, or be written meanwhile.
 */
public final class RingFile implements Closeable {

    /** "GTRRING1" */
    private static final long MAGIC = 0x31474e4952525447L;
    private static final long VERSION = 1L << 32 | RingCursor.RECORD;
    private static final int HEADER = 64;
    private static final int MAX_RINGS = 4096;
    private static final int MAX_CPU = 0xffff;

    /**
     * What a ring reports about itself.
     *
     * @param cpu
     *            the vCPU that writes it, 0 or more; -1: all share it
     * @param offset
     *            of its header in the file, bytes
     * @param capacity
     *            how many records it keeps, a power of two
     * @param head
     *            how many records were ever written
     * @param tscKhz
     *            thousands of TSC ticks per second, 0: not recorded
     * @param lost
     *            how many events could not be written
     */
    public record Header(int cpu, long offset, long capacity, long head, long tscKhz, long lost) { }

    /**
     * What was read.
     *
     * @param read
     *            records that are whole
     * @param overwritten
     *            records that newer ones have replaced
     * @param torn
     *            records that were being written, or replaced, when the file was read
     * @param missing
     *            records that stand behind the end of the file
     */
    public record Counts(long read, long overwritten, long torn, long missing) { }

    /**
     * A record.
     *
     * @param vcpu
     *            the guest's CPU that wrote it, or that the host has written about
     * @param number
     *            its number in its ring, from 0
     * @param tsc
     *            the guest's TSC
     * @param ns
     *            the guest's clock in ns if it was reported, else 0
     * @param nr
     *            the event's number with nesting, 32 bits
     * @param a0
     *            the first argument
     * @param a1
     *            the second argument
     * @param a2
     *            the third argument
     * @param a3
     *            the fourth argument
     */
    public record Entry(int vcpu, long number, long tsc, long ns, long nr, long a0, long a1, long a2, long a3) {

        /**
         * @param time
         *            when it was, ns since the epoch
         * @return it as a hypercall that has no running number
         */
        public Hypercall at(long time) {
            return new Hypercall(time, vcpu, Hypercall.Origin.RING, nr, a0, a1, a2, a3);
        }
    }

    /** Takes records in the order of the TSC. */
    @FunctionalInterface
    public interface Sink {
        /** @return whether to go on */
        boolean accept(Entry entry);
    }

    private final FileChannel fFile;
    private final List<Header> fHeaders = new ArrayList<>();
    private Counts fCounts = new Counts(0, 0, 0, 0);

    /**
     * @throws IOException
     *             one sentence: it cannot be read, or there is no ring in it
     */
    public RingFile(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            // a pipe would let us wait for ever
            throw new IOException(path + " is not there, or no file; keep the memory of the rings beside the recording.");
        }
        fFile = FileChannel.open(path);
        try {
            readHeaders(path);
            checkPlaces(path);
        } catch (IOException | RuntimeException e) {
            fFile.close();
            throw e;
        }
    }

    /**
     * @param path
     *            of anything
     * @return whether it is a file that begins as one of rings does; false also if it cannot be read
     */
    public static boolean isOne(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return fill(file, magic, 0) == Long.BYTES && magic.getLong(0) == MAGIC;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether more was written. Length and time of a file do not show it: who writes mapped memory again and again changes the time only at first.
     *
     * @param path
     *            of anything
     * @return changes with each record that is written into one of its rings; 0 if it has none, or cannot be read
     */
    public static int written(Path path) {
        try (RingFile file = new RingFile(path)) {
            return file.headers().hashCode();
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * @param path
     *            of anything
     * @param folder
     *            that it must be in
     * @return the same; 0 also if it leads out of the folder
     */
    public static int written(Path path, Path folder) {
        try {
            InputFile.requireInside(path, folder);
            return written(path);
        } catch (IOException e) {
            // reported when the records themselves are read
            return 0;
        }
    }

    /** @return what the rings report about themselves, in the order of the file's chain; at least one */
    public List<Header> headers() {
        return List.copyOf(fHeaders);
    }

    /** @return what the last reading has found */
    public Counts counts() {
        return fCounts;
    }

    /**
     * Reads all records that are there, merged by the TSC; within a ring a record may be earlier than the one before it, and then comes
     * first. An interrupt can come between a place's reservation and the stamp.
     */
    public void read(Sink sink) throws IOException {
        List<RingCursor> rings = cursors();
        Entry next;
        boolean wanted = true;
        while (wanted && (next = first(rings)) != null) {
            wanted = sink.accept(next);
        }
        Counts sum = new Counts(0, 0, 0, 0);
        for (RingCursor ring : rings) {
            Counts c = ring.counts();
            sum = new Counts(sum.read + c.read, sum.overwritten + c.overwritten, sum.torn + c.torn,
                    sum.missing + c.missing);
        }
        fCounts = sum;
    }

    /**
     * @return one for each ring, to read them as they are wanted
     * @throws IOException
     *             if the first records cannot be read
     */
    public List<RingCursor> cursors() throws IOException {
        List<RingCursor> rings = new ArrayList<>();
        for (Header header : fHeaders) {
            rings.add(new RingCursor(fFile, header));
        }
        return rings;
    }

    /** @return of each ring the records by their numbers, in the order of the file's chain */
    public List<RingRecords> records() {
        return fHeaders.stream().map(header -> new RingRecords(fFile, header)).toList();
    }

    @Override
    public void close() throws IOException {
        fFile.close();
    }

    private static Entry first(List<RingCursor> rings) throws IOException {
        RingCursor first = null;
        for (RingCursor ring : rings) {
            Entry entry = ring.peek();
            if (entry != null && (first == null || Long.compareUnsigned(entry.tsc, first.peek().tsc) < 0)) {
                first = ring;
            }
        }
        return first == null ? null : first.take();
    }

    private void readHeaders(Path path) throws IOException {
        Set<Long> seen = new HashSet<>();
        long at = 0;
        do {
            ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
            if (!seen.add(at) || seen.size() > MAX_RINGS || fill(fFile, header, at) < HEADER
                    || header.getLong(0) != MAGIC) {
                throw new IOException(path + " has no ring of version 1 at byte " + at
                        + "; is it the memory of an ivshmem-plain device, and was the guest's tracer on?");
            }
            long capacity = header.getLong(16);
            long head = header.getLong(24);
            long cpu = header.getLong(48) - 1;
            if (header.getLong(8) != VERSION || Long.bitCount(capacity) != 1 || capacity < 0
                    || capacity > Long.MAX_VALUE / RingCursor.RECORD / 2 || head < 0 || cpu < -1 || cpu > MAX_CPU) {
                throw new IOException(path + ": the ring at byte " + at + " has an impossible header.");
            }
            fHeaders.add(new Header((int) cpu, at, capacity, head, header.getLong(32), header.getLong(40)));
            at = header.getLong(56);
        } while (at > 0);
    }

    /** Rings that share bytes could make a small file endless. */
    private void checkPlaces(Path path) throws IOException {
        List<Header> inOrder = new ArrayList<>(fHeaders);
        inOrder.sort(Comparator.comparingLong(Header::offset));
        for (int i = 1; i < inOrder.size(); i++) {
            Header before = inOrder.get(i - 1);
            if ((inOrder.get(i).offset - before.offset - HEADER) / RingCursor.RECORD < before.capacity) {
                throw new IOException(path + ": the rings at bytes " + before.offset + " and " + inOrder.get(i).offset
                        + " have the same places.");
            }
        }
    }

    /** @return how many bytes there were */
    static int fill(FileChannel file, ByteBuffer buffer, long at) throws IOException {
        long from = at;
        while (buffer.hasRemaining()) {
            int count = file.read(buffer, from);
            if (count < 0) {
                break;
            }
            from += count;
        }
        return buffer.position();
    }
}
