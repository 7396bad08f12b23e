/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.compare.ExitComparison;
import org.hypertrace.core.exit.compare.ExitCosts;
import org.hypertrace.core.exit.finding.ExitFindings;
import org.hypertrace.core.exit.finding.VmStates;
import org.hypertrace.core.exit.statistics.ExitBudget;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.quantity.NameList;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.json.ExitComparisonJson;
import org.hypertrace.core.report.json.ExitReportJson;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ExitComparisonReport;
import org.hypertrace.core.report.page.ExitPage;
import org.hypertrace.core.report.page.ExitReport;
import org.hypertrace.core.report.page.LatencyPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.settings.GuestSymbols;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code exits}: what VM exits were for, what they cost, who caused them, and what helps; two traces or times compared; budgets. */
@Command(name = "exits", sortOptions = false,
        description = "Prints what VM exits were for, what they cost, who caused them, and what would help.",
        footer = "The exit status is 3 if a budget is exceeded. Differences of a comparison are the compared minus the reported.")
final class ExitsCommand implements Callable<Integer> {

    private static final List<ExitGrouping> OTHERS = List.of(ExitGrouping.REASON, ExitGrouping.SUB, ExitGrouping.VCPU, ExitGrouping.TASK,
            ExitGrouping.FUNCTION, ExitGrouping.SYSCALL, ExitGrouping.INITCALL);

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "reason",
            description = "how exits are put together: ${COMPLETION-CANDIDATES} (default: reason)")
    private ExitGrouping fBy = ExitGrouping.REASON;

    @Option(names = "--without-tracing", description = "leaves out the exits that the guest's tracer caused")
    private boolean fWithoutTracing;

    @Option(names = "--latencies", description = "instead: how long guests waited for interrupts and for being run, by vector and "
            + "by vCPU")
    private boolean fLatencies;

    @Mixin
    private CompareOptions fCompare = new CompareOptions();

    @Option(names = "--budget", paramLabel = "GROUP:FIGURE=LIMIT", description = "how much there may be in every VM, such as HLT:p99=500, "
            + "IOIO:rate=1000, all:share=5, tracing:slowdown=2; times of exits in µs, totals in ms, shares in %% of the vCPUs' life; may be "
            + "given again")
    private List<String> fBudgets = new ArrayList<>();

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--table", paramLabel = "exits|findings|comparison|latencies|nested", description = "which table of the report "
            + "csv is (default: comparison if one is asked for, else exits)")
    private String fTable;

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<NotChecked> fNotChecked = new ArrayList<>();

    /** @param work a folder for what is unpacked */
    ExitsCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        List<ExitBudget> budgets = budgets();
        if (fCompare.isOfGroups()) {
            return groups(budgets);
        }
        if (fTable == null) {
            fTable = fCompare.isAsked() ? "comparison" : "exits";
        } else if (!ExitPage.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", ExitPage.TABLES) + '.');
        } else if (fTable.equals("comparison") && !fCompare.isAsked()) {
            throw wrong("--table: there is no comparison; add --compare TRACE, --compare-from or --compare-vm.");
        }
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        AskedVms words = fTraces.words(symbols);
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            ModelReport.Range range = fRange.range(traces.begin());
            progress.subTask("analysing");
            ExitColumns exits = traces.exitsAndModel(symbols, progress);
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            traces.discarded().forEach(fSpec.commandLine().getErr()::println);
            progress.subTask("counting");
            Recorded recorded = new Recorded(fTraces.named(), traces.hosts(), exits);
            ExitTable table = table(recorded, begin -> range, fTraces.vm(), words, progress);
            ExitComparison comparison = fCompare.isAsked() ? compare(recorded, table, symbols, words, progress) : null;
            words.check();
            HostTraces hosts = traces.hosts();
            List<Recording> recordings = List.of(fOutput.recording(traces, String.join(", ", fTraces.names()), progress));
            ExitReport report = new ExitReport(fTraces.named(), hosts.missing(), hosts.losses().sentences(),
                    hosts.hosts().stream().map(HostTraces.Host::name).toList(), table,
                    ExitFindings.of(table, VmStates.of(traces.foundStates(), table, progress), progress), comparison,
                    held(budgets, table), fNotChecked);
            fOutput.write(() -> fLatencies ? LatencyPage.of(report) : ExitPage.of(report, others(table, progress)),
                    fLatencies ? LatencyPage.TABLE : fTable, format -> format != Format.TAP ? ExitReportJson.write(report)
                            : TapSuite.of(ExitPage.of(report, List.of()), "hypertrace-exits", recordings));
            return fOutput.status(report.budgets(), fNotChecked);
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    /** What is found in one of the traces to be compared; its exits cannot be asked any more. */
    private record Found(ExitComparisonReport.Recorded recorded, List<ExitBudget.Result> budgets, Recording recording) { }

    private int groups(List<ExitBudget> budgets) throws ReportException {
        String asked = fTable == null ? ExitComparisonReport.TABLES.get(0) : fTable;
        if (fLatencies || !ExitComparisonReport.TABLES.contains(asked)) {
            throw wrong("--table: a comparison of A and B has no table '" + (fLatencies ? LatencyPage.TABLE : asked) + "'; there are "
                    + String.join(", ", ExitComparisonReport.TABLES) + '.');
        }
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        AskedVms words = fTraces.words(symbols);
        ComparedTraces traces = new ComparedTraces(fTraces, fCompare.words(), fSpec);
        List<Found> all;
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            all = traces.read(fWork, progress, (name, opened) -> found(name, opened, symbols, words, budgets, progress));
        }
        words.check();
        List<ExitBudget.Result> held = all.stream().flatMap(one -> one.budgets.stream()).toList();
        ExitComparisonReport report = new ExitComparisonReport(fTraces.named(), all.stream().map(Found::recorded).toList(),
                traces.compare(all, (a, before, b, after) -> ExitComparisonReport.compare(a, recorded(before), b, recorded(after))), held, fNotChecked);
        fOutput.write(report::page, asked, format -> format == Format.JSON ? ExitComparisonJson.write(report)
                : TapSuite.of(report.page(), "hypertrace-exits", all.stream().map(Found::recording).toList()));
        return fOutput.status(held, fNotChecked);
    }

    private static List<ExitComparisonReport.Recorded> recorded(List<Found> group) {
        return group.stream().map(Found::recorded).toList();
    }

    private Found found(String name, OpenTraces traces, List<GuestSymbols.Chosen> symbols, AskedVms words, List<ExitBudget> budgets,
            Progress progress) throws ReportException {
        ModelReport.Range range = fRange.range(traces.begin());
        ExitColumns exits = traces.exits(symbols, progress);
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        traces.discarded().forEach(fSpec.commandLine().getErr()::println);
        Recorded recorded = new Recorded(name, traces.hosts(), exits);
        ExitTable table = table(recorded, begin -> range, fTraces.vm(), words, progress);
        return new Found(recorded.costs(table), held(budgets, table), fOutput.recording(traces, name, progress));
    }

    /** A page of HTML shows the same exits put together in other ways, too. */
    private List<ExitTable> others(ExitTable table, Progress progress) {
        return fOutput.format() != Format.HTML ? List.of() : OTHERS.stream().filter(grouping -> grouping != fBy)
                .map(grouping -> table.by(grouping, progress)).toList();
    }

    /** Gives the stretch that is asked for, from the begin of the trace. */
    private interface Ranges {
        ModelReport.Range of(long begin);
    }

    /** The exits of a trace, which the user named so. */
    private record Recorded(String named, HostTraces hosts, ExitColumns exits) {

        /** What such exits cost, with what is missing of the traces. */
        ExitComparisonReport.Recorded costs(ExitTable table) {
            return new ExitComparisonReport.Recorded(table.query().from(), table.query().to(),
                    ExitCosts.of(named, hosts.hosts().stream().map(HostTraces.Host::name).toList(), table), hosts.missing(), hosts.losses().sentences());
        }
    }

    private ExitTable table(Recorded recorded, Ranges ranges, String vm, AskedVms words, Progress progress) throws ReportException {
        ExitColumns exits = recorded.exits;
        List<ExitVcpu> vcpus = exits.dictionary().vcpus().stream().filter(ExitVcpu::runsGuest).toList();
        if (vcpus.isEmpty()) {
            throw new ReportException(recorded.named + ": no guest was entered or left in it.");
        }
        long begin = vcpus.stream().mapToLong(ExitVcpu::begin).min().getAsLong();
        long end = vcpus.stream().mapToLong(ExitVcpu::end).max().getAsLong();
        ModelReport.Range range = ranges.of(begin);
        List<VmName> names = VmName.onHosts(vcpus.stream().map(vcpu -> recorded.hosts.hosts().get(vcpu.host()).name()).toList(),
                vcpus.stream().map(ExitVcpu::who).toList());
        words.seen(names);
        VmChoice choice = AskedVms.choice(vm, names);
        Set<ExitVcpu> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
        IntStream.range(0, names.size()).filter(i -> choice.has(names.get(i))).forEach(i -> chosen.add(vcpus.get(i)));
        ExitQuery query = new ExitQuery(Math.max(begin, range.from()),
                range.to() == Long.MAX_VALUE ? end + 1 : range.to(),
                vcpu -> chosen.contains(exits.dictionary().vcpus().get(vcpu)), !fWithoutTracing);
        ExitTable table = ExitTable.of(exits, query, fBy, progress);
        if (table.vms().isEmpty()) {
            throw new ReportException((vm == null ? "No VM" : "No VM " + vm) + " lived in that time; there are: "
                    + vcpus.stream().map(ExitVcpu::vmLabel).distinct().collect(Collectors.joining(", ")) + ", from "
                    + RangeOptions.format(begin) + " to " + RangeOptions.format(end) + '.');
        }
        return table;
    }

    private ExitComparison compare(Recorded recorded, ExitTable a, List<GuestSymbols.Chosen> symbols, AskedVms words, Progress progress)
            throws ReportException {
        String vm = fCompare.vm(fTraces.vm());
        if (fCompare.trace() == null) {
            return compare(recorded, a, recorded, table(recorded, fCompare::range, vm, words, progress));
        }
        progress.subTask("analysing " + fCompare.trace());
        try (OpenTraces other = fTraces.open(fCompare.trace(), fWork, progress)) {
            ExitColumns others = other.exits(symbols, progress);
            other.notes().forEach(fSpec.commandLine().getErr()::println);
            other.discarded().forEach(fSpec.commandLine().getErr()::println);
            Recorded with = new Recorded(fCompare.trace().toString(), other.hosts(), others);
            return compare(recorded, a, with, table(with, fCompare::range, vm, words, progress));
        }
    }

    private static ExitComparison compare(Recorded ofA, ExitTable a, Recorded ofB, ExitTable b) {
        return ExitComparisonReport.compare(ofA.named, List.of(ofA.costs(a)), ofB.named, List.of(ofB.costs(b)));
    }

    private List<ExitBudget> budgets() {
        List<ExitBudget> budgets = new ArrayList<>();
        for (String text : fBudgets) {
            ExitBudget budget = ExitBudget.of(text);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give GROUP:FIGURE=LIMIT, such as HLT:p99=500 (figures: "
                        + ExitBudget.figures() + "; of all: count, rate, share, total, mean; of tracing: count, share, slowdown).");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private List<ExitBudget.Result> held(List<ExitBudget> budgets, ExitTable table) {
        List<ExitBudget.Result> held = new ArrayList<>();
        ExitNames names = new ExitNames(table.exits());
        List<String> labels = table.vms().stream().flatMap(vm -> vm.rows().stream())
                .map(row -> names.label(table.grouping(), row.example())).distinct().toList();
        for (ExitBudget budget : budgets) {
            boolean known = labels.contains(budget.group()) || budget.group().equals(ExitBudget.ALL)
                    || budget.group().equals(ExitBudget.TRACING) || fBy == ExitGrouping.REASON && ExitReason.isName(budget.group());
            if (!known) {
                throw wrong("--budget: no VM has exits '" + budget.group() + "' by " + fBy.words() + "; there are "
                        + NameList.some(labels) + '.');
            }
            List<ExitBudget.Result> results = budget.of(table);
            held.addAll(results);
            if (results.isEmpty()) {
                fNotChecked.add(new NotChecked(budget.text(), "no VM has such exits in that time"));
            }
        }
        return held;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }
}
