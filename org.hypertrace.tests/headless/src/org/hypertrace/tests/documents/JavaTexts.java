/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts for people in a Java source: literals of several words, those that are joined by {@code +} as one. */
final class JavaTexts {

    /** What is skipped - comments and characters - or a text, joined over lines. */
    private static final Pattern PART = Pattern.compile("/\\*(?s:.*?)\\*/|//[^\\n]*|'(?:[^'\\\\]|\\\\.)+'"
            + "|(?<text>\"(?:[^\"\\\\\\n]|\\\\.)*+\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*+\")*+)");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*+)\"");

    private JavaTexts() {
    }

    static List<String> of(String source) {
        List<String> texts = new ArrayList<>();
        Matcher part = PART.matcher(source.replace("\"\"\"", "\"\""));
        while (part.find()) {
            if (part.group("text") == null) {
                continue;
            }
            StringBuilder text = new StringBuilder();
            LITERAL.matcher(part.group("text")).results().forEach(literal -> text.append(literal.group(1)));
            String plain = text.toString().replace("\\\"", "\"").replace("\\n", " ").strip();
            // One word is a key, and names with numbers, or in capitals, are a table.
            if ((plain.contains(" ") || plain.endsWith(".")) && !plain.matches("[A-Z0-9_, \\-a-z]*,[0-9]+ [A-Z].*|[A-Z0-9 \\-]+")) {
                texts.add(plain);
            }
        }
        return texts;
    }
}
