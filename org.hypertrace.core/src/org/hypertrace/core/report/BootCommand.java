/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootBudget;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.BootChoice;
import org.hypertrace.core.boot.compare.BootComparison;
import org.hypertrace.core.boot.compare.BootGroup;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.Machines;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code boot}: how guests boot: levels, initcalls, panics; two boots compared; budgets. */
@Command(name = "boot", sortOptions = false,
        description = "Prints how every guest booted: levels, initcalls, panics, and the host's share of each delay. Several traces "
                + "are analysed each by itself, so that boots of different times can be compared.",
        footer = "A boot is called VM (name or process id), VM#2 (its second boot), TRACE:VM or TRACE; a name that means several "
                + "boots means repetitions. The exit status is 3 if a budget is exceeded.")
final class BootCommand implements Callable<Integer> {

    /** The forms a report can have. */
    enum Format { TEXT, JSON, CSV, HTML, TAP }


    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--compare", arity = "2", paramLabel = "BOOT", description = "two boots to be compared; may be given again")
    private List<String> fCompare = new ArrayList<>();

    @Option(names = "--budget", paramLabel = "LEVEL=MS", description = "how long a level may take; also boot=MS, initcall:NAME=MS; "
            + "may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--without", paramLabel = "FUNCTIONS", description = "tells what leaving these functions out of the next recording "
            + "would save: names and patterns with *, separated by commas")
    private String fWithout;

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--format", paramLabel = "text|json|csv|html|tap", defaultValue = "text", description = "default: text")
    private Format fFormat = Format.TEXT;

    @Option(names = "--table", paramLabel = "initcalls|levels|functions|comparison", description = "which table of the report csv is "
            + "(default: comparison with --compare, else initcalls)")
    private String fTable;

    @Mixin
    private OutputOption fOutput = new OutputOption();

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    BootCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws CannotReport {
        List<BootBudget> budgets = budgets();
        if (fTable == null) {
            fTable = fCompare.isEmpty() ? "initcalls" : "comparison";
        } else if (!BootReportCsv.TABLES.contains(fTable)) {
            throw wrong("--table: '" + fTable + "' is no table; there are " + String.join(", ", BootReportCsv.TABLES) + '.');
        }
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        List<BootReport.Trace> traces = new ArrayList<>();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            for (Path trace : fTraces.traces()) {
                traces.add(trace(trace, nameOf(trace, traces), symbols, progress));
            }
        } catch (StateSystemDisposedException e) {
            throw new CannotReport("Cancelled.", e);
        }
        List<BootProfile> boots = BootReport.boots(traces);
        if (boots.isEmpty()) {
            throw new CannotReport(whyEmpty());
        }
        BootReport report = new BootReport(fTraces.named(), traces, comparisons(boots), outcomes(budgets, boots), fWithout);
        write(report);
        return fOutput.status(report.budgets());
    }

    private BootReport.Trace trace(Path path, String name, List<GuestSymbols.Chosen> symbols, Progress progress)
            throws CannotReport, StateSystemDisposedException {
        try (OpenTraces traces = fTraces.open(path, fWork, progress)) {
            GuestSymbols names = new GuestSymbols(traces.hosts().hosts(), symbols);
            traces.setSymbols(names);
            progress.subTask("analysing " + name);
            ITmfStateSystem states = traces.model(progress);
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            progress.subTask("reading the boots of " + name);
            return BootReport.of(name, states, traces.hosts(), names, fRange.range(states.getStartTime()), this::isAsked,
                    progress);
        }
    }

    private boolean isAsked(GuestBoot boot) {
        String asked = fTraces.vm();
        Machines.Vm vm = boot.vm();
        return asked == null || asked.equals(boot.guest()) || vm != null && (asked.equals(vm.name()) || asked.equals(vm.label())
                || asked.equals(vm.key()) || asked.equals(Integer.toString(vm.pid())));
    }

    /** A short name: of the archive, or of the folder of the recording; no two traces have the same. */
    private static String nameOf(Path trace, List<BootReport.Trace> others) {
        Path full = trace.toAbsolutePath().normalize();
        Path recording = full.getParent();
        if (full.endsWith("kernel") && recording != null && recording.getFileName() != null) {
            full = recording;
        }
        String name = String.valueOf(full.getFileName()).replaceFirst("\\.tar\\.xz$", "");
        long same = others.stream().filter(other -> other.name().replaceFirst(" \\(\\d+\\)$", "").equals(name)).count();
        return same == 0 ? name : name + " (" + (same + 1) + ')';
    }

    private String whyEmpty() {
        return fTraces.vm() != null ? "No guest " + fTraces.vm() + " boots in " + fTraces.named() + " in that time."
                : "No guest boots in " + fTraces.named() + ": no VM is launched or reset in it, and none tells by hypercall how it boots; "
                        + "begin to record before the VM is started.";
    }

    private List<BootBudget> budgets() {
        List<BootBudget> budgets = new ArrayList<>();
        for (String text : fBudgets) {
            BootBudget budget = BootBudget.of(text);
            if (budget == null) {
                throw wrong("--budget: '" + text + "' is no budget; give LEVEL=MS, boot=MS or initcall:NAME=MS, such as device=300.");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    private List<BootBudget.Outcome> outcomes(List<BootBudget> budgets, List<BootProfile> boots) {
        List<BootBudget.Outcome> outcomes = new ArrayList<>();
        for (BootBudget budget : budgets) {
            List<BootBudget.Outcome> some = boots.stream().map(budget::of).filter(Objects::nonNull).toList();
            if (some.isEmpty()) {
                List<String> names = budget.names(boots);
                throw wrong("--budget: no boot has " + (budget.kind() == BootBudget.Kind.BOOT ? "a begin and an end"
                        : budget.subject()) + (names.isEmpty() ? '.' : "; there are " + Names.some(names) + '.'));
            }
            outcomes.addAll(some);
        }
        return outcomes;
    }

    private List<BootComparison> comparisons(List<BootProfile> boots) {
        List<BootComparison> comparisons = new ArrayList<>();
        for (int i = 0; i + 1 < fCompare.size(); i += 2) {
            comparisons.add(BootComparison.of(group(fCompare.get(i), boots), group(fCompare.get(i + 1), boots)));
        }
        return comparisons;
    }

    private BootGroup group(String name, List<BootProfile> boots) {
        BootGroup group = BootChoice.of(name, boots);
        if (group == null) {
            List<String> names = BootChoice.names(boots);
            throw wrong("--compare: there is no boot '" + name + "'; there " + (names.isEmpty() ? "is none"
                    : "are " + Names.some(names.stream().map(one -> "'" + one + "'").toList())) + '.');
        }
        return group;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(fSpec.commandLine(), sentence);
    }

    private void write(BootReport report) throws CannotReport {
        fOutput.write(() -> switch (fFormat) {
        case TEXT -> BootReportText.write(report);
        case JSON -> BootReportJson.write(report);
        case CSV -> BootReportCsv.write(report, fTable);
        case HTML -> BootReportHtml.write(report);
        case TAP -> BootReportTap.write(report);
        });
    }
}
