/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathAnswer;
import org.hypertrace.core.report.render.Tap;

/** A {@link PathReport} in the Test Anything Protocol: a test per path and budget, else one per path and class. */
final class PathReportTap {

    private PathReportTap() {
    }

    static String write(PathReport report) {
        Tap tap = new Tap("hypertrace-path");
        report.comparisons().forEach(compared -> tap.comment(compared.comparison().answer()));
        for (FoundPath path : report.paths()) {
            tap.comment(PathAnswer.of(path));
            report.findings(path).forEach(tap::comment);
        }
        if (report.budgets().isEmpty()) {
            for (FoundPath path : report.paths()) {
                path.sums().classes().forEach((kind, ns) -> tap.test(true, PathReport.name(path) + ": " + kind.label(), null,
                        figures(report, path, kind.key(), ns)));
            }
        }
        for (PathBudget.Held held : report.budgets()) {
            List<String> figures = figures(report, held.path(), held.budget().of() == null ? "path" : held.budget().of().key(), held.took());
            figures.add("  budget: " + Tap.ms(held.budget().limit()));
            tap.test(!held.isExceeded(), held.sentence(), held.whyNotKnown(), figures);
        }
        return tap.text();
    }

    private static List<String> figures(PathReport report, FoundPath path, String kind, long ns) {
        List<String> lines = new ArrayList<>();
        lines.add("- NAME: hypertrace.path." + kind);
        lines.add("  VALUE: " + Tap.ms(ns));
        lines.add("  unit: 'ms'");
        lines.add("  path: " + Tap.quoted(PathReport.name(path)));
        lines.add("  trace: " + Tap.quoted(report.trace()));
        return lines;
    }
}
