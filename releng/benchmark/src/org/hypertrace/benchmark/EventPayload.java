/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of an event, or of an event context, as far as their sizes go.
 *
 * @param fixed bytes of all fields together, if {@code variable} is false
 * @param variable whether a string or a sequence is among them
 */
record EventPayload(List<Field> fields, int fixed, boolean variable) {

    static final EventPayload EMPTY = new EventPayload(List.of(), 0, false);

    private static final Pattern FIELD = Pattern.compile(
            "(?:(?:integer \\{ size = |u?int|utf)(\\d+)(?:; align = 8; [^}]*\\}|_t)|string) (\\w+)(?:\\[ ?(\\w+) ?\\])?;");

    private enum Form {
        /** {@code count} integers of {@code bytes} bytes. */
        FIXED,
        /** Bytes up to a NUL. */
        STRING,
        /** Integers of {@code bytes} bytes; their number is the integer of {@code count} bytes right before them. */
        SEQUENCE
    }

    private record Field(Form form, int bytes, int count) {
    }

    /**
     * @param body the inside of a {@code struct} of the metadata
     * @throws IOException if a field is not of a form in which LTTng or {@code extract} declares integers, arrays, sequences and strings
     */
    static EventPayload of(String body) throws IOException {
        List<Field> fields = new ArrayList<>();
        String before = "";
        String rest = body.strip();
        while (!rest.isEmpty()) {
            Matcher field = FIELD.matcher(rest);
            EventLayouts.require(field.lookingAt(), "this field has a form that is not known: " + rest.lines().findFirst().orElse(""));
            String length = field.group(3);
            int bytes = field.group(1) == null ? 1 : Integer.parseInt(field.group(1)) / 8;
            if (length == null) {
                fields.add(new Field(field.group(1) == null ? Form.STRING : Form.FIXED, bytes, 1));
            } else if (Character.isDigit(length.charAt(0))) {
                fields.add(new Field(Form.FIXED, bytes, Integer.parseInt(length)));
            } else {
                EventLayouts.require(length.equals(before), "the length of the sequence " + field.group(2) + " does not stand right before it");
                fields.add(new Field(Form.SEQUENCE, bytes, fields.get(fields.size() - 1).bytes()));
            }
            before = field.group(2);
            rest = rest.substring(field.end()).strip();
        }
        int fixed = fields.stream().filter(f -> f.form() == Form.FIXED).mapToInt(f -> f.bytes() * f.count()).sum();
        return new EventPayload(List.copyOf(fields), fixed, fields.stream().anyMatch(f -> f.form() != Form.FIXED));
    }

    /** Position after these fields, if they begin at {@code start}. */
    int skip(ByteBuffer packet, int start) {
        if (!variable) {
            return start + fixed;
        }
        int position = start;
        for (Field field : fields) {
            switch (field.form()) {
            case FIXED -> position += field.bytes() * field.count();
            case STRING -> {
                while (packet.get(position++) != 0) {
                    // up to and with the NUL
                }
            }
            case SEQUENCE -> position = Math.toIntExact(position + field.bytes() * count(packet, position, field.count()));
            }
        }
        return position;
    }

    private static long count(ByteBuffer packet, int end, int bytes) {
        return switch (bytes) {
        case 1 -> packet.get(end - 1) & 0xFF;
        case 2 -> packet.getShort(end - 2) & 0xFFFF;
        case 4 -> packet.getInt(end - 4) & 0xFFFFFFFFL;
        default -> packet.getLong(end - 8);
        };
    }
}
