/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.Budget;
import org.hypertrace.core.boot.Run;
import org.hypertrace.core.boot.Spent;

/**
 * A {@link RunReport} in the Test Anything Protocol, version 13: a test per budget and run, else one per level or step, each with its
 * figures in YAML. The header's lines are those that the test framework Tapper reads.
 */
final class RunReportTap {

    /** {@code skip}: why it says nothing, null if it does. */
    private record Test(boolean ok, String description, String skip, List<String> figures) { }

    private RunReportTap() {
    }

    static String write(RunReport<?> report, Budget.Kinds kinds) {
        List<Test> tests = new ArrayList<>();
        if (report.budgets().isEmpty()) {
            for (Run run : report.runs()) {
                run.timed().stream().filter(one -> one.kind().equals(kinds.usual())).forEach(one -> tests.add(test(run, one, kinds)));
            }
        } else {
            report.budgets().forEach(outcome -> tests.add(test(outcome, kinds)));
        }
        StringBuilder out = new StringBuilder("TAP version 13\n1.." + tests.size() + "\n# Tapper-suite-name: hypertrace-" + kinds.whole()
                + '\n');
        report.comparisons().forEach(comparison -> out.append("# ").append(oneLine(comparison.answer())).append('\n'));
        for (int i = 0; i < tests.size(); i++) {
            Test test = tests.get(i);
            out.append(test.ok() ? "ok " : "not ok ").append(i + 1).append(" - ").append(oneLine(test.description()))
                    .append(test.skip() == null ? "" : " # SKIP " + test.skip()).append('\n');
            out.append("  ---\n  BenchmarkAnythingData:\n");
            test.figures().forEach(line -> out.append("    ").append(line).append('\n'));
            out.append("  ...\n");
        }
        return out.toString();
    }

    private static Test test(Run run, Run.Timed one, Budget.Kinds kinds) {
        List<String> figures = figure(run, one.kind(), one.name(), one.duration(), kinds);
        Spent spent = one.spent();
        if (spent != null) {
            figures.add("  own: " + ms(spent.own()));
            figures.add("  host: " + ms(spent.host()));
        }
        boolean skip = one.open() && !run.hasFailed();
        return new Test(!one.open() || skip, run.what().label() + ": " + one.kind() + ' ' + one.name()
                + (one.open() ? " did not end" : ""), skip ? "the trace ends in it" : null, figures);
    }

    private static Test test(Budget.Outcome outcome, Budget.Kinds kinds) {
        Budget budget = outcome.budget();
        List<String> figures = figure(outcome.run(), budget.kind(), budget.name(), outcome.took(), kinds);
        figures.add("  budget: " + ms(budget.limit()));
        return new Test(!outcome.isExceeded(), outcome.sentence(), null, figures);
    }

    private static List<String> figure(Run run, String what, String name, long ns, Budget.Kinds kinds) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: hypertrace." + kinds.whole() + (what.equals(kinds.whole()) ? "" : '.' + what) + ".duration");
        lines.add("  VALUE: " + ms(ns));
        lines.add("  unit: ms");
        if (name != null) {
            lines.add("  " + what + ": " + quoted(name));
        }
        lines.add("  trace: " + quoted(run.trace()));
        lines.add("  guest: " + quoted(run.what().guest()));
        lines.add("  " + kinds.whole() + "_number: " + run.what().number());
        return lines;
    }

    /** Exactly: a ns is a millionth. */
    private static String ms(long ns) {
        return BigDecimal.valueOf(ns, 6).toPlainString();
    }

    /** A text of a guest in one line; what begins with # would be a directive. */
    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ").replace("\\", "\\\\").replace("#", "\\#");
    }

    private static String quoted(String text) {
        return '\'' + text.replaceAll("[\\p{Cntrl}\\s]+", " ").replace("'", "''") + '\'';
    }
}
