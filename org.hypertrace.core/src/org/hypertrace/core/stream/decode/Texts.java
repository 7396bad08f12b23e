/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Texts that are sent in pieces of 24 bytes: {@code kind<<32 | offset<<16 | total length}, then the bytes. A text belongs
 * to its sender and kind. Offset 0 begins a new one; the piece that holds the last byte ends it. What was begun and never
 * ended is reported when the next begins, when {@value #MAX} others are under way, or at the stream's end. Memory: 64 texts of
 * at the most 64 KiB.
 */
final class Texts {

    static final int MAX = 64;

    private static final int PIECE = 24;
    private static final TextType[] TYPES = TextType.values();

    private record Key(GuestCpuState sender, int kind) { }

    private record Pending(GuestCpu from, int kind, int total, Pieces pieces) {
        GuestEvent.Text event(long time) {
            return new GuestEvent.Text(time, from, TYPES[kind - 1], TextLimit.TEXT.clip(pieces.text(total)), pieces.begin(),
                    pieces.complete(total));
        }
    }

    private final Map<Key, Pending> fPending = new LinkedHashMap<>();
    private final Consumer<GuestEvent> fTo;
    private Hypercall fPanic;
    private GuestCpuState fPanicked;

    Texts(Consumer<GuestEvent> to) {
        fTo = to;
    }

    /** A kernel panics and shows the begin of the reason in the last two words: known should its first piece be missing. */
    void panics(Hypercall h, GuestCpuState sender) {
        fPanic = h;
        fPanicked = sender;
    }

    /** @return false if it cannot be */
    boolean accept(Hypercall h, GuestCpuState sender) {
        long kind = h.a0() >>> 32;
        int offset = (int) (h.a0() >>> 16 & 0xffff);
        int total = (int) (h.a0() & 0xffff);
        if (kind < 1 || kind > TYPES.length || offset > 0 && offset >= total) {
            return false;
        }
        Key key = new Key(sender, (int) kind);
        Pending text = fPending.get(key);
        if (text != null && (offset == 0 || text.total != total)) {
            end(key, h.time());
            text = null;
        }
        if (text == null) {
            makeRoom(h.time());
            text = new Pending(sender.cpu(), (int) kind, total, new Pieces(h.time(), Math.min(total, 4 * PIECE)));
            fPending.put(key, text);
            if (offset > 0 && kind == TextType.PANIC.ordinal() + 1 && sender == fPanicked) {
                text.pieces.put(0, fPanic.a2(), Math.min(8, total));
                text.pieces.put(8, fPanic.a3(), Math.min(8, total - 8));
            }
        }
        int length = Math.min(PIECE, total - offset);
        text.pieces.put(offset, h.a1(), Math.min(8, length));
        text.pieces.put(offset + 8, h.a2(), Math.min(8, length - 8));
        text.pieces.put(offset + 16, h.a3(), length - 16);
        if (offset + length >= total) {
            end(key, h.time());
        }
        return true;
    }

    void finish(long time) {
        while (!fPending.isEmpty()) {
            end(fPending.keySet().iterator().next(), time);
        }
    }

    private void makeRoom(long time) {
        if (fPending.size() >= MAX) {
            end(fPending.keySet().iterator().next(), time);
        }
    }

    private void end(Key key, long time) {
        fTo.accept(fPending.remove(key).event(time));
    }
}
