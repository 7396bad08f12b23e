/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

import com.google.gson.JsonElement;

/** What CTF 2 declares of a number or a character, as TSDL: alignment, base, byte order, labels. */
final class Ctf2Numbers {

    private static final int MAX_ALIGN = 1 << 12;

    private Ctf2Numbers() {
    }

    static long align(Ctf2Object of, String key) throws UnknownTypes {
        long align = of.number(key, 1, MAX_ALIGN);
        if (align > 0 && Long.bitCount(align) != 1) {
            throw new UnknownTypes("an alignment cannot be " + align);
        }
        return Math.max(1, align);
    }

    /** By their values: readers take the first that fits. */
    static String labels(Map<String, List<JsonElement>> labels) throws UnknownTypes {
        TreeMap<Long, String> byValue = new TreeMap<>();
        List<String> same = new ArrayList<>();
        for (Map.Entry<String, List<JsonElement>> label : labels.entrySet()) {
            for (JsonElement range : label.getValue()) {
                if (!range.isJsonArray() || range.getAsJsonArray().size() != 2) {
                    throw new UnknownTypes("a range is no pair");
                }
                String from = value(range.getAsJsonArray().get(0));
                String until = value(range.getAsJsonArray().get(1));
                String text = Ctf2Object.quoted(label.getKey()) + " = " + from + (from.equals(until) ? "" : " ... " + until);
                String before = byValue.putIfAbsent(new BigInteger(from).longValue(), text);
                if (before != null) {
                    same.add(text);
                }
            }
        }
        List<String> all = new ArrayList<>(byValue.values());
        all.addAll(same);
        return String.join(", ", all);
    }

    private static String value(JsonElement value) throws UnknownTypes {
        String text = value.isJsonPrimitive() ? value.getAsString() : "";
        if (!text.matches("-?\\d{1,20}")) {
            throw new UnknownTypes("a range has an end that is no number");
        }
        return text;
    }

    static long base(Ctf2Object of) throws UnknownTypes {
        long base = of.number("preferred-display-base", of.text("type").equals("fixed-length-bit-array") ? 16 : 10, 16);
        return Set.of(2L, 8L, 10L, 16L).contains(base) ? base : 10;
    }

    static String order(Ctf2Object of) throws UnknownTypes {
        String order = of.text("byte-order");
        boolean isLittle = order.equals("little-endian");
        if (!isLittle && !order.equals("big-endian")) {
            throw new UnknownTypes("a byte order is " + Ctf2Object.plain(order));
        }
        String bits = of.text("bit-order", isLittle ? "first-to-last" : "last-to-first");
        if (!bits.equals(isLittle ? "first-to-last" : "last-to-first")) {
            throw new UnknownTypes("the bits of a number are " + Ctf2Object.plain(bits) + ", which CTF 1.8 cannot express");
        }
        return isLittle ? "le" : "be";
    }

    static String real(Ctf2Object of) throws UnknownTypes {
        long size = of.required("length", 1, Long.SIZE);
        if (size != Float.SIZE && size != Double.SIZE) {
            throw new UnknownTypes("a floating-point number has " + size + " bits");
        }
        return "floating_point { exp_dig = " + (size == Float.SIZE ? 8 : 11) + "; mant_dig = " + (size == Float.SIZE ? 24 : 53) + "; align = "
                + align(of, "alignment") + "; byte_order = " + order(of) + "; }";
    }

    static String character(Ctf2Object of) throws UnknownTypes {
        String encoding = of.text("encoding", "utf-8");
        if (!encoding.equals("utf-8")) {
            throw new UnknownTypes("a text is in " + Ctf2Object.plain(encoding) + ", which CTF 1.8 cannot express");
        }
        return "integer { size = 8; align = 8; signed = 0; encoding = UTF8; base = 10; }";
    }

    static String octet() {
        return "integer { size = 8; align = 8; signed = 0; encoding = none; base = 16; }";
    }
}
