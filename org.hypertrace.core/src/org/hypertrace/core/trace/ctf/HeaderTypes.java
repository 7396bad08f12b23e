/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The integers that a trace's metadata declares, by name or where they are used, and structures of them. */
final class HeaderTypes {

    /**
     * An integer.
     *
     * @param size
     *            in bits
     * @param align
     *            in bits
     * @param order
     *            of its bytes: its own, else the trace's
     */
    private record Type(int size, int align, ByteOrder order) { }

    /** A field of a structure: integers in a row, one if it is no array. */
    private record Declared(String name, Type type, int count) { }

    private static final Pattern ALIAS = Pattern.compile("\\btypealias\\s+integer\\s*\\{([^}]{0,999})}\\s*:=\\s*(\\w[\\w ]{0,99}?)\\s*;");
    private static final Pattern SIZE = Pattern.compile("\\bsize\\s*=\\s*(\\d{1,4})\\b");
    private static final Pattern ALIGN = Pattern.compile("\\balign\\s*=\\s*(\\d{1,4})\\b");
    private static final Pattern ORDER = Pattern.compile("\\bbyte_order\\s*=\\s*(\\w+)");
    private static final Pattern FIELD = Pattern
            .compile("\\G\\s*(?:integer\\s*\\{([^}]*)}|([A-Za-z_][\\w ]{0,99}?))\\s+(\\w+)\\s*(?:\\[\\s*(\\d{1,4})\\s*])?\\s*;");

    /** More than any structure of integers has: what is longer is not looked at. */
    private static final int MAX_BODY = 1 << 13;

    private final ByteOrder fOrder;
    private final Map<String, Type> fByName = new HashMap<>();

    /**
     * @param metadata
     *            of the trace
     * @param order
     *            the trace's
     */
    HeaderTypes(MetadataText metadata, ByteOrder order) {
        fOrder = order;
        Matcher alias = ALIAS.matcher(metadata.text());
        while (alias.find()) {
            Type type = type(alias.group(1));
            if (type != null) {
                fByName.put(alias.group(2).replaceAll("\\s+", " "), type);
            }
        }
    }

    /**
     * @param declaration
     *            of a trace or an integer
     * @param inherited
     *            what holds where it declares none
     * @return the order that it declares
     */
    static ByteOrder order(String declaration, ByteOrder inherited) {
        Matcher order = ORDER.matcher(declaration);
        return !order.find() ? inherited : switch (order.group(1)) {
        case "be", "network" -> ByteOrder.BIG_ENDIAN;
        case "le" -> ByteOrder.LITTLE_ENDIAN;
        default -> inherited;
        };
    }

    private Type type(String integer) {
        Matcher size = SIZE.matcher(integer);
        Matcher align = ALIGN.matcher(integer);
        boolean isAligned = align.find();
        return size.find() && isDecimal(size.group(1)) && !(isAligned && !isDecimal(align.group(1)))
                ? new Type(Integer.parseInt(size.group(1)), isAligned ? Integer.parseInt(align.group(1)) : 1, order(integer, fOrder)) : null;
    }

    /** One that begins with 0 is octal, which nobody writes. */
    static boolean isDecimal(String number) {
        return !number.startsWith("0") || number.length() == 1;
    }

    /**
     * @param body
     *            of a structure
     * @param from
     *            the byte behind what stands before it
     * @param to
     *            gets its fields by their names
     * @return the byte behind it; -1 if it holds anything but whole bytes of integers
     */
    int place(String body, int from, Map<String, PacketLayout.Field> to) {
        List<Declared> fields = fields(body);
        if (fields == null) {
            return -1;
        }
        int align = fields.stream().mapToInt(field -> field.type().align()).max().orElse(Byte.SIZE);
        int bits = aligned(from * Byte.SIZE, align);
        for (Declared field : fields) {
            bits = aligned(bits, field.type().align());
            to.put(field.name(), new PacketLayout.Field(bits / Byte.SIZE, field.count() * field.type().size() / Byte.SIZE,
                    field.type().order()));
            bits += field.count() * field.type().size();
        }
        return bits / Byte.SIZE;
    }

    private List<Declared> fields(String body) {
        List<Declared> fields = new ArrayList<>();
        if (body.length() > MAX_BODY) {
            return null;
        }
        Matcher field = FIELD.matcher(body);
        int end = 0;
        while (field.find()) {
            Type type = field.group(1) != null ? type(field.group(1)) : fByName.get(field.group(2).replaceAll("\\s+", " "));
            boolean isOne = field.group(4) == null;
            if (type == null || type.size() == 0 || type.size() % Byte.SIZE != 0 || !isOne && !isDecimal(field.group(4))) {
                return null;
            }
            fields.add(new Declared(field.group(3), type, isOne ? 1 : Integer.parseInt(field.group(4))));
            end = field.end();
        }
        return body.substring(end).isBlank() ? fields : null;
    }

    private static int aligned(int bits, int align) {
        int to = Math.max(align, Byte.SIZE);
        return (bits + to - 1) / to * to;
    }
}
