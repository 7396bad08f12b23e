/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.util.List;
import java.util.stream.LongStream;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.stream.Hypercall;

/**
 * An entry of a dictionary: how hypercalls of one number - and, where a number has several meanings, with certain values -
 * are read.
 *
 * @param number
 *            0-65535
 * @param kind
 *            what they report
 * @param wordSize
 *            the word size of the guests it is for, 0 for any
 * @param when
 *            what must hold, all of it
 * @param believed
 *            whose word is enough
 * @param restarts
 *            whether the sender's numbers start anew with it
 * @param sources
 *            by ordinal of {@code Field}: where it is, null if not recorded
 */
public record EventForm(int number, EventKind kind, int wordSize, List<Condition> when, Believed believed, boolean restarts,
        FieldSource[] sources) {

    /** Whose word is enough. */
    public enum Believed {
        /** The guest's kernel. */
        KERNEL,
        /** Also boot code at low addresses, before anything came from high ones. */
        EARLY,
        /** Also any process. */
        USER,
        /** Only the host, in a ring. */
        RING
    }

    /** One of some values is at some place. */
    record Condition(Bits bits, long[] values) {

        boolean holds(Hypercall h) {
            long found = bits.of(h);
            for (long value : values) {
                if (value == found) {
                    return true;
                }
            }
            return false;
        }

        boolean isImpliedBy(Condition other) {
            return bits.equals(other.bits)
                    && LongStream.of(other.values).allMatch(v -> LongStream.of(values).anyMatch(value -> value == v));
        }
    }

    public static EventForm find(List<EventForm> forms, Hypercall h, int wordSize) {
        for (int i = 0; i < forms.size(); i++) {
            EventForm form = forms.get(i);
            if (form.fits(h, wordSize)) {
                return form;
            }
        }
        return null;
    }

    private boolean fits(Hypercall h, int size) {
        if (wordSize != 0 && wordSize != size) {
            return false;
        }
        for (int i = 0; i < when.size(); i++) {
            if (!when.get(i).holds(h)) {
                return false;
            }
        }
        return true;
    }
}
