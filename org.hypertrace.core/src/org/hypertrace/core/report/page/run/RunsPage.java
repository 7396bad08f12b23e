/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.report.page.NotCheckedParts;
import org.hypertrace.core.report.page.Notes;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.GuestRun;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.view.Styles;

/**
 * A {@link RunReport} as a document: comparisons and budgets, all runs on one time line, then each with its tables.
 *
 * @param <R>
 *            boots or shutdowns
 */
abstract class RunsPage<R extends Run> {

    /** A time line is longer than what is on it by such a part. */
    static final int REST = 25;
    /** More runs on one time line nobody can read; the tables have all. */
    private static final int DRAWN = 24;

    private final RunReport<R> fReport;
    private final Budget.Kinds fKinds;

    RunsPage(RunReport<R> report, Budget.Kinds kinds) {
        fReport = report;
        fKinds = kinds;
    }

    /** A comparison, with both on one time line. */
    abstract List<Part> comparison(RunComparison<R> comparison);

    /** What is to be read before all else where nothing is compared. */
    abstract List<Part> answers(List<R> runs);

    /** What the picture of all runs shows, for people. */
    abstract String pictured();

    abstract TimeLine picture(List<R> runs, List<String> names);

    /** What the colours of the picture mean. */
    abstract List<Styles> colours();

    /** What is worth knowing of all runs of a guest, a sentence each. */
    abstract List<String> findings(List<R> runs);

    /** One run. */
    abstract Section run(R run, List<String> path);

    /** Tables without rows: a file has their columns also where no run has such rows. */
    abstract List<Part> noRows();

    /** @return the document */
    final Page page() {
        List<Part> answers = new ArrayList<>();
        fReport.comparisons().forEach(comparison -> answers.addAll(comparison(comparison)));
        answers.addAll(checks());
        if (fReport.comparisons().isEmpty()) {
            answers.addAll(answers(fReport.runs()));
        }
        List<Part> parts = new ArrayList<>();
        boolean isOne = fReport.traces().size() == 1;
        fReport.traces().forEach(trace -> parts.add(Sentence.quiet(isOne ? "" : trace.name() + ": ", Amount.time(trace.begin()), " - ",
                Amount.time(trace.end()))));
        picture(parts);
        for (RunReport.Trace<R> trace : fReport.traces()) {
            trace.hosts().forEach(host -> host.guests().forEach(guest -> parts.add(guest(isOne ? "" : trace.name() + ": ", host, guest))));
        }
        parts.addAll(noRows());
        lacks(parts);
        String noun = Character.toUpperCase(fKinds.whole().charAt(0)) + fKinds.whole().substring(1) + 's';
        return new Page(noun + (fReport.comparisons().isEmpty() ? "" : " compared"), fReport.named(), answers, parts);
    }

    private void picture(List<Part> to) {
        List<R> measured = fReport.runs().stream().filter(Run::isMeasured).toList();
        if (!measured.isEmpty()) {
            List<R> drawn = measured.subList(0, Math.min(DRAWN, measured.size()));
            to.add(new Section(pictured() + (drawn.size() < measured.size() ? " (" + DRAWN + " of " + measured.size() + ')' : ""),
                    List.of(picture(drawn, drawn.stream().map(this::name).toList()), Legend.of(colours()))));
        }
    }

    private String name(R run) {
        return (fReport.traces().size() > 1 ? run.trace() + ": " : "") + run.what().label();
    }

    private Section guest(String before, RunReport.Host<R> host, RunReport.Guest<R> guest) {
        List<Part> parts = new ArrayList<>();
        findings(guest.runs()).forEach(finding -> parts.add(finding(finding)));
        guest.runs().forEach(run -> parts.add(run(run, fReport.pathOf(run))));
        return new Section(before + guest.name() + " on host " + host.host().name(), parts);
    }

    static Part finding(String sentence) {
        return new Finding(List.of(Sentence.plain(sentence)));
    }

    /** When it began and ended, and why. */
    static Sentence times(GuestRun run, Ending ending) {
        return Sentence.quiet(Amount.time(run.begin()), " - ", Amount.time(run.end()), ending == null ? "" : ", ended: " + ending.label());
    }

    /** Whose the time was, behind what else is reported. */
    static String split(TimeSplit spent) {
        return spent == null ? "" : ", own " + Amount.share(spent.own(), spent.whole()) + ", host " + Amount.share(spent.host(), spent.whole());
    }

    private void lacks(List<Part> to) {
        List<RecordedEvents.Missing> missing = new ArrayList<>();
        for (RunReport.Trace<R> trace : fReport.traces()) {
            String name = fReport.traces().size() == 1 ? "" : trace.name() + ": ";
            trace.problems().forEach(problem -> to.add(Sentence.warning(name, problem)));
            trace.missing().forEach(m -> missing.add(new RecordedEvents.Missing(name + m.event(), m.consequence(), m.enable())));
        }
        to.addAll(Notes.of(List.of(), missing));
    }

    /** For programs a check per level or step where there are no budgets. */
    private List<Part> checks() {
        List<Part> checks = new ArrayList<>();
        fReport.budgets().forEach(outcome -> checks.add(check(outcome)));
        checks.addAll(NotCheckedParts.of(fReport.notChecked()));
        if (checks.isEmpty()) {
            for (R run : fReport.runs()) {
                run.timed().stream().filter(one -> one.kind().equals(fKinds.usual())).forEach(one -> checks.add(check(run, one)));
            }
        }
        return checks;
    }

    private Check check(Run run, Run.Timed one) {
        Map<String, Object> about = about(run, one.kind(), one.name());
        TimeSplit spent = one.spent();
        if (spent != null) {
            about.put("own", Amount.ns(spent.own()));
            about.put("host", Amount.ns(spent.host()));
        }
        boolean skip = one.open() && !run.hasFailed();
        return new Check(!one.open() || skip, run.what().label() + ": " + one.kind() + ' ' + one.name() + (one.open() ? " did not end" : ""),
                skip ? "the trace ends in it" : null, false, figure(one.kind(), one.duration(), about));
    }

    private Check check(Budget.Result outcome) {
        Budget budget = outcome.budget();
        Map<String, Object> about = about(outcome.run(), budget.kind(), budget.name());
        about.put("budget", Amount.ns(budget.limit()));
        return Check.of(outcome, figure(budget.kind(), outcome.took(), about));
    }

    private Check.Figure figure(String kind, long ns, Map<String, Object> about) {
        return new Check.Figure("hypertrace." + fKinds.whole() + (kind.equals(fKinds.whole()) ? "" : '.' + kind) + ".duration", Amount.ns(ns), null,
                about);
    }

    private Map<String, Object> about(Run run, String kind, String name) {
        Map<String, Object> about = new LinkedHashMap<>();
        if (name != null) {
            about.put(kind, name);
        }
        about.put("trace", run.trace());
        about.put("guest", run.what().guest());
        about.put(fKinds.whole() + "_number", Amount.count(run.what().number()));
        return about;
    }
}
