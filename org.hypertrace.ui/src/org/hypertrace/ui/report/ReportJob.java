/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.report;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.program.Program;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.report.export.TraceReport;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.ui.dialect.GuestDialects;

/**
 * Writes the report of a trace or experiment as a page of HTML, and opens it in the browser. What is wrong is shown in one sentence;
 * cancelled, it leaves the file as it was.
 */
public final class ReportJob extends Job {

    private static volatile Predicate<URI> fBrowser = page -> Program.launch(page.toASCIIString());

    private final TmfCommonProjectElement fElement;
    private final Path fFile;

    /**
     * @param element
     *            a trace or experiment
     * @param file
     *            gets the page
     */
    public ReportJob(TmfCommonProjectElement element, Path file) {
        super("Report of " + element.getName());
        fElement = element instanceof TmfTraceElement trace ? trace.getElementUnderTraceFolder() : element;
        fFile = file;
        setUser(true);
    }

    /**
     * For tests: stands in for the browser.
     *
     * @param browser
     *            takes the address of a page and returns whether it opened it
     * @return the browser before
     */
    public static Predicate<URI> replaceBrowser(Predicate<URI> browser) {
        Predicate<URI> before = fBrowser;
        fBrowser = browser;
        return before;
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        monitor.beginTask(getName(), IProgressMonitor.UNKNOWN);
        try {
            List<String> notes = TraceReport.write(fElement.getName(), folders(), DialectChoices.of(GuestDialects.file(fElement)),
                    SymbolChoices.read(symbols()), fFile, monitor);
            Display.getDefault().asyncExec(() -> open(notes));
        } catch (ReportException | IOException e) {
            if (!monitor.isCanceled()) {
                show(e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            show(MissingDataMessage.failed(e));
        } finally {
            monitor.done();
        }
        return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
    }

    private List<Path> folders() {
        List<TmfTraceElement> traces = new ArrayList<>();
        if (fElement instanceof TmfTraceElement trace) {
            traces.add(trace);
        } else {
            fElement.getTraces().forEach(trace -> traces.add(trace.getElementUnderTraceFolder()));
        }
        return traces.stream().map(trace -> Path.of(trace.getResource().getLocation().toOSString())).toList();
    }

    private Path symbols() {
        IPath folder = fElement.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation();
        return folder.append(SymbolChoices.FILE_NAME).toFile().toPath();
    }

    private void open(List<String> notes) {
        String noted = String.join("\n", notes);
        if (!fBrowser.test(fFile.toUri())) {
            MessageDialog.openInformation(Display.getCurrent().getActiveShell(), getName(),
                    "No browser can be started. Open this page in one:\n" + fFile.toUri().toASCIIString() + (noted.isEmpty() ? "" : "\n\n" + noted));
        } else if (!noted.isEmpty()) {
            MessageDialog.openInformation(Display.getCurrent().getActiveShell(), getName(), noted);
        }
    }

    private void show(String sentence) {
        Display display = Display.getDefault();
        display.asyncExec(() -> MessageDialog.openError(display.getActiveShell(), getName(), sentence));
    }
}
