/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A copy of a trace of LTTng's kernel tracer, of which packets are taken away, repeated, moved or changed. */
public final class DamagedCopy {

    private static final int BEGIN = 32;
    private static final int END = 40;
    private static final int PACKET_SIZE = 56;
    private static final int NUMBER = 64;

    private final Path fFolder;
    /** Of the packets of a stream, by its name, once one of their headers was changed: no longer to be read from them. */
    private final Map<String, List<Integer>> fSizes = new HashMap<>();

    private DamagedCopy(Path folder) {
        fFolder = folder;
    }

    /**
     * @param trace
     *            the folder of a trace
     * @param to
     *            is made, and gets the copy
     * @return the copy, not yet damaged
     * @throws IOException
     *             if it cannot be made
     */
    public static DamagedCopy of(Path trace, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(trace)) {
            for (Path file : files.sorted().toList()) {
                Path copy = to.resolve(trace.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        return new DamagedCopy(to);
    }

    /** @return the copy's folder */
    public Path folder() {
        return fFolder;
    }

    /** A packet's begin and end, in units of the trace's clock, and its number. */
    public record Header(long begin, long end, long number) { }

    /** @return what the packets of a stream report of themselves */
    public List<Header> headers(String stream) throws IOException {
        return packets(stream).stream().map(DamagedCopy::header).toList();
    }

    private static Header header(byte[] packet) {
        ByteBuffer bytes = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
        return new Header(bytes.getLong(BEGIN), bytes.getLong(END), bytes.getLong(NUMBER));
    }

    /** LTTng's index goes; what it reports must be found out without. */
    public DamagedCopy withoutIndex() throws IOException {
        Path index = fFolder.resolve("index");
        if (Files.isDirectory(index)) {
            try (Stream<Path> files = Files.list(index)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(index);
        }
        return this;
    }

    /** Takes {@code count} packets away, from the one at {@code place} on. */
    public DamagedCopy drop(String stream, int place, int count) throws IOException {
        List<byte[]> packets = packets(stream);
        packets.subList(place, place + count).clear();
        return write(stream, packets);
    }

    /** The packet at {@code place} stands again at {@code to}. */
    public DamagedCopy repeat(String stream, int place, int to) throws IOException {
        List<byte[]> packets = packets(stream);
        packets.add(to, packets.get(place));
        return write(stream, packets);
    }

    /** The packet at {@code place} and the one after it change places. */
    public DamagedCopy swap(String stream, int place) throws IOException {
        List<byte[]> packets = packets(stream);
        packets.add(place, packets.remove(place + 1));
        return write(stream, packets);
    }

    /** Takes a stream's file away. */
    public DamagedCopy remove(String stream) throws IOException {
        Files.delete(fFolder.resolve(stream));
        return this;
    }

    /** The file of a stream is as long as {@code bytes}. */
    public DamagedCopy cut(String stream, int bytes) throws IOException {
        Path file = fFolder.resolve(stream);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
        fSizes.remove(stream);
        return this;
    }

    /** Begin and end of the packet at {@code place} lie {@code units} of the clock earlier. */
    public DamagedCopy setBack(String stream, int place, long units) throws IOException {
        List<byte[]> packets = packets(stream);
        ByteBuffer bytes = ByteBuffer.wrap(packets.get(place)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(BEGIN, bytes.getLong(BEGIN) - units).putLong(END, bytes.getLong(END) - units);
        return write(stream, packets);
    }

    /** The eight bytes at {@code offset} of the packet at {@code place} are {@code value}. */
    public DamagedCopy set(String stream, int place, int offset, long value) throws IOException {
        List<byte[]> packets = packets(stream);
        ByteBuffer.wrap(packets.get(place)).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        return write(stream, packets);
    }

    private List<byte[]> packets(String stream) throws IOException {
        byte[] file = Files.readAllBytes(fFolder.resolve(stream));
        List<byte[]> packets = new ArrayList<>();
        List<Integer> sizes = fSizes.get(stream);
        for (int at = 0; at < file.length;) {
            int size = sizes != null ? sizes.get(packets.size())
                    : (int) (ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(at + PACKET_SIZE) / Byte.SIZE);
            packets.add(Arrays.copyOfRange(file, at, at + size));
            at += size;
        }
        return packets;
    }

    /** The first byte of the packet at {@code place}. */
    public long at(String stream, int place) throws IOException {
        return packets(stream).subList(0, place).stream().mapToLong(packet -> packet.length).sum();
    }

    /** The packet at {@code place} has no magic number. */
    public DamagedCopy damage(String stream, int place) throws IOException {
        List<byte[]> packets = packets(stream);
        packets.get(place)[0] ^= 1;
        return write(stream, packets);
    }

    private DamagedCopy write(String stream, List<byte[]> packets) throws IOException {
        fSizes.put(stream, packets.stream().map(packet -> packet.length).toList());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] packet : packets) {
            bytes.write(packet);
        }
        Files.write(fFolder.resolve(stream), bytes.toByteArray());
        return this;
    }
}
