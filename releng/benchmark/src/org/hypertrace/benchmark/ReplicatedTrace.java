/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import static org.hypertrace.benchmark.EventLayouts.require;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kernel trace of LTTng, N times as long: N copies of it one after another, each shifted in time by the same
 * multiple of 2^32 ns, the smallest that is greater than the trace's duration. Such a shift leaves the 27 bits of time
 * in compact event headers as they are; the time in extended headers and in packet contexts is moved. Packet numbers
 * and the counters of discarded events go on counting.
 *
 * <p>The copies are one trace for every reader, but what happens at the seam between two of them is made up: a task that
 * ran at the end of one may not be the one that runs at the start of the next. It serves measurements of time and memory.
 *
 * <p>Memory: one packet at a time.
 */
public final class ReplicatedTrace {

    private static final long STEP = 1L << 32;
    private static final int HEADER = 84;
    private static final int MAGIC = 0xC1FC1FC1;
    private static final int EXTENDED = 31;
    private static final int EXTENDED_LARGE = 65535;

    private final EventLayouts layouts;
    private final List<StreamFile> files = new ArrayList<>();
    private final long shift;

    private ReplicatedTrace(Path source) throws IOException {
        layouts = new EventLayouts(source);
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        try (Stream<Path> list = Files.list(source)) {
            for (Path path : list.filter(Files::isRegularFile).filter(p -> !p.endsWith("metadata")).sorted().toList()) {
                StreamFile file = StreamFile.of(path);
                files.add(file);
                begin = Math.min(begin, file.begin());
                end = Math.max(end, file.end());
            }
        }
        require(!files.isEmpty(), "it has no stream files");
        shift = ((end - begin) / STEP + 1) * STEP;
    }

    /**
     * Writes {@code copies} copies of the trace in the folder {@code source} into the folder {@code target}.
     *
     * @param target is made; must not exist or be empty
     * @param copies 1 or more
     * @return nanoseconds from each copy to the next
     * @throws IOException if the source is not a trace in the form described in {@link EventLayouts}, is truncated, or
     *             the target cannot be written
     */
    public static long write(Path source, Path target, int copies) throws IOException {
        ReplicatedTrace trace = new ReplicatedTrace(source);
        Files.createDirectories(target);
        for (StreamFile file : trace.files) {
            trace.write(file, target.resolve(file.path().getFileName()), copies);
        }
        Files.copy(source.resolve("metadata"), target.resolve("metadata"));
        return trace.shift;
    }

    private void write(StreamFile file, Path target, int copies) throws IOException {
        try (FileChannel in = FileChannel.open(file.path());
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int copy = 0; copy < copies; copy++) {
                for (long at = 0; at < in.size();) {
                    ByteBuffer packet = StreamFile.packet(in, at);
                    at += packet.capacity();
                    moveEvents(packet, copy * shift);
                    add(packet, 32, copy * shift);
                    add(packet, 40, copy * shift);
                    add(packet, 64, copy * file.packets());
                    add(packet, 72, copy * file.discarded());
                    while (packet.hasRemaining()) {
                        out.write(packet);
                    }
                }
            }
        }
    }

    private void moveEvents(ByteBuffer packet, long by) throws IOException {
        int end = Math.toIntExact(packet.getLong(48) / 8);
        int stream = packet.getInt(20);
        boolean large = layouts.hasLargeHeaders(stream);
        int position = HEADER;
        try {
            while (position < end) {
                long id = large ? packet.getShort(position) & 0xFFFF : packet.get(position) & 0x1F;
                int bytes = large ? Short.BYTES : 1;
                if (id == (large ? EXTENDED_LARGE : EXTENDED)) {
                    id = packet.getInt(position + bytes) & 0xFFFFFFFFL;
                    add(packet, position + bytes + Integer.BYTES, by);
                    position += bytes + Integer.BYTES + Long.BYTES;
                } else {
                    position += large ? Short.BYTES + Integer.BYTES : Integer.BYTES;
                }
                position = layouts.skip(packet, position, stream, id);
            }
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IOException("The trace cannot be replicated: an event reaches beyond its packet", e);
        }
        require(position == end, "the last event of a packet reaches beyond the packet's content");
    }

    private static void add(ByteBuffer packet, int position, long value) {
        packet.putLong(position, packet.getLong(position) + value);
    }

    /**
     * What a first look at all packet headers of a file reports.
     *
     * @param begin of the first packet, ns
     * @param end of the last packet, ns
     * @param packets how far the packet number of a copy is from that of the copy before
     * @param discarded events discarded in the whole file
     */
    private record StreamFile(Path path, long begin, long end, long packets, long discarded) {

        static StreamFile of(Path path) throws IOException {
            try (FileChannel file = FileChannel.open(path)) {
                require(file.size() > 0, path.getFileName() + " is empty");
                ByteBuffer first = header(file, 0);
                ByteBuffer last = first;
                for (long at = 0; at < file.size(); at += last.getLong(56) / 8) {
                    last = header(file, at);
                    long content = last.getLong(48);
                    long bits = last.getLong(56);
                    require(last.getInt(0) == MAGIC && bits >= 8 * HEADER && bits % 8 == 0 && content >= 8 * HEADER && content <= bits
                            && at + bits / 8 <= file.size() && bits / 8 <= Integer.MAX_VALUE,
                            path.getFileName() + " has a damaged or truncated packet at byte " + at);
                }
                return new StreamFile(path, first.getLong(32), last.getLong(40), last.getLong(64) - first.getLong(64) + 1, last.getLong(72));
            }
        }

        static ByteBuffer header(FileChannel file, long at) throws IOException {
            return read(file, at, HEADER);
        }

        static ByteBuffer packet(FileChannel file, long at) throws IOException {
            return read(file, at, Math.toIntExact(header(file, at).getLong(56) / 8));
        }

        private static ByteBuffer read(FileChannel file, long at, int count) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining()) {
                require(file.read(bytes, at + bytes.position()) > 0, "a packet at byte " + at + " is truncated");
            }
            return bytes.flip();
        }
    }
}
