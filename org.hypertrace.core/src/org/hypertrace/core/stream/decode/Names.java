/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.LossCounters;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Names that are sent in pieces of 16 bytes: {@code a0} what is named; {@code a1} bits 0-7 its type, 16-31 the offset, bit
 * 63 the last piece. A name belongs to its sender, type and what is named. A name that begins again, or is still without
 * end when {@value #MAX} others are under way or the stream ends, is malformed. Memory: 64 names of at the most 1 KiB.
 */
final class Names {

    static final int MAX = 64;
    static final int MAX_LENGTH = TextLimit.NAME.bytes();

    private static final int PIECE = 16;
    private static final NameType[] TYPES = NameType.values();

    private record Key(GuestCpuState sender, int type, long id) { }

    private final Map<Key, Pieces> fPending = new LinkedHashMap<>();
    private final LossCounters fCounters;
    private final Consumer<GuestEvent> fTo;

    Names(LossCounters counters, Consumer<GuestEvent> to) {
        fCounters = counters;
        fTo = to;
    }

    /** @return false if it is malformed */
    boolean accept(Hypercall h, GuestCpuState sender) {
        int type = (int) (h.a1() & 0xff);
        int offset = (int) (h.a1() >>> 16 & 0xffff);
        if (type < 1 || type > TYPES.length || offset + PIECE > MAX_LENGTH) {
            return false;
        }
        Key key = new Key(sender, type, h.a0());
        Pieces name = fPending.get(key);
        if (name != null && name.has(offset)) {
            drop(key);
            name = null;
        }
        if (name == null) {
            if (fPending.size() >= MAX) {
                drop(fPending.keySet().iterator().next());
            }
            name = new Pieces(h.time(), PIECE);
            fPending.put(key, name);
        }
        name.put(offset, h.a2(), 8);
        name.put(offset + 8, h.a3(), 8);
        if (h.a1() < 0) {
            fPending.remove(key);
            fTo.accept(new GuestEvent.Name(h.time(), sender.cpu(), TYPES[type - 1], h.a0(),
                    TextLimit.NAME.clip(name.text(offset + PIECE))));
        }
        return true;
    }

    void finish() {
        fCounters.fMalformed += fPending.size();
        fPending.clear();
    }

    private void drop(Key key) {
        fPending.remove(key);
        fCounters.fMalformed++;
    }
}
