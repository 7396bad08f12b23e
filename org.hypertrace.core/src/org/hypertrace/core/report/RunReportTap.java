/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.Budget;
import org.hypertrace.core.boot.Run;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.report.render.Tap;

/** A {@link RunReport} in the Test Anything Protocol: a test per budget and run, else one per level or step. */
final class RunReportTap {

    private RunReportTap() {
    }

    static String write(RunReport<?> report, Budget.Kinds kinds) {
        Tap tap = new Tap("hypertrace-" + kinds.whole());
        report.comparisons().forEach(comparison -> tap.comment(comparison.answer().text()));
        if (report.budgets().isEmpty()) {
            for (Run run : report.runs()) {
                run.timed().stream().filter(one -> one.kind().equals(kinds.usual())).forEach(one -> test(tap, run, one, kinds));
            }
        } else {
            report.budgets().forEach(outcome -> test(tap, outcome, kinds));
        }
        return tap.text();
    }

    private static void test(Tap tap, Run run, Run.Timed one, Budget.Kinds kinds) {
        List<String> figures = figure(run, one.kind(), one.name(), one.duration(), kinds);
        Spent spent = one.spent();
        if (spent != null) {
            figures.add("  own: " + Tap.ms(spent.own()));
            figures.add("  host: " + Tap.ms(spent.host()));
        }
        boolean skip = one.open() && !run.hasFailed();
        tap.test(!one.open() || skip, run.what().label() + ": " + one.kind() + ' ' + one.name() + (one.open() ? " did not end" : ""),
                skip ? "the trace ends in it" : null, figures);
    }

    private static void test(Tap tap, Budget.Outcome outcome, Budget.Kinds kinds) {
        Budget budget = outcome.budget();
        List<String> figures = figure(outcome.run(), budget.kind(), budget.name(), outcome.took(), kinds);
        figures.add("  budget: " + Tap.ms(budget.limit()));
        tap.test(outcome, figures);
    }

    private static List<String> figure(Run run, String what, String name, long ns, Budget.Kinds kinds) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: hypertrace." + kinds.whole() + (what.equals(kinds.whole()) ? "" : '.' + what) + ".duration");
        lines.add("  VALUE: " + Tap.ms(ns));
        lines.add("  unit: ms");
        if (name != null) {
            lines.add("  " + what + ": " + Tap.quoted(name));
        }
        lines.add("  trace: " + Tap.quoted(run.trace()));
        lines.add("  guest: " + Tap.quoted(run.what().guest()));
        lines.add("  " + kinds.whole() + "_number: " + run.what().number());
        return lines;
    }
}
