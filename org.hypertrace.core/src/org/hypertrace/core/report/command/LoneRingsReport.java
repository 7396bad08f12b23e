/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.report.json.RingReportJson;
import org.hypertrace.core.report.open.PackedRing;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.page.RingPage;
import org.hypertrace.core.report.page.RingReport;
import org.hypertrace.core.ring.LoneRings;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The report of files of rings without a trace of their host. */
final class LoneRingsReport {

    private final TraceOptions fTraces;
    private final OutputOption fOutput;
    private final CommandSpec fSpec;
    private final Path fWork;

    /** @param work a folder for what is unpacked */
    LoneRingsReport(TraceOptions traces, OutputOption output, CommandSpec spec, Path work) {
        fWork = work;
        fTraces = traces;
        fOutput = output;
        fSpec = spec;
    }

    /**
     * @param table
     *            the one that CSV has
     * @param hasRange
     *            whether only a stretch is asked for
     */
    void write(String table, boolean hasRange) throws ReportException {
        String needsHost = TimeTables.whyNotOfRings(table);
        if (needsHost != null) {
            throw new ReportException(fTraces.named() + ": " + needsHost);
        }
        if (!RingPage.TABLES.contains(table)) {
            throw new ParameterException(fSpec.commandLine(), "--table: rings without a trace have no table '" + table + "'; there are "
                    + String.join(", ", RingPage.TABLES) + ", processes and accounting.");
        }
        if (hasRange || fTraces.vm() != null) {
            throw new ParameterException(fSpec.commandLine(), "Rings without a trace are reported whole; leave --vm, --from and --to out.");
        }
        List<RingReport.File> files = new ArrayList<>();
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr())) {
            for (Path path : fTraces.traces()) {
                progress.subTask("reading " + path.getFileName());
                files.add(new RingReport.File(path.toString(), vm(path), read(PackedRing.unpacked(path, fWork, progress))));
            }
        }
        RingReport report = new RingReport(fTraces.named(), files);
        fOutput.write(() -> RingPage.of(report), table,
                new OutputOption.Untested(ReportCommand.SUITE, "rings without a trace", "they have no budgets", List.of()), () -> RingReportJson.of(report));
    }

    /** The name of its VM by the manifest beside it, null without one. */
    private static String vm(Path path) throws ReportException {
        try {
            Manifest manifest = Manifest.besideRing(path);
            return manifest == null ? null : manifest.vms().get(0).name();
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
    }

    private static LoneRings read(Path path) throws ReportException {
        LoneRings rings;
        try {
            rings = LoneRings.of(path);
        } catch (FileSystemException e) {
            throw new ReportException(path + " cannot be read: " + IoReason.of(e) + "; check its permissions.", e);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
        if (rings.vcpus().isEmpty()) {
            throw new ReportException(path + " has no record that is whole; was the guest's tracer on?");
        }
        return rings;
    }
}
