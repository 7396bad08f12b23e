/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a chain of rings as their writers leave them; the TSC has two ticks per ns. */
public final class RingMemory {

    private static final long MAGIC = 0x31474e4952525447L;
    private static final long VERSION = 1L << 32 | 64;

    private final ByteBuffer fBytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param at
     *            its place, bytes
     * @param cpu
     *            its vCPU, -1 for all
     * @param capacity
     *            records
     * @param next
     *            the place of the next ring, 0 for none
     * @return this, with a ring
     */
    public RingMemory ring(int at, int cpu, int capacity, int next) {
        long[] header = { MAGIC, VERSION, capacity, 0, 2_000_000, 0, cpu + 1, next };
        for (int i = 0; i < header.length; i++) {
            fBytes.putLong(at + i * 8, header[i]);
        }
        return this;
    }

    /**
     * @param at
     *            the place of a ring
     * @param tsc
     *            when
     * @param event
     *            the event's number, above 32 bits the vCPU
     * @param a
     *            up to four words
     * @return this, with a record more
     */
    public RingMemory put(int at, long tsc, long event, long... a) {
        long number = fBytes.getLong(at + 24);
        fBytes.putLong(at + 24, number + 1);
        int slot = at + 64 + (int) (number & fBytes.getLong(at + 16) - 1) * 64;
        fBytes.putLong(slot, number + 1).putLong(slot + 8, tsc).putLong(slot + 16, event);
        for (int i = 0; i < 4; i++) {
            fBytes.putLong(slot + 24 + i * 8, i < a.length ? a[i] : 0);
        }
        return this;
    }

    /** @return this, with a word at a place set to something else */
    public RingMemory set(int at, long value) {
        fBytes.putLong(at, value);
        return this;
    }

    /** @return all 64 KiB */
    public byte[] bytes() {
        return fBytes.array();
    }
}
