/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.BootBudget;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Spent;

/**
 * A {@link BootReport} in the Test Anything Protocol, version 13: a test per budget and boot, else one per level, each with its
 * figures in YAML. The header's lines are those that the test framework Tapper reads.
 */
final class BootReportTap {

    /** {@code skip}: why it says nothing, null if it does. */
    private record Test(boolean ok, String description, String skip, List<String> figures) { }

    private BootReportTap() {
    }

    static String write(BootReport report) {
        List<Test> tests = new ArrayList<>();
        if (report.budgets().isEmpty()) {
            for (BootProfile boot : report.boots()) {
                boot.levels().forEach(level -> tests.add(test(boot, level)));
            }
        } else {
            report.budgets().forEach(outcome -> tests.add(test(outcome)));
        }
        StringBuilder out = new StringBuilder("TAP version 13\n1.." + tests.size() + "\n# Tapper-suite-name: hypertrace-boot\n");
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

    private static Test test(BootProfile boot, BootProfile.Part level) {
        List<String> figures = figure(boot, "level", level.part().name(), level.part().duration());
        Spent spent = level.spent();
        if (spent != null) {
            figures.add("  own: " + ms(spent.own()));
            figures.add("  host: " + ms(spent.host()));
        }
        boolean open = level.part().open();
        boolean skip = open && !boot.hasFailed();
        return new Test(!open || skip, boot.boot().label() + ": level " + level.part().name() + (open ? " did not end" : ""),
                skip ? "the trace ends in it" : null, figures);
    }

    private static Test test(BootBudget.Outcome outcome) {
        BootBudget budget = outcome.budget();
        List<String> figures = figure(outcome.boot(), switch (budget.kind()) {
        case BOOT -> "boot";
        case LEVEL -> "level";
        case INITCALL -> "initcall";
        }, budget.name(), outcome.took());
        figures.add("  budget: " + ms(budget.limit()));
        return new Test(!outcome.isExceeded(), outcome.sentence(), null, figures);
    }

    private static List<String> figure(BootProfile boot, String what, String name, long ns) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: " + (what.equals("boot") ? "hypertrace.boot.duration" : "hypertrace.boot." + what + ".duration"));
        lines.add("  VALUE: " + ms(ns));
        lines.add("  unit: ms");
        if (name != null) {
            lines.add("  " + what + ": " + quoted(name));
        }
        lines.add("  trace: " + quoted(boot.trace()));
        lines.add("  guest: " + quoted(boot.boot().guest()));
        lines.add("  boot_number: " + boot.boot().number());
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
