/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

import org.hypertrace.core.exit.ExitFigures;
import org.hypertrace.core.exit.ExitQuery;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.ExitVcpu;
import org.hypertrace.core.exit.VcpuTimes;
import org.hypertrace.core.exit.VcpuTimes.Count;
import org.hypertrace.core.exit.VcpuTimes.Phase;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.vcpu.VcpuState;

/** An {@link ExitReport} for people: durations rounded, or exact. */
final class ExitReportText extends Lines {

    private static final String PAIR = "    %-28s %12s %12s %10s %10s %10s %T %T %T %T";
    private static final String ROW = "    %-28s %9s %T %8s %T %T %T %T %T %T %T  %s";

    private final ExitReport fReport;

    private ExitReportText(ExitReport report, boolean exact) {
        super(exact);
        fReport = report;
    }

    static String write(ExitReport report, boolean exact) {
        ExitReportText text = new ExitReportText(report, exact);
        ExitTable table = report.table();
        if (report.comparison() != null) {
            text.comparison(report.comparison());
        }
        report.budgets().forEach(held -> text.line("%s", held.sentence()));
        if (text.hasLines()) {
            text.line("");
        }
        text.line("%s", report.trace());
        text.line("%s - %s  (%s)%s", RangeOptions.format(table.query().from()), RangeOptions.format(table.query().to()),
                text.duration(table.query().to() - table.query().from()),
                table.query().withTracer() ? "" : "  without the exits of tracing");
        table.vms().forEach(text::vm);
        if (report.exits().dropped() > 0) {
            text.line("");
            text.line("There are %d exits more, too many to be kept: they are in no figure.", report.exits().dropped());
        }
        if (!report.gaps().isEmpty()) {
            text.line("");
            text.line("Missing, and in no figure:");
            report.gaps().forEach(gap -> text.line("  %s", gap));
        }
        if (!report.missing().isEmpty()) {
            text.line("");
            text.line("Not recorded:");
            report.missing().forEach(m -> text.line("  %s: %s.%n      %s", m.event(), m.consequence(), m.enable()));
        }
        return text.lines();
    }

    private void comparison(ExitComparison comparison) {
        line("A: %s", side(comparison.a()));
        line("B: %s", side(comparison.b()));
        for (ExitComparison.Pair pair : comparison.pairs()) {
            line("");
            line("%s", comparison.answer(pair));
            line(PAIR, "", "exits/s A", "B", "cost A", "B", "B - A", "avg A", "B", "p99 A", "B");
            for (ExitComparison.Row row : pair.rows()) {
                line(PAIR, row.label(), rate(row.a(), row.rateA()), rate(row.b(), row.rateB()), share(row.a(), row.shareA()),
                        share(row.b(), row.shareB()), String.format(Locale.ROOT, "%+.2f %%", 100 * row.difference()),
                        row.a() == null ? "" : duration(row.a().mean()), row.b() == null ? "" : duration(row.b().mean()),
                        row.a() == null ? "" : duration(row.a().p99()), row.b() == null ? "" : duration(row.b().p99()));
            }
        }
        comparison.unmatched().forEach(sentence -> line("%s.", sentence));
    }

    private static String side(ExitComparison.Side side) {
        ExitQuery query = side.table().query();
        return side.name() + ", " + RangeOptions.format(query.from()) + " - " + RangeOptions.format(query.to());
    }

    private static String rate(ExitFigures row, double rate) {
        return row == null ? "" : String.format(Locale.ROOT, "%.1f", rate);
    }

    private static String share(ExitFigures row, double share) {
        return row == null ? "" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private void finding(ExitFinding finding) {
        line("    - %s", finding.sentence());
        line("      %s", finding.help());
        if (finding.worst() >= 0) {
            line("      Look at %s: an exit of %s.", RangeOptions.format(fReport.exits().begin(finding.worst())),
                    duration(fReport.exits().length(finding.worst())));
        }
    }

    private void vm(ExitTable.Vm vm) {
        line("");
        line("%s of host %s", vm.first().who().title(), fReport.hosts().get(vm.first().host()));
        fReport.findings(vm).forEach(this::finding);
        if (vm.rows().isEmpty()) {
            line("    nothing of this in that time");
        } else {
            line(ROW, "", "exits", "time", "of life", "min", "avg", "p50", "p90", "p99", "p99.9", "max",
                    "where");
        }
        for (ExitFigures row : vm.rows()) {
            line(ROW, fReport.label(row), row.count(), duration(row.total()),
                    percent(row.inRange(), vm.lifetime()), duration(row.min()), duration(row.mean()),
                    duration(row.p50()), duration(row.p90()), duration(row.p99()), duration(row.p999()), duration(row.max()), where(row));
        }
        if (vm.tracer() != null) {
            line("    Tracing caused %d exits, %s of the vCPUs' life%s.", vm.tracer().count(),
                    percent(vm.tracer().inRange(), vm.lifetime()),
                    Double.isNaN(vm.slowDown()) ? ""
                            : String.format(Locale.ROOT, "; that made the guest an estimated %.2f %% slower",
                                    100 * vm.slowDown()));
        }
        vm.vcpus().forEach(this::vcpu);
        if (vm.first().nested() != null) {
            new NestedReport(fReport).write(vm, this);
        }
        new LatencyReport(fReport).write(vm, false, this);
    }

    private void vcpu(ExitVcpu vcpu) {
        VcpuTimes times = vcpu.times();
        long life = vcpu.end() - vcpu.begin();
        line("    vCPU %d in its whole life: guest %s, exits %s, host before exits %s, else %s", vcpu.number(),
                percent(times.ns(Phase.ENTERED, VcpuState.GUEST), life),
                percent(times.ns(Phase.EXIT), life), percent(times.beforeExit(), life),
                percent(times.ns(Phase.OUTSIDE) + times.ns(Phase.UNFINISHED) + times.ns(Phase.BROKEN), life));
        long incomplete = times.exits() - times.count(Count.COMPLETE);
        if (incomplete > 0) {
            line("      %d exits are in no figure: %d unfinished, %d without an entry, %d with lost events", incomplete,
                    times.count(Count.UNFINISHED), times.count(Count.WITHOUT_ENTRY), times.count(Count.LOST));
        }
    }

    /** The states that take a hundredth or more of the total, the longest first. */
    private String where(ExitFigures row) {
        return Arrays.stream(VcpuState.values()).filter(state -> row.ns(state) * 100 >= row.total() && row.ns(state) > 0)
                .sorted(Comparator.comparingLong(row::ns).reversed())
                .map(state -> String.format(Locale.ROOT, "%s %.0f %%", label(state, row), 100.0 * row.ns(state) / row.total()))
                .collect(Collectors.joining(", "));
    }

    /** While an exit of a guest's guest is being handled, it is the hypervisor in the VM that has the processor as a guest. */
    private String label(VcpuState state, ExitFigures row) {
        return state == VcpuState.GUEST && fReport.exits().isNested(row.example()) ? "hypervisor in the VM" : state.label();
    }

}
