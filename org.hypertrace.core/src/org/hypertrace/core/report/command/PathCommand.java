/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathMode;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.export.FoldedPaths;
import org.hypertrace.core.report.json.PathReportJson;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.path.PathBudget;
import org.hypertrace.core.report.page.path.PathPage;
import org.hypertrace.core.report.page.path.PathReport;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.settings.GuestSymbols;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code path}: whom or what somebody waited for, instant by instant; two of that compared; budgets. */
@Command(name = "path", sortOptions = false,
        description = "Prints whom or what a thread, vCPU, boot, initcall or step of a shutdown waited for, in guest and host, "
                + "instant by instant.",
        footer = "Without a subject it lists those there are. Each subject is a path of its own. The exit status is 3 if a budget is "
                + "exceeded.")
final class PathCommand implements Callable<Integer> {

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Mixin
    private PathSubjects fSubjects = new PathSubjects();

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Option(names = "--awaits", paramLabel = "VM:N[@T]", description = "the subject polls for mark N of that VM, the first or the "
            + "one at T (ns since the epoch). Until then the path is that of the thread that sets the mark")
    private String fAwaits;

    @Option(names = "--activations", description = "what a thread of the VMM did before it was woken for something is not that thing's cause")
    private boolean fActivations;

    @Option(names = "--guest-only", description = "as if the host were not recorded")
    private boolean fGuestOnly;

    @Option(names = "--coarse", description = "all segments; neighbours with the same chain and phase put together (default: the sums, and "
            + "in the text the longest of these)")
    private boolean fCoarse;

    @Option(names = "--full", description = "all segments, and who did what to whom")
    private boolean fFull;

    @Option(names = "--brief", description = "only the answers, a sentence for each path")
    private boolean fBrief;

    @Option(names = "--folded", description = "instead: chains and their times, as tools for flame graphs read them")
    private boolean fFolded;

    @Mixin
    private CompareOptions fCompare = new CompareOptions();

    @Option(names = "--compare-subject", paramLabel = "SUBJECT", description = "compares with this subject, a word and what follows it, such "
            + "as 'boot 2', 'thread sleep', 'marks 2 3' (default: the same one)")
    private String fCompared;

    @Option(names = "--budget", paramLabel = "CLASS=MS", description = "how long a class may take on each path, such as preempted=5, or the "
            + "path=100; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--table", paramLabel = "parts|segments|hops|comparison", description = "which table of the report csv is (default: "
            + "comparison if one is asked for, segments with --coarse or --full, else parts)")
    private String fTable;

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    PathCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        PathReport.Form form = form();
        String table = table(form);
        PathSubjects.Asked compared = compared();
        List<PathBudget> budgets = budgets();
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            ModelReport.Range range = fRange.range(HostTraces.begin(traces.trace()));
            progress.subTask("analysing");
            CriticalPaths paths = traces.paths(symbols, progress);
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            if (fSubjects.all().isEmpty() && fSubjects.whole().isEmpty()) {
                throw new ReportException(paths.choices());
            }
            AskedVms words = fTraces.words(symbols);
            words.seen(paths.vms());
            progress.subTask("finding paths");
            List<FoundPath> found = found(paths, range);
            HostTraces hosts = traces.hosts();
            List<RecordedEvents> recorded = hosts.hosts().stream().map(HostTraces.Host::recorded).filter(RecordedEvents::hasTransitions)
                    .toList();
            List<PathBudget.Held> held = new ArrayList<>();
            found.forEach(path -> budgets.forEach(budget -> held.add(budget.of(path))));
            List<PathReport.Compared> comparisons = isCompared() ? comparisons(paths, found, compared, symbols, words, progress) : List.of();
            words.check();
            List<String> gaps = new ArrayList<>(hosts.losses().sentences());
            gaps.addAll(paths.leftOut());
            List<Recording> recordings = List.of(traces.recording(String.join(", ", fTraces.names())));
            PathReport report = new PathReport(fTraces.named(), recorded, gaps, form, found, comparisons, held);
            if (form == PathReport.Form.FOLDED) {
                fOutput.write(() -> FoldedPaths.write(report));
            } else {
                fOutput.write(() -> PathPage.of(report, fOutput.format() == Format.CSV ? table : null), table,
                        format -> format == Format.JSON ? PathReportJson.write(report)
                                : TapSuite.of(PathPage.of(report, null), "hypertrace-path", recordings));
            }
            return fOutput.status(report.budgets());
        }
    }

    private List<FoundPath> found(CriticalPaths paths, ModelReport.Range range) throws ReportException {
        List<FoundPath> found = new ArrayList<>();
        for (PathSubjects.Asked asked : fSubjects.all()) {
            found.add(find(paths, asked, fTraces.vm(), range));
        }
        for (PathQuery.Kind kind : fSubjects.whole()) {
            List<PathQuery> all = all(paths, kind);
            for (PathQuery query : all) {
                found.add(find(paths, new PathSubjects.Asked(kind, query.value()), query.vm(), range));
            }
            if (all.isEmpty() && found.isEmpty()) {
                throw new ReportException("No guest reports a " + kind.option().substring(2) + ". " + paths.choices());
            }
        }
        return found;
    }

    private List<PathQuery> all(CriticalPaths paths, PathQuery.Kind kind) throws ReportException {
        try {
            return paths.all(kind, fTraces.vm());
        } catch (PathSubject.Unknown e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private boolean isCompared() {
        return fCompare.isAsked() || fCompared != null;
    }

    private List<PathReport.Compared> comparisons(CriticalPaths paths, List<FoundPath> found, PathSubjects.Asked compared,
            List<GuestSymbols.Chosen> symbols, AskedVms words, Progress progress) throws ReportException {
        if (fCompare.trace() == null || fTraces.traces().equals(List.of(fCompare.trace()))) {
            return comparisons(paths, found, compared, fTraces.named());
        }
        progress.subTask("analysing " + fCompare.trace());
        try (OpenTraces other = fTraces.open(fCompare.trace(), fWork, progress)) {
            CriticalPaths others = other.paths(symbols, progress);
            words.seen(others.vms());
            other.notes().forEach(fSpec.commandLine().getErr()::println);
            return comparisons(others, found, compared, fCompare.trace().toString());
        }
    }

    private List<PathReport.Compared> comparisons(CriticalPaths others, List<FoundPath> found, PathSubjects.Asked compared, String trace)
            throws ReportException {
        List<PathReport.Compared> comparisons = new ArrayList<>();
        ModelReport.Range range = fCompare.range(others.begin());
        for (FoundPath path : found) {
            PathSubjects.Asked asked = compared != null ? compared : new PathSubjects.Asked(path.query().kind(), path.query().value());
            comparisons.add(new PathReport.Compared(PathComparison.of(path, find(others, asked, fCompare.vm(fTraces.vm()), range)), trace));
        }
        return comparisons;
    }

    private FoundPath find(CriticalPaths paths, PathSubjects.Asked asked, String vm, ModelReport.Range range) throws ReportException {
        try {
            return paths.find(new PathQuery(asked.kind(), asked.value(), vm, range.from(), range.to(), fAwaits,
                    new PathMode(fGuestOnly, fActivations)));
        } catch (PathSubject.Unknown e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private PathSubjects.Asked compared() {
        PathSubjects.Asked asked = fCompared == null ? null : PathSubjects.of(fCompared);
        if (fCompared != null && asked == null) {
            throw wrong("--compare-subject: '" + fCompared + "' is no subject; give a word and what follows it, such as 'boot 2', 'thread "
                    + "sleep' or 'marks 2 3'.");
        }
        return asked;
    }

    private String table(PathReport.Form form) {
        if (fTable == null) {
            return isCompared() ? "comparison" : form == PathReport.Form.USUAL ? "parts" : "segments";
        }
        if (!PathPage.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", PathPage.TABLES) + '.');
        }
        if (fTable.equals("comparison") && !isCompared()) {
            throw wrong("--table: there is no comparison; add --compare TRACE, --compare-subject, --compare-from or --compare-vm.");
        }
        return fTable;
    }

    private PathReport.Form form() {
        if ((fCoarse ? 1 : 0) + (fFull ? 1 : 0) + (fFolded ? 1 : 0) + (fBrief ? 1 : 0) > 1) {
            throw wrong("Only one of --brief, --coarse, --full and --folded can be given.");
        }
        if ((fFolded || fBrief) && fOutput.format() != Format.TEXT) {
            throw wrong((fFolded ? "--folded" : "--brief") + " is a text; leave --format out.");
        }
        return fBrief ? PathReport.Form.BRIEF : fFolded ? PathReport.Form.FOLDED : fFull ? PathReport.Form.FULL : fCoarse ? PathReport.Form.COARSE : PathReport.Form.USUAL;
    }

    private List<PathBudget> budgets() {
        List<PathBudget> budgets = new ArrayList<>();
        for (String text : fBudgets) {
            PathBudget budget = PathBudget.of(text);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give CLASS=MS, such as preempted=5; classes are " + PathBudget.names()
                        + '.');
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }
}
