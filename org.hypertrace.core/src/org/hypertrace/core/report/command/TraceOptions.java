/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.report.open.PackedRing;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.TraceFiles;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command takes that reads traces: which ones, which VM, and how they are read. */
final class TraceOptions {

    @Parameters(arity = "1..*", paramLabel = "TRACE",
            description = "a trace folder, a .tar.xz, or a folder of both; several are one experiment")
    private List<Path> fTraces = new ArrayList<>();

    @Option(names = "--vm", paramLabel = "NAME|PID", description = "only this VM: web, web#2 (its second run), a process id, or outer/nested")
    private String fVm;

    @Mixin
    private DialectOption fDialects = new DialectOption();

    @Option(names = "--quiet", description = "no progress on standard error")
    private boolean fQuiet;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "these options")
    private boolean fHelp;

    /** The traces that the user named. */
    List<Path> traces() {
        return fTraces;
    }

    /** Short names of the traces, each another: of the archive, or of the folder of the recording. */
    List<String> names() {
        Set<String> taken = new HashSet<>();
        return fTraces.stream().map(trace -> name(trace, taken)).toList();
    }

    private static String name(Path trace, Set<String> taken) {
        Path full = trace.toAbsolutePath().normalize();
        Path recording = full.getParent();
        if (full.endsWith("kernel") && recording != null && recording.getFileName() != null) {
            full = recording;
        }
        String name = String.valueOf(full.getFileName()).replaceFirst("\\.tar\\.xz$|\\.ring(\\.xz)?$", "");
        String unique = name;
        for (int number = 2; !taken.add(unique); number++) {
            unique = name + " (" + number + ')';
        }
        return unique;
    }

    /** The traces as the user named them. */
    String named() {
        return fTraces.stream().map(Path::toString).collect(Collectors.joining(" "));
    }

    /** The VM that is asked for, null for all. */
    String vm() {
        return fVm;
    }

    /** The VMs that options name; {@code symbols}: of such an option. */
    AskedVms words(List<GuestSymbols.Chosen> symbols) throws ReportException {
        return new AskedVms(fDialects.chosen(), symbols);
    }

    /** Shows the user what goes on, unless it shall be quiet. */
    Progress progress(PrintWriter to) {
        return new Progress(fQuiet ? null : to);
    }

    /**
     * @param work
     *            a folder for what is unpacked
     * @return the traces, to be closed; clocks of guests' own traces may be found by the next pass
     */
    OpenTraces open(Path work, Progress progress) throws ReportException {
        return open(fTraces, work, progress);
    }

    /**
     * @param trace
     *            one of the traces
     * @param work
     *            a folder for what is unpacked
     * @return that one alone, to be closed
     */
    OpenTraces open(Path trace, Path work, Progress progress) throws ReportException {
        return open(List.of(trace), work, progress);
    }

    /** Whether all that the user named are files of rings. */
    boolean areRings() {
        return fTraces.stream().allMatch(PackedRing::isRing);
    }

    private OpenTraces open(List<Path> named, Path work, Progress progress) throws ReportException {
        boolean areRings = named.stream().allMatch(PackedRing::isRing);
        List<Path> folders = new ArrayList<>();
        for (Path trace : named) {
            if (!areRings && PackedRing.isRing(trace)) {
                throw new ReportException(trace + " is a file of rings, not a trace; name it in \"rings\" of the hypertrace.json beside its host's trace.");
            }
            folders.addAll(TraceFiles.find(trace, work, progress));
        }
        // a wrong dictionary is reported before traces are opened
        List<Dialects.Chosen> dialects = fDialects.chosen();
        OpenTraces traces = OpenTraces.open(folders);
        boolean isJoined = false;
        try {
            traces.setDialects(dialects);
            traces.joinByPass(progress);
            isJoined = true;
            return traces;
        } finally {
            if (!isJoined) {
                traces.close();
            }
        }
    }
}
