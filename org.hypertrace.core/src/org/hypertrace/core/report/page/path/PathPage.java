/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.answer.PathAnswer;
import org.hypertrace.core.path.answer.PathFlame;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.page.Notes;
import org.hypertrace.core.stack.flame.FlameLabels;

/** A {@link PathReport} as a document: answers and budgets first, then what differs, then each path with its parts and segments. */
public final class PathPage {

    /** What the tables are called. */
    public static final List<String> TABLES = List.of(PathTables.PARTS, PathSegments.SEGMENTS, PathSegments.HOPS, PathDifferences.COMPARISON);

    /** More frames nobody can distinguish. */
    private static final int FRAMES = 10_000;

    private PathPage() {
    }

    /**
     * @param report
     *            what is reported
     * @param recorded
     *            the only table that programs read, null if people read the page: a path may have millions of segments
     * @return it as a document
     */
    public static Page of(PathReport report, String recorded) {
        List<Part> parts = new ArrayList<>();
        report.comparisons().forEach(compared -> parts.add(PathDifferences.of(compared)));
        if (report.form() != PathReport.Form.BRIEF) {
            report.paths().forEach(path -> parts.add(new Section(PathReport.name(path), parts(path, report, recorded))));
        }
        parts.addAll(Notes.of(report.gaps(), report.missing()));
        return new Page("Critical paths", report.trace(), answers(report), parts);
    }

    private static List<Part> answers(PathReport report) {
        List<Part> answers = new ArrayList<>();
        report.comparisons().forEach(compared -> answers.add(Sentence.answer(compared.answer())));
        for (FoundPath path : report.paths()) {
            answers.add(Sentence.answer(PathAnswer.of(path)));
            report.findings(path).forEach(finding -> answers.add(new Finding(List.of(Sentence.plain(finding)))));
        }
        for (PathBudget.Held held : report.budgets()) {
            Check.Figure figure = figure(report, held.path(), held.budget().of() == null ? "path" : held.budget().of().key(), held.took());
            figure.about().put("budget", Amount.ns(held.budget().limit()));
            if (held.notChecked() != null) {
                answers.add(Sentence.warning(held.notChecked().sentence()));
            }
            answers.add(new Check(!held.isExceeded(), held.sentence(), held.whyNotKnown(), held.notChecked() == null, figure));
        }
        return answers;
    }

    private static Check.Figure figure(PathReport report, FoundPath path, String kind, long ns) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("path", PathReport.name(path));
        about.put("trace", report.trace());
        return new Check.Figure("hypertrace.path." + kind, Amount.ns(ns), null, about);
    }

    private static List<Part> parts(FoundPath path, PathReport report, String recorded) {
        List<Part> parts = new ArrayList<>();
        parts.add(Sentence.quiet(Amount.time(path.subject().begin()), " - ", Amount.time(path.subject().end()), ", ",
                Amount.count(path.parts().segments()), " segments, the longest chain has ", Amount.count(path.sums().depth()), " links"));
        if (report.budgets().isEmpty()) {
            // without a budget each class is a test that is passed
            path.sums().classes().forEach((kind, ns) -> parts.add(new Check(true, PathReport.name(path) + ": " + kind.label(), null, false,
                    figure(report, path, kind.key(), ns))));
        }
        if (recorded == null) {
            FlameLabels labels = new FlameLabels();
            parts.add(Flame.of(PathFlame.of(path, labels), labels, PathReport.name(path), FRAMES));
        }
        parts.addAll(PathTables.of(path, recorded));
        parts.addAll(PathSegments.of(path, report.form(), recorded));
        return parts;
    }
}
