/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.nio.ByteBuffer;

/**
 * What a packet has about itself; times in units of the trace's clock.
 *
 * @param stream
 *            the id of its stream: which channel
 * @param instance
 *            which of the channel's streams: the processor, as LTTng has it
 * @param cpu
 *            the processor, -1 if it names none
 * @param begin
 *            the earliest time of its events
 * @param end
 *            the latest time of its events
 * @param number
 *            in its stream, from 0; -1 if it names none
 * @param content
 *            bits that it uses, -1 if it does not have it
 * @param size
 *            bits that it has, -1 if it does not have it
 * @param discarded
 *            events of its stream up to its end, -1 if it does not have it
 */
record Packet(long stream, long instance, int cpu, long begin, long end, long number, long content, long size,
        long discarded) {

    /** Where nothing is declared. */
    static final long NONE = -1;

    /**
     * @param layout
     *            of the trace's packets
     * @param context
     *            of its stream
     * @param bytes
     *            its begin
     */
    static Packet of(PacketLayout layout, PacketLayout.Context context, ByteBuffer bytes) {
        long cpu = get(context, "cpu_id", bytes);
        PacketLayout.Field instance = layout.header().get("stream_instance_id");
        return new Packet(layout.stream(bytes), instance == null ? cpu : instance.in(bytes), (int) Math.min(cpu, Integer.MAX_VALUE),
                get(context, "timestamp_begin", bytes), get(context, "timestamp_end", bytes), get(context, "packet_seq_num", bytes),
                get(context, "content_size", bytes), get(context, "packet_size", bytes), get(context, "events_discarded", bytes));
    }

    private static long get(PacketLayout.Context context, String name, ByteBuffer bytes) {
        PacketLayout.Field field = context.fields().get(name);
        return field == null ? NONE : field.in(bytes);
    }

    Packet withNumber(long other) {
        return new Packet(stream, instance, cpu, begin, end, other, content, size, discarded);
    }

    /** Whether it can be of the stream that another one is of; LTTng numbers the streams of a channel as the processors. */
    boolean isOfStreamOf(Packet other) {
        return stream == other.stream && instance == other.instance && cpu == other.cpu
                && (cpu == NONE || instance == NONE || instance == cpu);
    }

    /** Whether it is that packet once more. */
    boolean is(Packet other) {
        return stream == other.stream && instance == other.instance && number == other.number && begin == other.begin && end == other.end;
    }
}
