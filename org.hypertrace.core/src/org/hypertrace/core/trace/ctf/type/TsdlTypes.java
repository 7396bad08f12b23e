/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/** The types of a TSDL text: those with names, and those where they are used. */
final class TsdlTypes {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_ALIGN = 1 << 12;
    /** Words of which the names of basic types may consist, as in C. */
    private static final Set<String> IN_NAMES = Set.of("unsigned", "signed", "long", "short", "int", "char");

    private final TsdlTokens fTokens;
    private final boolean fBigEndian;
    private final Map<String, CtfType> fByName = new HashMap<>();
    private int fDepth;

    TsdlTypes(TsdlTokens tokens, boolean bigEndian) {
        fTokens = tokens;
        fBigEndian = bigEndian;
    }

    /** Whether a declaration of a name stands next; then it is passed. */
    boolean passDeclaration() throws UnknownTypes {
        if (fTokens.pass("typealias")) {
            CtfType type = type();
            fTokens.require(":=");
            fByName.put(name(), type);
            fTokens.require(";");
        } else if (fTokens.pass("typedef")) {
            CtfType.Field field = field(type());
            fByName.put(field.name(), field.type());
            fTokens.require(";");
        } else if (fTokens.isNext("struct") || fTokens.isNext("enum") || fTokens.isNext("variant")) {
            type();
            fTokens.require(";");
        } else {
            return false;
        }
        return true;
    }

    CtfType type() throws UnknownTypes {
        if (++fDepth > MAX_DEPTH) {
            throw new UnknownTypes("types are within each other more than " + MAX_DEPTH + " times");
        }
        fTokens.pass("const");
        CtfType type = switch (fTokens.peek()) {
        case "integer" -> integer();
        case "floating_point" -> real();
        case "string" -> text();
        case "struct" -> struct();
        case "variant" -> variant();
        case "enum" -> enumeration();
        default -> named(name());
        };
        fDepth--;
        return type;
    }

    private CtfType named(String name) throws UnknownTypes {
        CtfType type = fByName.get(name);
        if (type == null) {
            throw new UnknownTypes("the type " + name + " is not declared");
        }
        return type;
    }

    /** Of a type: one word, or several that C has for its basic types. */
    private String name() throws UnknownTypes {
        StringBuilder name = new StringBuilder(fTokens.word());
        while (IN_NAMES.contains(fTokens.peek())) {
            name.append(' ').append(fTokens.next());
        }
        return name.toString();
    }

    private Map<String, String> attributes() throws UnknownTypes {
        Map<String, String> attributes = new LinkedHashMap<>();
        fTokens.require("{");
        while (!fTokens.pass("}")) {
            String key = fTokens.word();
            fTokens.require("=");
            attributes.put(key, fTokens.until(";"));
        }
        return attributes;
    }

    private static int number(Map<String, String> attributes, String key, int absent, int most) throws UnknownTypes {
        String text = attributes.get(key);
        if (text == null) {
            return absent;
        }
        // one that begins with 0 is octal: that is for Trace Compass
        if (!text.matches("[1-9]\\d{0,5}") || Integer.parseInt(text) > most) {
            throw new UnknownTypes(key + " = " + text + " cannot be");
        }
        return Integer.parseInt(text);
    }

    private CtfType.Int integer() throws UnknownTypes {
        fTokens.require("integer");
        Map<String, String> attributes = attributes();
        int size = number(attributes, "size", 0, Long.SIZE);
        if (size == 0) {
            throw new UnknownTypes("an integer without a size");
        }
        boolean signed = switch (attributes.getOrDefault("signed", "false")) {
        case "true", "TRUE", "1" -> true;
        case "false", "FALSE", "0" -> false;
        default -> throw new UnknownTypes("signed = " + attributes.get("signed") + " cannot be");
        };
        boolean bigEndian = switch (attributes.getOrDefault("byte_order", "native")) {
        case "be", "network" -> true;
        case "le" -> false;
        case "native" -> fBigEndian;
        default -> throw new UnknownTypes("byte_order = " + attributes.get("byte_order") + " cannot be");
        };
        // without an alignment, whole bytes stand at bytes
        return new CtfType.Int(size, number(attributes, "align", size % Byte.SIZE == 0 ? Byte.SIZE : 1, MAX_ALIGN), signed, bigEndian,
                !attributes.getOrDefault("encoding", "none").equalsIgnoreCase("none"));
    }

    private CtfType real() throws UnknownTypes {
        fTokens.require("floating_point");
        Map<String, String> attributes = attributes();
        int exponent = number(attributes, "exp_dig", 8, Long.SIZE);
        int mantissa = number(attributes, "mant_dig", 24, Long.SIZE);
        return new CtfType.Real(exponent + mantissa, number(attributes, "align", Byte.SIZE, MAX_ALIGN));
    }

    private CtfType text() throws UnknownTypes {
        fTokens.require("string");
        if (fTokens.isNext("{")) {
            attributes();
        }
        return new CtfType.Text();
    }

    private CtfType struct() throws UnknownTypes {
        fTokens.require("struct");
        String name = fTokens.isWordNext() && !fTokens.isNext("align") ? "struct " + fTokens.next() : null;
        if (!fTokens.isNext("{")) {
            return named(name == null ? "struct" : name);
        }
        List<CtfType.Field> fields = fields();
        int align = 1;
        if (fTokens.pass("align")) {
            fTokens.require("(");
            align = (int) Math.max(1, Math.min(MAX_ALIGN, fTokens.number()));
            fTokens.require(")");
        }
        return declared(name, CtfType.Struct.of(fields, align));
    }

    private CtfType declared(String name, CtfType type) {
        if (name != null) {
            fByName.put(name, type);
        }
        return type;
    }

    private List<CtfType.Field> fields() throws UnknownTypes {
        List<CtfType.Field> fields = new ArrayList<>();
        fTokens.require("{");
        while (!fTokens.pass("}")) {
            if (fTokens.isNext("typealias") || fTokens.isNext("typedef")) {
                passDeclaration();
                continue;
            }
            CtfType type = type();
            do {
                fields.add(field(type));
            } while (fTokens.pass(","));
            fTokens.require(";");
        }
        return fields;
    }

    /** A name, and in brackets how often. */
    private CtfType.Field field(CtfType type) throws UnknownTypes {
        String name = fTokens.word();
        List<String> counts = new ArrayList<>();
        while (fTokens.pass("[")) {
            counts.add(fTokens.until("]"));
        }
        CtfType of = type;
        for (int i = counts.size() - 1; i >= 0; i--) {
            String count = counts.get(i);
            if (!count.matches("0|[1-9]\\d{0,8}|[A-Za-z_][\\w.]*")) {
                throw new UnknownTypes("[" + count + "] cannot be");
            }
            of = Character.isDigit(count.charAt(0)) ? new CtfType.Array(of, Integer.parseInt(count)) : new CtfType.Sequence(of, count);
        }
        return new CtfType.Field(name, of);
    }

    private CtfType variant() throws UnknownTypes {
        fTokens.require("variant");
        String name = fTokens.isWordNext() ? "variant " + fTokens.next() : null;
        String tag = null;
        if (fTokens.pass("<")) {
            tag = fTokens.path();
            fTokens.require(">");
        }
        List<CtfType.Field> options = fTokens.isNext("{") ? fields()
                : named(name) instanceof CtfType.Variant declared ? declared.options() : List.of();
        return declared(name, new CtfType.Variant(tag, options));
    }

    private CtfType enumeration() throws UnknownTypes {
        fTokens.require("enum");
        String name = fTokens.isWordNext() ? "enum " + fTokens.next() : null;
        CtfType container = null;
        if (fTokens.pass(":")) {
            container = type();
        }
        if (!fTokens.isNext("{")) {
            return named(name);
        }
        if (!((container == null ? named("int") : container) instanceof CtfType.Int integer)) {
            throw new UnknownTypes("an enumeration of what is no integer");
        }
        List<CtfType.Label> labels = new ArrayList<>();
        fTokens.require("{");
        long next = 0;
        while (!fTokens.pass("}")) {
            String label = fTokens.next();
            long from = fTokens.pass("=") ? fTokens.number() : next;
            long until = fTokens.pass("...") ? fTokens.number() : from;
            labels.add(new CtfType.Label(label.startsWith("\"") ? label.substring(1, label.length() - 1) : label, from, until));
            next = until + 1;
            if (!fTokens.pass(",") && !fTokens.isNext("}")) {
                throw new UnknownTypes("'" + fTokens.peek() + "' stands where a label ends");
            }
        }
        return declared(name, new CtfType.Enumeration(integer, List.copyOf(labels)));
    }
}
