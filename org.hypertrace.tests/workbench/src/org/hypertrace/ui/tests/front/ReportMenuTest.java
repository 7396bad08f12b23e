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
import java.util.function.Predicate;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.core.report.export.TraceReport;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.report.ReportJob;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.Workbench;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>Report…</em> in the context menu of a trace: the page that the command writes. */
@ExtendWith(CleanWorkbench.class)
class ReportMenuTest {

    @TempDir
    Path folder;

    @Test
    void itWritesThePageOfTheCommandAndOpensIt() throws Exception {
        Path recorded = SixVms.in(folder.resolve("in"));
        TmfTraceElement trace = Explorer.add(recorded).get(0);
        List<String> offers = Explorer.offers(trace);
        assertTrue(offers.contains("Report…"), offers.toString());

        List<URI> opened = new ArrayList<>();
        Predicate<URI> before = ReportJob.replaceBrowser(opened::add);
        try {
            Path file = folder.resolve("six vms.html");
            ReportJob job = new ReportJob(trace, file);
            job.schedule();
            job.join();
            Workbench.waitUntil("the page is opened", () -> !opened.isEmpty());
            assertEquals(List.of(file.toUri()), opened);
            assertEquals(body(command(recorded)), body(Files.readString(file)));

            String sentence = Dialogs.inDialog("report-nowhere", () -> new ReportJob(trace, folder.resolve("six vms.html/no.html")).schedule());
            assertTrue(sentence.contains("Cannot write ") && sentence.contains("choose another file."), sentence);
            assertEquals(1, opened.size());
        } finally {
            ReportJob.replaceBrowser(before);
        }
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

    private String command(Path trace) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, ReportApplication.run(new String[] { "report", "--quiet", "--format", "html", trace.toString() }, folder.resolve("unpacked"),
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
