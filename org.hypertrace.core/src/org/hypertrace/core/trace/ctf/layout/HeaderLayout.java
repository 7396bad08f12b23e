/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.nio.ByteBuffer;
import java.util.List;

import org.hypertrace.core.trace.ctf.type.CtfType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * What begins every event: its kind and its time. Either both in full, or, as LTTng has it, in a few bits, of which one value
 * announces both in full behind it.
 */
public final class HeaderLayout {

    /** A number: its place from the begin of the header and its size, in bits. */
    private record Place(int at, int size) {
        int end() {
            return at + size;
        }

        long in(EventBytes bytes, long begin) {
            return size > MOST_AT_ONCE ? bytes.integer(begin + at, size, false, false) : bytes.low(begin + at, size);
        }

        /** The same of bits that begin with the header, if these are enough. */
        long in(long bits) {
            return bits >>> at & (1L << size) - 1;
        }
    }

    private static final int MOST_AT_ONCE = 56;

    private final int fAlign;
    private final Place fId;
    private final Place fTime;
    private final int fBits;
    /** The value that announces the longer form, -1 if there is none. */
    private final long fLonger;
    private final Place fLongerId;
    private final Place fLongerTime;
    private final int fLongerBits;
    private int fKind;
    private long fNow;
    /** Where the header is that was passed last, and whether it is the longer form. */
    private long fBegin;
    private boolean fIsLonger;

    private HeaderLayout(int align, Place id, Place time, int bits, long longer, Place longerId, Place longerTime, int longerBits) {
        fAlign = align;
        fId = id;
        fTime = time;
        fBits = bits;
        fLonger = longer;
        fLongerId = longerId;
        fLongerTime = longerTime;
        fLongerBits = longerBits;
    }

    /**
     * @param header
     *            as the metadata declare it
     * @return its layout, for one stream
     * @throws UnknownTypes
     *             if it is of a form that is not understood here
     */
    public static HeaderLayout of(CtfType header) throws UnknownTypes {
        if (!(header instanceof CtfType.Struct struct) || struct.fields().size() != 2) {
            throw new UnknownTypes("the header of events is not known");
        }
        CtfType.Field first = struct.fields().get(0);
        CtfType.Field second = struct.fields().get(1);
        if (first.name().equals("id") && first.type() instanceof CtfType.Enumeration kinds && second.type() instanceof CtfType.Variant forms
                && "id".equals(forms.tag())) {
            return of(struct.align(), kinds, forms);
        }
        Place[] plain = places(struct, 0);
        return new HeaderLayout(struct.align(), plain[0], plain[1], Math.max(plain[0].end(), plain[1].end()), -1, null, null, 0);
    }

    private static HeaderLayout of(int align, CtfType.Enumeration kinds, CtfType.Variant forms) throws UnknownTypes {
        List<CtfType.Label> labels = kinds.labels();
        CtfType.Label extended = labels.size() == 2 ? labels.get(1) : null;
        if (extended == null || extended.from() != extended.until() || labels.get(0).from() != 0 || labels.get(0).until() != extended.from() - 1
                || forms.options().size() != 2) {
            throw new UnknownTypes("the kinds in the header of events are not known");
        }
        Place id = place(kinds.container(), 0);
        Place time = null;
        Place[] longer = null;
        for (CtfType.Field option : forms.options()) {
            if (option.name().equals(labels.get(0).name()) && option.type() instanceof CtfType.Struct only && only.fields().size() == 1
                    && only.fields().get(0).name().equals("timestamp") && only.fields().get(0).type() instanceof CtfType.Int stamp) {
                time = place(stamp, (int) Step.aligned(id.end(), only.align()));
            } else if (option.name().equals(extended.name()) && option.type() instanceof CtfType.Struct both) {
                longer = places(both, id.end());
            }
        }
        if (time == null || longer == null) {
            throw new UnknownTypes("the forms of the header of events are not known");
        }
        return new HeaderLayout(align, id, time, time.end(), extended.from(), longer[0], longer[1], Math.max(longer[0].end(), longer[1].end()));
    }

    /** Those of the id and of the time in a structure behind other bits. */
    private static Place[] places(CtfType.Struct struct, int behind) throws UnknownTypes {
        Place[] places = new Place[2];
        int at = (int) Step.aligned(behind, struct.align());
        for (CtfType.Field field : struct.fields()) {
            int which = List.of("id", "timestamp").indexOf(field.name());
            if (which < 0 || places[which] != null || !(field.type() instanceof CtfType.Int integer)) {
                throw new UnknownTypes("the field " + field.name() + " in the header of events is not known");
            }
            places[which] = place(integer, at);
            at = places[which].end();
        }
        if (places[0] == null || places[1] == null) {
            throw new UnknownTypes("the header of events has no id or no time");
        }
        return places;
    }

    private static Place place(CtfType.Int integer, int behind) throws UnknownTypes {
        if (integer.bigEndian() || integer.signed()) {
            throw new UnknownTypes("a number in the header of events is signed or big endian");
        }
        return new Place((int) Step.aligned(behind, integer.align()), integer.size());
    }

    /** @return what passes events in these bytes as far as their lengths are known; {@link #kind} and {@link #time} are not of those */
    public KnownEvents known(EventBytes in) {
        boolean isBytes = Byte.SIZE % fAlign == 0 && fBits % Byte.SIZE == 0 && fBits <= MOST_AT_ONCE && fId.size() < Integer.SIZE - 1;
        return new KnownEvents(in, isBytes ? fBits / Byte.SIZE : 0, fId.at(), (int) ((1L << fId.size()) - 1), fTime.at(), (1L << fTime.size()) - 1,
                (int) fLonger);
    }

    /**
     * Passes a header.
     *
     * @param at
     *            the place behind the event before it, in bits
     * @param last
     *            the time of that event, in units of the trace's clock
     * @return the place behind the header
     * @throws EventBytes.Undecodable
     *             if it does not end within the packet
     */
    public long pass(EventBytes in, long at, long last) {
        long begin = Step.aligned(at, fAlign);
        if (begin + fBits > in.end()) {
            throw EventBytes.UNDECODABLE;
        }
        boolean isShort = fBits <= MOST_AT_ONCE;
        long bits = isShort ? in.low(begin, fBits) : 0;
        long id = isShort ? fId.in(bits) : fId.in(in, begin);
        fBegin = begin;
        fIsLonger = id == fLonger;
        if (fIsLonger) {
            if (begin + fLongerBits > in.end()) {
                throw EventBytes.UNDECODABLE;
            }
            id = fLongerId.in(in, begin);
            fNow = time(fLongerTime.in(in, begin), fLongerTime.size(), last);
            fKind = (int) Math.min(id, Integer.MAX_VALUE);
            return begin + fLongerBits;
        }
        fNow = time(isShort ? fTime.in(bits) : fTime.in(in, begin), fTime.size(), last);
        fKind = (int) Math.min(id, Integer.MAX_VALUE);
        return begin + fBits;
    }

    /** A time of which only the lower bits are there: the first such one that is not before the last. */
    private static long time(long low, int size, long last) {
        if (size == Long.SIZE) {
            return low;
        }
        long mask = (1L << size) - 1;
        long time = last & ~mask | low;
        return low < (last & mask) ? time + mask + 1 : time;
    }

    /**
     * Gives the event whose header was passed another time.
     *
     * @param to
     *            the bytes that were passed, or a copy of them
     * @param time
     *            in units of the trace's clock
     * @param last
     *            the time that the event before it has got
     * @return false, and nothing is written, if the bits of the header are too few to read that time again
     */
    public boolean write(ByteBuffer to, long time, long last) {
        Place place = fIsLonger ? fLongerTime : fTime;
        long low = place.size() == Long.SIZE ? time : time & (1L << place.size()) - 1;
        if (time < last || time(low, place.size(), last) != time) {
            return false;
        }
        for (int i = 0; i < place.size(); i++) {
            long at = fBegin + place.at() + i;
            int bit = 1 << (at & 7);
            byte old = to.get((int) (at >>> 3));
            to.put((int) (at >>> 3), (byte) ((low >>> i & 1) == 1 ? old | bit : old & ~bit));
        }
        return true;
    }

    /** @return the id of the event whose header was passed */
    public int kind() {
        return fKind;
    }

    /** @return its time, in units of the trace's clock */
    public long time() {
        return fNow;
    }
}
