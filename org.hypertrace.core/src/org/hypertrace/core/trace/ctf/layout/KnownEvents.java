/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.nio.ByteBuffer;

/**
 * Passes events of known kinds one after the other, without a look at anything but their headers and a number. The headers are of the shorter form there,
 * and all are whole bytes.
 */
public final class KnownEvents {

    private final EventBytes fBytes;
    /** Bytes of a header; 0 if no event is passed here. */
    private final int fHeader;
    private final int fIdAt;
    private final int fIdMask;
    private final int fTimeAt;
    private final long fTimeMask;
    /** The id of the longer form, -1 if there is none. */
    private final int fLonger;
    private long fTime;

    KnownEvents(EventBytes bytes, int header, int idAt, int idMask, int timeAt, long timeMask, int longer) {
        fBytes = bytes;
        fHeader = header;
        fIdAt = idAt;
        fIdMask = idMask;
        fTimeAt = timeAt;
        fTimeMask = timeMask;
        fLonger = longer;
    }

    /**
     * Passes events up to the first one that is not passed here. Times do not become less.
     *
     * @param at
     *            the place behind the event before them, in bits
     * @param last
     *            the time of that event, in units of the trace's clock
     * @param kinds
     *            those that are passed here
     * @param to
     *            gets what is wanted of them: an event that it does not take is not passed
     * @return the place behind them, within the packet; {@code at} if there is none
     */
    public long pass(long at, long last, KnownKinds kinds, KnownSink to) {
        fTime = last;
        if (fHeader == 0 || (at & Byte.SIZE - 1) != 0) {
            return at;
        }
        ByteBuffer bytes = fBytes.bytes();
        int end = (int) (fBytes.end() / Byte.SIZE);
        int most = Math.min(end - fHeader, bytes.limit() - Long.BYTES);
        int place = (int) (at / Byte.SIZE);
        long time = last;
        while (place <= most) {
            long header = bytes.getLong(place);
            int id = (int) (header >>> fIdAt) & fIdMask;
            int code = id == fLonger ? 0 : kinds.code(id);
            int whole = fHeader + KnownKinds.length(code);
            if (code == 0 || whole > end - place) {
                break;
            }
            long now = time & ~fTimeMask | header >>> fTimeAt & fTimeMask;
            now = now < time ? now + fTimeMask + 1 : now;
            if (code < 0 && !isTaken(code, now, id, kinds, place + fHeader, to)) {
                break;
            }
            time = now;
            place += whole;
        }
        fTime = time;
        return (long) Byte.SIZE * place;
    }

    private boolean isTaken(int code, long time, int id, KnownKinds kinds, int at, KnownSink to) {
        ByteBuffer bytes = fBytes.bytes();
        if (KnownKinds.isLookedAt(code)) {
            EventLayout layout = kinds.layout(id);
            return layout != null && to.look(time, id, layout, bytes, at);
        }
        int number = KnownKinds.number(code);
        return to.take(time, id, number < 0 ? -1 : bytes.getInt(at + number));
    }

    /** @return the time of the last event that was passed, in units of the trace's clock; without one, that before it */
    public long time() {
        return fTime;
    }
}
