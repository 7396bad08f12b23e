/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Chart;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.view.Styles;
import org.hypertrace.testing.story.StackText;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One document in all formats. */
class PagesTest {

    private record Row(String name, long ns) { }

    private static final List<Column<Row>> COLUMNS = List.of(Column.id("key", row -> row.name.length()), Column.of("name", "who", Row::name),
            Column.of("ns", "time", row -> Amount.ns(row.ns)));

    static Page page(String name) {
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

    /** No table is wider than 160 columns, whatever its cells are; nothing of them is lost. */
    @Test
    @Tag("plain")
    void longCellsGoOnInTheNextLine() {
        String words = "abcdefghi ".repeat(30).strip();
        String word = "x".repeat(200);
        assertEquals(List.of("guest", "32 %"), TextCells.lines("guest 32 %", 9));
        List<Column<Row>> columns = List.of(Column.of("name", "who", Row::name), new Column<>("as", "", row -> new Nested(row.name), Row::name),
                Column.of("ns", "time", row -> Amount.ns(row.ns)));
        List<Row> rows = List.of(new Row(words, 1_234_567), new Row(word, 5), new Row("web", 7));
        String text = TextPage.of(new Page("A title", "db", List.of(Table.of(columns, rows, rows))), false);
        assertTrue(text.lines().allMatch(line -> line.length() <= 160), text);
        assertEquals(2 * 200, text.chars().filter(c -> c == 'x').count());
        assertEquals(2 * 30, text.lines().mapToInt(line -> line.split("abcdefghi", -1).length - 1).sum());
        List<String> lines = text.lines().toList();
        assertEquals(1 + 1 + 5 + 3 + 1, lines.size(), text);
        // where the figures stand
        assertEquals(lines.get(2).length(), lines.get(lines.size() - 1).length(), text);
        assertTrue(lines.get(3).startsWith("  abcdefghi ") && lines.get(3).endsWith(" abcdefghi"), text);
    }

    /** Figures are never cut: their columns go on below, each row by its name. */
    @Test
    void columnsThatHaveNoRoomGoOnBelow() {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.of("name", "who", Row::name)));
        IntStream.range(0, 20).forEach(i -> columns.add(Column.of("f" + i, "figure " + i, row -> Amount.ns(i + row.ns))));
        List<Row> rows = List.of(new Row("web", 1_234_567_890_123L), new Row("db", 5));
        String text = TextPage.of(new Page("A title", "db", List.of(Table.of(columns, rows, rows))), true);
        assertTrue(text.lines().allMatch(line -> line.length() <= 160), text);
        assertEquals(3, text.lines().filter(line -> line.startsWith("  web ")).count(), text);
        IntStream.range(0, 20).forEach(i -> assertTrue(text.contains("figure " + i) && text.contains(" " + (1_234_567_890_123L + i) + " ns")
                && text.contains(" " + (5 + i) + " ns"), text));
    }

    @Test
    void aColumnWithoutCellsIsForPrograms() throws IOException {
        List<Column<Row>> columns = List.of(Column.of("name", "who", Row::name), new Column<>("none", "none", row -> "", Row::ns));
        List<Row> rows = List.of(new Row("web", 7));
        Page page = new Page("A title", "db", List.of(Table.of(columns, rows, rows)));
        assertEquals("db\n  who\n  web\n", TextPage.of(page, false));
        assertEquals("name,none\r\nweb,7\r\n", CsvPage.of(page, null));
    }

    @Test
    void asCsvWithAllRowsAndWhatOnlyProgramsNeed() throws IOException {
        assertEquals("key,name,ns\r\n2,db,1234567\r\n3,web,5\r\n", CsvPage.of(page("db"), null));
    }

    /** A program gets the figure, not what a person reads of it. */
    @Test
    void figuresOfEachKindInCsv() throws IOException {
        List<Amount> all = List.of(Amount.ns(1_234_567), Amount.change(-1_234_567), Amount.count(12), Amount.share(1, 8),
                Amount.number(0.375), Amount.time(1_600_000_000_123_456_789L), Amount.share(0, 0));
        List<Column<Amount>> columns = List.of(Column.of("kind", "", amount -> amount.kind().name()), Column.of("figure", "", amount -> amount));
        assertEquals("kind,figure\r\nDURATION,1234567\r\nCHANGE,-1234567\r\nCOUNT,12\r\nSHARE,0.125\r\nNUMBER,0.375\r\n"
                + "TIME,1600000000123456789\r\nSHARE,\r\n", CsvPage.of(new Page("", "", List.of(Table.of(columns, all, all))), null));
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
        assertFalse(HtmlPage.of(page).contains("<table"));
    }

    @Test
    void aPartIsSetInBelowItsWhole() throws IOException {
        List<Column<String>> columns = List.of(new Column<>("name", "who", name -> name.equals("all") ? name : new Nested(name), name -> name));
        List<String> rows = List.of("all", "a|b");
        Page page = new Page("A title", "db", List.of(Table.of(columns, rows, rows)));
        assertEquals("db\n  who\n  all\n    a|b\n", TextPage.of(page, false));
        assertEquals("name\r\nall\r\na|b\r\n", CsvPage.of(page, null));
        assertTrue(MarkdownPage.of(page).endsWith("| all |\n| &emsp;a\\|b |\n"), MarkdownPage.of(page));
        assertTrue(HtmlPage.of(page).contains("<td class=\"in\">a|b</td>"), HtmlPage.of(page));
    }

    /** Findings, answers, and what colours mean, with names of guests' code in them. */
    @Test
    void otherParts() {
        Page page = new Page("A title", "db", List.of(Sentence.alarm("Too much.")), List.of(Sentence.quiet("today"), new Section("VM", List.of(
                new Finding(List.of(Sentence.plain(new CodeName("a_b"), " is slow:"), Sentence.plain("Do less."))),
                Legend.of(List.of(Styles.GUEST))))));
        assertEquals("Too much.\n\ndb\ntoday\n\nVM\n  - `a_b` is slow:\n    Do less.\n", TextPage.of(page, false));
        assertEquals("# A title\n\ndb\n\n**Too much.**\n\ntoday\n\n## VM\n\n> <code>a\\_b</code> is slow:\n>\n> Do less.\n", MarkdownPage.of(page));
        String html = HtmlPage.of(page);
        assertTrue(html.contains("<p class=\"bad\">Too much.</p>\n<p class=\"quiet\">today</p>"), html);
        assertTrue(html.contains("<div class=\"note\"><p class=\"plain\"><code>a_b</code> is slow:</p>\n<p class=\"plain\">Do less.</p>\n</div>"), html);
        assertTrue(html.contains("<p class=\"key quiet\"><span><i style=\"background:#00C800\"></i>\nguest</span></p>"), html);
    }

    /** The greatest column is as high as the picture; other formats have no pictures. */
    @Test
    void ratesAreDrawn() {
        Page page = new Page("", "", List.of(new Chart(0, 2_000_000_000, List.of(new Chart.Series("IOIO", "#65BA69", new double[] { 10, 30 }),
                new Chart.Series("HLT", "#42A5F5", new double[] { 0, 31 })))));
        assertEquals(List.of("110.00 20.00 IOIO 10.0/s", "70.00 60.00 IOIO 30.0/s", "8.00 62.00 HLT 31.0/s"),
                Jsoup.parse(HtmlPage.of(page)).select("rect").stream().map(rect -> rect.attr("y") + ' ' + rect.attr("height") + ' '
                        + rect.select("title").text()).toList());
        assertEquals("# \n", MarkdownPage.of(page));
        assertEquals("", TextPage.of(page, false));
        assertFalse(HtmlPage.of(new Page("", "", List.of(new Chart(0, 1, List.of())))).contains("<svg"));
    }

    @Test
    void aFlameGraphHasItsSearchAndOneScript() {
        StackText text = new StackText();
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        text.report(forest, "0 sh begins\n0 sh a\n100 sh -\n200 sh ends\n");
        FlameLabels labels = new FlameLabels();
        Flame flame = Flame.of(labels.named(forest.tree(forest.tree(), thread -> true), frame -> "a"), labels, "all", 100);
        Document html = Jsoup.parse(HtmlPage.of(new Page("", "", List.of(flame, new Section("", List.of(flame))))));
        assertEquals(2, html.select("div.search:has(input[type=search]) + div.wide > svg.flame").size());
        assertEquals(1, html.select("script").size());
        assertEquals(0, Jsoup.parse(HtmlPage.of(page("db"))).select("script").size());
    }

    @Test
    void aFileHasTheTablesOfOneName() throws IOException {
        List<Row> rows = List.of(new Row("db", 5));
        Table other = Table.of("other", List.of(Column.of("k", "", Row::name)), rows, rows);
        Page page = new Page("", "", List.of(Table.of("rows", COLUMNS, List.of(), rows)), List.of(other, new Section("", List.of(other))));
        assertEquals("key,name,ns\r\n2,db,5\r\n", CsvPage.of(page, "rows"));
        assertEquals("k\r\ndb\r\ndb\r\n", CsvPage.of(page, "other"));
    }

    @Test
    void asHtmlWithTheExactFigureUnderTheMouse() {
        String html = HtmlPage.of(page("db"));
        assertTrue(html.contains("<tr><td class=\"t\">db</td>\n<td class=\"n\" title=\"1234567 ns\" data-v=\"1234567\">1.23 ms</td>\n</tr>"), html);
        assertTrue(html.contains("<p class=\"answer\">db took <span title=\"1234567 ns\">1.23 ms</span>.</p>"), html);
    }

    /** A column that is added later stands where people want it, and behind those that programs know. */
    @Test
    void aLaterColumnMovesNoOther() throws IOException {
        List<Column<Row>> columns = List.of(Column.of("name", "who", Row::name),
                Column.<Row>of("half", "half", row -> Amount.ns(row.ns / 2)).later(), Column.of("ns", "time", row -> Amount.ns(row.ns)));
        List<Row> rows = List.of(new Row("db", 8));
        Page page = new Page("A title", "", List.of(Table.of("halves", columns, rows, rows), Table.of("others", COLUMNS, rows, rows)));
        assertTrue(TextPage.of(page, false).startsWith("  who  half  time\n  db   4 ns  8 ns\n"), TextPage.of(page, false));
        assertEquals("name,ns,half\r\ndb,8,4\r\n", CsvPage.of(page, "halves"));
        assertEquals("", CsvPage.of(page, ""));
    }

    @Test
    void whatIsFoldedHasItsFirstRowsInATerminal() throws IOException {
        List<Row> rows = IntStream.range(0, 12).mapToObj(i -> new Row("row " + i, i)).toList();
        Page page = new Page("A title", "", List.of(new Details("All rows", true, List.of(Table.of(COLUMNS, rows, rows),
                new Section("Below", List.of(Sentence.plain("found")))))));
        String text = TextPage.of(page, false);
        assertTrue(text.startsWith("All rows:\n    who    time\n    row 0  0 ns\n"), text);
        assertTrue(text.endsWith("    row 9  9 ns\n    and 2 more\n\n  Below:\n    found\n"), text);
        assertEquals(13, CsvPage.of(page, null).lines().count());
        assertTrue(MarkdownPage.of(page).startsWith("# A title\n\n## All rows\n\n| who | time |\n"), MarkdownPage.of(page));
        assertTrue(MarkdownPage.of(page).contains("| row 11 | 11 ns |\n\n### Below\n\nfound\n"), MarkdownPage.of(page));
        Element details = Jsoup.parse(HtmlPage.of(page)).selectFirst("details[open]");
        assertEquals("All rows", details.selectFirst("summary").text());
        assertEquals(13, details.select("tr").size());
    }

    static Page checks(String name) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("guest", name);
        about.put("budget", Amount.ns(500));
        return new Page("A title", "", List.of(Sentence.answer(name, " is slow."), new Section("VM " + name,
                List.of(new Finding(List.of(Sentence.plain("Found in ", Amount.ns(1_500), "."), Sentence.plain("Help."))), Sentence.plain("No comment."))),
                new Check(false, name + " took too long.", null, true,
                        new Check.Figure("hypertrace.boot.duration", Amount.ns(1_234_567), null, about)),
                new Check(true, name + " did not end", "the trace ends in it", false,
                        new Check.Figure("hypertrace.exits.mean", 2.50, "µs", Map.of("count", 7)))));
    }

    static Page picture(String name) {
        return new Page("A title", "", List.of(new TimeLine(1_000, List.of(new TimeLine.Track(name, List.of(
                new TimeLine.Row("", List.of(new TimeLine.Box(0, 800, Styles.KERNEL.colour(), name, ", " + name, false))),
                new TimeLine.Row("initcalls", List.of(new TimeLine.Box(100, 300, Styles.LEVEL.colour(), "outer", "", false),
                        new TimeLine.Box(150, 170, Styles.NAMED.colour(), "inner_init", ", own", true),
                        new TimeLine.Box(400, 400, Styles.LEVEL.colour(), "nothing", "", false)))),
                List.of(new TimeLine.Mark(990, "panic: " + name, '#' + Styles.ALARM))))), Legend.of(List.of(Styles.KERNEL))));
    }

    @Test
    void aTimeLineIsAPicture() throws IOException {
        Element svg = Jsoup.parse(HtmlPage.of(picture("db"))).selectFirst("svg");
        // what overlaps stands below, what is too short to be seen is left out
        assertEquals("db 800 ns, db;240.00;720.00;#7683BD outer 200 ns;330.00;180.00;#42A5F5 inner_init 20 ns, own;375.00;18.00;#1A1AC8",
                svg.select("rect").stream().map(box -> box.parent().selectFirst("title").text() + ';' + box.attr("x") + ';'
                        + box.attr("width") + ';' + box.attr("fill")).collect(Collectors.joining(" ")));
        List<Integer> tops = svg.select("rect").stream().map(box -> Integer.valueOf(box.attr("y"))).toList();
        assertEquals(List.of(23, 39, 55), tops);
        // the label of the one that is named does not fit into it: it stands below both
        assertEquals("82", svg.select("text[font-weight=bold]:containsOwn(inner_init)").attr("y"));
        Element mark = svg.select("text").stream().filter(text -> text.text().equals("panic: db")).findFirst().get();
        assertTrue(Double.parseDouble(mark.attr("x")) < 1_100, mark.toString());
        assertEquals(1, svg.select("line[stroke=#FF0000]").size());
        assertEquals("112", svg.attr("height"));
        assertEquals("kernel", Jsoup.parse(HtmlPage.of(picture("db"))).selectFirst("p.key").text());
        Page titled = new Page("A title", "", List.of(new Section("Drawn", picture("db").parts()), Sentence.plain("End.")));
        assertEquals("# A title\n\nEnd.\n", MarkdownPage.of(titled));
        assertEquals("End.\n", TextPage.of(titled, false));
        assertEquals("", TextPage.of(picture("db"), false));
        assertEquals("", CsvPage.of(picture("db"), null));
    }
}
