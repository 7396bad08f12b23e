/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.json;

import org.hypertrace.core.untrusted.PlainText;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;

/**
 * A report as JSON. Texts of others are in it as they are, for programs; what is not plain is escaped, so that a terminal shows
 * it and UTF-8 has it.
 */
public final class JsonText {

    private JsonText() {
    }

    /**
     * @param root
     *            a report
     * @return its text
     */
    public static String of(JsonElement root) {
        return plain(new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(root));
    }

    /**
     * @param root
     *            any
     * @return its text in one line, with the line's end
     */
    public static String line(JsonElement root) {
        return plain(new GsonBuilder().disableHtmlEscaping().create().toJson(root));
    }

    private static String plain(String json) {
        StringBuilder text = new StringBuilder(json.length() + 1);
        json.codePoints().forEach(c -> {
            // between the texts are only line ends
            if (c == '\n' || PlainText.isPlain(c)) {
                text.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    text.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return text.append('\n').toString();
    }
}
