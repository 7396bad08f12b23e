/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import static org.hypertrace.core.report.Html.number;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.compare.Answer;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunRow;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;

/** A comparison of boots or shutdowns in the page of a {@link RunReport}: the answer, both on one time line, the differences. */
final class ComparisonHtml {

    private static final int TOP = 25;
    private static final int BAR = 220;

    private final Html fHtml;
    private final RunComparison<?> fComparison;

    ComparisonHtml(Html html, RunComparison<?> comparison) {
        fHtml = html;
        fComparison = comparison;
    }

    /**
     * @param what
     *            what the parts are, {@code Part of the boot}
     * @param detail
     *            what is in them, {@code Initcall}
     * @param drawn
     *            draws both on one time line; what it is given is to be seen at once
     */
    void write(String what, String detail, Function<Set<Object>, String> drawn) {
        RunComparison<?> c = fComparison;
        fHtml.raw("<h2>").text(c.b().name() + " compared with " + c.a().name()).raw("</h2>\n");
        fHtml.raw("<p class=\"answer\">" + c.answer().pieces().stream().map(piece -> piece instanceof Answer.Named named ? "<code>"
                + Html.escaped(named.name()) + "</code>" : Html.escaped(piece.toString())).collect(Collectors.joining()) + "</p>\n");
        fHtml.element("p", "quiet", "Compared " + c.extent() + "; differences are B - A.");
        c.remarks().forEach(remark -> fHtml.element("p", "quiet", remark));
        fHtml.raw(drawn.apply(c.answer().things()));
        fHtml.raw("<p class=\"key quiet\">Difference:<span style=\"background:" + Styles.GUEST.colour() + "\"></span>the guest's own"
                + "<span style=\"background:" + Styles.HOST_KERNEL.colour() + "\"></span>caused by the host</p>\n");
        table(c.parts(), what, true);
        List<RunRow> details = c.details().stream().filter(row -> row.difference() != 0).toList();
        if (!details.isEmpty()) {
            fHtml.element("h3", detail + "s that differ most" + (details.size() > TOP ? " (" + TOP + " of " + details.size() + ')' : ""));
            table(details.stream().limit(TOP).toList(), detail, false);
        }
    }

    private void table(List<RunRow> rows, String what, boolean whole) {
        long most = rows.stream().mapToLong(row -> Math.abs(row.difference())).max().orElse(1);
        fHtml.head(1, what, "A", "B", "B - A", "own", "by the host", "");
        if (whole) {
            row(fComparison.whole(), "all", 0);
        }
        rows.forEach(row -> row(row, row.kind().prefix() + row.name()
                + (row.level() == null ? "" : " (" + row.level() + ')'), Math.max(1, most)));
        fHtml.raw("</table>\n");
    }

    private void row(RunRow row, String name, long most) {
        boolean split = row.states() != null;
        fHtml.raw("<tr><td>").text(name).raw("</td>");
        time(row.a());
        time(row.b());
        for (Object cell : List.of(Amount.change(row.difference()), split ? Amount.change(row.own()) : "",
                split ? Amount.change(row.host()) : "")) {
            fHtml.figure(cell);
        }
        fHtml.raw("<td>").raw(most == 0 ? "" : bar(row, most)).text(row.a() == null ? " only in B" : row.b() == null ? " only in A"
                : Double.isNaN(row.chance()) ? "" : String.format(Locale.ROOT, " p = %.3f", row.chance())).raw("</td></tr>\n");
    }

    private void time(RunRow.Timing timing) {
        fHtml.figure(timing != null && timing.open() ? "> " : "", timing == null ? "" : Amount.ns(timing.duration()));
    }

    /** To the right what takes longer in B, to the left what takes longer in A: the guest's own part and the host's. */
    private static String bar(RunRow row, long most) {
        StringBuilder out = new StringBuilder("<svg width=\"" + BAR + "\" height=\"12\" style=\"margin:0;display:inline-block\"><line x1=\""
                + BAR / 2 + "\" x2=\"" + BAR / 2 + "\" y1=\"0\" y2=\"12\" stroke=\"#999\"/>");
        boolean split = row.states() != null;
        long[] parts = split ? new long[] { row.own(), row.host(), row.difference() - row.own() - row.host() }
                : new long[] { 0, 0, row.difference() };
        String[] colours = { Styles.GUEST.colour(), Styles.HOST_KERNEL.colour(), Styles.UNKNOWN.colour() };
        double right = BAR / 2.0;
        double left = BAR / 2.0;
        for (int i = 0; i < parts.length; i++) {
            double width = Math.min(1, Math.abs(parts[i]) / (double) most) * BAR / 2;
            double x = parts[i] < 0 ? left - width : right;
            right += parts[i] > 0 ? width : 0;
            left -= parts[i] < 0 ? width : 0;
            out.append("<rect x=\"" + number(x) + "\" width=\"" + number(width) + "\" y=\"1\" height=\"10\" fill=\"" + colours[i] + "\"/>");
        }
        return out + "</svg>";
    }
}
