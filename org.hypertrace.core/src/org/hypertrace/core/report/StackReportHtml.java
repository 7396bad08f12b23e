/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.FlameFunction;
import org.hypertrace.core.stack.FlameMode;
import org.hypertrace.core.stack.FlameTimes;

/** A {@link StackReport} as one page of HTML: a flame graph per guest to zoom and to search in, and its tables. */
final class StackReportHtml {

    /** What flame graphs in a page look like. */
    static final String STYLE = FlameSvg.STYLE + """
            .flame g { cursor: pointer } .flame g.found rect { fill: #d500f9; stroke: #6a0080 }
            .bar { display: flex; gap: 10px; align-items: center; margin: 8px 0 0 } .bar input { width: 260px; padding: 3px 6px }
            """;
    private static final int TOP = 25;
    /** More frames nobody can tell apart, and a page stays small; the tables have all. */
    private static final int FRAMES = 30_000;
    private static final int FEWEST = 1_000;

    private final StackReport fReport;
    private final StackComparison fComparison;
    private final Html fHtml;

    private StackReportHtml(StackReport report, StackComparison comparison) {
        fReport = report;
        fComparison = comparison;
        fHtml = new Html("Stacks: " + report.trace());
    }

    /** @param comparison null: with nothing */
    static String write(StackReport report, StackComparison comparison) throws IOException {
        StackReportHtml page = new StackReportHtml(report, comparison);
        page.write();
        return page.fHtml.page();
    }

    private void write() throws IOException {
        fHtml.raw("<style>" + STYLE + "</style>\n");
        fHtml.element("h1", fComparison == null ? "Stacks of guests, with what the hypervisor does" : "Stacks compared");
        fHtml.element("p", "quiet", fReport.trace() + ": " + RangeOptions.format(fReport.begin()) + " - "
                + RangeOptions.format(fReport.end()) + "; " + fReport.mode().key() + " time"
                + (fReport.withTracing() ? "" : ", without tracing"));
        if (fComparison != null) {
            comparison();
        }
        int most = Math.max(FEWEST, FRAMES / Math.max(1, fReport.guests().size()));
        for (StackReport.Guest guest : fReport.guests()) {
            fHtml.element("h2", guest.label() + (!guest.hasHost() ? "" : " on host " + guest.host()));
            FlameTimes t = guest.times();
            fHtml.element("p", guest.threads().size() + " threads, known for " + Amount.ns(t.wall()) + " together: own "
                    + Amount.share(t.own(), t.wall()) + ", interrupts " + Amount.share(t.interrupts(), t.wall()) + ", exits "
                    + Amount.share(t.exits(), t.wall()) + ", tracing " + Amount.share(t.tracing(), t.wall()) + ", waiting in the guest "
                    + Amount.share(t.waiting(), t.wall()));
            flame(FlameSvg.of(guest.tree(), fReport.labels(), guest.label() + ", " + fReport.mode().key() + " time", most));
            functions(guest);
            causes(guest);
        }
        StackGaps.of(fReport).forEach(gap -> fHtml.element("p", "note", gap));
        fReport.problems().forEach(problem -> fHtml.element("p", "note", problem));
        fReport.missing().forEach(m -> fHtml.element("p", "note", "Not recorded: " + m.event() + ": " + m.consequence()
                + ". Next time: " + m.enable()));
        try (InputStream script = StackReportHtml.class.getResourceAsStream("flame.js")) {
            fHtml.raw("<script>\n" + new String(script.readAllBytes(), StandardCharsets.UTF_8) + "</script>\n");
        }
    }

    private void flame(String svg) {
        flame(fHtml, svg);
    }

    /** A flame graph in a page that has the style and the script. */
    static void flame(Html to, String svg) {
        to.raw("<div class=\"bar\"><input type=\"search\" placeholder=\"Search frames\" aria-label=\"Search frames\">"
                + "<span class=\"found quiet\"></span><button type=\"button\">Reset</button>"
                + "<span class=\"quiet\">A click on a frame zooms in, on it again or Escape back.</span></div>\n").raw(svg);
    }

    private void comparison() {
        fHtml.element("p", "quiet", "Compared with what was after: " + fComparison.after().trace() + ": "
                + RangeOptions.format(fComparison.after().begin()) + " - " + RangeOptions.format(fComparison.after().end()) + ". "
                + fComparison.words());
        flame(fComparison.svg(FRAMES));
        fHtml.raw("<p class=\"key quiet\"><span style=\"background:#f04141\"></span>slower after<span style=\"background:#4141f0\"></span>"
                + "faster after</p>\n");
        List<StackComparison.Row> rows = fComparison.rows();
        fHtml.element("h3", "Frames whose own time differs most" + (rows.size() > TOP ? " (" + TOP + " of " + rows.size() + ')' : ""));
        fHtml.head(1, "Frame", "own before", "own after", "difference", "calls before", "calls after");
        for (StackComparison.Row row : rows.subList(0, Math.min(TOP, rows.size()))) {
            cells(row.name(), Amount.ns(row.before()), Amount.ns(row.after()), Amount.change(row.difference()),
                    Amount.count(row.callsBefore()), Amount.count(row.callsAfter()));
        }
        fHtml.raw("</table>\n");
    }

    private void functions(StackReport.Guest guest) {
        List<StackReport.Function> functions = fReport.functions(guest).stream().filter(one -> one.figures().isGuests()).toList();
        fHtml.element("h3", "Frames by own time" + (functions.size() > TOP ? " (" + TOP + " of " + functions.size() + ')' : ""));
        fHtml.head(1, "Frame", "calls", "own",
                fReport.mode() == FlameMode.OFF_CPU ? "of all" : "of CPU", "with what it calls", "exits", "in exits", "waiting");
        long whole = fReport.whole(guest);
        for (StackReport.Function function : functions.subList(0, Math.min(TOP, functions.size()))) {
            FlameFunction f = function.figures();
            cells(function.name(), Amount.count(f.calls()), Amount.ns(f.self()), Amount.share(f.self(), whole), Amount.ns(f.total()),
                    Amount.count(f.exits()), f.hypervisor() == 0 ? "" : Amount.ns(f.hypervisor()),
                    f.waiting() == 0 ? "" : Amount.ns(f.waiting()));
        }
        fHtml.raw("</table>\n");
    }

    private void causes(StackReport.Guest guest) {
        if (guest.causes().isEmpty()) {
            return;
        }
        fHtml.element("h3", "Causes of exits" + (guest.causes().size() > TOP ? " (" + TOP + " of " + guest.causes().size() + ')' : ""));
        fHtml.head(2, "Frame", "reason", "exits", "time", "mean", "p50", "p99", "max");
        for (StackReport.Cause cause : guest.causes().subList(0, Math.min(TOP, guest.causes().size()))) {
            fHtml.raw("<tr><td>").text(cause.name()).raw("</td><td>").text(cause.reason()).raw("</td>");
            numbers(Amount.count(cause.figures().count()), Amount.ns(cause.figures().total()), percentile(cause.figures().mean()),
                    percentile(cause.figures().p50()), percentile(cause.figures().p99()), percentile(cause.figures().max()));
        }
        fHtml.raw("</table>\n");
    }

    private void cells(String name, Object... numbers) {
        fHtml.raw("<tr><td>").text(name).raw("</td>");
        numbers(numbers);
    }

    private void numbers(Object... numbers) {
        for (Object number : numbers) {
            fHtml.figure(number);
        }
        fHtml.raw("</tr>\n");
    }

    private static Object percentile(long ns) {
        return ns < 0 ? "" : Amount.ns(ns);
    }
}
