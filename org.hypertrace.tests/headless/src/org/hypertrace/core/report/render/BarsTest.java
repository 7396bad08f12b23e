/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.view.Styles;
import org.junit.jupiter.api.Test;

/** Bars of one or several pieces, as pictures and in words. */
class BarsTest {

    private static Bar bar(long host, long guest) {
        return Bar.stacked(List.of(new Bar.Piece("host", Styles.HOST_KERNEL, Amount.ns(host)), new Bar.Piece("guest", Styles.GUEST, Amount.ns(guest)),
                new Bar.Piece("other", Styles.UNKNOWN, Amount.ns(1))), 4000);
    }

    /** Drawn to scale in HTML; elsewhere words, and figures for programs. */
    @Test
    void aBarOfSeveralPieces() throws IOException {
        List<Column<Bar>> columns = List.of(Column.of("where", "where", bar -> bar));
        Page page = new Page("", "", List.of(Table.of(columns, List.of(bar(1000, 3000)), List.of(bar(1000, 3000)))));
        assertTrue(TextPage.of(page, false).endsWith("  guest 75 %, host 25 %\n"), TextPage.of(page, false));
        assertTrue(MarkdownPage.of(page).endsWith("| guest 75 %, host 25 % |\n"), MarkdownPage.of(page));
        assertEquals("where\r\nhost=1000; guest=3000; other=1\r\n", CsvPage.of(page, null));
        String html = HtmlPage.of(page);
        assertTrue(html.contains("<rect x=\"0.00\" y=\"1\" width=\"50.00\" height=\"10\" fill=\"#B30606\"><title>host 1.00 µs (1000 ns)</title>\n</rect>\n"
                + "<rect x=\"50.00\" y=\"1\" width=\"150.00\" height=\"10\" fill=\"#00C800\">"), html);
    }

    /** Its figures are in columns of their own: a text would repeat them. */
    @Test
    void aBarBesideItsFiguresIsOnlyDrawn() throws IOException {
        List<Column<Long>> columns = List.of(Column.of("host", "host", Amount::ns),
                Column.shown("", host -> Bar.besideFigures(List.of(new Bar.Piece("host", Styles.HOST_KERNEL, Amount.ns(host))), 4000)));
        Page page = new Page("", "", List.of(Table.of(columns, List.of(1000L), List.of(1000L))));
        assertEquals("     host\n  1.00 µs\n", TextPage.of(page, false));
        assertTrue(HtmlPage.of(page).contains("<rect x=\"0.00\" y=\"1\" width=\"50.00\""), HtmlPage.of(page));
    }

    @Test
    void aBarOfAShareHasItsFigure() throws IOException {
        List<Column<Bar>> columns = List.of(Column.of("share", "of all", bar -> bar));
        List<Bar> rows = List.of(Bar.share(Styles.GUEST, Amount.share(1, 8)));
        Page page = new Page("", "", List.of(Table.of(columns, rows, rows)));
        assertTrue(TextPage.of(page, false).endsWith("  12.50 %\n"), TextPage.of(page, false));
        assertEquals("share\r\n0.125\r\n", CsvPage.of(page, null));
        assertTrue(MarkdownPage.of(page).endsWith("| ---: |\n| 12.50 % |\n"), MarkdownPage.of(page));
        assertTrue(HtmlPage.of(page).contains("<td class=\"n\" title=\"12.50 %\" data-v=\"0.125\">12.5 % <svg class=\"bar\" width=\"100\" height=\"12\" aria-hidden=\"true\"><rect x=\"0.00\" y=\"1\" width=\"12.50\""),
                HtmlPage.of(page));
    }

    /** What is less is on the left of the middle; where nothing is drawn there is no column. */
    @Test
    void aBarOfADifference() throws IOException {
        List<Column<Bar>> columns = List.of(Column.of("n", "name", bar -> "x"), Column.shown("", bar -> bar));
        List<Bar> rows = List.of(Bar.difference(List.of(new Bar.Piece("own", Styles.GUEST, Amount.change(-50)), new Bar.Piece("host",
                Styles.HOST_KERNEL, Amount.change(100))), 100));
        Page page = new Page("", "", List.of(Table.of(columns, rows, rows)));
        assertEquals("  name\n  x\n", TextPage.of(page, false));
        assertEquals("n\r\nx\r\n", CsvPage.of(page, null));
        assertTrue(MarkdownPage.of(page).endsWith("| name |\n| --- |\n| x |\n"), MarkdownPage.of(page));
        String html = HtmlPage.of(page);
        assertTrue(html.contains("<rect x=\"55.00\" y=\"1\" width=\"55.00\"") && html.contains("<rect x=\"110.00\" y=\"1\" width=\"110.00\""), html);
    }

    @Test
    void whatDidNotEndIsAtLeastThatLong() throws IOException {
        List<Column<Long>> columns = List.of(Column.of("took", "took", ns -> new AtLeast(Amount.ns(ns))));
        Page page = new Page("", "", List.of(Table.of(columns, List.of(1_234_567L), List.of(1_234_567L))));
        assertTrue(TextPage.of(page, false).endsWith("  > 1.23 ms\n"), TextPage.of(page, false));
        assertTrue(TextPage.of(page, true).endsWith("  > 1234567 ns\n"), TextPage.of(page, true));
        assertEquals("took\r\n1234567\r\n", CsvPage.of(page, null));
        assertTrue(MarkdownPage.of(page).endsWith("| ---: |\n| \\> 1.23 ms |\n"), MarkdownPage.of(page));
        assertTrue(HtmlPage.of(page).contains("<td class=\"n\" title=\"1234567 ns\" data-v=\"1234567\">&gt; 1.23 ms</td>"), HtmlPage.of(page));
    }
}
