/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.hypertrace.core.exit.ExitColumns;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitQuery;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.exit.ExitVcpu;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.HostTraces;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code exits}: what VM exits were for, what they cost, and who caused them. */
@Command(name = "exits", sortOptions = false,
        description = "Prints what VM exits were for, what they cost, and who caused them.")
final class ExitsCommand implements Callable<Integer> {

    /** The forms the report can have. */
    enum Format { TEXT, JSON, CSV }

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "reason",
            description = "how exits are put together: ${COMPLETION-CANDIDATES} (default: reason)")
    private ExitGrouping fBy = ExitGrouping.REASON;

    @Option(names = "--without-tracing", description = "leaves out the exits that the guest's tracer caused")
    private boolean fWithoutTracing;

    @Option(names = "--latencies", description = "instead: how long guests waited for interrupts and for being run, by vector and "
            + "by vCPU (text and csv)")
    private boolean fLatencies;

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--format", paramLabel = "text|json|csv", defaultValue = "text", description = "default: text")
    private Format fFormat = Format.TEXT;

    @Option(names = "--output", paramLabel = "FILE", description = "writes there instead of to standard output")
    private Path fOutput;

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    ExitsCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws CannotReport {
        List<GuestSymbols.Chosen> symbols = fSymbols.chosen();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            progress.subTask("analysing");
            ExitColumns exits = traces.exits(symbols, progress);
            progress.subTask("counting");
            write(report(exits, traces.hosts(), progress));
        }
        return 0;
    }

    private ExitReport report(ExitColumns exits, HostTraces hosts, Progress progress) throws CannotReport {
        List<ExitVcpu> vcpus = exits.dictionary().vcpus().stream().filter(ExitVcpu::runsGuest).toList();
        if (vcpus.isEmpty()) {
            throw new CannotReport(fTraces.named() + ": no guest was entered or left in it.");
        }
        long begin = vcpus.stream().mapToLong(ExitVcpu::begin).min().getAsLong();
        long end = vcpus.stream().mapToLong(ExitVcpu::end).max().getAsLong();
        ModelReport.Range range = fRange.range(begin);
        String vm = fTraces.vm();
        ExitQuery query = new ExitQuery(Math.max(begin, range.from()),
                range.to() == Long.MAX_VALUE ? end + 1 : range.to(),
                vcpu -> vm == null || exits.dictionary().vcpus().get(vcpu).isOf(vm), !fWithoutTracing);
        ExitTable table = ExitTable.of(exits, query, fBy, progress);
        if (table.vms().isEmpty()) {
            throw new CannotReport((vm == null ? "No VM" : "No VM " + vm) + " lived in that time; there are: "
                    + vcpus.stream().map(ExitVcpu::vmLabel).distinct().collect(Collectors.joining(", ")) + ", from "
                    + RangeOptions.format(begin) + " to " + RangeOptions.format(end) + '.');
        }
        return new ExitReport(fTraces.named(), hosts.missing(), hosts.hosts().stream().map(HostTraces.Host::name).toList(),
                table);
    }

    private void write(ExitReport report) throws CannotReport {
        try {
            String text = switch (fFormat) {
            case TEXT -> fLatencies ? new LatencyReport(report).text() : ExitReportText.write(report);
            case JSON -> ExitReportJson.write(report);
            case CSV -> fLatencies ? new LatencyReport(report).csv() : ExitReportCsv.write(report);
            };
            if (fOutput == null) {
                fSpec.commandLine().getOut().print(text);
                fSpec.commandLine().getOut().flush();
            } else {
                Files.writeString(fOutput, text);
            }
        } catch (IOException e) {
            throw new CannotReport("Cannot write " + fOutput + ": " + IoReason.of(e) + "; choose another --output.", e);
        }
    }
}
