/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * The events of one CPU in one channel, in the order of time: one file of packets.
 * Times are nanoseconds of the trace's {@link CtfClock}, from 0 on; they never go back.
 * At most one packet is held in memory, and no file is held open: a trace may have thousands of CPUs.
 */
public final class CtfStream {

    /** An event header's 5-bit id that reports: the real id and a whole time stamp follow. */
    private static final int EXTENDED = 31;
    /** A compact header holds the lowest 27 bits of the time: enough while less than this passed since the event before. */
    private static final long COMPACT_SPAN = 1L << 27;
    private static final Object[] NO_VALUES = {};

    private final CtfWriter writer;
    private final CtfChannel channel;
    private final int cpu;
    private final CtfBuffer packet = new CtfBuffer();
    private Object[] context = NO_VALUES;
    private boolean begun;
    /** Time of the last thing reported about this stream; nothing may come before it. */
    private long now;
    /** Time a reader knows when it comes to the next event: that of the event before it, else the packet's begin. */
    private long reference;
    private long packetBegin;
    private long packetNumber;
    private long discarded;
    private boolean lossAtEnd;

    CtfStream(CtfWriter writer, CtfChannel channel, int cpu) {
        if (cpu < 0) {
            throw new IllegalArgumentException("cpu " + cpu + " is negative");
        }
        this.writer = writer;
        this.channel = channel;
        this.cpu = cpu;
        packet.zeros(CtfPacketHeader.SIZE);
    }

    /** The first packet begins at {@code time} ns, before its first event; to be called before anything else. */
    public CtfStream begin(long time) {
        if (begun) {
            throw new IllegalStateException("stream " + name() + " has already begun");
        }
        advance(time);
        return this;
    }

    /** The values of the event context for all following events, as {@link CtfChannel#context} declares them. */
    public CtfStream context(Object... values) {
        context = values.clone();
        return this;
    }

    /**
     * Appends an event.
     *
     * @param time in ns
     * @param values one for each field of the event type, see {@link CtfField.Kind}
     * @throws IllegalArgumentException if the time goes back, the type is not declared, or a value does not fit;
     *             the event is then not written and the stream is as before
     */
    public CtfStream event(long time, String type, Object... values) throws IOException {
        int id = channel.idOf(type);
        requireNotBack(time);
        if (lossAtEnd) {
            flush();
        }
        int start = packet.size();
        try {
            header(id, time, begun ? reference : time);
            CtfValues.put(packet, "the context of channel " + channel.name(), channel.context(), context);
            CtfValues.put(packet, type, channel.types().get(id).fields(), values);
        } catch (IllegalArgumentException e) {
            packet.truncate(start);
            throw e;
        }
        advance(time);
        reference = time;
        if (packet.size() > writer.packetSize() && start > CtfPacketHeader.SIZE) {
            flushBefore(start);
        }
        return this;
    }

    /**
     * Reports that the tracer lost events after the last one written. The packet ends at {@code until}. Its {@code events_discarded}, which
     * counts from the stream's begin, grows. As with LTTng, the loss is between
     * the packet's last event and its end. (With no event in between, a second loss is joined with the first,
     * since Trace Compass stops at a packet without events.)
     *
     * @param count number of lost events, 1 or more
     * @param until end of the loss in ns
     */
    public CtfStream discard(long count, long until) {
        if (count < 1) {
            throw new IllegalArgumentException("a loss of " + count + " events");
        }
        advance(until);
        discarded += count;
        lossAtEnd = true;
        return this;
    }

    /** The packet ends at {@code time} ns if it has an event, though there is room in it; behind a loss it has ended already. */
    public CtfStream cut(long time) throws IOException {
        if (packet.size() > CtfPacketHeader.SIZE) {
            if (!lossAtEnd) {
                advance(time);
            }
            flush();
        }
        return this;
    }

    /** Nothing more was recorded up to {@code time} ns: the last packet ends there. */
    public CtfStream end(long time) {
        advance(time);
        return this;
    }

    /** @return when the last thing reported about this stream was, in ns: nothing may come before it */
    public long now() {
        return now;
    }

    private void header(int id, long time, long before) {
        if (id < EXTENDED && time - before < COMPACT_SPAN) {
            packet.integer(id | (time & (COMPACT_SPAN - 1)) << 5, 32);
        } else {
            packet.integer(EXTENDED, 8);
            packet.integer(id, 32);
            packet.integer(time, 64);
        }
    }

    private void advance(long time) {
        requireNotBack(time);
        if (!begun) {
            begun = true;
            packetBegin = time;
            reference = time;
        }
        now = time;
    }

    private void requireNotBack(long time) {
        if (time < now) {
            throw new IllegalArgumentException("time goes back in stream " + name() + ": " + time + " ns after " + now + " ns");
        }
    }

    /** The event that begins at {@code start} did not fit: it becomes the first of the next packet. */
    private void flushBefore(int start) throws IOException {
        int end = packet.size();
        packet.truncate(start);
        write();
        packet.truncate(end);
        packet.keepTail(CtfPacketHeader.SIZE, start);
    }

    private void flush() throws IOException {
        write();
        packet.truncate(CtfPacketHeader.SIZE);
        reference = packetBegin;
    }

    /** Writes what the packet holds; it ends now, and now the next one begins. */
    private void write() throws IOException {
        CtfPacketHeader.fill(packet, writer.uuid(), channel.id(), cpu, packetBegin, now, packetNumber, discarded);
        try (OutputStream file = Files.newOutputStream(writer.folder().resolve(name()), StandardOpenOption.WRITE,
                packetNumber == 0 ? StandardOpenOption.CREATE_NEW : StandardOpenOption.APPEND)) {
            packet.writeTo(file);
        }
        packetNumber++;
        packetBegin = now;
        lossAtEnd = false;
    }

    private String name() {
        return channel.name() + "_" + cpu;
    }

    /** What it holds ends at {@code end} ns, unless events were lost at its end. */
    void close(long end) throws IOException {
        if (begun && !lossAtEnd && packet.size() > CtfPacketHeader.SIZE) {
            advance(end);
        }
        if (packetNumber == 0 || lossAtEnd || packet.size() > CtfPacketHeader.SIZE) {
            flush();
        }
    }
}
