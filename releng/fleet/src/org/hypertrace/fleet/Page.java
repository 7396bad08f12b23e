/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.google.gson.GsonBuilder;

/**
 * What the page of a fleet shows, in whatever format.
 *
 * @param title
 *            its head
 * @param sections
 *            in order
 */
record Page(String title, List<Section> sections) {

    /**
     * A part with a head.
     *
     * @param sentences
     *            what is to be known
     * @param head
     *            names of the columns, empty without a table
     * @param rows
     *            a text per column
     */
    record Section(String title, List<String> sentences, List<String> head, List<List<String>> rows) {

        Section(String title, List<String> head) {
            this(title, new ArrayList<>(), head, new ArrayList<>());
        }

        void row(String... cells) {
            rows.add(List.of(cells));
        }
    }

    private static final String STYLE = """
            body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222; background: #fff }
            h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #bbb }
            table { border-collapse: collapse } th { text-align: left; color: #555; font-weight: 600 }
            th, td { padding: .15em .9em .15em 0; vertical-align: top } tr:nth-child(even) td { background: #f4f4f4 }
            td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } code { font-size: .9em }
            @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd } th { color: #aaa } tr:nth-child(even) td { background: #262626 } }
            """;

    /** ns as people read them: three significant digits and a unit. */
    static String time(double ns) {
        double size = Math.abs(ns);
        if (Double.isNaN(ns) || Double.isInfinite(ns)) {
            return "–";
        }
        if (size < 1e3) {
            return Math.round(ns) + " ns";
        }
        return size < 999.5e3 ? digits(ns / 1e3) + " µs" : size < 999.5e6 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f", value);
    }

    static String percent(double share) {
        return Double.isInfinite(share) || Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    static String chance(double p) {
        return p < 1e-4 ? String.format(Locale.ROOT, "%.0e", p) : String.format(Locale.ROOT, "%.4f", p);
    }

    /** One line, whatever somebody called something: control and direction characters and line ends would change what is around them. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            plain.appendCodePoint(type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR ? 0xFFFD : c);
        });
        return plain.toString();
    }

    private static String escaped(String text) {
        return plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** One file that needs no network. */
    String html() {
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>").append(escaped(title))
                .append("</title>\n<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<h1>").append(escaped(title)).append("</h1>\n");
        for (Section section : sections) {
            html.append("<h2>").append(escaped(section.title)).append("</h2>\n");
            section.sentences.forEach(sentence -> html.append("<p>").append(escaped(sentence)).append("</p>\n"));
            if (!section.rows.isEmpty()) {
                html.append("<table>\n<tr>");
                section.head.forEach(cell -> html.append("<th>").append(escaped(cell)).append("</th>"));
                html.append("</tr>\n");
                for (List<String> row : section.rows) {
                    html.append("<tr>");
                    row.forEach(cell -> html.append(isNumber(cell) ? "<td class=\"n\">" : "<td>").append(escaped(cell)).append("</td>"));
                    html.append("</tr>\n");
                }
                html.append("</table>\n");
            }
        }
        return html.append("</body>\n</html>\n").toString();
    }

    private static boolean isNumber(String cell) {
        return cell.matches("[-+]?[0-9][0-9.e+-]*( (ns|µs|ms|s|%).*)?|–");
    }

    String text() {
        StringBuilder text = new StringBuilder(plain(title)).append('\n');
        for (Section section : sections) {
            text.append('\n').append(plain(section.title)).append('\n');
            section.sentences.forEach(sentence -> text.append("  ").append(plain(sentence)).append('\n'));
            if (!section.rows.isEmpty()) {
                int[] widths = new int[section.head.size()];
                List<List<String>> all = new ArrayList<>(List.of(section.head));
                all.addAll(section.rows);
                for (List<String> row : all) {
                    for (int i = 0; i < widths.length; i++) {
                        widths[i] = Math.max(widths[i], plain(row.get(i)).length());
                    }
                }
                for (List<String> row : all) {
                    StringBuilder line = new StringBuilder(" ");
                    for (int i = 0; i < widths.length; i++) {
                        String cell = plain(row.get(i));
                        String blanks = " ".repeat(widths[i] - cell.length());
                        line.append(' ').append(isNumber(cell) ? blanks + cell : cell + blanks).append(' ');
                    }
                    text.append(line.toString().stripTrailing()).append('\n');
                }
            }
        }
        return text.toString();
    }

    /** All figures that the page is made of, exact. */
    static String json(List<Group> groups, List<Difference> differences, List<Share> shares, Map<String, String> references) {
        return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeSpecialFloatingPointValues().create()
                .toJson(Map.of("version", 1, "references", references, "groups", groups, "differences", differences, "shares", shares)) + '\n';
    }
}
