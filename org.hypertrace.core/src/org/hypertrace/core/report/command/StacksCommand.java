/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Stream;

import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.report.export.FoldedStacks;
import org.hypertrace.core.report.export.StackCollector;
import org.hypertrace.core.report.export.StackTimeline;
import org.hypertrace.core.report.json.StackReportJson;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.StackReading;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.report.page.StackComparison;
import org.hypertrace.core.report.page.StackPage;
import org.hypertrace.core.report.page.StackReport;
import org.hypertrace.core.report.render.FlameSvg;
import org.hypertrace.core.report.render.Format;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.track.StackPass;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stacks}: what the threads of guests do, function by function, and where the hypervisor costs. */
@Command(name = "stacks", sortOptions = false,
        description = "Prints what the threads of guests do, function by function, with the exits that they cause; makes flame graphs "
                + "of it, compares two, and writes it for other tools.",
        footer = "Folded stacks (a;b;c N) are what the usual tools for flame graphs read; a trace of form chrome opens in Perfetto.")
final class StacksCommand implements Callable<Integer> {

    private static final String SUITE = "hypertrace-stacks";

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--mode", paramLabel = "wall|on-cpu|hypervisor|off-cpu", description = "which time of threads: all; that on a vCPU "
            + "as the guest sees it; the same with exits as frames of their own; that in which they wait (default: "
            + "hypervisor for flame graphs and folded stacks, else wall)")
    private String fMode;

    @Option(names = "--without-tracing", description = "leaves out what the guest's tracer costs")
    private boolean fWithoutTracing;

    @Mixin
    private CompareOptions fCompare = new CompareOptions();

    @Option(names = "--scale", paramLabel = "total|count|none", defaultValue = "total", description = "how TRACE is made comparable: "
            + "by total time, by number of calls, or not (default: total)")
    private FlameDifference.Norm fScale = FlameDifference.Norm.TOTAL;

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--folded", description = "the same as --format folded")
    private boolean fFolded;

    @Option(names = "--table", paramLabel = "functions|exits|threads|comparison", description = "which table of the report csv is (default: "
            + "comparison if one is asked for, else functions)")
    private String fTable;

    @Mixin
    private OutputOption fOutput = new OutputOption(Format.ofPagesAnd(Format.JSON, Format.TAP, Format.SVG, Format.FOLDED, Format.CHROME));

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;
    private final List<Recording> fRecordings = new ArrayList<>();
    private Format fFormat;

    /** @param work a folder for what is unpacked */
    StacksCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        fFormat = fFolded ? Format.FOLDED : fOutput.format();
        if (fTable == null) {
            fTable = fCompare.isAsked() ? "comparison" : "functions";
        } else if (!StackPage.TABLES.contains(fTable)) {
            throw new ParameterException(fSpec.commandLine(), "--table: '" + fTable + "' is no table; there are "
                    + String.join(", ", StackPage.TABLES) + '.');
        }
        if (fTable.equals("comparison") && !fCompare.isAsked()) {
            throw new ParameterException(fSpec.commandLine(), "--table: there is no comparison; add --compare TRACE, "
                    + "--compare-from or --compare-vm.");
        }
        if (fCompare.isAsked() && fFormat == Format.CHROME) {
            throw new ParameterException(fSpec.commandLine(), "--compare: two are not compared as a time line; leave --format chrome out.");
        }
        FlameMode mode = mode();
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        AskedVms words = fTraces.words(symbols);
        FlameLabels labels = new FlameLabels();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            if (fFormat == Format.CHROME) {
                timeline(symbols, words, progress);
                return 0;
            }
            if (fCompare.isOfGroups()) {
                groups(new Question(mode, symbols, words, labels), progress);
                return 0;
            }
            Question question = new Question(mode, symbols, words, labels);
            StackReport report = report(null, fTraces.vm(), fRange::range, question, progress);
            StackComparison comparison = !fCompare.isAsked() ? null : compare(report, report(fCompare.trace(), fCompare.vm(fTraces.vm()), fCompare::range,
                    question, progress));
            words.check();
            write(report, comparison);
        } catch (UncheckedIOException e) {
            throw new ReportException("Cannot write into " + fWork + ": " + IoReason.of(e.getCause()) + '.', e);
        }
        return 0;
    }

    private void timeline(List<GuestSymbols.Chosen> chosen, AskedVms words, Progress progress) throws ReportException {
        try (OpenTraces traces = fTraces.open(fWork, progress);
                StackTimeline timeline = new StackTimeline(traces, !fWithoutTracing, fWork)) {
            progress.subTask("reading the stacks of " + fTraces.named());
            GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), chosen);
            fOutput.stream(out -> timeline.write(fRange::range, fTraces.vm(), words, symbols, progress, out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FlameMode mode() {
        if (fMode == null) {
            return switch (fFormat) {
            case HTML, SVG, FOLDED -> FlameMode.HYPERVISOR;
            default -> FlameMode.WALL;
            };
        }
        for (FlameMode mode : FlameMode.values()) {
            if (mode.key().equals(fMode)) {
                return mode;
            }
        }
        throw new ParameterException(fSpec.commandLine(), "--mode: '" + fMode
                + "' is none; there are wall, on-cpu, hypervisor, off-cpu.");
    }

    /** What is asked of each trace. */
    private record Question(FlameMode mode, List<GuestSymbols.Chosen> symbols, AskedVms words, FlameLabels labels) { }

    private StackComparison compare(StackReport a, StackReport b) {
        return new StackComparison(new StackComparison.Group(a.trace(), List.of(a)), new StackComparison.Group(b.trace(), List.of(b)), fScale);
    }

    private void groups(Question question, Progress progress) throws ReportException {
        if (fCompare.words().size() > 2) {
            throw new ParameterException(fSpec.commandLine(), "--compare: stacks are compared of one A and one B.");
        }
        if (!fTable.equals("comparison")) {
            throw new ParameterException(fSpec.commandLine(), "--table: a comparison of A and B has no table '" + fTable + "'; there is comparison.");
        }
        ComparedTraces traces = new ComparedTraces(fTraces, fCompare.words(), fSpec);
        List<StackReport> reports = traces.read(fWork, progress, (name, opened) -> {
            fRecordings.add(fOutput.recording(opened, name, progress));
            return report(name, opened, fTraces.vm(), fRange::range, question, progress);
        });
        question.words.check();
        StackComparison comparison = traces.compare(reports, (a, before, b, after) -> new StackComparison(new StackComparison.Group(a, before),
                new StackComparison.Group(b, after), fScale)).get(0);
        write(comparison.before().with(reports.stream().filter(report -> report != comparison.before())
                .flatMap(report -> report.problems().stream().map(problem -> report.trace() + ": " + problem)).toList()), comparison);
    }

    /** {@code other}: null for the traces that the user named first. */
    private StackReport report(Path other, String vm, LongFunction<ModelReport.Range> stretch, Question question, Progress progress)
            throws ReportException {
        try (OpenTraces traces = other == null ? fTraces.open(fWork, progress) : fTraces.open(other, fWork, progress)) {
            String named = other == null ? fTraces.named() : other.toString();
            fRecordings.add(fOutput.recording(traces, named, progress));
            return report(named, traces, vm, stretch, question, progress);
        }
    }

    private StackReport report(String named, OpenTraces traces, String vm, LongFunction<ModelReport.Range> stretch, Question question, Progress progress)
            throws ReportException {
        GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), question.symbols);
        StackCollector collector;
        StackReading reading;
        progress.subTask("reading the stacks of " + named);
        do {
            collector = new StackCollector(stretch.apply(traces.begin()), question.mode, !fWithoutTracing, question.labels);
            reading = StackReading.of(traces, symbols, collector.sink(), false, progress);
        } while (reading == null);
        StackPass pass = reading.pass();
        HostTraces hosts = traces.hosts();
        long begin = traces.begin();
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        traces.discarded().forEach(fSpec.commandLine().getErr()::println);
        progress.subTask("counting");
        StackReport report = collector.report(named, begin, pass.end() + 1, hosts, pass, vm, question.words,
                Stream.concat(hosts.losses().sentences().stream(), symbols.problems().stream()).toList());
        if (report.isEmpty()) {
            throw new ReportException("No guest" + (vm == null ? "" : " " + vm) + " reports in " + named + " what its threads do"
                    + (report.begin() > begin || report.end() <= pass.end() ? " in that time" : "")
                    + ": record its switches, system calls, interrupts or functions (the trace is from "
                    + RangeOptions.format(begin) + " to " + RangeOptions.format(pass.end()) + ").");
        }
        return report;
    }

    private void write(StackReport report, StackComparison comparison) throws ReportException {
        if (fFormat == Format.FOLDED) {
            fOutput.stream(out -> FoldedStacks.write(StackPage.flame(report, comparison), out));
        } else {
            fOutput.write(() -> StackPage.of(report, comparison), fTable, format -> switch (format) {
            case SVG -> FlameSvg.file(StackPage.flame(report, comparison));
            case TAP -> comparison != null ? TapSuite.of(StackPage.of(report, comparison), SUITE, fRecordings)
                    : TapSuite.untested(StackPage.of(report, null), SUITE, "the stacks", "they have no budgets; --compare A B has figures", fRecordings);
            default -> comparison == null ? StackReportJson.write(report) : StackReportJson.write(report, comparison);
            });
        }
    }
}
