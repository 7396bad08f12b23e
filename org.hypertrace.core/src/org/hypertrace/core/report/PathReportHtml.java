/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.List;
import java.util.Map;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathAnswer;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathComparison;
import org.hypertrace.core.path.PathFlame;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.render.FlameSvg;
import org.hypertrace.core.stack.FlameLabels;

/** A {@link PathReport} as one page of HTML: of each path a bar of its classes, its parts, and a flame graph of its chains. */
final class PathReportHtml {

    private static final int TOP = 25;
    private static final int BAR = 1140;
    private static final int FRAMES = 10_000;

    private final PathReport fReport;
    private final Html fHtml;

    private PathReportHtml(PathReport report) {
        fReport = report;
        fHtml = new Html("Critical paths: " + report.trace());
    }

    static String write(PathReport report) {
        PathReportHtml page = new PathReportHtml(report);
        page.write();
        return page.fHtml.page();
    }

    private void write() {
        fHtml.element("h1", "Critical paths");
        fHtml.element("p", "quiet", fReport.trace());
        fReport.comparisons().forEach(this::comparison);
        fReport.budgets().forEach(held -> fHtml.element("p", held.isExceeded() ? "bad" : "note", held.sentence()
                + (held.whyNotKnown() == null ? "" : " But " + held.whyNotKnown() + '.')));
        for (FoundPath path : fReport.paths()) {
            path(path);
        }
        fReport.gaps().forEach(gap -> fHtml.element("p", "note", gap));
        fReport.missing().forEach(m -> fHtml.element("p", "note", "Not recorded: " + m.event() + ": " + m.consequence()
                + ". Next time: " + m.enable()));
        fHtml.raw("<script>\n" + FlameSvg.script() + "</script>\n");
    }

    private void comparison(PathReport.Compared compared) {
        PathComparison comparison = compared.comparison();
        fHtml.element("p", "answer", comparison.answer());
        fHtml.element("p", "quiet", "A: " + PathReport.Compared.side(comparison.a(), fReport.trace()) + ". B: "
                + PathReport.Compared.side(comparison.b(), compared.trace()) + '.');
        fHtml.head(2, "of", "name", "A", "B", "B - A");
        for (PathComparison.Of of : PathComparison.Of.values()) {
            comparison.rows().stream().filter(row -> row.of() == of).limit(TOP).forEach(row -> cells(List.of(of.key(), row.name()),
                    Amount.ns(row.a()), Amount.ns(row.b()), Amount.change(row.difference())));
        }
        fHtml.raw("</table>\n");
    }

    private void path(FoundPath path) {
        long length = path.subject().end() - path.subject().begin();
        fHtml.element("h2", PathReport.name(path));
        fHtml.element("p", "answer", PathAnswer.of(path));
        fHtml.element("p", "quiet", RangeOptions.format(path.subject().begin()) + " - " + RangeOptions.format(path.subject().end()) + ", "
                + path.parts().segments() + " segments, the longest chain has " + path.sums().depth() + " links");
        fReport.findings(path).forEach(finding -> fHtml.element("p", "note", finding));
        fHtml.raw(bar(path, length));
        FlameLabels labels = new FlameLabels();
        fHtml.raw(FlameSvg.inPage(Flame.of(PathFlame.of(path, labels), labels, PathReport.name(path), FRAMES)));
        fHtml.element("h3", "What the one who was waited for did");
        sums();
        path.parts().causes().forEach(cause -> sum(cause.label(), cause.sum(), length));
        fHtml.raw("</table>\n");
        parts("Who was waited for", path.parts().owners(), length);
        parts("By whom: the subject, whom it waited for, and so on", path.parts().chains(), length);
        if (!path.parts().by().isEmpty()) {
            List<PathParts.Cause> by = path.parts().by();
            fHtml.element("h3", "What stood behind that" + (by.size() > TOP ? " (" + TOP + " of " + by.size() + ')' : ""));
            sums();
            by.stream().limit(TOP).forEach(cause -> sum(cause.described(), cause.sum(), length));
            fHtml.raw("</table>\n");
        }
        fHtml.element("h3", "At most so much shorter");
        fHtml.element("p", "quiet", "If only that took no time and all else stayed as it was. A bound: another path may then be the longest.");
        fHtml.head(1, "", "time", "share");
        path.sums().atMost().forEach((bound, ns) -> cells(List.of(PathReport.bound(bound)), Amount.ns(ns), Amount.share(ns, length)));
        fHtml.raw("</table>\n");
    }

    private static String bar(FoundPath path, long length) {
        StringBuilder bar = new StringBuilder("<svg width=\"" + BAR + "\" height=\"18\">");
        StringBuilder key = new StringBuilder("<p class=\"key quiet\">");
        double x = 0;
        for (Map.Entry<PathClass, Long> kind : path.sums().classes().entrySet()) {
            String colour = Styles.valueOf("CLASS_" + kind.getKey().name()).colour();
            double width = kind.getValue() * (double) BAR / length;
            String text = kind.getKey().label() + ' ' + Amount.ns(kind.getValue()).both() + ", " + Amount.share(kind.getValue(), length);
            bar.append("<rect x=\"" + Html.number(x) + "\" width=\"" + Html.number(width) + "\" height=\"18\" fill=\""
                    + colour + "\"><title>" + text + "</title></rect>");
            key.append("<span style=\"background:" + colour + "\"></span>" + text.replace(' ', '\u00a0') + ' ');
            x += width;
        }
        return bar + "</svg>\n" + key + "</p>\n";
    }

    private void parts(String what, List<PathParts.Part> parts, long length) {
        fHtml.element("h3", what + (parts.size() > TOP ? " (" + TOP + " of " + parts.size() + ')' : ""));
        sums();
        parts.stream().limit(TOP).forEach(part -> sum(String.join(" ← ", part.names()), part.sum(), length));
        fHtml.raw("</table>\n");
    }

    private void sums() {
        fHtml.head(1, "", "time", "share", "times", "longest", "from");
    }

    private void sum(String name, PathParts.Sum sum, long length) {
        cells(List.of(name), Amount.ns(sum.ns()), Amount.share(sum.ns(), length), Amount.count(sum.times()), Amount.ns(sum.longest()),
                RangeOptions.format(sum.longestBegin()));
    }

    private void cells(List<String> texts, Object... numbers) {
        fHtml.raw("<tr>");
        texts.forEach(text -> fHtml.raw("<td>").text(text).raw("</td>"));
        for (Object number : numbers) {
            fHtml.figure(number);
        }
        fHtml.raw("</tr>\n");
    }
}
