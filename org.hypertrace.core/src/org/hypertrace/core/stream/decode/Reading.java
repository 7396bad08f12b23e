/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import java.util.List;

import org.hypertrace.core.event.Field;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.GuestText;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.dialect.Bits;
import org.hypertrace.core.stream.dialect.EventForm;
import org.hypertrace.core.stream.dialect.FieldSource;

/**
 * One hypercall read as a dictionary's entry reports. Values that cannot be - a thread id above Linux' PID_MAX_LIMIT, a
 * negative duration, depth 2^63 - make the whole malformed. Used again for every hypercall.
 */
final class Reading {

    /** The highest thread id that Linux gives (PID_MAX_LIMIT on 64-bit machines). */
    static final int MAX_TID = 1 << 22;
    /** The highest processor number and depth that are believed. */
    static final int MAX_16 = 0xffff;

    private final byte[] fBytes = new byte[32];
    private Hypercall fHypercall;
    private FieldSource[] fSources;
    private boolean fMalformed;

    void begin(Hypercall hypercall, EventForm form) {
        fHypercall = hypercall;
        fSources = form.sources();
        fMalformed = false;
    }

    boolean isMalformed() {
        return fMalformed;
    }

    Hypercall hypercall() {
        return fHypercall;
    }

    boolean has(Field field) {
        return fSources[field.ordinal()] != null;
    }

    /** @return the number as it is, {@code absent} if the dialect does not report it */
    long number(Field field, long absent) {
        FieldSource source = fSources[field.ordinal()];
        if (source instanceof FieldSource.Place place) {
            return place.bits().of(fHypercall);
        }
        return source instanceof FieldSource.Constant constant ? constant.value() : absent;
    }

    long number(Field field) {
        return number(field, 0);
    }

    boolean flag(Field field) {
        return number(field, 0) != 0;
    }

    /** @return 0 to {@code max}, {@link GuestEvent#UNKNOWN_ID} if the dialect does not report it */
    int upTo(int max, Field field) {
        if (!has(field)) {
            return GuestEvent.UNKNOWN_ID;
        }
        long value = number(field, 0);
        if (value < 0 || value > max) {
            fMalformed = true;
            return GuestEvent.UNKNOWN_ID;
        }
        return (int) value;
    }

    int tid(Field field) {
        return upTo(MAX_TID, field);
    }

    int cpu(Field field) {
        return upTo(MAX_16, field);
    }

    /** @return the lower 32 bits */
    int integer(Field field, int absent) {
        return (int) number(field, absent);
    }

    /** @return ns, 0 if the dialect does not report it */
    long duration(Field field) {
        long value = number(field, 0);
        fMalformed |= value < 0;
        return value;
    }

    /** @return null if the dialect does not report it */
    String text(Field field) {
        FieldSource source = fSources[field.ordinal()];
        if (source instanceof FieldSource.Characters characters) {
            List<Bits> parts = characters.parts();
            int length = 0;
            for (int i = 0; i < parts.size(); i++) {
                Bits part = parts.get(i);
                GuestText.put(fBytes, length, part.of(fHypercall), part.width() / 8);
                length += part.width() / 8;
            }
            return GuestText.of(fBytes, 0, length);
        }
        if (source instanceof FieldSource.NameOf named) {
            long value = named.bits().of(fHypercall);
            String name = named.names().get(value);
            return name != null ? name : Long.toString(value);
        }
        return source instanceof FieldSource.ConstantText constant ? constant.text() : null;
    }
}
