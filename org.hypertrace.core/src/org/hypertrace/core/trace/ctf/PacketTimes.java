/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.util.Map;

/**
 * Which packet an event is of, and when its events can have been, in units of the trace's clock.
 *
 * @param number
 *            in its stream, -1 if it names none
 * @param begin
 *            the earliest time
 * @param end
 *            the latest time
 * @param repeats
 *            whether the packet above it is the same
 */
public record PacketTimes(long number, long begin, long end, boolean repeats) {

    // half of what a number can be: differences do not overflow
    private static final long EARLIEST = Long.MIN_VALUE / 2;
    private static final long LATEST = Long.MAX_VALUE / 2;

    /**
     * @param context
     *            what a packet reports about itself
     * @param before
     *            the packet above it, null if there is none
     * @return its times
     */
    public static PacketTimes of(Map<String, Object> context, PacketTimes before) {
        return of(context.get("packet_seq_num") instanceof Long number ? number : Packet.NONE,
                context.get("timestamp_begin") instanceof Long begin ? begin : EARLIEST,
                context.get("timestamp_end") instanceof Long end ? end : LATEST, before);
    }

    static PacketTimes of(Packet packet, PacketTimes before) {
        return of(packet.number(), packet.begin() == Packet.NONE ? EARLIEST : packet.begin(),
                packet.end() == Packet.NONE ? LATEST : packet.end(), before);
    }

    private static PacketTimes of(long number, long begin, long end, PacketTimes before) {
        return new PacketTimes(number, begin, end,
                before != null && number != Packet.NONE && number == before.number && begin == before.begin && end == before.end);
    }

    /** @return by how much a time is outside of these, 0 or less if it is not */
    public long away(long time) {
        return Math.max(time - end, begin - time);
    }
}
