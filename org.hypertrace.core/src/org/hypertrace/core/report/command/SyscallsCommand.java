/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.quantity.Lengths;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.json.time.SyscallJson;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.time.SyscallComparisonParts;
import org.hypertrace.core.report.page.time.SyscallReport;
import org.hypertrace.core.report.page.time.SyscallThreads;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.syscall.FoundCalls;
import org.hypertrace.core.syscall.SyscallBudget;
import org.hypertrace.core.syscall.SyscallComparison;
import org.hypertrace.core.syscall.SyscallPass;
import org.hypertrace.core.syscall.VmSyscalls;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code syscalls}: how long system calls of guests take, what disturbs them, and how that depends on the load. */
@Command(name = "syscalls", sortOptions = false,
        description = "Prints how long system calls of guests take, the floor under that, and what is above it: the disturbance. It shows both by "
                + "load, too: from mark to mark, or slice by slice. With --compare several traces are analysed each by itself.")
final class SyscallsCommand implements Callable<Integer> {


    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--k", paramLabel = "N", defaultValue = "" + VmSyscalls.Question.USUAL_K, description = "how many of the shortest calls make the floor (default: 30)")
    private int fK = VmSyscalls.Question.USUAL_K;

    @Option(names = "--slice", paramLabel = "LENGTH", defaultValue = "1000", description = "how long a slice is if the guest sends no marks: ms, or with a "
            + "unit as 1s or 500us (default: 1000)")
    private String fSlice;

    @Option(names = "--waits", paramLabel = "LIST", description = "calls that wait for something, and so are in no sum: names or numbers of x86-64, "
            + "with commas between (default: poll,select,pause,nanosleep,wait4,…)")
    private String fWaits;

    @Option(names = "--threads", description = "each call by the threads that made it, too")
    private boolean fThreads;

    @Option(names = "--compare", arity = "2", paramLabel = "TRACE", description = "two of the traces to be compared, by name or as they are given; "
            + "a folder of recordings or a pattern such as 'new-*' means repetitions; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "CALL:FIGURE=LIMIT", description = "how much there may be in every VM, such as read:p99=500 or "
            + "all:disturbance=80; single calls in µs, totals in ms, the disturbance in %% of the time; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--table", paramLabel = "calls|load|threads|comparison", description = "which table of the report csv is (default: comparison with "
            + "--compare, else calls)")
    private String fTable;

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<Recording> fRecordings = new ArrayList<>();

    /** @param work a folder for what is unpacked */
    SyscallsCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        Set<Integer> waits = waits();
        if (fK < 1) {
            throw wrong("--k: at least one call makes a floor.");
        }
        if (Lengths.ns(fSlice) < 1) {
            throw wrong("--slice: '" + fSlice + "' is no length of at least 1 ns; give " + Lengths.FORM + '.');
        }
        String table = table();
        List<SyscallBudget> budgets = budgets();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            SyscallReport report = (fCompare.isEmpty() ? alone(waits, progress) : compared(waits, progress)).with(budgets);
            fOutput.write(report::page, table, format -> format == Format.JSON ? SyscallJson.of(report)
                    : TapSuite.of(report.page(), "hypertrace-syscalls", fRecordings));
            return fOutput.status(report.budgets(), report.notChecked());
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    private List<SyscallBudget> budgets() {
        List<SyscallBudget> budgets = new ArrayList<>();
        for (String text : fBudgets) {
            SyscallBudget budget = SyscallBudget.of(text);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give CALL:FIGURE=LIMIT, such as read:p99=500 (figures: " + SyscallBudget.figures()
                        + "; of all: " + SyscallBudget.figuresOfAll() + ").");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private ParameterException wrong(String why) {
        return new ParameterException(fSpec.commandLine(), why);
    }

    private Set<Integer> waits() {
        if (fWaits == null) {
            return VmSyscalls.Question.USUAL_WAITS;
        }
        Set<Integer> waits = new HashSet<>();
        for (String word : fWaits.split(",")) {
            if (!word.isBlank()) {
                int number = SyscallBudget.number(word.strip());
                if (number < 0) {
                    throw wrong("--waits: '" + word.strip() + "' is no system call of x86-64.");
                }
                waits.add(number);
            }
        }
        return waits;
    }

    private String table() {
        if (fTable == null) {
            return fCompare.isEmpty() ? SyscallReport.TABLES.get(0) : SyscallComparisonParts.TABLE;
        }
        if (!SyscallReport.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", SyscallReport.TABLES) + '.');
        }
        if (fTable.equals(SyscallComparisonParts.TABLE) && fCompare.isEmpty()) {
            throw wrong("--table: there is no comparison; add --compare A B.");
        }
        return fTable;
    }

    private SyscallReport alone(Set<Integer> waits, Progress progress) throws ReportException, StateSystemDisposedException {
        try (OpenTraces traces = fTraces.open(fWork, progress)) {
            AskedVms words = fTraces.words(List.of());
            progress.subTask("analysing");
            SyscallReport report = report(fTraces.named(), traces, waits, words, progress);
            words.check();
            return some(report);
        }
    }

    private SyscallReport compared(Set<Integer> waits, Progress progress) throws ReportException {
        AskedVms words = fTraces.words(List.of());
        ComparedTraces traces = new ComparedTraces(fTraces, fCompare, fSpec);
        List<SyscallReport> reports = traces.read(fWork, progress, (name, opened) -> {
            SyscallReport report = report(name, opened, waits, words, progress);
            return fTraces.vm() == null ? some(report) : report;
        });
        words.check();
        for (SyscallReport report : reports) {
            some(report);
        }
        return SyscallReport.of(fTraces.named(), reports, traces.compare(reports, (a, before, b, after) -> SyscallComparison.of(a,
                before.stream().map(SyscallReport::recording).toList(), b, after.stream().map(SyscallReport::recording).toList())));
    }

    /** With a budget no calls are an answer, too: it cannot be checked. */
    private SyscallReport some(SyscallReport report) throws ReportException {
        if (fBudgets.isEmpty() && report.vms().stream().allMatch(vm -> vm.calls().rows().isEmpty())) {
            throw new ReportException("No guest" + (fTraces.vm() == null ? "" : " " + fTraces.vm()) + " reports whole system calls in "
                    + report.trace() + (fRange.isGiven() ? " in that time" : "") + ": load the guest module with the group syscalls.");
        }
        return report;
    }

    private SyscallReport report(String name, OpenTraces traces, Set<Integer> waits, AskedVms words, Progress progress)
            throws ReportException, StateSystemDisposedException {
        ModelReport.Range range = fRange.range(traces.begin());
        List<HostTraces.Host> hosts = traces.hosts().hosts();
        ITmfStateSystem states = null;
        FoundCalls found = null;
        while (states == null) {
            try (SyscallPass pass = new SyscallPass(host -> hosts.get(host).manifest(), traces.dialects())) {
                states = traces.model(pass::accept, progress);
                found = new FoundCalls(hosts.stream().map(HostTraces.Host::id).toList(), pass.finish());
            }
        }
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        traces.discarded().forEach(fSpec.commandLine().getErr()::println);
        fRecordings.add(traces.recording(fCompare.isEmpty() ? String.join(", ", fTraces.names()) : name));
        Set<VmName> names = NamesInModel.of(states);
        words.seen(names);
        VmChoice choice = AskedVms.choice(fTraces.vm(), names);
        progress.subTask("counting");
        VmSyscalls.Question question = new VmSyscalls.Question(fK, Lengths.ns(fSlice), waits, fThreads || SyscallThreads.TABLE.equals(fTable), range.from(),
                range.to());
        List<SyscallReport.Vm> vms = found.of(states, choice::has, question, progress).stream()
                .map(one -> new SyscallReport.Vm(name, one.vm(), one.calls())).toList();
        HostTraces read = traces.hosts();
        return new SyscallReport(name, Math.max(range.from(), states.getStartTime()), Math.min(range.to(), states.getCurrentEndTime()), fK,
                vms, List.of(), read.missing(), read.losses().sentences(), List.of(), List.of());
    }
}
