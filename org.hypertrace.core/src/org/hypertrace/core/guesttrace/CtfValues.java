/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.List;

/** Puts values into a packet the way their fields are declared, and refuses those that do not fit. */
final class CtfValues {

    private CtfValues() {
    }

    /**
     * @param owner the event type or context the fields belong to, for messages
     * @throws IllegalArgumentException if there are more or fewer values than fields, or one does not fit its field
     */
    static void put(CtfBuffer buffer, String owner, List<CtfField> fields, Object[] values) {
        if (values.length != fields.size()) {
            throw new IllegalArgumentException(owner + " has " + fields.size() + " fields, but " + values.length + " values are given");
        }
        for (int i = 0; i < values.length; i++) {
            put(buffer, owner, fields.get(i), values[i]);
        }
    }

    private static void put(CtfBuffer buffer, String owner, CtfField field, Object value) {
        switch (field.kind()) {
        case INTEGER -> integer(buffer, owner, field, field.bits(), field.signed(), integerOf(owner, field, value));
        case STRING -> buffer.string(textOf(owner, field, value));
        case TEXT -> buffer.text(textOf(owner, field, value), field.length());
        case SEQUENCE -> {
            long[] elements = elementsOf(owner, field, value);
            integer(buffer, owner, field, field.length(), false, elements.length);
            for (long element : elements) {
                integer(buffer, owner, field, field.bits(), field.signed(), element);
            }
        }
        }
    }

    /** A 64-bit unsigned field takes any long as its bits; all others take only what they can hold. */
    private static void integer(CtfBuffer buffer, String owner, CtfField field, int bits, boolean signed, long value) {
        boolean fits = bits == 64 || (signed ? value >> (bits - 1) == value >> 63 : value >>> bits == 0);
        if (!fits) {
            throw new IllegalArgumentException(owner + "." + field.name() + ": " + value + " does not fit "
                    + (signed ? "a signed " : "an unsigned ") + bits + "-bit integer");
        }
        buffer.integer(value, bits);
    }

    private static long integerOf(String owner, CtfField field, Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        throw wrongType(owner, field, "an integer", value);
    }

    private static CharSequence textOf(String owner, CtfField field, Object value) {
        if (value instanceof CharSequence text) {
            return text;
        }
        throw wrongType(owner, field, "a text", value);
    }

    private static long[] elementsOf(String owner, CtfField field, Object value) {
        if (value instanceof long[] elements) {
            return elements;
        }
        if (value instanceof int[] elements) {
            long[] widened = new long[elements.length];
            for (int i = 0; i < elements.length; i++) {
                widened[i] = elements[i];
            }
            return widened;
        }
        throw wrongType(owner, field, "an int[] or long[]", value);
    }

    private static IllegalArgumentException wrongType(String owner, CtfField field, String wanted, Object value) {
        return new IllegalArgumentException(owner + "." + field.name() + " wants " + wanted + ", not "
                + (value == null ? "null" : value + " (" + value.getClass().getSimpleName() + ")"));
    }
}
