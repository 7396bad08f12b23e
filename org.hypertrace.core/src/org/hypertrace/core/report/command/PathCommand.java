/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.answer.PathComparison;
import org.hypertrace.core.path.answer.PathTimes;
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

    private static final String COMPARISON = "comparison";

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Mixin
    private PathSubjects fSubjects = new PathSubjects();

    @Mixin
    private RangeOptions fRange = new RangeOptions();

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
        PathSubjects.Asked compared = compared();
        List<PathBudget> budgets = budgets();
        if (fCompare.isOfGroups()) {
            return groups(form, budgets);
        }
        String table = table(form);
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            ModelReport.Range range = fRange.range(traces.begin());
            progress.subTask("analysing");
            CriticalPaths paths = traces.paths(symbols, progress);
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            if (fSubjects.all().isEmpty() && fSubjects.whole().isEmpty()) {
                throw new ReportException(paths.choices());
            }
            AskedVms words = fTraces.words(symbols);
            words.seen(paths.vms());
            progress.subTask("finding paths");
            List<FoundPath> found = fSubjects.found(paths, fTraces.vm(), range);
            List<PathComparison> comparisons = isCompared() ? comparisons(paths, found, compared, symbols, words, progress) : List.of();
            words.check();
            List<Recording> recordings = List.of(fOutput.recording(traces, String.join(", ", fTraces.names()), progress));
            PathReport report = new PathReport(fTraces.named(), recorded(traces), gaps(traces, paths), form, found, comparisons, held(budgets, found));
            if (form == PathReport.Form.FOLDED) {
                fOutput.write(() -> FoldedPaths.write(report));
            } else {
                write(report, table, recordings);
            }
            return fOutput.status(report.budgets(), report.notChecked());
        }
    }

    private boolean isCompared() {
        return fCompare.isAsked() || fCompared != null;
    }

    private List<PathComparison> comparisons(CriticalPaths paths, List<FoundPath> found, PathSubjects.Asked compared,
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

    private List<PathComparison> comparisons(CriticalPaths others, List<FoundPath> found, PathSubjects.Asked compared, String trace)
            throws ReportException {
        List<PathComparison> comparisons = new ArrayList<>();
        ModelReport.Range range = fCompare.range(others.begin());
        for (FoundPath path : found) {
            PathSubjects.Asked asked = compared != null ? compared : new PathSubjects.Asked(path.query().kind(), path.query().value());
            PathTimes other = PathTimes.of(fSubjects.find(others, asked, fCompare.vm(fTraces.vm()), range));
            comparisons.add(PathComparison.of(group(fTraces.named(), PathTimes.of(path)), group(trace, other)));
        }
        return comparisons;
    }

    private static VmPairs.Group<PathTimes> group(String trace, PathTimes path) {
        return new VmPairs.Group<>(trace, List.of(new VmPairs.One<>(trace, path)));
    }

    /** The paths in one of the recordings to be compared. */
    private record Found(String name, List<PathTimes> paths, List<PathBudget.Held> held, List<RecordedEvents> recorded, List<String> gaps,
            Recording recording) {
        VmPairs.One<PathTimes> path(int place) {
            return new VmPairs.One<>(name, paths.get(place));
        }
    }

    private int groups(PathReport.Form form, List<PathBudget> budgets) throws ReportException {
        List<PathSubjects.Asked> asked = fSubjects.all();
        if (asked.isEmpty() || !fSubjects.whole().isEmpty() || fCompared != null) {
            throw wrong("--compare A B: name whose path is compared, the same in A and B, such as --thread sleep or --boot 1.");
        }
        if (form != PathReport.Form.USUAL && form != PathReport.Form.BRIEF) {
            throw wrong("--compare A B: it has no segments; leave --coarse, --full and --folded out.");
        }
        if (fTable != null && !fTable.equals(COMPARISON)) {
            throw wrong("--table: a comparison of A and B has no table '" + fTable + "'; there is comparison.");
        }
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        AskedVms words = fTraces.words(symbols);
        ComparedTraces traces = new ComparedTraces(fTraces, fCompare.words(), fSpec);
        List<Found> all;
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            all = traces.read(fWork, progress, (name, opened) -> found(name, opened, budgets, symbols, words, progress));
        }
        words.check();
        List<PathComparison> comparisons = traces.compare(all, (a, before, b, after) -> IntStream.range(0, asked.size())
                .mapToObj(i -> PathComparison.of(new VmPairs.Group<>(a, before.stream().map(one -> one.path(i)).toList()),
                        new VmPairs.Group<>(b, after.stream().map(one -> one.path(i)).toList()))).toList())
                .stream().flatMap(List::stream).toList();
        List<PathBudget.Held> held = all.stream().flatMap(one -> one.held.stream()).toList();
        PathReport report = new PathReport(fTraces.named(), all.stream().flatMap(one -> one.recorded.stream()).toList(),
                all.stream().flatMap(one -> one.gaps.stream().map(gap -> one.name + ": " + gap)).toList(), form, List.of(), comparisons, held);
        write(report, COMPARISON, all.stream().map(Found::recording).toList());
        return fOutput.status(held, report.notChecked());
    }

    private Found found(String name, OpenTraces traces, List<PathBudget> budgets, List<GuestSymbols.Chosen> symbols, AskedVms words,
            Progress progress) throws ReportException {
        ModelReport.Range range = fRange.range(traces.begin());
        CriticalPaths paths = traces.paths(symbols, progress);
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        words.seen(paths.vms());
        List<FoundPath> found;
        try {
            found = fSubjects.found(paths, fTraces.vm(), range);
        } catch (ReportException e) {
            throw new ReportException(name + ": " + e.getMessage(), e);
        }
        return new Found(name, found.stream().map(PathTimes::of).toList(), held(budgets, found), recorded(traces), gaps(traces, paths),
                fOutput.recording(traces, name, progress));
    }

    private static List<PathBudget.Held> held(List<PathBudget> budgets, List<FoundPath> found) {
        return found.stream().flatMap(path -> budgets.stream().map(budget -> budget.of(path))).toList();
    }

    private static List<RecordedEvents> recorded(OpenTraces traces) throws ReportException {
        return traces.hosts().hosts().stream().map(HostTraces.Host::recorded).filter(RecordedEvents::hasTransitions).toList();
    }

    private static List<String> gaps(OpenTraces traces, CriticalPaths paths) throws ReportException {
        return Stream.concat(traces.hosts().losses().sentences().stream(), paths.leftOut().stream()).toList();
    }

    private void write(PathReport report, String table, List<Recording> recordings) throws ReportException {
        fOutput.write(() -> PathPage.of(report, fOutput.format() == Format.CSV ? table : null), table,
                format -> format == Format.JSON ? PathReportJson.write(report)
                        : TapSuite.of(PathPage.of(report, null), "hypertrace-path", recordings));
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
            return isCompared() ? COMPARISON : form == PathReport.Form.USUAL ? "parts" : "segments";
        }
        if (!PathPage.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", PathPage.TABLES) + '.');
        }
        if (fTable.equals(COMPARISON) && !isCompared()) {
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
