/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.core.report.export.TraceReport;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.open.TracingProject;
import org.hypertrace.ui.report.ReportHandler;
import org.hypertrace.ui.report.ReportJob;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.Workbench;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>Report…</em> in the context menu of a trace: the page that the command writes. */
@ExtendWith(CleanWorkbench.class)
class ReportMenuTest {

    @TempDir
    Path folder;

    private final List<URI> fOpened = new ArrayList<>();
    private final List<String> fAsked = new ArrayList<>();
    private volatile String fFile;
    private Predicate<URI> fBrowser;
    private Function<FileDialog, String> fUser;

    /** The operating system's dialog and the browser are not ours. */
    @BeforeEach
    void standIn() {
        fBrowser = ReportJob.replaceBrowser(fOpened::add);
        fUser = ReportHandler.replaceUser(dialog -> {
            fAsked.add(dialog.getText() + ": " + dialog.getFileName() + " of " + List.of(dialog.getFilterExtensions()) + (dialog.getOverwrite() ? ", asks first" : ""));
            return fFile;
        });
    }

    @AfterEach
    void standBack() {
        ReportJob.replaceBrowser(fBrowser);
        ReportHandler.replaceUser(fUser);
    }

    /** Chosen from the menu: a file is asked for, written and opened. */
    private String page(TmfCommonProjectElement of, Path file) throws Exception {
        fFile = file.toString();
        Explorer.choose(List.of(of), "Report…");
        Workbench.waitUntil("the page is opened", () -> fOpened.contains(file.toUri()));
        return Files.readString(file);
    }

    @Test
    void itWritesThePageOfTheCommandAndOpensIt() throws Exception {
        Path recorded = SixVms.in(folder.resolve("in"));
        TmfTraceElement trace = Explorer.add(recorded).get(0);
        Path file = folder.resolve("six vms.html");
        assertEquals(body(command(recorded)), body(page(trace, file)));
        assertEquals(List.of("Report of " + trace.getName() + ": " + trace.getName() + ".html of [*.html], asks first"), fAsked);

        // a file that cannot be written is answered by a sentence
        fFile = folder.resolve("six vms.html/no.html").toString();
        String sentence = Dialogs.inDialog("report-nowhere", () -> new Thread(() -> Explorer.choose(List.of(trace), "Report…")).start());
        assertTrue(sentence.contains("Cannot write ") && sentence.contains("choose another file."), sentence);
        // the user thinks better of it
        fFile = null;
        Explorer.choose(List.of(trace), "Report…");
        Workbench.waitUntil("a file is asked for", () -> fAsked.size() == 3);
        assertEquals(List.of(file.toUri()), fOpened);
    }

    /** All its traces are on the page. */
    @Test
    void itWritesThatOfAnExperiment() throws Exception {
        Path six = SixVms.in(folder.resolve("in"));
        Path reboots = Reboots.twoVms().in(folder.resolve("reboots")).trace();
        List<TmfTraceElement> traces = Explorer.add(six, reboots);
        TmfExperimentElement both = TracingProject.of(traces.get(0).getProject()).experiment("both of them", traces, new NullProgressMonitor());
        String page = body(page(both, folder.resolve("both.html")));
        assertEquals(List.of("Report of both of them: both-of-them.html of [*.html], asks first"), fAsked);
        assertEquals(body(command(six, reboots)), page);
        // the panic of the one, the slow notifier of the other
        assertTrue(page.contains("panicked") && page.contains("slow_notifier"), page);
    }

    /** Cancelled, it leaves what was there. */
    @Test
    void itCanBeCancelled() throws Exception {
        Path recorded = SixVms.in(folder.resolve("in"));
        Path file = Files.writeString(folder.resolve("page.html"), "before");
        NullProgressMonitor monitor = new NullProgressMonitor();
        monitor.setCanceled(true);
        ReportException cancelled = assertThrows(ReportException.class,
                () -> TraceReport.write("six", List.of(recorded), List.of(), List.of(), file, monitor));
        assertEquals(ReportException.CANCELLED, cancelled.getMessage());
        assertEquals("before", Files.readString(file));
    }

    private String command(Path... traces) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, ReportApplication.run(Stream.concat(Stream.of("report", "--quiet", "--format", "html"), Stream.of(traces).map(Path::toString)).toArray(String[]::new), folder.resolve("unpacked"),
                new PrintWriter(out), new PrintWriter(err)), err.toString());
        return out.toString();
    }

    /** Without the name of the trace, which is another one in a project. */
    private static String body(String page) {
        String body = Jsoup.parse(page).select("main").outerHtml();
        assertFalse(body.isEmpty());
        assertTrue(body.contains("What stands out"), body);
        return body;
    }
}
