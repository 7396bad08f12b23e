/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

import java.nio.ByteBuffer;

/**
 * What a packet says of itself; times in units of the trace's clock.
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
 */
record Packet(long stream, long instance, int cpu, long begin, long end, long number) {

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
                get(context, "timestamp_begin", bytes), get(context, "timestamp_end", bytes), get(context, "packet_seq_num", bytes));
    }

    private static long get(PacketLayout.Context context, String name, ByteBuffer bytes) {
        PacketLayout.Field field = context.fields().get(name);
        return field == null ? NONE : field.in(bytes);
    }

    /** Whether it is that packet once more. */
    boolean is(Packet other) {
        return stream == other.stream && instance == other.instance && number == other.number && begin == other.begin && end == other.end;
    }
}
