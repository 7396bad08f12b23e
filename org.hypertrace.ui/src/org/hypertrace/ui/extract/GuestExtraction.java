/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.report.export.Extraction;
import org.hypertrace.core.report.export.Extraction.Extracted;
import org.hypertrace.core.report.export.Extraction.OwnTrace;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.ui.dialect.GuestDialects;
import org.hypertrace.ui.open.TracingProject;

/**
 * Writes what the guests in a trace or experiment of hosts report into the project, as traces in a folder <em>NAME guests</em>. Opens them
 * with those of the hosts as the experiment <em>NAME host+guests</em>. What is wrong is
 * reported in one sentence; cancelled, it leaves nothing.
 */
public final class GuestExtraction extends Job {

    private final TmfCommonProjectElement fElement;

    /** @param element a trace or an experiment */
    public GuestExtraction(TmfCommonProjectElement element) {
        super("Extracting guest traces of " + element.getName());
        fElement = element;
        setUser(true);
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        try {
            show(extract(monitor));
        } catch (ReportException | CoreException e) {
            if (!monitor.isCanceled()) {
                show(e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            show(MissingDataMessage.failed(e));
        }
        return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
    }

    private TmfExperimentElement extract(IProgressMonitor monitor) throws ReportException, CoreException {
        TracingProject project = TracingProject.of(fElement.getProject());
        List<TmfTraceElement> traces = new ArrayList<>();
        TmfCommonProjectElement chosen = fElement;
        if (fElement instanceof TmfTraceElement trace) {
            chosen = trace.getElementUnderTraceFolder();
            traces.add(trace.getElementUnderTraceFolder());
        } else {
            fElement.getTraces().forEach(trace -> traces.add(trace.getElementUnderTraceFolder()));
        }
        List<Path> folders = traces.stream().map(trace -> Path.of(trace.getResource().getLocation().toOSString())).toList();
        Path target = Path.of(project.newFolder(fElement.getName() + " guests").getLocation().toOSString());
        Extracted extracted;
        try (OpenTraces open = OpenTraces.open(folders)) {
            open.setDialects(DialectChoices.of(GuestDialects.file(chosen)));
            open.joinByPass(monitor);
            extracted = Extraction.write(open, new Extraction.Wanted(target, ModelReport.Range.ALL, null, false, false), AskedVms.none(), monitor);
        } catch (IOException e) {
            throw new ReportException(e.getMessage(), e);
        }
        for (Written guest : extracted.guests()) {
            traces.add(project.written(guest.folder(), monitor));
        }
        for (OwnTrace own : extracted.copies()) {
            // the copy stands in its place
            traces.removeIf(trace -> own.recorded().equals(Path.of(trace.getResource().getLocation().toOSString())));
            traces.add(project.written(own.folder(), monitor));
        }
        extracted.failures().forEach(GuestExtraction::show);
        return project.experiment(fElement.getName() + " host+guests", traces, monitor);
    }

    private static void show(TmfExperimentElement experiment) throws ReportException {
        IStatus[] status = new IStatus[1];
        Display.getDefault().syncExec(() -> status[0] = TmfOpenTraceHelper.openFromElement(experiment));
        if (!status[0].isOK()) {
            throw new ReportException(experiment.getName() + " cannot be opened: " + status[0].getMessage());
        }
    }

    private static void show(String sentence) {
        Display display = Display.getDefault();
        display.asyncExec(() -> MessageDialog.openError(display.getActiveShell(), "Hypertrace", sentence));
    }
}
