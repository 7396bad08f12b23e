/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.ClockQuality.Method;
import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.Violations;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.render.CsvPage;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.TextPage;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bounds of a clock in words, as a table and as a picture: those of the definition's example, and the same 1000 ns later. */
@Tag("plain")
class ResidualPartsTest {

    private static final long[][] BOUNDS = { { 0, 100, 110 }, { 10, 111, 115 }, { 20, 119, 126 }, { 30, 131, 136 } };

    private static Page page(int pieces) {
        ClockFit fit = new ClockFit();
        for (int piece = 0; piece < pieces; piece++) {
            for (long[] bound : BOUNDS) {
                fit.bound(bound[0] + 100 * piece, bound[1] + 1100 * piece, bound[2] + 1100 * piece);
            }
        }
        ClockQuality quality = new ClockQuality(Method.HYPERCALLS, fit.clock(), 103, TracerOrder.STAMP_FIRST, 4, 4, 4, 0, new Violations(),
                new Violations(), new Violations(), null, 0, Map.of(0, 0), null);
        return new Page("A title", "", ClockParts.of(List.of(new Tied("own/kernel", VmName.alone("web"), quality)), List.of()));
    }

    @Test
    void eachPieceHasARow() throws IOException {
        assertEquals("""
                vm,trace,piece,begin,end,bounds,offset,slope,uncertainty begin,uncertainty middle,uncertainty end
                web,own/kernel,1,103,133,4,103,1/1,3,2,2
                web,own/kernel,2,1203,1233,4,1103,1/1,3,2,2
                """.replace("\n", "\r\n"), CsvPage.of(page(2), ResidualParts.PIECES));
    }

    @Test
    void theOutermostBoundsAreATable() throws IOException {
        assertEquals("""
                vm,trace,what,time,reading,residual
                web,own/kernel,not before,103,0,-3
                web,own/kernel,not after,103,0,7
                web,own/kernel,not before,113,10,-2
                web,own/kernel,not after,113,10,2
                web,own/kernel,not before,133,30,-2
                web,own/kernel,not after,133,30,3
                """.replace("\n", "\r\n"), CsvPage.of(page(1), ResidualParts.BOUNDS));
        String text = TextPage.of(page(1), true);
        assertTrue(text.contains("web: how far the bounds are from the clock") && text.contains("not before") && text.contains("-3 ns"), text);
    }

    /** The room of the lines is 100 to 107 where the middle one has 103.5: the picture reaches to twice that, 8 ns from the line at 103. */
    @Test
    void theOutermostBoundsAreDrawnWhereTheyAre() {
        Document page = Jsoup.parse(HtmlPage.of(page(1)));
        Element svg = page.selectFirst("svg[aria-label^=Bounds of a clock over 30 ns]");
        assertEquals("+8 ns|0|-8 ns", svg.select("text").stream().limit(3).map(Element::text).collect(Collectors.joining("|")));
        // 70 to 1134 from left to right, 8 to 220 from above to below
        assertEquals("Not after +7 ns 70.00 21.25|Not after +2 ns 424.67 87.50|Not after +3 ns 1134.00 74.25"
                + "|Not before -3 ns 70.00 153.75|Not before -2 ns 424.67 140.50|Not before -2 ns 1134.00 140.50",
                svg.select("circle").stream().map(dot -> dot.selectFirst("title").text().replaceFirst(",.*", "") + ' ' + dot.attr("cx") + ' ' + dot.attr("cy"))
                        .collect(Collectors.joining("|")));
        assertEquals("70.00,61.00", svg.selectFirst("polygon").attr("points").split(" ")[0], "the most is 107, 4 ns later");
        assertEquals(3, page.select("p.key span").size());
    }

    @Test
    void piecesHaveLinesOfTheirOwn() {
        Element svg = Jsoup.parse(HtmlPage.of(page(2))).selectFirst("svg[aria-label*=2 lines]");
        assertEquals(2, svg.select("polygon").size());
        assertEquals(12, svg.select("circle").size());
        // two edges between three bounds
        assertEquals(8, svg.select("line[stroke]").size());
    }

    /** A thousand ns beyond the picture on both sides: of the edge across it only what is in it is drawn. */
    @Test
    void whatIsFarFromTheClockIsCutOff() {
        ClockFit fit = new ClockFit();
        for (long[] bound : BOUNDS) {
            fit.bound(bound[0], bound[1], bound[2]);
        }
        fit.bound(40, Long.MIN_VALUE, 1143);
        ClockQuality quality = new ClockQuality(Method.HYPERCALLS, fit.clock(), 103, TracerOrder.STAMP_FIRST, 5, 5, 5, 0, new Violations(),
                new Violations(), new Violations(), null, 0, Map.of(0, 0), null);
        Element svg = Jsoup.parse(HtmlPage.of(new Page("A title", "", ClockParts.of(List.of(new Tied("own", VmName.alone("web"), quality)), List.of()))))
                .selectFirst("svg[aria-label^=Bounds]");
        assertEquals(6, svg.select("circle").size());
        svg.select("line[stroke]").forEach(line -> assertTrue(Double.parseDouble(line.attr("y2")) >= 7.99, line.outerHtml()));
        assertEquals(1, svg.select("line[stroke][y2=8.00]").size());
    }
}
