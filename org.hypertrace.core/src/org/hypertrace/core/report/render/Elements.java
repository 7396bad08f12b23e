/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.hypertrace.core.untrusted.PlainText;

/** Writes HTML, and SVG in it. All texts and attributes are escaped here: there is no way to write markup but by elements. */
final class Elements {

    /** Elements that nothing is in and nothing closes. */
    private static final Set<String> EMPTY = Set.of("meta", "br", "hr", "input");
    /** Elements in the midst of a text. */
    private static final Set<String> INLINE = Set.of("span", "code");

    private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9-]*");

    private final StringBuilder fOut;
    private final Deque<String> fOpen = new ArrayDeque<>();

    /** A page of HTML. */
    Elements() {
        this("<!DOCTYPE html>\n");
    }

    private Elements(String begin) {
        fOut = new StringBuilder(begin);
    }

    /** A file of XML, as a picture is. */
    static Elements xml() {
        return new Elements("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

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

    /** An element with texts, each in a line of its own. */
    Elements lines(String name, List<String> lines, String... attributes) {
        open(name, attributes);
        for (int i = 0; i < lines.size(); i++) {
            fOut.append(i == 0 ? "" : "\n");
            text(lines.get(i));
        }
        return close();
    }

    /** A style sheet; one that would end early is none. */
    Elements style(String sheet) {
        return ours("style", sheet, "<");
    }

    /** A script of ours; one that would end early is none. */
    Elements script(String script) {
        return ours("script", script, "</");
    }

    /** What is not escaped: nothing of a guest is in it. */
    private Elements ours(String name, String text, String end) {
        if (text.contains(end)) {
            throw new IllegalArgumentException("Markup in a " + name);
        }
        open(name);
        fOut.append('\n').append(text);
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
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("No name: " + name);
        }
        return name;
    }

    private static String escaped(String text) {
        return PlainText.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
