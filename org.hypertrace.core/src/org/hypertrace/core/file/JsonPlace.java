/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

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
public record JsonPlace(String path, String key, JsonElement value) {

    /** A value in the document is wrong: the message names the place, and has no full stop. */
    public static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /**
     * The keys of an object.
     *
     * @param place
     *            where it is
     * @param object
     *            what is there
     */
    public record Keys(JsonPlace place, JsonObject object) {

        /**
         * @param keys
         *            all that are known
         * @throws Wrong
         *             if there are others
         */
        public void allow(String... keys) throws Wrong {
            for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
                if (!Arrays.asList(keys).contains(entry.getKey())) {
                    throw place.at(entry).wrong("is not a key that is known here; known are " + String.join(", ", keys));
                }
            }
        }

        /**
         * @param known
         *            the only version that can be read
         * @throws Wrong
         *             if the document is of another one, or of none
         */
        public void requireVersion(int known) throws Wrong {
            JsonPlace version = need("version");
            if (version.count() != known) {
                throw version.wrong("must be " + known + ", not " + version.value);
            }
        }

        /**
         * @param key
         *            a key
         * @return its value
         * @throws Wrong
         *             if there is none
         */
        public JsonPlace need(String key) throws Wrong {
            JsonPlace found = get(key);
            if (found == null) {
                throw wrong("must have the key \"" + key + '"');
            }
            return found;
        }

        /**
         * @param key
         *            a key
         * @return its value, null if there is none
         */
        public JsonPlace get(String key) {
            JsonElement found = object.get(key);
            return found == null ? null : new JsonPlace(place.below(key), key, found);
        }

        /**
         * @param key
         *            a key
         * @return the values of its list, empty if there is none
         * @throws Wrong
         *             if it is no list
         */
        public List<JsonPlace> list(String key) throws Wrong {
            JsonPlace list = get(key);
            return list == null ? List.of() : list.list();
        }

        /**
         * @param key
         *            a key
         * @return its text, null if there is none
         * @throws Wrong
         *             if it is no text
         */
        public String text(String key) throws Wrong {
            JsonPlace text = get(key);
            return text == null ? null : text.text();
        }

        /** @return all values */
        public List<JsonPlace> values() {
            return object.entrySet().stream().map(place::at).toList();
        }

        /**
         * @param reason
         *            what is wrong
         * @return an error that names the place
         */
        public Wrong wrong(String reason) {
            return place.wrong(reason);
        }
    }

    /**
     * @param reason
     *            what is wrong
     * @return an error that names the place
     */
    public Wrong wrong(String reason) {
        return new Wrong((path.isEmpty() ? "the document" : path) + ' ' + reason);
    }

    /**
     * @return its keys
     * @throws Wrong
     *             if it is no object
     */
    public Keys object() throws Wrong {
        if (!value.isJsonObject()) {
            throw wrong("must be an object, {…}");
        }
        return new Keys(this, value.getAsJsonObject());
    }

    /** @return whether it is a list */
    public boolean isList() {
        return value.isJsonArray();
    }

    /**
     * @return its values
     * @throws Wrong
     *             if it is no list
     */
    public List<JsonPlace> list() throws Wrong {
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

    /** @return whether it is a text */
    public boolean isString() {
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
    }

    /** @return whether it is a number */
    public boolean isNumber() {
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
    }

    /**
     * @return a name, clipped
     * @throws Wrong
     *             if it is no text
     */
    public String string() throws Wrong {
        return TextLimit.NAME.clip(text());
    }

    /**
     * @return a text of any length, such as a path
     * @throws Wrong
     *             if it is none, or blank
     */
    public String text() throws Wrong {
        if (!isString() || value.getAsString().isBlank()) {
            throw wrong("must be a text, not " + Quoted.of(value.toString()));
        }
        return value.getAsString();
    }

    /**
     * @return true or false
     * @throws Wrong
     *             if it is neither
     */
    public boolean bool() throws Wrong {
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
            throw wrong("must be true or false, not " + Quoted.of(value.toString()));
        }
        return value.getAsBoolean();
    }

    /**
     * @return a number of JSON, such as an id: whole and not negative
     * @throws Wrong
     *             if it is none
     */
    public int count() throws Wrong {
        try {
            BigDecimal number = isNumber() ? value.getAsBigDecimal() : null;
            if (number != null && number.signum() >= 0) {
                return number.intValueExact();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // reported below
        }
        throw notWhole(0, Integer.MAX_VALUE, value.toString());
    }

    /**
     * @param min
     *            the least possible
     * @param max
     *            the greatest possible
     * @return a number written as 100, "100" or "0x64"
     * @throws Wrong
     *             if it is none
     */
    public long number(long min, long max) throws Wrong {
        return isNumber() || isString() ? number(value.getAsString(), min, max) : number(value.toString(), min, max);
    }

    /**
     * @param text
     *            a part of the value
     * @param min
     *            the least possible
     * @param max
     *            the greatest possible
     * @return the number that it is: 100 or 0x64
     * @throws Wrong
     *             if it is none
     */
    public long number(String text, long min, long max) throws Wrong {
        try {
            long number = text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw notWhole(min, max, text);
    }

    private Wrong notWhole(long min, long max, String text) {
        return wrong("must be a whole number" + (min == Long.MIN_VALUE ? "" : " from " + min + " to " + max) + ", not "
                + Quoted.of(text));
    }

    private JsonPlace at(Map.Entry<String, JsonElement> entry) {
        return new JsonPlace(below(entry.getKey()), entry.getKey(), entry.getValue());
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + '.' + key;
    }
}
