/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

import org.hypertrace.core.untrusted.PlainText;

/** Writes HTML, and SVG in it. All texts and attributes are escaped here: there is no way to write markup but by elements. */
final class Elements {

    /** Elements that nothing is in and nothing closes. */
    private static final Set<String> EMPTY = Set.of("meta", "br", "hr");
    /** Elements in the midst of a text. */
    private static final Set<String> INLINE = Set.of("span", "code");

    private final StringBuilder fOut = new StringBuilder("<!DOCTYPE html>\n");
    private final Deque<String> fOpen = new ArrayDeque<>();

    /** {@code attributes}: names and values, in turns. */
    Elements open(String name, String... attributes) {
        begin(name, attributes).append('>');
        if (!EMPTY.contains(name)) {
            fOpen.push(name);
        }
        return this;
    }

    /** An element of SVG that nothing is in. */
    Elements empty(String name, String... attributes) {
        begin(name, attributes).append("/>\n");
        return this;
    }

    private StringBuilder begin(String name, String... attributes) {
        fOut.append('<').append(name(name));
        for (int i = 0; i < attributes.length; i += 2) {
            fOut.append(' ').append(name(attributes[i])).append("=\"").append(escaped(attributes[i + 1])).append('"');
        }
        return fOut;
    }

    /** Closes what was opened last. */
    Elements close() {
        String name = fOpen.pop();
        fOut.append("</").append(name).append('>').append(INLINE.contains(name) ? "" : "\n");
        return this;
    }

    /** An element with a text. */
    Elements element(String name, String text, String... attributes) {
        return open(name, attributes).text(text).close();
    }

    Elements text(String text) {
        fOut.append(escaped(text));
        return this;
    }

    /** A style sheet; one that would end early is none. */
    Elements style(String sheet) {
        if (sheet.contains("<")) {
            throw new IllegalArgumentException("A style sheet has no markup.");
        }
        open("style");
        fOut.append(sheet);
        return close();
    }

    String document() {
        if (!fOpen.isEmpty()) {
            throw new IllegalStateException("Still open: " + fOpen);
        }
        return fOut.toString();
    }

    /** A number in SVG, with as many digits as can be seen. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String name(String name) {
        if (!name.matches("[a-z][a-zA-Z0-9-]*")) {
            throw new IllegalArgumentException("No name: " + name);
        }
        return name;
    }

    private static String escaped(String text) {
        return PlainText.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;").replace("'", "&#39;");
    }
}
