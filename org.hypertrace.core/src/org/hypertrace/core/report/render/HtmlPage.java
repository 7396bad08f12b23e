/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Chart;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Residuals;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.untrusted.CodeName;

/**
 * A page of HTML that opens offline. The exact figure is under the mouse. It is fit for narrow windows, for the dark, for paper, for a keyboard,
 * and for those who do not see it.
 */
public final class HtmlPage {

    /** The class of what is wrong. */
    private static final String ALARM = "bad";
    /** There are no smaller headings. */
    private static final int DEEPEST = 6;

    private final Elements fOut = new Elements();
    private String fTitle = "";
    private boolean fHasFlames;
    /** Whether something can be sorted, or is to be unfolded on paper. */
    private boolean fIsLive;

    private HtmlPage() {
    }

    /**
     * @param page
     *            a page
     * @return it as HTML
     */
    public static String of(Page page) {
        HtmlPage html = new HtmlPage();
        Elements out = html.fOut;
        out.open("html", "lang", "en").open("head").open("meta", "charset", "utf-8")
                .open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .element("title", page.title() + (page.trace().isEmpty() ? "" : ": " + page.trace()))
                .style(resource("page.css") + FlameSvg.PAGE_STYLE).close().open("body");
        out.open("header").element("h1", page.title());
        if (!page.trace().isEmpty()) {
            out.element("p", page.trace(), "class", "quiet");
        }
        out.close().open("main");
        html.parts(2, page.answers());
        html.parts(2, page.parts());
        out.close();
        String script = (html.fIsLive ? resource("page.js") : "") + (html.fHasFlames ? resource("flame.js") : "");
        if (!script.isEmpty()) {
            out.script(script);
        }
        return out.close().close().document();
    }

    /** A file beside this class. */
    private static String resource(String name) {
        try (InputStream file = HtmlPage.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void parts(int level, List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Sentence sentence) {
                sentence(sentence);
            } else if (part instanceof Finding finding) {
                fOut.open("div", "class", "note");
                finding.sentences().forEach(this::sentence);
                fOut.close();
            } else if (part instanceof Chart chart) {
                ChartSvg.write(chart, fOut);
            } else if (part instanceof Flame flame) {
                fHasFlames = true;
                FlameSvg.write(flame, fOut);
            } else if (part instanceof Legend legend) {
                legend(legend);
            } else if (part instanceof Check check && check.isForPeople()) {
                fOut.element("p", check.text(), "class", check.isKept() ? "plain" : ALARM);
            } else if (part instanceof Residuals residuals) {
                ResidualSvg.write(residuals, fOut);
            } else if (part instanceof TimeLine timeLine) {
                TimeLineSvg.write(timeLine, fOut);
            } else if (part instanceof Table table && !table.rows().isEmpty()) {
                fIsLive |= table.rows().size() > 1;
                HtmlTable.write(table, fTitle, fOut);
            } else if (part instanceof Section section) {
                fTitle = section.title();
                fOut.element("h" + Math.min(level, DEEPEST), section.title());
                parts(level + 1, section.parts());
            } else if (part instanceof Details details) {
                details(level, details);
            }
        }
    }

    private void details(int level, Details details) {
        if (details.isOpen()) {
            fOut.open("details", "open", "open");
        } else {
            fOut.open("details");
        }
        fIsLive = true;
        fTitle = details.title();
        fOut.element("summary", details.title());
        // it has no heading of its own
        parts(level, details.parts());
        fOut.close();
    }

    private void sentence(Sentence sentence) {
        fOut.open("p", "class", switch (sentence.kind()) {
        case ANSWER -> "answer";
        case PLAIN -> "plain";
        case QUIET -> "quiet";
        case WARNING -> "note";
        case ALARM -> ALARM;
        });
        for (Object piece : sentence.pieces()) {
            if (piece instanceof Amount amount) {
                HtmlFigure.write(amount, fOut);
            } else if (piece instanceof CodeName name) {
                fOut.element("code", name.text());
            } else {
                fOut.text(piece.toString());
            }
        }
        fOut.close();
    }

    private void legend(Legend legend) {
        fOut.open("p", "class", "key quiet").text(legend.title());
        for (Legend.Entry entry : legend.entries()) {
            // a name stays beside its colour
            fOut.open("span").element("i", "", "style", "background:" + entry.colour()).text(entry.name().replace(' ', '\u00a0'));
            fOut.close();
        }
        fOut.close();
    }
}
