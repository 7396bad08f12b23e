/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What LTTng's index of a stream (the file {@code index/NAME.idx}, version 1.1) says of the stream's packets. An index that
 * contradicts itself says nothing.
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
     * @return what it says, null if that is nothing
     * @throws IOException
     *             if it cannot be read
     */
    static IndexFile read(Path index) throws IOException {
        if (!Files.isRegularFile(index) || Files.size(index) < HEADER + ENTRY || Files.size(index) > MAX_SIZE) {
            return null;
        }
        // network byte order
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index));
        int entry = bytes.getInt(12);
        if (bytes.getInt(0) != MAGIC || bytes.getInt(4) != 1 || entry != ENTRY || (bytes.limit() - HEADER) % entry != 0) {
            return null;
        }
        for (int at = HEADER; at < bytes.limit(); at += entry) {
            boolean follows = at == HEADER || bytes.getLong(at) == bytes.getLong(at - entry) + bytes.getLong(at - entry + 8) / Byte.SIZE
                    && bytes.getLong(at + 24) >= bytes.getLong(at - entry + 24) && number(bytes, at) == number(bytes, at - entry) + 1;
            if (!follows || bytes.getLong(at + 24) > bytes.getLong(at + 32)) {
                return null;
            }
        }
        int last = bytes.limit() - entry;
        return new IndexFile(number(bytes, HEADER), number(bytes, last), bytes.getLong(HEADER + 24), bytes.getLong(last + 32),
                bytes.getLong(HEADER + 48), bytes.getLong(HEADER + 56), bytes.position(HEADER).slice().asLongBuffer());
    }

    /** Whether a packet is as it was when LTTng wrote it, as far as the index tells. */
    boolean tells(Packet packet) {
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
