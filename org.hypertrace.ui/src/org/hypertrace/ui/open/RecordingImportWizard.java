/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IImportWizard;
import org.eclipse.ui.IWorkbench;
import org.hypertrace.core.report.open.ReportException;

/**
 * <em>File → Import Recording of trace-cmd or perf…</em>: adds a {@code trace.dat} or {@code perf.data} to the project <em>Tracing</em>, and opens
 * it. It is the text that trace-cmd or perf prints of it. What is wrong is reported on the page.
 */
public final class RecordingImportWizard extends Wizard implements IImportWizard {

    /** Of the extension. */
    public static final String ID = "org.hypertrace.ui.recording";

    private final RecordingImportPage fPage = new RecordingImportPage();

    /** Made by the extension point. */
    public RecordingImportWizard() {
        setWindowTitle("Import a recording");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void init(IWorkbench workbench, IStructuredSelection selection) {
        // recordings go to the default project, whatever is selected
    }

    @Override
    public void addPages() {
        addPage(fPage);
    }

    @Override
    public boolean performFinish() {
        Path file = fPage.file();
        TmfTraceElement[] added = new TmfTraceElement[1];
        try {
            getContainer().run(true, true, monitor -> added[0] = add(file, monitor));
            if (fPage.opens()) {
                TraceOpener.show(added[0]);
            }
        } catch (InvocationTargetException e) {
            String sentence = e.getCause().getMessage();
            fPage.setErrorMessage(sentence == null ? e.getCause().toString() : sentence);
            return false;
        } catch (ReportException e) {
            fPage.setErrorMessage(e.getMessage());
            return false;
        } catch (InterruptedException e) {
            return false;
        }
        return true;
    }

    private static TmfTraceElement add(Path file, IProgressMonitor monitor) throws InvocationTargetException, InterruptedException {
        monitor.beginTask("Importing " + file.getFileName(), IProgressMonitor.UNKNOWN);
        try {
            return TraceOpener.add(List.of(file), monitor).get(0);
        } catch (ReportException | CoreException e) {
            if (monitor.isCanceled()) {
                throw new InterruptedException();
            }
            throw new InvocationTargetException(e);
        } finally {
            monitor.done();
        }
    }
}
