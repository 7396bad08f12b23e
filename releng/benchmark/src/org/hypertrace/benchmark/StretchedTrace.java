/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import static org.hypertrace.benchmark.EventLayouts.require;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A kernel trace of LTTng in which time passes otherwise: the spans between some instants get other lengths, none shorter than before, and
 * what happens in a span moves in proportion. Events keep their order, and all else but their times. An event that comes too long after the
 * one before it for its compact header gets an extended one.
 *
 * <p>Memory: the trace, and a packet of each of its copies.
 */
public final class StretchedTrace {

    private static final int HEADER = 84;
    private static final int MAGIC = 0xC1FC1FC1;

    private final Path source;
    private final EventLayouts layouts;
    private final Map<String, ByteBuffer> files = new TreeMap<>();

    /**
     * Where instants come to.
     *
     * @param from ns of the trace's clock, ascending, at least one
     * @param to the same instants in the copy; what is before the first or after the last of them moves as that one
     */
    public record Spans(long[] from, long[] to) {

        /**
         * @param time ns of the trace's clock
         * @return ns in the copy, rounded down
         */
        public long map(long time) {
            int at = Arrays.binarySearch(from, time);
            int before = at >= 0 ? at : -at - 2;
            if (before < 0) {
                return time + to[0] - from[0];
            }
            long into = time - from[before];
            if (at >= 0 || before == from.length - 1) {
                return to[before] + into;
            }
            long length = from[before + 1] - from[before];
            return to[before] + into + times(into, to[before + 1] - to[before] - length, length);
        }

        private static long times(long into, long more, long length) {
            long product = into * more;
            return Math.multiplyHigh(into, more) == 0 && product >= 0 ? product / length
                    : BigInteger.valueOf(into).multiply(BigInteger.valueOf(more)).divide(BigInteger.valueOf(length)).longValueExact();
        }
    }

    /**
     * @param source the folder of the trace
     * @throws IOException if it cannot be read, or is not of the form described in {@link EventLayouts}
     */
    public StretchedTrace(Path source) throws IOException {
        this.source = source;
        layouts = new EventLayouts(source);
        try (Stream<Path> list = Files.list(source)) {
            for (Path file : list.filter(Files::isRegularFile).filter(path -> !path.endsWith("metadata")).toList()) {
                files.put(file.getFileName().toString(), ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN));
            }
        }
    }

    /**
     * Writes a copy.
     *
     * @param target is made
     * @param spans how its time passes
     * @throws IOException if the trace is damaged, or the copy cannot be written
     */
    public void write(Path target, Spans spans) throws IOException {
        Files.createDirectories(target);
        Files.copy(source.resolve("metadata"), target.resolve("metadata"));
        for (Map.Entry<String, ByteBuffer> file : files.entrySet()) {
            ByteBuffer in = file.getValue();
            // an event has a byte at least, and gets nine at most
            ByteBuffer out = ByteBuffer.allocate(10 * in.capacity() / 3 + HEADER).order(ByteOrder.LITTLE_ENDIAN);
            try {
                for (int at = 0; at < in.capacity(); at += Math.toIntExact(in.getLong(at + 56) / Byte.SIZE)) {
                    require(in.getInt(at) == MAGIC && in.getLong(at + 56) >= Byte.SIZE * HEADER, file.getKey() + " has a damaged packet at byte " + at);
                    packet(in, at, out, spans);
                }
            } catch (IndexOutOfBoundsException | BufferOverflowException | ArithmeticException e) {
                throw new IOException("The trace cannot be stretched: an event reaches beyond its packet", e);
            }
            Files.write(target.resolve(file.getKey()), Arrays.copyOf(out.array(), out.position()));
        }
    }

    private void packet(ByteBuffer in, int at, ByteBuffer out, Spans spans) throws IOException {
        int stream = in.getInt(at + 20);
        int end = at + Math.toIntExact(in.getLong(at + 48) / Byte.SIZE);
        int begin = out.position();
        out.put(in.array(), at, HEADER);
        boolean large = layouts.hasLargeHeaders(stream);
        int idBytes = large ? Short.BYTES : 1;
        int extended = large ? 65535 : 31;
        int compact = large ? Short.BYTES + Integer.BYTES : Integer.BYTES;
        long range = large ? 1L << 32 : 1L << 27;
        long time = in.getLong(at + 32);
        long before = spans.map(time); // in the copy
        int position = at + HEADER;
        while (position < end) {
            long id = large ? in.getShort(position) & 0xFFFF : in.get(position) & 31;
            boolean wasExtended = id == extended;
            int body;
            if (wasExtended) {
                id = in.getInt(position + idBytes) & 0xFFFFFFFFL;
                time = in.getLong(position + idBytes + Integer.BYTES);
                body = position + idBytes + Integer.BYTES + Long.BYTES;
            } else {
                long low = large ? in.getInt(position + Short.BYTES) & 0xFFFFFFFFL : in.getInt(position) >>> 5;
                long next = time & -range | low;
                time = next < time ? next + range : next;
                body = position + compact;
            }
            position = layouts.skip(in, body, stream, id);
            require(position <= end, "the last event of a packet reaches beyond the packet's content");
            long moved = spans.map(time);
            if (wasExtended || moved - before >= range) {
                if (large) {
                    out.putShort((short) extended);
                } else {
                    out.put((byte) extended);
                }
                out.putInt((int) id).putLong(moved);
            } else if (large) {
                out.putShort((short) id).putInt((int) moved);
            } else {
                out.putInt((int) id | (int) moved << 5);
            }
            out.put(in.array(), body, position - body);
            before = moved;
        }
        long content = out.position() - begin;
        out.putLong(begin + 32, spans.map(in.getLong(at + 32))).putLong(begin + 40, spans.map(in.getLong(at + 40)))
                .putLong(begin + 48, content * Byte.SIZE).putLong(begin + 56, content * Byte.SIZE);
    }

    /**
     * Writes many copies: a line of the standard input for each, with its folder and its instants, {@code FOLDER FROM:TO FROM:TO …}.
     *
     * @param arguments the folder of the trace
     * @throws IOException if something cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        StretchedTrace trace = new StretchedTrace(Path.of(arguments[0]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<String> words = List.of(line.split(" "));
            List<String[]> instants = words.subList(1, words.size()).stream().map(word -> word.split(":")).toList();
            trace.write(Path.of(words.get(0)), new Spans(instants.stream().mapToLong(pair -> Long.parseLong(pair[0])).toArray(),
                    instants.stream().mapToLong(pair -> Long.parseLong(pair[1])).toArray()));
        }
    }
}
