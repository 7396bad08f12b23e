/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.shutdown.GuestShutdown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code shutdown}: what the shutdowns and restarts of guests spend their time on. */
@Command(name = "shutdown", sortOptions = false,
        description = "Prints what every shutdown or restart of a guest took: steps, devices, notifiers, and the host's share of each.",
        footer = "Needed: the guest's shutdown events, or its function events below kernel_restart or kernel_power_off and the symbols "
                + "of its kernel.")
final class ShutdownCommand implements Callable<Integer> {

    /** The forms a report can have. */
    enum Format { TEXT, JSON, CSV }

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Mixin
    private SymbolOption fSymbols = new SymbolOption();

    @Option(names = "--format", paramLabel = "text|json|csv", defaultValue = "text", description = "default: text")
    private Format fFormat = Format.TEXT;

    @Mixin
    private OutputOption fOutput = new OutputOption();

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    ShutdownCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws CannotReport {
        List<GuestSymbols.Chosen> chosen = fSymbols.chosen();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), chosen);
            traces.setSymbols(symbols);
            progress.subTask("analysing");
            ITmfStateSystem states = traces.model(progress);
            progress.subTask("reading the shutdowns");
            ShutdownReport report = ShutdownReport.of(fTraces.named(), states, traces.hosts(), symbols,
                    fRange.range(states.getStartTime()), this::isAsked);
            if (report.isEmpty()) {
                throw new CannotReport(whyEmpty(report));
            }
            write(report);
        } catch (StateSystemDisposedException e) {
            throw new CannotReport("Cancelled.", e);
        }
        return 0;
    }

    private boolean isAsked(GuestShutdown shutdown) {
        String asked = fTraces.vm();
        Machines.Vm vm = shutdown.vm();
        return asked == null || asked.equals(shutdown.guest()) || vm != null && (asked.equals(vm.name()) || asked.equals(vm.label())
                || asked.equals(vm.key()) || asked.equals(Integer.toString(vm.pid())));
    }

    private String whyEmpty(ShutdownReport report) {
        return "No guest" + (fTraces.vm() == null ? "" : " " + fTraces.vm()) + " tells in " + fTraces.named()
                + " how it shuts down: record its shutdown events, or its functions below "
                + "kernel_restart, and give the symbols of its kernel (--symbols)."
                + (report.problems().isEmpty() ? "" : " " + String.join(" ", report.problems()));
    }

    private void write(ShutdownReport report) throws CannotReport {
        fOutput.write(() -> switch (fFormat) {
        case TEXT -> ShutdownReportText.write(report);
        case JSON -> ShutdownReportJson.write(report);
        case CSV -> ShutdownReportCsv.write(report);
        });
    }
}
