/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the packets of a stream as LTTng writes them, without Trace Compass: what a reader can know to be missing or wrong
 * from headers, times, and the lengths of events.
 */
final class StreamReader {

    /** What gives a damage away. */
    enum Evidence {
        /** A field of a packet's header cannot be. */
        HEADER,
        /** Packets whose numbers are missing. */
        LOST_PACKETS,
        /** Packets whose number came before. */
        REPEATED_NUMBERS,
        /** Events that the tracer reports it discarded. */
        DISCARDED,
        /** The count of discarded events is less than before. */
        FEWER_DISCARDED,
        /** Times that go back, or are outside their packet. */
        TIME,
        /** An event that is not declared, or does not end where the packet's content does. */
        EVENT,
        /** The stream is not what its index reports. */
        INDEX,
        /** A stream ends 0.1 s before another one, or does not begin with packet 0 as another one does. */
        ENDS
    }

    /** Bytes of the header and context of a packet. */
    static final int HEADER = 84;
    static final int BEGIN = 32;
    static final int END = 40;
    private static final int MAGIC = 0xC1FC1FC1;
    private static final int CPU = 80;

    /** A packet; its events as far as they can be read. */
    record Packet(int at, int size, int content, long stream, long begin, long end, long number, long discarded,
            List<EventLayout.Event> events) { }

    private final ByteBuffer fBytes;
    private final EventLayout fLayout;
    private final List<Packet> fPackets = new ArrayList<>();
    private final Map<Evidence, Long> fEvidence = new TreeMap<>();

    StreamReader(byte[] bytes, EventLayout layout) {
        fBytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        fLayout = layout;
        int at = 0;
        while (at < bytes.length) {
            Packet packet = packet(at);
            if (packet == null) {
                found(Evidence.HEADER, 1);
                return;
            }
            compare(packet);
            fPackets.add(packet);
            at += packet.size();
        }
    }

    List<Packet> packets() {
        return fPackets;
    }

    /** How often there is evidence of each kind; packets and events, where those are counted. */
    Map<Evidence, Long> evidence() {
        return fEvidence;
    }

    private void found(Evidence evidence, long count) {
        fEvidence.merge(evidence, count, Long::sum);
    }

    private Packet packet(int at) {
        if (fBytes.limit() - at < HEADER || fBytes.getInt(at) != MAGIC) {
            return null;
        }
        long content = fBytes.getLong(at + 48);
        long size = fBytes.getLong(at + 56);
        if (content % Byte.SIZE != 0 || size % Byte.SIZE != 0 || content / Byte.SIZE < HEADER || content < 0 || content > size
                || size / Byte.SIZE > fBytes.limit() - at) {
            return null;
        }
        long stream = Integer.toUnsignedLong(fBytes.getInt(at + 20));
        long begin = fBytes.getLong(at + BEGIN);
        long end = fBytes.getLong(at + END);
        List<EventLayout.Event> events = new ArrayList<>();
        int behind = at + (int) (content / Byte.SIZE);
        long time = begin;
        int next = at + HEADER;
        while (next < behind) {
            EventLayout.Event event = fLayout.read(fBytes, stream, next, behind, time);
            if (event == null) {
                found(Evidence.EVENT, 1);
                break;
            }
            if (event.time() < time || event.time() > end) {
                found(Evidence.TIME, 1);
            }
            events.add(event);
            next = event.end();
            time = event.time();
        }
        return new Packet(at, (int) (size / Byte.SIZE), (int) (content / Byte.SIZE), stream, begin, end, fBytes.getLong(at + 64),
                fBytes.getLong(at + 72), events);
    }

    private void compare(Packet packet) {
        if (packet.begin() > packet.end()) {
            found(Evidence.TIME, 1);
        }
        if (fPackets.isEmpty()) {
            return;
        }
        Packet first = fPackets.get(0);
        Packet before = fPackets.get(fPackets.size() - 1);
        boolean same = packet.stream() == first.stream() && fBytes.getInt(packet.at() + CPU) == fBytes.getInt(CPU)
                && fBytes.slice(packet.at() + 4, 28).equals(fBytes.slice(4, 28)); // uuid, stream, instance
        if (!same) {
            found(Evidence.HEADER, 1);
        }
        if (packet.begin() < before.end()) {
            found(Evidence.TIME, 1);
        }
        long missing = packet.number() - before.number() - 1;
        if (missing != 0) {
            found(missing > 0 ? Evidence.LOST_PACKETS : Evidence.REPEATED_NUMBERS, Math.max(1, missing));
        }
        long discarded = packet.discarded() - before.discarded();
        if (discarded != 0) {
            found(discarded > 0 ? Evidence.DISCARDED : Evidence.FEWER_DISCARDED, Math.max(1, discarded));
        }
    }
}
