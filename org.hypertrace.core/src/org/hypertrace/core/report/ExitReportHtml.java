/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.List;
import java.util.Locale;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.exit.ExitFigures;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitNames;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.quantity.Amount;

/**
 * An {@link ExitReport} as one page of HTML: the comparison on top, then VM by VM what was found, the rate of exits over the time, and
 * the exits in every way they are put together.
 */
final class ExitReportHtml {

    private static final int TOP = 30;
    private static final int BAR = 200;
    private static final List<ExitGrouping> TABLES = List.of(ExitGrouping.REASON, ExitGrouping.SUB, ExitGrouping.VCPU, ExitGrouping.TASK,
            ExitGrouping.FUNCTION, ExitGrouping.SYSCALL, ExitGrouping.INITCALL);

    private final Html fHtml;
    private final ExitReport fReport;

    private ExitReportHtml(ExitReport report) {
        fReport = report;
        fHtml = new Html("VM exits: " + report.trace());
    }

    static String write(ExitReport report, IProgressMonitor monitor) {
        ExitReportHtml page = new ExitReportHtml(report);
        page.write(monitor);
        return page.fHtml.page();
    }

    private void write(IProgressMonitor monitor) {
        ExitTable table = fReport.table();
        fHtml.element("h1", fReport.comparison() == null ? "What VM exits cost" : "VM exits compared");
        fHtml.element("p", "quiet", fReport.trace() + ": " + RangeOptions.format(table.query().from()) + " - "
                + RangeOptions.format(table.query().to()) + (table.query().withTracer() ? "" : ", without the exits of tracing"));
        if (fReport.comparison() != null) {
            comparison(fReport.comparison());
        }
        fReport.budgets().forEach(held -> fHtml.element("p", held.isExceeded() ? "bad" : null, held.sentence()));
        table.vms().forEach(vm -> {
            fHtml.raw("<h2>").text(vm.first().who().title() + " of host " + fReport.hosts().get(vm.first().host())).raw("</h2>\n");
            fReport.findings(vm).forEach(this::finding);
            fHtml.raw(ExitRateSvg.of(table, vm));
            if (vm.tracer() != null) {
                fHtml.element("p", "quiet", String.format(Locale.ROOT, "Tracing caused %d exits, %s of the vCPUs' life%s.",
                        vm.tracer().count(), Amount.share(vm.tracer().inRange(), vm.lifetime()), Double.isNaN(vm.slowDown())
                                ? "" : String.format(Locale.ROOT, ": the guest was an estimated %.2f %% slower", 100 * vm.slowDown())));
            }
            fHtml.raw(StateBar.key());
        });
        for (ExitGrouping grouping : TABLES) {
            table(grouping == table.grouping() ? table : table.by(grouping, monitor));
        }
        if (fReport.exits().dropped() > 0) {
            fHtml.element("p", "note", "There are " + fReport.exits().dropped() + " exits more, too many to be kept: they are in no figure.");
        }
        fReport.gaps().forEach(gap -> fHtml.element("p", "note", gap));
        fReport.missing().forEach(m -> fHtml.element("p", "note", m.event() + " was not recorded: " + m.consequence() + ". Next time: "
                + m.enable()));
    }

    private void finding(ExitFinding finding) {
        fHtml.raw("<div class=\"note\">").element("p", finding.sentence()).element("p", finding.help());
        if (finding.worst() >= 0) {
            fHtml.element("p", "quiet", "Look at " + RangeOptions.format(fReport.exits().begin(finding.worst())) + ": an exit of "
                    + Amount.ns(fReport.exits().length(finding.worst())) + ".");
        }
        fHtml.element("p", "quiet", "Found by " + finding.needs() + ", from " + RangeOptions.format(finding.begin()) + " to "
                + RangeOptions.format(finding.end()) + ".").raw("</div>\n");
    }

    private void table(ExitTable table) {
        if (table.vms().stream().allMatch(vm -> vm.rows().isEmpty())) {
            return;
        }
        fHtml.raw(table.grouping() == fReport.table().grouping() ? "<details open><summary>" : "<details><summary>")
                .text("By " + table.grouping().words()).raw("</summary>\n");
        ExitNames names = new ExitNames(table.exits());
        for (ExitTable.Vm vm : table.vms()) {
            if (!vm.rows().isEmpty()) {
                fHtml.element("h3", vm.first().vmLabel() + (vm.rows().size() > TOP ? " (" + TOP + " of " + vm.rows().size() + ')' : ""));
                fHtml.head(1, "", "exits", "time", "of life", "mean", "p50", "p99", "max", "");
                long most = vm.rows().stream().mapToLong(ExitFigures::total).max().orElse(1);
                vm.rows().stream().limit(TOP).forEach(row -> row(names.label(table.grouping(), row.example()), row, vm, most));
                fHtml.raw("</table>\n");
            }
        }
        fHtml.raw("</details>\n");
    }

    private void row(String label, ExitFigures row, ExitTable.Vm vm, long most) {
        cells(label, Amount.count(row.count()), Amount.ns(row.total()),
                Amount.share(row.inRange(), vm.lifetime()), Amount.ns(row.mean()), Amount.ns(row.p50()),
                Amount.ns(row.p99()), Amount.ns(row.max()));
        fHtml.raw("<td>" + StateBar.of(row::ns, Math.max(1, most), BAR) + "</td></tr>\n");
    }

    private void comparison(ExitComparison comparison) {
        fHtml.element("p", "quiet", "A: " + side(comparison.a()));
        fHtml.element("p", "quiet", "B: " + side(comparison.b()));
        for (ExitComparison.Pair pair : comparison.pairs()) {
            fHtml.element("p", "answer", comparison.answer(pair));
            fHtml.head(1, "", "exits/s A", "B", "cost A", "B", "B - A", "mean A", "B", "p99 A", "B");
            pair.rows().stream().limit(TOP).forEach(row -> {
                ExitFigures a = row.a();
                ExitFigures b = row.b();
                cells(row.label(), a == null ? "" : decimal(row.rateA(), ""), b == null ? "" : decimal(row.rateB(), ""),
                        a == null ? "" : decimal(100 * row.shareA(), " %"), b == null ? "" : decimal(100 * row.shareB(), " %"),
                        String.format(Locale.ROOT, "%+.2f %%", 100 * row.difference()), a == null ? "" : Amount.ns(a.mean()),
                        b == null ? "" : Amount.ns(b.mean()), a == null ? "" : Amount.ns(a.p99()),
                        b == null ? "" : Amount.ns(b.p99()));
                fHtml.raw("</tr>\n");
            });
            fHtml.raw("</table>\n");
        }
        comparison.unmatched().forEach(sentence -> fHtml.element("p", "note", sentence + '.'));
    }

    private static String side(ExitComparison.Side side) {
        return side.name() + ", " + RangeOptions.format(side.table().query().from()) + " - "
                + RangeOptions.format(side.table().query().to());
    }

    private static String decimal(double value, String unit) {
        return String.format(Locale.ROOT, "%.2f%s", value, unit);
    }

    private void cells(String label, Object... figures) {
        fHtml.raw("<tr><td>").text(String.valueOf(label)).raw("</td>");
        for (Object figure : figures) {
            fHtml.figure(figure);
        }
    }
}
