/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** An object in metadata of CTF 2. What is missing or of a wrong form is reported with the place. */
record Ctf2Object(JsonObject json, String place) {

    private static final int MAX_SHOWN = 60;

    static Ctf2Object of(JsonElement value, String place) throws UnknownTypes {
        if (value == null || !value.isJsonObject()) {
            throw new UnknownTypes(place + " is no object");
        }
        return new Ctf2Object(value.getAsJsonObject(), place);
    }

    /** Null if it is not there. */
    JsonElement get(String key) {
        JsonElement value = json.get(key);
        return value == null || value.isJsonNull() ? null : value;
    }

    void refuse(String key) throws UnknownTypes {
        if (get(key) != null) {
            throw new UnknownTypes(place + " has " + key + ", which CTF 1.8 does not have");
        }
    }

    String text(String key) throws UnknownTypes {
        String text = text(key, null);
        if (text == null) {
            throw new UnknownTypes(place + " has no " + key);
        }
        return text;
    }

    String text(String key, String absent) throws UnknownTypes {
        JsonElement value = get(key);
        if (value == null) {
            return absent;
        }
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
            throw new UnknownTypes(key + " of " + place + " is no text");
        }
        return value.getAsString();
    }

    /** From 0; {@code absent} if it is not there. */
    long number(String key, long absent, long most) throws UnknownTypes {
        JsonElement value = get(key);
        return value == null ? absent : number(value, key, 0, most);
    }

    long required(String key, long least, long most) throws UnknownTypes {
        JsonElement value = get(key);
        if (value == null) {
            throw new UnknownTypes(place + " has no " + key);
        }
        return number(value, key, least, most);
    }

    /** 0 if it is not there. */
    long signed(String key) throws UnknownTypes {
        JsonElement value = get(key);
        return value == null ? 0 : number(value, key, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private long number(JsonElement value, String key, long least, long most) throws UnknownTypes {
        try {
            BigDecimal number = value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber() && value.getAsString().length() < MAX_SHOWN
                    ? value.getAsBigDecimal()
                    : null;
            // an exponent could be a number of a billion digits
            if (number != null && Math.abs((long) number.scale()) < MAX_SHOWN && number.longValueExact() >= least && number.longValueExact() <= most) {
                return number.longValueExact();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // reported below
        }
        throw new UnknownTypes(key + " of " + place + " cannot be " + plain(value.toString()));
    }

    /** None if it is not there. */
    List<JsonElement> list(String key) throws UnknownTypes {
        JsonElement value = get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isJsonArray()) {
            throw new UnknownTypes(key + " of " + place + " is no list");
        }
        List<JsonElement> list = new ArrayList<>();
        value.getAsJsonArray().forEach(list::add);
        return list;
    }

    List<String> texts(String key) throws UnknownTypes {
        List<String> texts = new ArrayList<>();
        for (JsonElement element : list(key)) {
            if (!element.isJsonPrimitive() || !element.getAsJsonPrimitive().isString()) {
                throw new UnknownTypes(key + " of " + place + " does not consist of texts");
            }
            texts.add(element.getAsString());
        }
        return texts;
    }

    /** A stranger's word in a sentence. */
    static String plain(String word) {
        String plain = word.replaceAll("[^\\x21-\\x7e]+", " ").strip();
        return plain.length() > MAX_SHOWN ? plain.substring(0, MAX_SHOWN) + "…" : plain;
    }

    /** A text in TSDL. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    /** A name in TSDL. */
    static String identifier(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
    }
}
