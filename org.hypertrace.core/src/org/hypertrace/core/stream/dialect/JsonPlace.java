/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.file.Quoted;
import org.hypertrace.core.untrusted.TextLimit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * A value of a JSON document that knows where it is, so that what is wrong with it can be reported.
 *
 * @param path
 *            such as {@code events[3].fields.depth}, empty for the document
 * @param key
 *            its last part
 * @param value
 *            what is there
 */
record JsonPlace(String path, String key, JsonElement value) {

    /** Something in the document cannot be so: the message names the place. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /** The keys of an object. */
    record Keys(JsonPlace place, JsonObject object) {

        void allow(String... keys) throws Wrong {
            for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
                if (!Arrays.asList(keys).contains(entry.getKey())) {
                    throw place.at(entry).wrong("is not a key that is known here; known are " + String.join(", ", keys));
                }
            }
        }

        JsonPlace need(String key) throws Wrong {
            JsonPlace found = get(key);
            if (found == null) {
                throw wrong("must have the key \"" + key + '"');
            }
            return found;
        }

        /** @return null if there is none */
        JsonPlace get(String key) {
            JsonElement found = object.get(key);
            return found == null ? null : new JsonPlace(place.below(key), key, found);
        }

        List<JsonPlace> values() {
            return object.entrySet().stream().map(place::at).toList();
        }

        Wrong wrong(String reason) {
            return place.wrong(reason);
        }
    }

    Wrong wrong(String reason) {
        return new Wrong((path.isEmpty() ? "the document" : path) + ' ' + reason);
    }

    Keys object() throws Wrong {
        if (!value.isJsonObject()) {
            throw wrong("must be an object, {…}");
        }
        return new Keys(this, value.getAsJsonObject());
    }

    boolean isList() {
        return value.isJsonArray();
    }

    List<JsonPlace> list() throws Wrong {
        if (!isList()) {
            throw wrong("must be a list, […]");
        }
        JsonArray array = value.getAsJsonArray();
        List<JsonPlace> places = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            places.add(new JsonPlace(path + '[' + i + ']', Integer.toString(i), array.get(i)));
        }
        return places;
    }

    boolean isString() {
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
    }

    boolean isNumber() {
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
    }

    /** @return a name, clipped */
    String string() throws Wrong {
        if (!isString() || value.getAsString().isBlank()) {
            throw wrong("must be a text, not " + Quoted.of(value.toString()));
        }
        return TextLimit.NAME.clip(value.getAsString());
    }

    boolean bool() throws Wrong {
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
            throw wrong("must be true or false, not " + Quoted.of(value.toString()));
        }
        return value.getAsBoolean();
    }

    /** @return a number written as 100, "100" or "0x64" */
    long number(long min, long max) throws Wrong {
        return isNumber() || isString() ? number(value.getAsString(), min, max) : number(value.toString(), min, max);
    }

    long number(String text, long min, long max) throws Wrong {
        try {
            long number = text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw wrong("must be a whole number" + (min == Long.MIN_VALUE ? "" : " from " + min + " to " + max) + ", not "
                + Quoted.of(text));
    }

    private JsonPlace at(Map.Entry<String, JsonElement> entry) {
        return new JsonPlace(below(entry.getKey()), entry.getKey(), entry.getValue());
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + '.' + key;
    }
}
