/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import org.hypertrace.core.trace.ctf.type.CtfType;

/** Passes some fields of an event, and keeps what is wanted of them. */
interface Step {

    /**
     * @param at
     *            the place behind what stands before them
     * @return the place behind them
     * @throws EventBytes.Undecodable
     *             if they do not end within the packet, or are of no declared form
     */
    long pass(EventBytes in, long at);

    /** The next place with an alignment. */
    static long aligned(long at, int align) {
        if ((align & align - 1) == 0) {
            return at + align - 1 & -align;
        }
        long over = at % align;
        return over == 0 ? at : at + align - over;
    }

    /** The steps one behind the other. */
    static long passAll(Step[] steps, EventBytes in, long at) {
        long next = at;
        for (Step step : steps) {
            next = step.pass(in, next);
        }
        return next;
    }

    /** An integer to be kept, so many bits from a place. */
    record Kept(int slot, int offset, int size, boolean signed, boolean bigEndian) { }

    /** Texts of a fixed length to be kept. */
    record KeptText(int slot, int offset, int length) { }

    /** Fields whose places do not depend on what is recorded. */
    final class Fixed implements Step {
        private final int fAlign;
        private final int fBits;
        private final Kept[] fKept;
        private final KeptText[] fTexts;

        Fixed(int align, int bits, Kept[] kept, KeptText[] texts) {
            fAlign = align;
            fBits = bits;
            fKept = kept;
            fTexts = texts;
        }

        int align() {
            return fAlign;
        }

        int bits() {
            return fBits;
        }

        /** The bytes behind any byte, if that is known and no more is kept than {@link #onlyNumber}; else -1. */
        int knownBytes() {
            return fTexts.length == 0 && (fKept.length == 0 || onlyNumber() >= 0) ? wholeBytes() : -1;
        }

        /** The bytes behind any byte, if that is known; else -1. */
        int wholeBytes() {
            return Byte.SIZE % fAlign == 0 && fBits % Byte.SIZE == 0 ? fBits / Byte.SIZE : -1;
        }

        /** Where a kept field of that size stands, in bytes; -1 if there is none, or not in little endian order. */
        int place(int slot, int size) {
            for (Kept kept : fKept) {
                if (kept.slot == slot) {
                    return kept.size == size && !kept.bigEndian && kept.offset % Byte.SIZE == 0 ? kept.offset / Byte.SIZE : -1;
                }
            }
            for (KeptText text : fTexts) {
                if (text.slot == slot) {
                    return text.length * Byte.SIZE == size && text.offset % Byte.SIZE == 0 ? text.offset / Byte.SIZE : -1;
                }
            }
            return -1;
        }

        /** Where the only number stands that is kept, one of 32 bits, in bytes; -1 if there is none. */
        int onlyNumber() {
            boolean isOne = fKept.length == 1 && fKept[0].slot == 0 && fKept[0].size == Integer.SIZE && !fKept[0].bigEndian && fKept[0].offset % Byte.SIZE == 0;
            return isOne ? fKept[0].offset / Byte.SIZE : -1;
        }

        @Override
        public long pass(EventBytes in, long at) {
            long begin = aligned(at, fAlign);
            if (begin + fBits > in.end()) {
                throw EventBytes.UNDECODABLE;
            }
            for (Kept kept : fKept) {
                in.keep(kept.slot, in.integer(begin + kept.offset, kept.size, kept.signed, kept.bigEndian));
            }
            for (KeptText text : fTexts) {
                in.keepText(text.slot, begin + text.offset, text.length);
            }
            return begin + fBits;
        }
    }

    /** A text that ends with a zero; {@code slot}: -1 if it is not wanted. */
    record Text(int slot) implements Step {
        @Override
        public long pass(EventBytes in, long at) {
            long begin = aligned(at, Byte.SIZE);
            long zero = in.zero(begin);
            if (slot >= 0) {
                in.keepText(slot, begin, (int) (zero - begin >>> 3));
            }
            return zero + Byte.SIZE;
        }
    }

    /** As many elements of a fixed size as a number that was kept. */
    record Sequence(int length, int align, int bits) implements Step {
        @Override
        public long pass(EventBytes in, long at) {
            long begin = aligned(at, align);
            long count = in.number(length);
            if (count < 0 || count > 0 && count > (in.end() - begin) / bits) {
                throw EventBytes.UNDECODABLE;
            }
            return begin + count * bits;
        }
    }

    /** So many elements; {@code length}: the number that was kept; -1: {@code count}. */
    record Repeat(int length, int count, int align, Step[] element) implements Step {
        @Override
        public long pass(EventBytes in, long at) {
            long count = length < 0 ? this.count : in.number(length);
            long next = aligned(at, align);
            if (count < 0 || count > in.end() - next) {
                throw EventBytes.UNDECODABLE;
            }
            for (long i = 0; i < count; i++) {
                next = passAll(element, in, next);
            }
            return next;
        }
    }

    /** The option that the label of a number that was kept names: in the order of the labels. */
    record Variant(int tag, CtfType.Label[] labels, Step[][] options) implements Step {
        @Override
        public long pass(EventBytes in, long at) {
            long value = in.number(tag);
            for (int i = 0; i < labels.length; i++) {
                if (value >= labels[i].from() && value <= labels[i].until()) {
                    if (options[i] == null) {
                        break;
                    }
                    return passAll(options[i], in, at);
                }
            }
            throw EventBytes.UNDECODABLE;
        }
    }
}
