/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * States as bytes: a first one with the type and a small number, then what is left of it. Texts are numbers of a table, as long as
 * that has room; then they are written where they are. Behind a number, one more is a byte without the number: a counter costs little more
 * than its times.
 */
final class StateValues {

    /** Types: the lowest bits of a value's first byte. */
    static final int NULL = 0;
    static final int INT = 1;
    static final int LONG = 2;
    static final int DOUBLE = 3;
    static final int TEXT = 4;
    private static final int LONE_TEXT = 5;
    /** No value: the one before it and one more, as counters have them. */
    private static final int ONE_MORE = 6;

    private static final int BITS = 3;
    private static final int MASK = (1 << BITS) - 1;
    /** A number of this or more follows in bytes of its own. */
    private static final int MORE = 31;
    /** Texts of the table and their characters. */
    private static final int MOST_TEXTS = 1 << 16;
    private static final int MOST_CHARACTERS = 1 << 22;

    private final Map<String, Integer> fNumbers = new HashMap<>();
    private final List<String> fTexts;
    private int fCharacters;

    StateValues(List<String> texts) {
        fTexts = new ArrayList<>(texts);
    }

    synchronized List<String> texts() {
        return List.copyOf(fTexts);
    }

    static int typeOf(Object value) {
        if (value == null) {
            return NULL;
        } else if (value instanceof Integer) {
            return INT;
        } else if (value instanceof Long) {
            return LONG;
        } else if (value instanceof Double) {
            return DOUBLE;
        } else if (value instanceof String) {
            return TEXT;
        }
        throw new IllegalArgumentException("a state cannot be a " + value.getClass().getSimpleName());
    }

    void write(OngoingValue value, ByteWriter to) {
        int type = value.type();
        if (type == INT || type == LONG) {
            number(type, zigzag(value.number()), to);
        } else if (type == NULL) {
            to.put(NULL);
        } else if (type == DOUBLE) {
            to.put(DOUBLE);
            to.putLong(value.number());
        } else {
            text(value.text(), to);
        }
    }

    /** Writes a value behind another one, from which reading goes on. */
    void writeAfter(OngoingValue value, ByteWriter to) {
        if (value.isOneMore()) {
            to.put(ONE_MORE);
        } else {
            write(value, to);
        }
    }

    /** Whether the value at a place is the one before it and one more. */
    static boolean isOneMore(byte[] bytes, int at) {
        return bytes[at] == ONE_MORE;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private static void number(int type, long number, ByteWriter to) {
        if (number >= 0 && number < MORE) {
            to.put(type | (int) number << BITS);
        } else {
            to.put(type | MORE << BITS);
            to.putVarint(number);
        }
    }

    private void text(String text, ByteWriter to) {
        Integer number = numberOf(text);
        if (number != null) {
            number(TEXT, number, to);
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            number(LONE_TEXT, bytes.length, to);
            to.put(bytes);
        }
    }

    private synchronized Integer numberOf(String text) {
        Integer number = fNumbers.get(text);
        if (number == null && fTexts.size() < MOST_TEXTS && fCharacters + text.length() <= MOST_CHARACTERS) {
            number = fTexts.size();
            fNumbers.put(text, number);
            fTexts.add(text);
            fCharacters += text.length();
        }
        return number;
    }

    /** The value at a place, which is passed. */
    Object read(ByteReader from) {
        int first = from.get();
        int type = first & MASK;
        if (type == NULL) {
            return null;
        } else if (type == DOUBLE) {
            return Double.longBitsToDouble(from.getLong());
        }
        long number = first >>> BITS == MORE ? from.getVarint() : first >>> BITS;
        return switch (type) {
        case INT -> (int) (number >>> 1 ^ -(number & 1));
        case LONG -> number >>> 1 ^ -(number & 1);
        case TEXT -> text((int) number);
        default -> new String(from.get((int) number), StandardCharsets.UTF_8);
        };
    }

    private synchronized String text(int number) {
        return fTexts.get(number);
    }

    /** Passes a value. */
    static void skip(ByteReader from) {
        int first = from.get();
        int type = first & MASK;
        if (type == DOUBLE) {
            from.skip(Long.BYTES);
        } else if (type != NULL && type != ONE_MORE) {
            long number = first >>> BITS == MORE ? from.getVarint() : first >>> BITS;
            from.skip(type == LONE_TEXT ? (int) number : 0);
        }
    }
}
