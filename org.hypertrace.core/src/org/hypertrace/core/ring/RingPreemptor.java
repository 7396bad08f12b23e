/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import org.hypertrace.core.stream.GuestText;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * A thread of the host that got the processor of a vCPU, or had it before it came back.
 *
 * @param id
 *            its thread id
 * @param name
 *            the first 8 bytes of its name
 */
public record RingPreemptor(int id, String name) {

    private static final int NAME = 8;
    /** Linux gives no greater ids. */
    private static final long MOST = 1L << 22;

    /**
     * @param entry
     *            a record of a vCPU that lost or got a processor
     * @return who had it instead; an id that no thread has is 0
     */
    public static RingPreemptor of(RingFile.Entry entry) {
        byte[] name = new byte[NAME];
        GuestText.put(name, 0, entry.a2(), NAME);
        long id = entry.a0() & 0xffffffffL;
        return new RingPreemptor(id > MOST ? 0 : (int) id, GuestText.of(name, 0, NAME));
    }

    /** @return whether the host left out who it was, or it was nobody */
    public boolean isNobody() {
        return id == 0;
    }

    /**
     * @param other
     *            another, null if unknown
     * @return whether both are the same thread
     */
    public boolean isSame(RingPreemptor other) {
        return other != null && other.id == id;
    }
}
