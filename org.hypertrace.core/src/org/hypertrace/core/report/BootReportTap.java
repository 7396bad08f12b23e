/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.BootBudget;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Spent;

/** A {@link BootReport} in the Test Anything Protocol: a test per budget and boot, else one per level. */
final class BootReportTap {

    private BootReportTap() {
    }

    static String write(BootReport report) {
        Tap tap = new Tap("hypertrace-boot");
        report.comparisons().forEach(comparison -> tap.comment(comparison.answer()));
        if (report.budgets().isEmpty()) {
            for (BootProfile boot : report.boots()) {
                boot.levels().forEach(level -> test(tap, boot, level));
            }
        } else {
            report.budgets().forEach(outcome -> test(tap, outcome));
        }
        return tap.text();
    }

    private static void test(Tap tap, BootProfile boot, BootProfile.Part level) {
        List<String> figures = figure(boot, "level", level.part().name(), level.part().duration());
        Spent spent = level.spent();
        if (spent != null) {
            figures.add("  own: " + Tap.ms(spent.own()));
            figures.add("  host: " + Tap.ms(spent.host()));
        }
        boolean open = level.part().open();
        boolean skip = open && !boot.hasFailed();
        tap.test(!open || skip, boot.boot().label() + ": level " + level.part().name() + (open ? " did not end" : ""),
                skip ? "the trace ends in it" : null, figures);
    }

    private static void test(Tap tap, BootBudget.Outcome outcome) {
        BootBudget budget = outcome.budget();
        List<String> figures = figure(outcome.boot(), switch (budget.kind()) {
        case BOOT -> "boot";
        case LEVEL -> "level";
        case INITCALL -> "initcall";
        }, budget.name(), outcome.took());
        figures.add("  budget: " + Tap.ms(budget.limit()));
        tap.test(outcome, figures);
    }

    private static List<String> figure(BootProfile boot, String what, String name, long ns) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: " + (what.equals("boot") ? "hypertrace.boot.duration" : "hypertrace.boot." + what + ".duration"));
        lines.add("  VALUE: " + Tap.ms(ns));
        lines.add("  unit: ms");
        if (name != null) {
            lines.add("  " + what + ": " + Tap.quoted(name));
        }
        lines.add("  trace: " + Tap.quoted(boot.trace()));
        lines.add("  guest: " + Tap.quoted(boot.boot().guest()));
        lines.add("  boot_number: " + boot.boot().number());
        return lines;
    }
}
