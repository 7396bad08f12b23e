/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.untrusted.PlainText;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Texts that somebody chose on a page: a parser finds the elements that harmless texts have, and in them the texts. */
public final class HtmlFuzzTarget {

    private HtmlFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        List<String> texts = Texts.of(data);
        Document page = page(texts);
        check(elements(page).equals(elements(page(texts.stream().map(text -> text.isBlank() ? text : "x".repeat(text.length())).toList()))), "a text makes elements");
        check(page.title().equals(normal(texts.get(0))), "the title is another");
        List<Element> paragraphs = page.select("p");
        List<Element> heads = page.select("thead th, thead td");
        List<Element> cells = page.select("tbody td");
        for (int i = 0; i < texts.size(); i++) {
            String line = PlainText.line(texts.get(i));
            check(paragraphs.get(i).wholeText().equals(line) && heads.get(i).wholeText().equals(line)
                    && cells.get(i).wholeText().equals(line), "a text is another");
        }
    }

    private static Document page(List<String> texts) {
        List<Part> parts = new ArrayList<>();
        texts.forEach(text -> parts.add(Sentence.plain(text)));
        parts.add(new Table("", texts, List.of(List.copyOf(texts)), texts, List.of()));
        return Jsoup.parse(HtmlPage.of(new Page(texts.get(0), "", parts)));
    }

    private static List<String> elements(Document page) {
        return page.getAllElements().stream().map(element -> element.tagName() + element.attributes()).toList();
    }

    /** As titles are shown. */
    private static String normal(String text) {
        Document page = Jsoup.parse("");
        page.title(PlainText.line(text));
        return page.title();
    }
}
