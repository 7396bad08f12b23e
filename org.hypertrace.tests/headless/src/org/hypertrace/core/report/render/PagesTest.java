/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.testing.HostileNames;
import org.junit.jupiter.api.Test;

/** One document in all formats. */
class PagesTest {

    private record Row(String name, long ns) { }

    private static final List<Column<Row>> COLUMNS = List.of(Column.id("key", row -> row.name.length()), Column.of("name", "who", Row::name),
            Column.of("ns", "time", row -> Amount.ns(row.ns)));

    private static Page page(String name) {
        List<Row> rows = List.of(new Row(name, 1_234_567), new Row("web", 5));
        return new Page("A title", name, List.of(new Section("VM " + name, List.of(Sentence.answer(name, " took ", Amount.ns(1_234_567), "."),
                Table.of(COLUMNS, rows.subList(0, 1), rows))), Sentence.warning(name)));
    }

    @Test
    void asText() {
        assertEquals("""
                db

                VM db
                  db took 1.23 ms.
                    who     time
                    db   1.23 ms

                db
                """, TextPage.of(page("db"), false));
        assertTrue(TextPage.of(page("db"), true).contains("    db   1234567 ns\n"));
        assertTrue(TextPage.of(page("db"), true).contains("  db took 1234567 ns.\n"));
    }

    @Test
    void asCsvWithAllRowsAndWhatOnlyProgramsNeed() throws IOException {
        assertEquals("key,name,ns\r\n2,db,1234567\r\n3,web,5\r\n", CsvPage.of(page("db")));
    }

    /** A program gets the figure, not what a person reads of it. */
    @Test
    void figuresOfEachKindInCsv() throws IOException {
        List<Amount> all = List.of(Amount.ns(1_234_567), Amount.change(-1_234_567), Amount.count(12), Amount.share(1, 8),
                Amount.number(0.375), Amount.time(1_600_000_000_123_456_789L), Amount.share(0, 0));
        List<Column<Amount>> columns = List.of(Column.of("kind", "", amount -> amount.kind().name()), Column.of("figure", "", amount -> amount));
        assertEquals("kind,figure\r\nDURATION,1234567\r\nCHANGE,-1234567\r\nCOUNT,12\r\nSHARE,0.125\r\nNUMBER,0.375\r\n"
                + "TIME,1600000000123456789\r\nSHARE,\r\n", CsvPage.of(new Page("", "", List.of(Table.of(columns, all, all)))));
    }

    @Test
    void asMarkdown() {
        assertEquals("""
                # A title

                db

                ## VM db

                **db took 1.23 ms.**

                | who | time |
                | --- | ---: |
                | db | 1.23 ms |

                > db
                """, MarkdownPage.of(page("db")));
    }

    @Test
    void aTableWithoutRowsForPeopleIsNotThere() {
        Page page = new Page("A title", "db", List.of(Sentence.plain("None."), Table.of(COLUMNS, List.of(), List.of()), Sentence.plain("End.")));
        assertEquals("# A title\n\ndb\n\nNone.\n\nEnd.\n", MarkdownPage.of(page));
        assertFalse(HtmlPage.of(page, "").contains("<table"));
    }

    @Test
    void aPartIsSetInBelowItsWhole() throws IOException {
        List<Column<String>> columns = List.of(new Column<>("name", "who", name -> name.equals("all") ? name : new Nested(name), name -> name));
        List<String> rows = List.of("all", "a|b");
        Page page = new Page("A title", "db", List.of(Table.of(columns, rows, rows)));
        assertEquals("db\n  who\n  all\n    a|b\n", TextPage.of(page, false));
        assertEquals("name\r\nall\r\na|b\r\n", CsvPage.of(page));
        assertTrue(MarkdownPage.of(page).endsWith("| all |\n| &emsp;a\\|b |\n"), MarkdownPage.of(page));
        assertTrue(HtmlPage.of(page, "").contains("<td class=\"in\">a|b</td>"), HtmlPage.of(page, ""));
    }

    @Test
    void asHtmlWithTheExactFigureUnderTheMouse() {
        String html = HtmlPage.of(page("db"), "p { }");
        assertTrue(html.contains("<tr><td class=\"t\">db</td>\n<td class=\"n\" title=\"1234567 ns\">1.23 ms</td>\n</tr>"), html);
        assertTrue(html.contains("<p class=\"answer\">db took <span title=\"1234567 ns\">1.23 ms</span>.</p>"), html);
    }

    /** Whatever a guest calls itself: as many lines, cells and elements as for one that is harmless. */
    @Test
    void namesOfGuestsAreNoMarkup() throws IOException {
        for (String name : HostileNames.LIST) {
            assertEquals(TextPage.of(page("db"), false).lines().count(), TextPage.of(page(name), false).lines().count(), name);
            assertEquals(3, CsvPage.of(page(name)).lines().count(), name);
            assertEquals(elements(HtmlPage.of(page("db"), "p { }")), elements(HtmlPage.of(page(name), "p { }")), name);
            String markdown = MarkdownPage.of(page(name));
            assertEquals(MarkdownPage.of(page("db")).lines().count(), markdown.lines().count(), name);
            // what is not escaped is ours
            assertEquals(MarkdownPage.of(page("db")).replaceAll("[^|*`#>\\[\\]]", ""),
                    markdown.replaceAll("\\\\[\\p{Punct}]", "").replaceAll("[^|*`#>\\[\\]]", ""), name);
        }
    }

    private static String elements(String html) {
        return html.replaceAll("(?<=>)[^<]+", "").replaceAll("[^<>]", "");
    }

    @Test
    void escapedMarkdownIsTheText() {
        for (String name : HostileNames.LIST) {
            assertEquals(PlainText.line(name).strip(), MarkdownPage.escaped(name).replaceAll("\\\\(\\p{Punct})", "$1"), name);
        }
        for (String hostile : List.of("a|b", "`x`", "[a](http://b)", "<img src=x>", "![a](b)", "https://evil", "www.evil.example", "@all", "- x",
                "1. x", "+ x", "# x", "> x", "a_b_c", "~~x~~", "&lt;", "$x$")) {
            String escaped = MarkdownPage.escaped(hostile);
            assertFalse(escaped.equals(hostile), hostile);
            assertEquals(hostile, escaped.replaceAll("\\\\(\\p{Punct})", "$1"));
        }
        assertEquals("\\- x 1.", MarkdownPage.escaped("- x 1."));
        assertEquals("1.23 ms", MarkdownPage.escaped("1.23 ms"));
    }
}
