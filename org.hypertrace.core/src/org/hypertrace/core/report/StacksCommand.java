/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.stack.FlameDifference;
import org.hypertrace.core.stack.FlameLabels;
import org.hypertrace.core.stack.FlameMode;
import org.hypertrace.core.stack.StackPass;

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

    /** The forms a report can have. */
    enum Format { TEXT, JSON, CSV, HTML, SVG, FOLDED, CHROME }

    /** Writes what may be too long to be a text first. */
    private interface Writing {
        void to(Writer out) throws IOException, CannotReport;
    }

    /** Frames in a picture of its own. */
    private static final int FRAMES = 30_000;

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--mode", paramLabel = "wall|on-cpu|hypervisor|off-cpu", description = "which time of threads: all; that on a vCPU "
            + "as the guest sees it; the same with exits as frames of their own; that in which they wait (default: wall for text, json "
            + "and csv, hypervisor for flame graphs and folded stacks)")
    private String fMode;

    @Option(names = "--without-tracing", description = "leaves out what the guest's tracer costs")
    private boolean fWithoutTracing;

    @Option(names = "--compare", paramLabel = "TRACE", description = "compares with this trace, as what was before")
    private Path fCompare;

    @Option(names = "--compare-from", paramLabel = "T", description = "begin of the stretch that is compared with, as --from; of the same "
            + "trace unless --compare names another")
    private String fCompareFrom;

    @Option(names = "--compare-to", paramLabel = "T", description = "its end (exclusive)")
    private String fCompareTo;

    @Option(names = "--scale", paramLabel = "total|count|none", defaultValue = "total", description = "how what was before is made "
            + "comparable: as if both had taken as long, as if all had been called as often, or not (default: total)")
    private FlameDifference.Norm fScale = FlameDifference.Norm.TOTAL;

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--format", paramLabel = "text|json|csv|html|svg|folded|chrome", defaultValue = "text",
            description = "default: text")
    private Format fFormat = Format.TEXT;

    @Option(names = "--folded", description = "the same as --format folded")
    private boolean fFolded;

    @Option(names = "--table", paramLabel = "functions|exits", defaultValue = "functions",
            description = "which table of the report csv is (default: functions)")
    private String fTable = "functions";

    @Option(names = "--output", paramLabel = "FILE", description = "writes there instead of to standard output")
    private Path fOutput;

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    StacksCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws CannotReport {
        fFormat = fFolded ? Format.FOLDED : fFormat;
        if (!StackReportCsv.TABLES.contains(fTable)) {
            throw new ParameterException(fSpec.commandLine(), "--table: '" + fTable + "' is no table; there are "
                    + String.join(", ", StackReportCsv.TABLES) + '.');
        }
        boolean compares = fCompare != null || fCompareFrom != null || fCompareTo != null;
        if (compares && (fFormat == Format.JSON || fFormat == Format.CSV || fFormat == Format.CHROME)) {
            throw new ParameterException(fSpec.commandLine(), "--compare: two are compared as text, html, svg or folded stacks.");
        }
        FlameMode mode = mode();
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        FlameLabels labels = new FlameLabels();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            if (fFormat == Format.CHROME) {
                timeline(symbols, progress);
                return 0;
            }
            StackReport report;
            try (OpenTraces traces = fTraces.open(fWork, progress)) {
                report = report(traces, fTraces.named(), fRange.range(HostTraces.begin(traces.trace())), mode, symbols, labels,
                        progress);
            }
            StackComparison comparison = null;
            if (compares) {
                try (OpenTraces traces = fCompare == null ? fTraces.open(fWork, progress) : fTraces.open(fCompare, fWork, progress)) {
                    ModelReport.Range range = RangeOptions.range(fSpec, "--compare-from", fCompareFrom, "--compare-to", fCompareTo,
                            HostTraces.begin(traces.trace()));
                    StackReport before = report(traces, fCompare == null ? fTraces.named() : fCompare.toString(), range, mode,
                            symbols, labels, progress);
                    comparison = new StackComparison(before, report, fScale);
                }
            }
            write(form(report, comparison));
        } catch (UncheckedIOException e) {
            throw new CannotReport("Cannot write into " + fWork + ": " + IoReason.of(e.getCause()) + '.', e);
        }
        return 0;
    }

    private void timeline(List<GuestSymbols.Chosen> chosen, Progress progress) throws CannotReport {
        try (OpenTraces traces = fTraces.open(fWork, progress);
                StackTimeline timeline = new StackTimeline(traces, !fWithoutTracing, fWork)) {
            progress.subTask("reading the stacks of " + fTraces.named());
            ModelReport.Range range = fRange.range(HostTraces.begin(traces.trace()));
            GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), chosen);
            write(out -> timeline.write(range, fTraces::isAsked, symbols, progress, out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FlameMode mode() {
        if (fMode == null) {
            return switch (fFormat) {
            case TEXT, JSON, CSV, CHROME -> FlameMode.WALL;
            case HTML, SVG, FOLDED -> FlameMode.HYPERVISOR;
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

    private StackReport report(OpenTraces traces, String named, ModelReport.Range range, FlameMode mode,
            List<GuestSymbols.Chosen> chosen, FlameLabels labels, Progress progress) throws CannotReport {
        HostTraces hosts = traces.hosts();
        GuestSymbols symbols = new GuestSymbols(hosts.hosts(), chosen);
        long begin = HostTraces.begin(traces.trace());
        StackCollector collector = new StackCollector(range, mode, !fWithoutTracing, labels);
        progress.subTask("reading the stacks of " + named);
        StackPass pass = traces.stacks(symbols, collector.sink(), progress);
        traces.notes().forEach(fSpec.commandLine().getErr()::println);
        progress.subTask("counting");
        long end = pass.end() + 1;
        StackReport report = collector.report(named, begin, end, hosts, pass, fTraces::isAsked, symbols.problems());
        if (report.isEmpty()) {
            throw new CannotReport("No guest" + (fTraces.vm() == null ? "" : " " + fTraces.vm()) + " tells in " + named
                    + " what its threads do" + (report.begin() > begin || report.end() < end ? " in that time" : "")
                    + ": record its switches, system calls, interrupts or functions (the trace is from "
                    + RangeOptions.format(begin) + " to " + RangeOptions.format(end) + ").");
        }
        return report;
    }

    private Writing form(StackReport report, StackComparison comparison) {
        return out -> {
            switch (fFormat) {
            case TEXT -> out.write(StackReportText.write(report, comparison));
            case JSON -> out.write(StackReportJson.write(report));
            case CSV -> out.write(StackReportCsv.write(report, fTable));
            case HTML -> out.write(StackReportHtml.write(report, comparison));
            case SVG -> out.write(FlameSvg.file(comparison != null ? comparison.svg(FRAMES)
                    : FlameSvg.of(report.whole(), report.labels(), report.trace() + ", " + report.mode().key() + " time", FRAMES)));
            default -> {
                if (comparison != null) {
                    comparison.folded(out);
                } else {
                    FoldedStacks.write(report.whole(), report.labels(), out);
                }
            }
            }
        };
    }

    private void write(Writing writing) throws CannotReport {
        try {
            if (fOutput == null) {
                PrintWriter out = fSpec.commandLine().getOut();
                writing.to(out);
                out.flush();
            } else {
                try (Writer out = Files.newBufferedWriter(fOutput)) {
                    writing.to(out);
                }
            }
        } catch (IOException e) {
            throw new CannotReport("Cannot write " + fOutput + ": " + IoReason.of(e) + "; choose another --output.", e);
        }
    }
}
