/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Phrase;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.view.Styles;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Figures on a page of HTML, and what those read of it who do not see it. A browser looks at whole pages: releng/pages/check. */
class HtmlFigureTest {

    @Test
    @Tag("plain")
    void threeDigitsAreSignificant() {
        assertEquals("50.1 %", HtmlFigure.text(Amount.share(0.50061)));
        assertEquals("100 %", HtmlFigure.text(Amount.share(1)));
        assertEquals("99.9 %", HtmlFigure.text(Amount.share(0.9994)));
        assertEquals("100 %", HtmlFigure.text(Amount.share(0.9996)));
        assertEquals("0.0123 %", HtmlFigure.text(Amount.share(0.00012345)));
        assertEquals("0.00001 %", HtmlFigure.text(Amount.share(0.0000001)));
        assertEquals("0 %", HtmlFigure.text(Amount.share(0, 7)));
        assertEquals("", HtmlFigure.text(Amount.share(0, 0)));
        assertEquals("+2.50 %", HtmlFigure.text(Amount.points(0.025)));
        assertEquals("-12.3 %", HtmlFigure.text(Amount.points(-0.12345)));
        assertEquals("1235", HtmlFigure.text(Amount.number(1234.6)));
        assertEquals("204499", HtmlFigure.text(Amount.number(204_498.98)));
        assertEquals("+10721559 %", HtmlFigure.text(Amount.points(107_215.5853)));
        assertEquals("1000", HtmlFigure.text(Amount.number(999.6)));
        assertEquals("10.0", HtmlFigure.text(Amount.number(9.996)));
        assertEquals("1.00", HtmlFigure.text(Amount.number(1)));
        assertEquals("1234567", HtmlFigure.text(Amount.count(1_234_567)));
        assertEquals("1.23 ms", HtmlFigure.text(Amount.ns(1_234_567)));
    }

    @Test
    @Tag("plain")
    void theExactFigureIsUnderTheMouse() {
        assertEquals("1234567 ns", HtmlFigure.exact(Amount.ns(1_234_567)));
        assertEquals("50.06 %", HtmlFigure.exact(Amount.share(0.50061)));
        Document page = html(Sentence.plain("It took ", Amount.share(0.50061), "."));
        assertEquals("50.06 %", page.selectFirst("p span").attr("title"));
        assertEquals("It took 50.1 %.", page.selectFirst("p.plain").text());
    }

    /** Landmarks, and heads of columns that belong to them. */
    @Test
    void aPageHasLandmarks() {
        Document page = html(new Section("VM web", List.of(table())));
        assertEquals("A title", page.select("body > header > h1").text());
        assertEquals(1, page.select("body > main").size());
        assertEquals("Table: VM web", page.selectFirst("main > div.wide[tabindex=0][role=group]").attr("aria-label"));
        assertEquals(List.of("who", "share"), page.select("thead th[scope=col]").eachText());
        assertEquals("width=device-width, initial-scale=1", page.selectFirst("meta[name=viewport]").attr("content"));
    }

    /** By what the script sorts: exact figures, none for a text. */
    @Test
    void cellsHaveTheirExactFigures() {
        Element body = html(table()).selectFirst("tbody");
        assertEquals(List.of("0.50061", "0.25"), body.select("td[data-v]").eachAttr("data-v"));
        assertEquals("web", body.selectFirst("td").text());
        assertFalse(body.selectFirst("td").hasAttr("data-v"));
        assertEquals(1, body.select("td.in").size());
    }

    @Test
    void onlyWhatMovesHasAScript() {
        assertEquals(0, html(Sentence.plain("None.")).select("script").size());
        assertEquals(1, html(table(), table()).select("script").size());
        assertEquals(1, html(new Details("More", false, List.of(Sentence.plain("It.")))).select("script").size());
    }

    /** A drawn cell is read as words, or not at all if its figures stand beside it. */
    @Test
    void barsHaveWords() {
        Bar.Piece piece = new Bar.Piece("host", Styles.HOST_KERNEL, Amount.ns(10));
        List<Column<Bar>> columns = List.of(Column.of("a", "a", bar -> bar), Column.shown("", bar -> Bar.besideFigures(List.of(piece), 10)));
        List<Bar> rows = List.of(Bar.stacked(List.of(piece), 10));
        Document page = html(Table.of(columns, rows, rows));
        assertEquals("host 100 %", page.selectFirst("svg[role=img]").attr("aria-label"));
        assertEquals(1, page.select("svg[aria-hidden=true]").size());
        assertEquals(0, page.select("th:empty").size());
    }

    @Test
    void figuresInACellAreWrittenAsFigures() {
        List<Column<Phrase>> columns = List.of(Column.of("a", "a", phrase -> phrase));
        Phrase phrase = Phrase.joined(List.of(List.of("preempted ", Amount.share(0.46961)), List.of("VMM ", Amount.share(0.0439))));
        Document page = html(Table.of(columns, List.of(phrase), List.of()));
        assertEquals("preempted 47.0 %, VMM 4.39 %", page.selectFirst("tbody td").text());
        assertEquals("preempted 46.96 %, VMM 4.39 %", phrase.toString());
    }

    /** Otherwise headings below it would leave one out. */
    @Test
    void whatIsFoldedHasNoLevelOfItsOwn() {
        Document page = html(new Section("VM", List.of(new Details("More", false, List.of(new Section("Inside", List.of()))))));
        assertEquals("Inside", page.select("h3").text());
    }

    private static Table table() {
        List<Column<Amount>> columns = List.of(Column.of("who", "who", share -> share.ratio() > 0.5 ? "web" : new Nested("part")),
                Column.of("share", "share", share -> share));
        List<Amount> rows = List.of(Amount.share(0.50061), Amount.share(0.25));
        return Table.of(columns, rows, rows);
    }

    private static Document html(Part... parts) {
        String html = HtmlPage.of(new Page("A title", "", List.of(parts)));
        assertTrue(html.startsWith("<!DOCTYPE html>\n<html lang=\"en\">"), html);
        return Jsoup.parse(html);
    }
}
