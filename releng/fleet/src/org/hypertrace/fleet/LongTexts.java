/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;

/**
 * Answers of {@code serve}, parsed. A report in one is a text of some hundred thousand characters, of which each sixth is escaped: a general
 * reader takes most of its time for them. Here they are read first, byte by byte.
 */
final class LongTexts {

    /** Shorter ones are left to the general reader, bytes. */
    private static final int LONG = 1000;
    /** Stands for a long text, with its number. Nobody else can write it. */
    private static final String MARK = UUID.randomUUID() + "#";
    private static final byte[] NAME = "\"json\":".getBytes(StandardCharsets.US_ASCII);
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final byte[] fJson;
    private final ByteArrayOutputStream fRest = new ByteArrayOutputStream();
    private final List<String> fTexts = new ArrayList<>();

    private LongTexts(byte[] json) {
        fJson = json;
    }

    /**
     * @param json
     *            a line of {@code serve}, UTF-8
     * @return the same as an object
     */
    static JsonObject parsed(byte[] json) {
        LongTexts texts = new LongTexts(json);
        return texts.cut() ? texts.object() : JsonParser.parseString(new String(json, StandardCharsets.UTF_8)).getAsJsonObject();
    }

    /** Whether all long texts were read. */
    private boolean cut() {
        int done = 0;
        for (int begin = 0; begin < fJson.length; begin++) {
            if (fJson[begin] == '"') {
                int end = end(begin + 1);
                if (end - begin > LONG && isReport(begin)) {
                    String text = text(begin + 1, end);
                    if (text == null) {
                        return false;
                    }
                    fRest.write(fJson, done, begin + 1 - done);
                    fRest.writeBytes((MARK + fTexts.size()).getBytes(StandardCharsets.US_ASCII));
                    fTexts.add(text);
                    done = Math.min(end, fJson.length);
                }
                begin = end;
            }
        }
        fRest.write(fJson, done, fJson.length - done);
        return true;
    }

    /** Whether the name of reports is before it. */
    private boolean isReport(int begin) {
        return begin >= NAME.length && Arrays.equals(NAME, 0, NAME.length, fJson, begin - NAME.length, begin);
    }

    /** Where the quotation mark is that ends a text; behind all if there is none. */
    private int end(int begin) {
        int at = begin;
        while (at < fJson.length && fJson[at] != '"') {
            at += fJson[at] == '\\' ? 2 : 1;
        }
        return at;
    }

    /** Without escapes; null if it has one of a character beyond ASCII, or a wrong one. */
    private String text(int begin, int end) {
        byte[] text = new byte[end - begin];
        int length = 0;
        int last = Math.min(end, fJson.length);
        for (int at = begin; at < last; at++) {
            byte one = fJson[at];
            if (one == '\\') {
                at++;
                int which = at < last ? ESCAPES.indexOf(fJson[at]) : -1;
                if (which >= 0) {
                    one = (byte) ESCAPED.charAt(which);
                } else {
                    int code = at + 4 < last && fJson[at] == 'u' ? code(at + 1) : -1;
                    if (code < 0 || code > 0x7f) {
                        return null;
                    }
                    one = (byte) code;
                    at += 4;
                }
            }
            text[length++] = one;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /** Of four hexadecimal digits, -1 if they are none. */
    private int code(int at) {
        int code = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(fJson[i], 16);
            if (digit < 0) {
                return -1;
            }
            code = code << 4 | digit;
        }
        return code;
    }

    private JsonObject object() {
        JsonObject root = JsonParser.parseString(fRest.toString(StandardCharsets.UTF_8)).getAsJsonObject();
        if (root.get("reports") instanceof JsonArray reports) {
            reports.forEach(this::fill);
        }
        fill(root.get("labels")); // a label may be called so, too
        return root;
    }

    private void fill(JsonElement in) {
        if (in instanceof JsonObject object && object.get("json") instanceof JsonPrimitive text && text.getAsString().startsWith(MARK)) {
            object.addProperty("json", fTexts.get(Integer.parseInt(text.getAsString().substring(MARK.length()))));
        }
    }
}
