/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.quantity.NameList;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.run.ComparisonPage;
import org.hypertrace.core.report.page.run.RunPath;
import org.hypertrace.core.report.page.run.RunReport;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.GuestRun;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.compare.RunChoice;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.settings.GuestSymbols;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What the commands about boots and shutdowns have in common: several traces, each by itself; two compared; budgets.
 *
 * @param <G>
 *            what the model reports
 * @param <R>
 *            the same with its figures
 */
abstract class RunsCommand<G extends GuestRun, R extends Run> implements Callable<Integer> {

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<Recording> fRecordings = new ArrayList<>();
    private final Budget.Kinds fKinds;
    /** Of all traces: a VM may be in one of them only. */
    private final Set<VmName> fWho = new LinkedHashSet<>();

    /** @param work a folder for what is unpacked */
    RunsCommand(Path work, Budget.Kinds kinds) {
        fWork = work;
        fKinds = kinds;
    }

    /** Which two are to be compared, one after another. */
    abstract List<String> compared();

    /** The budgets as the user wrote them. */
    abstract List<String> budgets();

    /** How a budget is written, for people. */
    abstract String budgetForm();

    /** Whose critical paths are found. */
    abstract PathQuery.Kind pathKind();

    abstract List<G> all(ITmfStateSystem states) throws StateSystemDisposedException;

    abstract R figures(String trace, ITmfStateSystem states, G run, GuestSymbols symbols) throws StateSystemDisposedException;

    abstract RunComparison<R> compare(RunGroup<R> a, RunGroup<R> b);

    /** Why there is none, a sentence. */
    abstract String whyEmpty(String traces, String vm);

    /** The tables that CSV can have; the first is the usual one. */
    abstract List<String> tables();

    /** Which of them the user wants, null if that was left open. */
    abstract String askedTable();

    abstract Page page(RunReport<R> report);

    abstract String json(RunReport<R> report);

    @Override
    public Integer call() throws ReportException {
        List<Budget> budgets = asBudgets();
        String table = table();
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        List<RunReport.Trace<R>> traces = new ArrayList<>();
        Map<Run, RunPath> paths = new IdentityHashMap<>();
        List<String> names = fTraces.names();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            for (int i = 0; i < names.size(); i++) {
                traces.add(trace(fTraces.traces().get(i), names.get(i), symbols, paths, progress));
            }
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
        AskedVms words = fTraces.words(symbols);
        words.seen(fWho);
        words.check();
        List<R> runs = RunReport.runs(traces);
        if (runs.isEmpty() && budgets.isEmpty()) {
            AskedVms.choice(fTraces.vm(), fWho);
            String problems = traces.stream().flatMap(trace -> trace.problems().stream()).distinct().collect(Collectors.joining(" "));
            throw new ReportException((whyEmpty(fTraces.named(), fTraces.vm()) + ' ' + problems).strip());
        }
        RunReport<R> report = new RunReport<>(fTraces.named(), traces, comparisons(runs), outcomes(budgets, runs), notChecked(budgets, runs), paths);
        fOutput.write(() -> page(report), table, format -> format == Format.JSON ? json(report)
                : TapSuite.of(page(report), "hypertrace-" + fKinds.whole(), fRecordings));
        return fOutput.status(report.budgets(), report.notChecked());
    }

    private String table() {
        String asked = askedTable();
        if (asked != null && !tables().contains(asked)) {
            throw wrong("--table: '" + asked + "' is no table; there are " + String.join(", ", tables()) + '.');
        }
        return asked != null ? asked : compared().isEmpty() ? tables().get(0) : ComparisonPage.TABLE;
    }

    /** What a trace reports; {@code paths} gets what the critical path of each run consists of, if the report has that. */
    private RunReport.Trace<R> trace(Path path, String name, List<GuestSymbols.Chosen> symbols, Map<Run, RunPath> paths,
            Progress progress) throws ReportException, StateSystemDisposedException {
        try (OpenTraces traces = fTraces.open(path, fWork, progress)) {
            GuestSymbols names = new GuestSymbols(traces.hosts().hosts(), symbols);
            traces.setSymbols(names);
            ModelReport.Range range = fRange.range(traces.begin());
            progress.subTask("analysing " + name);
            boolean withPaths = fOutput.format() != Format.CSV && fOutput.format() != Format.TAP;
            ITmfStateSystem states = withPaths ? traces.modelAndPaths(symbols, progress) : traces.model(progress);
            fRecordings.add(traces.recording(name));
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            traces.discarded().forEach(fSpec.commandLine().getErr()::println);
            progress.subTask("reading the " + fKinds.whole() + "s of " + name);
            List<R> runs = new ArrayList<>();
            List<G> all = all(states);
            Set<VmName> who = NamesInModel.of(states);
            fWho.addAll(who);
            VmChoice choice = VmChoice.of(fTraces.vm(), who);
            if (choice.isAmbiguous()) {
                throw new ReportException(choice.problem());
            }
            RunPaths found = withPaths ? new RunPaths(traces, pathKind()) : null;
            for (G run : all) {
                if (progress.isCanceled()) {
                    throw new ReportException(ReportException.CANCELLED);
                }
                if (choice.has(run.who()) && run.begin() < range.to() && run.end() > range.from()) {
                    R figures = figures(name, states, run, names);
                    runs.add(figures);
                    if (found != null) {
                        paths.put(figures, found.of(run));
                    }
                }
            }
            return RunReport.of(name, states, traces.hosts(), names, range.from(), range.to(), runs);
        }
    }

    private List<Budget> asBudgets() {
        List<Budget> budgets = new ArrayList<>();
        for (String text : budgets()) {
            Budget budget = Budget.of(text, fKinds);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give " + budgetForm() + '.');
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private List<Budget.Result> outcomes(List<Budget> budgets, List<R> runs) {
        List<Budget.Result> outcomes = new ArrayList<>();
        for (Budget budget : budgets) {
            List<Budget.Result> some = runs.stream().map(budget::of).filter(Objects::nonNull).toList();
            if (some.isEmpty() && notChecked(budget, runs) == null) {
                List<String> names = budget.names(runs).isEmpty() && budget.kind().equals(fKinds.usual()) ? fKinds.known() : budget.names(runs);
                throw wrong("--budget: no " + fKinds.whole() + " has " + (budget.name() == null ? "a begin and an end"
                        : budget.subject()) + (names.isEmpty() ? '.' : "; there are " + NameList.some(names) + '.'));
            }
            outcomes.addAll(some);
        }
        return outcomes;
    }

    /** Those of what no guest reports: no reason to fail, but to name them. */
    private List<NotChecked> notChecked(List<Budget> budgets, List<R> runs) {
        return budgets.stream().filter(budget -> runs.stream().map(budget::of).allMatch(Objects::isNull)).map(budget -> notChecked(budget, runs)).toList();
    }

    /** Null if no recording could have it. Where nothing runs at all, even the whole cannot be checked. */
    private NotChecked notChecked(Budget budget, List<R> runs) {
        NotChecked why = budget.notChecked(runs, fKinds);
        String none = whyEmpty(fTraces.named(), fTraces.vm()).replaceFirst("\\.$", "");
        return !runs.isEmpty() || why == null && budget.name() != null ? why
                : new NotChecked(budget.text(), Character.toLowerCase(none.charAt(0)) + none.substring(1));
    }

    private List<RunComparison<R>> comparisons(List<R> runs) {
        List<RunComparison<R>> comparisons = new ArrayList<>();
        List<String> compared = compared();
        for (int i = 0; i + 1 < compared.size(); i += 2) {
            comparisons.add(compare(group(compared.get(i), runs), group(compared.get(i + 1), runs)));
        }
        return comparisons;
    }

    private RunGroup<R> group(String name, List<R> runs) {
        RunGroup<R> group = RunChoice.of(name, runs);
        group = group != null ? group : RunChoice.ofTraces(name, inFolder(name), runs);
        if (group == null) {
            throw wrong("--compare: " + RunChoice.problem(fKinds.whole(), name, runs));
        }
        return group;
    }

    /** The names of the traces in a folder of recordings. */
    private Set<String> inFolder(String word) {
        List<String> names = fTraces.names();
        return ComparedTraces.group(word, fTraces.traces(), names).stream().map(names::get).collect(Collectors.toSet());
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }
}
