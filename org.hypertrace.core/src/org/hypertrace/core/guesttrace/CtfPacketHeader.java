/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.UUID;

/** What stands before the events of a packet: LTTng's packet header and packet context, as {@link CtfMetadata} declares them. */
final class CtfPacketHeader {

    /** Bytes of both together. */
    static final int SIZE = 4 + 16 + 4 + 8 + 6 * 8 + 4;

    private static final long MAGIC = 0xC1FC1FC1L;

    private CtfPacketHeader() {
    }

    /** Fills in the first {@link #SIZE} bytes of a packet that holds all its events; times in ns. */
    static void fill(CtfBuffer packet, UUID trace, int channel, int cpu, long begin, long end, long number, long discarded) {
        packet.set(0, MAGIC, 4);
        packet.set(4, Long.reverseBytes(trace.getMostSignificantBits()), 8);
        packet.set(12, Long.reverseBytes(trace.getLeastSignificantBits()), 8);
        packet.set(20, channel, 4);
        packet.set(24, cpu, 8);
        packet.set(32, begin, 8);
        packet.set(40, end, 8);
        long bits = 8L * packet.size();
        packet.set(48, bits, 8);
        packet.set(56, bits, 8);
        packet.set(64, number, 8);
        packet.set(72, discarded, 8);
        packet.set(80, cpu, 4);
    }
}
