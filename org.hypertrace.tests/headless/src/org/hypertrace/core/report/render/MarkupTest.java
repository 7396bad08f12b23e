/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;

import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.testing.story.HostileNames;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** Names of guests are no markup in any format. */
class MarkupTest {

    @Test
    void namesOfGuestsAreNoMarkupInPicturesAndTests() {
        for (String name : HostileNames.LIST) {
            // a name that does not fit is not drawn
            assertEquals(Jsoup.parse(HtmlPage.of(PagesTest.picture("db"))).select(":not(text)").size(),
                    Jsoup.parse(HtmlPage.of(PagesTest.picture(name))).select(":not(text)").size(), name);
            assertEquals(TapSuite.of(PagesTest.checks("db"), "s", List.of()).lines().count(), TapSuite.of(PagesTest.checks(name), "s", List.of()).lines().count(), name);
        }
    }

    /** Whatever a guest calls itself: as many lines, cells and elements as for one that is harmless. */
    @Test
    void namesOfGuestsAreNoMarkup() throws IOException {
        for (String name : HostileNames.LIST) {
            assertEquals(3, CsvPage.of(PagesTest.page(name), null).lines().count(), name);
            sameMarkup(PagesTest.page("db"), PagesTest.page(name), name);
            sameMarkup(named("db"), named(name), name);
        }
    }

    private static Page named(String name) {
        return new Page("A title", name, List.of(Sentence.alarm("https:", new CodeName(name), name)), List.of(new Finding(List.of(Sentence.plain(name), Sentence.plain(
                new CodeName(name)))), new Legend(name, List.of(new Legend.Entry(name, "#000000")))));
    }

    private static void sameMarkup(Page harmless, Page hostile, String name) {
        assertEquals(TextPage.of(harmless, false).lines().count(), TextPage.of(hostile, false).lines().count(), name);
        assertEquals(elements(HtmlPage.of(harmless)), elements(HtmlPage.of(hostile)), name);
        String markdown = MarkdownPage.of(hostile);
        assertEquals(MarkdownPage.of(harmless).lines().count(), markdown.lines().count(), name);
        // what is not escaped is ours
        assertEquals(markup(MarkdownPage.of(harmless)), markup(markdown), name);
    }

    private static String markup(String markdown) {
        return markdown.replaceAll("\\\\[\\p{Punct}]", "").replaceAll("[^|*`#<>\\[\\]]", "");
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
