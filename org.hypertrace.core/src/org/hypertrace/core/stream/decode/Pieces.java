/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.Arrays;
import java.util.BitSet;

import org.hypertrace.core.stream.GuestText;

/** Bytes that come in pieces, some of which may be missing. */
final class Pieces {

    static final String MISSING = "…";

    private final long fBegin;
    private byte[] fBytes;
    private final BitSet fKnown = new BitSet();

    /** @param begin the time of the first piece */
    Pieces(long begin, int capacity) {
        fBegin = begin;
        fBytes = new byte[capacity];
    }

    long begin() {
        return fBegin;
    }

    boolean has(int offset) {
        return fKnown.get(offset);
    }

    boolean complete(int length) {
        return fKnown.nextClearBit(0) >= length;
    }

    void put(int offset, long word, int count) {
        if (count <= 0) {
            return;
        }
        if (fBytes.length < offset + count) {
            fBytes = Arrays.copyOf(fBytes, Math.max(offset + count, 2 * fBytes.length));
        }
        GuestText.put(fBytes, offset, word, count);
        fKnown.set(offset, offset + count);
    }

    /** @return the text of the given length, "…" where something is missing */
    String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < length;) {
            int end;
            if (fKnown.get(at)) {
                end = Math.min(length, fKnown.nextClearBit(at));
                text.append(GuestText.of(fBytes, at, end));
            } else {
                int next = fKnown.nextSetBit(at);
                end = next < 0 ? length : Math.min(length, next);
                text.append(MISSING);
            }
            at = end;
        }
        return text.toString();
    }
}
