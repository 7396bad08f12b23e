/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The packets of a stream by LTTng's index of it (the file {@code index/NAME.idx}, version 1.1). An index that contradicts itself is
 * not used, and that is reported: it may be all that shows the loss of a stream's last packets.
 *
 * @param first
 *            the number of the first packet
 * @param last
 *            the number of the last packet
 * @param begin
 *            the begin of the first packet, in units of the trace's clock
 * @param end
 *            the end of the last packet, in units of the trace's clock
 * @param stream
 *            the id of the stream
 * @param instance
 *            which of the channel's streams
 * @param entries
 *            of each packet, {@value #WORDS} numbers
 */
record IndexFile(long first, long last, long begin, long end, long stream, long instance, LongBuffer entries) {

    private static final int MAGIC = 0xC1F1DCC1;
    private static final int HEADER = 16;
    /** Offset, size, content size, begin, end, discarded events, stream, instance, number. */
    private static final int WORDS = 9;
    private static final int ENTRY = WORDS * Long.BYTES;
    /** Of version 1.0: without instance and number. */
    private static final int OLD_ENTRY = 7 * Long.BYTES;
    private static final int MAX_SIZE = 1 << 28;

    /**
     * @param stream
     *            a file of a stream, there or not
     * @return where its index is
     */
    static Path of(Path stream) {
        return stream.resolveSibling("index").resolve(stream.getFileName() + ".idx");
    }

    /**
     * @param index
     *            an index, there or not
     * @param doubts
     *            gets why it is not used though it is there, a clause that follows the index's name; an index without packets or of
     *            version 1.0 is none to doubt
     * @return what is in it, null if it is not used
     * @throws IOException
     *             if it cannot be read
     */
    static IndexFile read(Path index, Consumer<String> doubts) throws IOException {
        if (!Files.isRegularFile(index)) {
            return null;
        }
        if (Files.size(index) > MAX_SIZE) {
            doubts.accept("is larger than " + (MAX_SIZE >> 20) + " MiB");
            return null;
        }
        // network byte order
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index));
        if (bytes.limit() < HEADER || bytes.getInt(0) != MAGIC || bytes.getInt(4) != 1) {
            doubts.accept("does not begin as an index does");
            return null;
        }
        int entry = bytes.getInt(12);
        if (entry == OLD_ENTRY && bytes.getInt(8) == 0 || entry == ENTRY && bytes.limit() == HEADER) {
            return null;
        }
        String contradiction = entry != ENTRY ? "has entries of an unknown size"
                : (bytes.limit() - HEADER) % entry != 0 ? "ends within an entry" : contradiction(bytes);
        if (contradiction != null) {
            doubts.accept(contradiction);
            return null;
        }
        int last = bytes.limit() - entry;
        return new IndexFile(number(bytes, HEADER), number(bytes, last), bytes.getLong(HEADER + 24), bytes.getLong(last + 32),
                bytes.getLong(HEADER + 48), bytes.getLong(HEADER + 56), bytes.position(HEADER).slice().asLongBuffer());
    }

    /** Null if there is none. */
    private static String contradiction(ByteBuffer bytes) {
        for (int at = HEADER; at < bytes.limit(); at += ENTRY) {
            int before = at - ENTRY;
            String wrong = bytes.getLong(at + 24) > bytes.getLong(at + 32) ? "ends before it begins"
                    : at == HEADER ? null
                    : bytes.getLong(at) != bytes.getLong(before) + bytes.getLong(before + 8) / Byte.SIZE
                    ? "does not begin where the one above it ends"
                    : bytes.getLong(at + 24) < bytes.getLong(before + 24) ? "is earlier than the one above it"
                    : number(bytes, at) != number(bytes, before) + 1 ? "does not have the number after that of the one above it" : null;
            if (wrong != null) {
                return "contradicts itself: its packet " + (at - HEADER) / ENTRY + ' ' + wrong;
            }
        }
        return null;
    }

    /** The packet with its number, if the metadata declare none: that of the packet of the same times. */
    Packet numbered(Packet packet) {
        if (packet.number() != Packet.NONE || packet.begin() == Packet.NONE) {
            return packet;
        }
        long low = 0;
        for (long high = last - first + 1; low < high;) {
            long middle = (low + high) / 2;
            if (entries.get((int) middle * WORDS + 3) < packet.begin()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (long at = low; at <= last - first && entries.get((int) at * WORDS + 3) == packet.begin(); at++) {
            Packet numbered = packet.withNumber(first + at);
            if (describes(numbered)) {
                return numbered;
            }
        }
        return packet;
    }

    /** Whether a packet is as it was when LTTng wrote it, as far as the index reports. */
    boolean describes(Packet packet) {
        if (packet.number() == Packet.NONE && packet.begin() != Packet.NONE) {
            return false;
        }
        if (packet.number() < first || packet.number() > last) {
            return true;
        }
        int at = (int) (packet.number() - first) * WORDS;
        return is(packet.size(), at + 1) && is(packet.content(), at + 2) && is(packet.begin(), at + 3) && is(packet.end(), at + 4)
                && is(packet.discarded(), at + 5);
    }

    private boolean is(long value, int at) {
        return value == Packet.NONE || value == entries.get(at);
    }

    private static long number(ByteBuffer bytes, int entry) {
        return bytes.getLong(entry + 64);
    }
}
