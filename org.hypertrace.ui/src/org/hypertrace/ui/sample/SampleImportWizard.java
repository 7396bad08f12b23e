/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.sample;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.SubMonitor;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IImportWizard;
import org.eclipse.ui.IWorkbench;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.sample.Sample;
import org.hypertrace.ui.open.TraceOpener;

/**
 * <em>File → Import Hypertrace Samples…</em>: adds recorded traces to the project <em>Tracing</em>, each by itself, and
 * opens one. What is wrong is reported on the page. What was imported when the user cancels stays.
 */
public final class SampleImportWizard extends Wizard implements IImportWizard {

    /** Of the extension. */
    public static final String ID = "org.hypertrace.ui.samples";

    private final SampleImportPage fPage = new SampleImportPage();

    /** Made by the extension point. */
    public SampleImportWizard() {
        setWindowTitle("Import Hypertrace samples");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void init(IWorkbench workbench, IStructuredSelection selection) {
        // samples go to the default project, whatever is selected
    }

    @Override
    public void addPages() {
        addPage(fPage);
    }

    @Override
    public boolean performFinish() {
        List<Sample> chosen = fPage.chosen();
        TmfTraceElement[] last = new TmfTraceElement[1];
        try {
            getContainer().run(true, true, monitor -> last[0] = add(chosen, monitor));
            if (fPage.opens()) {
                TraceOpener.show(last[0]);
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
        SampleSources.keep(fPage.folder());
        return true;
    }

    private static TmfTraceElement add(List<Sample> samples, IProgressMonitor monitor)
            throws InvocationTargetException, InterruptedException {
        SubMonitor progress = SubMonitor.convert(monitor, "Importing samples", samples.size());
        TmfTraceElement last = null;
        for (Sample sample : samples) {
            try {
                last = TraceOpener.add(List.of(sample.archive()), progress.newChild(1)).get(0);
            } catch (ReportException | CoreException e) {
                if (!monitor.isCanceled()) {
                    throw new InvocationTargetException(e);
                }
            }
            if (monitor.isCanceled()) {
                throw new InterruptedException();
            }
        }
        return last;
    }
}
