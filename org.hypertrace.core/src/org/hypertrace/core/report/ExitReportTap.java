/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.exit.ExitBudget;
import org.hypertrace.core.exit.ExitFigures;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.report.render.Tap;

/** An {@link ExitReport} in the Test Anything Protocol: a test per budget and VM, else one per VM and group of exits. */
final class ExitReportTap {

    private ExitReportTap() {
    }

    static String write(ExitReport report) {
        Tap tap = new Tap("hypertrace-exits");
        if (report.comparison() != null) {
            report.comparison().pairs().forEach(pair -> tap.comment(report.comparison().answer(pair)));
        }
        report.findings().forEach(finding -> tap.comment(finding.vm().first().vmLabel() + ": " + finding.sentence()));
        for (ExitTable.Vm vm : report.budgets().isEmpty() ? report.table().vms() : List.<ExitTable.Vm>of()) {
            vm.rows().forEach(row -> tap.test(true, vm.first().vmLabel() + ": " + report.label(row), null, figures(report, vm, row)));
        }
        report.budgets().forEach(held -> tap.test(held, figures(report, held)));
        return tap.text();
    }

    private static List<String> figures(ExitReport report, ExitTable.Vm vm, ExitFigures row) {
        List<String> lines = figure(report, vm, report.label(row), "total", Tap.ms(row.total()), "ms");
        lines.add("  count: " + row.count());
        lines.add("  mean_ms: " + Tap.ms(row.mean()));
        lines.add("  p99_ms: " + Tap.ms(row.p99()));
        lines.add("  max_ms: " + Tap.ms(row.max()));
        return lines;
    }

    private static List<String> figures(ExitReport report, ExitBudget.Held held) {
        ExitBudget budget = held.budget();
        List<String> lines = figure(report, held.vm(), budget.group(), budget.figure().key(), number(held.value()),
                budget.figure().unit());
        lines.add("  budget: " + number(budget.limit()));
        return lines;
    }

    private static List<String> figure(ExitReport report, ExitTable.Vm vm, String group, String figure, String value, String unit) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: hypertrace.exits." + figure);
        lines.add("  VALUE: " + value);
        if (!unit.isEmpty()) {
            lines.add("  unit: " + Tap.quoted(unit));
        }
        lines.add("  " + report.table().grouping().name().toLowerCase(Locale.ROOT) + ": " + Tap.quoted(group));
        lines.add("  trace: " + Tap.quoted(report.trace()));
        lines.add("  guest: " + Tap.quoted(vm.first().vmLabel()));
        return lines;
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
