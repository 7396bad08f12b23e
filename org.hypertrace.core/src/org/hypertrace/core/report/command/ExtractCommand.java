/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.List;
import java.util.concurrent.Callable;

import org.hypertrace.core.guesttrace.GuestNames;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.report.export.Extraction;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.untrusted.PlainText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code extract}: what guests report in host traces, as kernel traces of the guests. */
@Command(name = "extract", sortOptions = false,
        description = "Writes guest events as LTTng kernel traces, one per VM, nested guest and boot, beside the hosts' traces. The "
                + "folder opens as one experiment. A guest's own trace that the manifest names is copied with the times of the host's clock.")
final class ExtractCommand implements Callable<Integer> {

    @Mixin
    private TraceOptions fTraces = new TraceOptions();

    @Option(names = { "-o", "--output" }, paramLabel = "DIR", required = true,
            description = "gets the traces; a new or an empty folder")
    private Path fFolder;

    @Option(names = "--force", description = "DIR need not be empty: what an earlier extraction wrote there is replaced")
    private boolean fForce;

    @Option(names = "--guests-only", description = "without the hosts' traces (which are linked where possible, else copied)")
    private boolean fGuestsOnly;

    @Mixin
    private RangeOptions fRange = new RangeOptions();

    @Spec
    private CommandSpec fSpec;

    private final Path fWork;

    /** @param work a folder for what is unpacked */
    ExtractCommand(Path work) {
        fWork = work;
    }

    @Override
    public Integer call() throws ReportException {
        try (Progress progress = fTraces.progress(fSpec.commandLine().getErr());
                OpenTraces traces = fTraces.open(fWork, progress)) {
            ModelReport.Range range = fRange.range(traces.begin());
            Extraction.Extracted extracted = Extraction.write(traces, new Extraction.Wanted(fFolder, range, fTraces.vm(), !fGuestsOnly, fForce),
                    fTraces.words(List.of()), progress);
            report(extracted);
            List<String> failures = extracted.failures();
            failures.forEach(fSpec.commandLine().getErr()::println);
            traces.notes().forEach(fSpec.commandLine().getErr()::println);
            return failures.isEmpty() ? 0 : 1;
        }
    }

    private void report(Extraction.Extracted extracted) {
        PrintWriter out = fSpec.commandLine().getOut();
        extracted.hosts().forEach(host -> line(out, "%s: the host's trace", host));
        for (Written guest : extracted.guests()) {
            line(out, "%s: %s, %d events, %d lost%s", guest.folder(), GuestNames.label(guest), guest.events(), guest.lost(),
                    guest.dropped() == 0 ? "" : ", " + guest.dropped() + " without a place");
        }
        for (Extraction.OwnTrace own : extracted.copies()) {
            line(out, "%s: the trace that %s recorded itself, on the host's clock", own.folder(), own.vm());
        }
        if (extracted.lostByHosts() > 0) {
            line(out, "The hosts' tracers discarded %d events: the hypercalls of guests in that time are missing, too.", extracted.lostByHosts());
        }
        if (extracted.gaps() > 0) {
            line(out, "Of the hosts' traces %d %s missing: the hypercalls of guests in that time are missing, too.", extracted.gaps(),
                    extracted.gaps() == 1 ? "stretch is" : "stretches are");
        }
        out.flush();
    }

    /** What a line is made of stays in it, whatever a guest calls itself. */
    private static void line(PrintWriter out, String format, Object... arguments) {
        out.print(PlainText.line(String.format(Locale.ROOT, format, arguments)).stripTrailing() + '\n');
    }
}
