/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.export.TraceReport;
import org.hypertrace.core.report.json.LockReportJson;
import org.hypertrace.core.report.json.ModelReportJson;
import org.hypertrace.core.report.json.WakeReportJson;
import org.hypertrace.core.report.json.time.VcpuComparisonJson;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.BegunReport;
import org.hypertrace.core.report.page.ModelPage;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.VcpuBudget;
import org.hypertrace.core.report.page.path.LockReport;
import org.hypertrace.core.report.page.path.PathNotes;
import org.hypertrace.core.report.page.path.WakeReport;
import org.hypertrace.core.report.page.time.VcpuComparisonReport;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.vcpu.VcpuComparison;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code report}: what every VM and vCPU of host traces did, and who took their time. */
@Command(name = "report", sortOptions = false,
        description = "Prints what every VM and vCPU did and who took their time. A guest's file of rings can stand for the trace. "
                + "With --compare several traces are analysed each by itself.")
final class ReportCommand implements Callable<Integer> {

    /** Tables that are a report of their own, in every format. */
    private static final String LATENCIES = "latencies";
    static final String SUITE = "hypertrace-report";
    private static final String LOCK_HOLDERS = "lock-holders";

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--compare", arity = "2", paramLabel = "TRACE", description = "two of the traces to be compared, by name or as they are given: "
            + "the share of each state of vCPUs; a folder of recordings or a pattern such as 'new-*' means repetitions; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "FIGURE=LIMIT", description = "how much of the life of its vCPUs each VM may spend so, in %%, such as "
            + "stolen=5 or preempted=2; longestWait in ms; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--table", paramLabel = "NAME",
            description = "which table of the report csv is: vcpus (default), guest-threads, states, preemptors, nested-vcpus, cpus, clocks, clock-pieces, "
                    + "clock-bounds, findings; of rings without a trace: vcpus, states, exits, preemptions, processes, accounting; in every format, latencies: how long woken threads of guests wait; lock-holders: what of a VM waits for what the host keeps from "
                    + "working; processes: real, user, sys and stolen time of guests' processes; overcommit: how many vCPUs wanted how many "
                    + "processors; accounting: what each vCPU got per period; with --compare: comparison (default there), recordings")
    private String fTable;

    @Mixin
    private TimeTables fTimes = new TimeTables();

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP));

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<Recording> fRecordings = new ArrayList<>();
    private ITmfStateSystem fStates;

    /** @param work a folder for what is unpacked */
    ReportCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        List<VcpuBudget> budgets = budgets();
        if (!fCompare.isEmpty()) {
            compare();
            return 0;
        }
        if (fTable == null) {
            fTable = ModelPage.TABLES.get(0);
        }
        if (fTraces.areRings() && !TimeTables.areOfRings(fTable)) {
            new LoneRingsReport(fTraces, fOutput, fSpec, fWork).write(fTable, fRange.isGiven());
            return 0;
        }
        if (VcpuComparisonReport.TABLES.contains(fTable)) {
            throw wrong("--table: there is no comparison; add --compare A B.");
        }
        boolean ofTimes = TimeTables.NAMES.contains(fTable);
        boolean ofPaths = fTable.equals(LATENCIES) || fTable.equals(LOCK_HOLDERS);
        if (!ModelPage.TABLES.contains(fTable) && !ofPaths && !ofTimes) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", ModelPage.TABLES)
                    + ", latencies, lock-holders, processes, overcommit and accounting.");
        }
        fTimes.check(fTable);
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            if (ofPaths) {
                ofPaths(traces, progress);
                return 0;
            }
            ModelReport report = alone(traces, progress);
            if (ofTimes) {
                fTimes.write(fTable, fStates, report, fOutput, untested());
                return 0;
            }
            VcpuBudget.Held held = VcpuBudget.hold(budgets, report);
            fOutput.write(() -> ModelPage.of(report, held), fTable, format -> format == Format.JSON ? ModelReportJson.write(report, held)
                    : TapSuite.of(ModelPage.of(report, held), SUITE, fRecordings));
            return fOutput.status(held.results(), held.notChecked());
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    private OutputOption.Untested untested() {
        return new OutputOption.Untested(SUITE, "the table " + fTable, "it has no budgets", fRecordings);
    }

    private List<VcpuBudget> budgets() {
        boolean isOther = !fCompare.isEmpty() || fTraces.areRings() || fTable != null && !ModelPage.TABLES.contains(fTable);
        if (isOther && !fBudgets.isEmpty()) {
            throw wrong("--budget: only a report of each VM of a host's trace has budgets; leave --compare, --table or the rings out.");
        }
        try {
            return VcpuBudget.all(fBudgets);
        } catch (IllegalArgumentException e) {
            throw wrong("--budget: " + e.getMessage());
        }
    }

    private void ofPaths(OpenTraces traces, IProgressMonitor progress) throws ReportException {
        ModelReport.Range range = fRange.range(traces.begin());
        progress.subTask("analysing");
        CriticalPaths paths = traces.paths(List.of(), progress);
        fRecordings.add(fOutput.recording(traces, String.join(", ", fTraces.names()), progress));
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        check(paths.vms());
        progress.subTask("counting");
        HostTraces hosts = traces.hosts();
        List<String> gaps = new ArrayList<>(hosts.losses().sentences());
        gaps.addAll(paths.leftOut());
        PathNotes notes = new PathNotes(fTraces.named(), hosts.hosts().stream().map(HostTraces.Host::recorded)
                .filter(RecordedEvents::hasTransitions).toList(), gaps);
        try {
            if (fTable.equals(LATENCIES)) {
                WakeReport report = new WakeReport(notes, paths.latencies(fTraces.vm(), range.from(), range.to()));
                fOutput.write(report::page, null, untested(), () -> WakeReportJson.of(report));
            } else {
                LockReport report = new LockReport(notes, paths.lockHolders(fTraces.vm(), range.from(), range.to()));
                fOutput.write(report::page, null, untested(), () -> LockReportJson.of(report));
            }
        } catch (PathSubject.Unknown e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private void check(Collection<VmName> names) throws ReportException {
        AskedVms words = fTraces.words(List.of());
        words.seen(names);
        words.check();
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }

    /** A trace's report, and why no VM is in it: null if there is one. */
    private record Read(ModelReport report, String problem) { }

    private ModelReport alone(OpenTraces traces, IProgressMonitor progress) throws ReportException, StateSystemDisposedException {
        AskedVms words = fTraces.words(List.of());
        progress.subTask("analysing");
        return some(read(fTraces.named(), traces, words, wantsFindings(), progress));
    }

    /** Whether what is printed has them: they need a look at the VM exits and at who waits for whom. */
    private boolean wantsFindings() {
        return !TimeTables.NAMES.contains(fTable) && (fOutput.format() != Format.CSV || fTable.equals("findings"));
    }

    private void compare() throws ReportException {
        if (fTraces.areRings()) {
            throw wrong("--compare: rings without a trace cannot be compared.");
        }
        String table = fTable == null ? VcpuComparisonReport.TABLES.get(0) : fTable;
        if (!VcpuComparisonReport.TABLES.contains(table)) {
            throw wrong("--table: a comparison has no table '" + table + "'; there are " + String.join(", ", VcpuComparisonReport.TABLES) + '.');
        }
        fTimes.check(table);
        ComparedTraces traces = new ComparedTraces(fTraces, fCompare, fSpec);
        AskedVms words = fTraces.words(List.of());
        List<Read> all;
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            all = traces.read(fWork, progress, (name, opened) -> read(name, opened, words, false, progress));
        }
        words.check();
        List<ModelReport> reports = new ArrayList<>();
        for (Read read : all) {
            reports.add(some(read));
        }
        List<VcpuComparison> comparisons = traces.compare(reports,
                (a, before, b, after) -> VcpuComparison.of(a, recordings(before), b, recordings(after)));
        VcpuComparisonReport report = new VcpuComparisonReport(fTraces.named(), reports, comparisons);
        fOutput.write(report::page, table, format -> format == Format.JSON ? VcpuComparisonJson.of(report)
                : TapSuite.of(report.page(), SUITE, fRecordings));
    }

    private static List<VmPairs.Recording<VcpuComparison.Times>> recordings(List<ModelReport> reports) {
        return reports.stream().map(VcpuComparisonReport::recording).toList();
    }

    private static ModelReport some(Read read) throws ReportException {
        if (read.problem != null) {
            throw new ReportException(read.problem);
        }
        return read.report;
    }

    private Read read(String name, OpenTraces traces, AskedVms words, boolean withFindings, IProgressMonitor progress)
            throws ReportException, StateSystemDisposedException {
        ModelReport.Range range = fRange.range(traces.begin());
        ITmfStateSystem states = withFindings ? traces.modelAndEvidence(List.of(), progress) : traces.model(progress);
        fStates = states;
        fRecordings.add(traces.recording(fCompare.isEmpty() ? String.join(", ", fTraces.names()) : name));
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        progress.subTask("counting");
        Set<VmName> names = NamesInModel.of(states);
        words.seen(names);
        if (fCompare.isEmpty()) {
            // a word that fits no VM of a recording may fit one of another
            words.check();
        }
        VmChoice choice = AskedVms.choice(fTraces.vm(), names);
        ModelReport report;
        try (BegunReport begun = BegunReport.of(name, states, traces.hosts(), range,
                // the report of a VM has what is nested in it
                vm -> names.stream().anyMatch(other -> other.outer().equals(vm.who()) && choice.has(other)))) {
            report = begun.report();
            if (!report.isEmpty()) {
                return new Read(fCompare.isEmpty() ? TraceReport.whole(begun, traces, withFindings, progress) : begun.whole(begun.report()), null);
            }
        }
        String why = MissingDataMessage.of(traces.trace());
        Read read = new Read(report, why != null ? name + ": " + why : whyEmpty(name, states));
        if (why != null || fTraces.vm() == null || names.isEmpty()) {
            // no other recording can help; a VM that is asked for may be in one
            some(read);
        }
        return read;
    }

    private String whyEmpty(String name, ITmfStateSystem states) throws StateSystemDisposedException {
        String vms = Machines.of(states).stream().flatMap(host -> host.vms().stream()).map(Machines.Vm::label)
                .collect(Collectors.joining(", "));
        if (vms.isEmpty()) {
            List<Machines.Host> hosts = Machines.of(states);
            return name + ": " + (hosts.isEmpty() ? MissingDataMessage.failed() : MissingDataMessage.of(hosts.get(0)));
        }
        return fTraces.vm() != null ? "No VM " + fTraces.vm() + " lived in that time" + in(name) + "; there are: " + vms + '.'
                : "No VM lived in that time" + in(name) + "; the trace is from " + RangeOptions.format(states.getStartTime()) + " to "
                        + RangeOptions.format(states.getCurrentEndTime()) + '.';
    }

    private String in(String name) {
        return fCompare.isEmpty() ? "" : " in " + name;
    }
}
