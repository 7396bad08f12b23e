/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.part.ISetSelectionTarget;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.TraceFiles;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.clock.GuestSynchronization;

/** Opens traces as a user would: in the project <em>Tracing</em>, one as it is, several as one experiment. */
public final class TraceOpener {

    private TraceOpener() {
    }

    /**
     * @param arguments
     *            traces, archives of them, or folders of both
     * @param monitor
     *            is reported what takes long, and can cancel it
     * @throws ReportException
     *             if there is no trace or it cannot be opened
     * @throws CoreException
     *             if the workspace does not take them
     */
    static void open(List<Path> arguments, IProgressMonitor monitor) throws ReportException, CoreException {
        List<TmfTraceElement> traces = add(arguments, monitor);
        if (traces.size() == 1) {
            show(traces.get(0));
        } else {
            together(TracingProject.get(monitor), name(arguments), traces, monitor);
        }
    }

    /**
     * Opens traces of a project as one experiment.
     *
     * @param traces
     *            two or more of them
     * @param monitor
     *            is reported what takes long, and can cancel it
     * @throws ReportException
     *             if it cannot be opened
     * @throws CoreException
     *             if the workspace does not take it
     */
    public static void openTogether(List<TmfTraceElement> traces, IProgressMonitor monitor) throws ReportException, CoreException {
        together(TracingProject.of(traces.get(0).getProject()), name(traces.get(0).getName(), traces.size()), traces, monitor);
    }

    private static void together(TracingProject project, String name, List<TmfTraceElement> traces, IProgressMonitor monitor)
            throws ReportException, CoreException {
        TmfExperimentElement experiment = project.experiment(name, traces, monitor);
        // before it opens: else it would open twice
        new GuestSynchronization(experiment, false).run(monitor);
        show(experiment);
    }

    /**
     * Adds what there is to the project, and opens nothing.
     *
     * @param arguments
     *            traces, archives of them, or folders of both
     * @param monitor
     *            is reported what takes long, and can cancel it
     * @return the traces, at least one for each argument
     * @throws ReportException
     *             if there is no trace or it cannot be opened
     * @throws CoreException
     *             if the workspace does not take them
     */
    public static List<TmfTraceElement> add(List<Path> arguments, IProgressMonitor monitor)
            throws ReportException, CoreException {
        synchronized (Unpacked.LOCK) {
            List<Path> folders = new ArrayList<>();
            for (Path argument : arguments) {
                folders.addAll(TraceFiles.find(argument, Unpacked.folder(), monitor));
            }
            TracingProject project = TracingProject.get(monitor);
            List<TmfTraceElement> traces = new ArrayList<>();
            for (Path folder : folders) {
                traces.add(project.trace(folder, monitor));
            }
            if (!traces.isEmpty()) {
                PlatformUI.getWorkbench().getDisplay().asyncExec(() -> reveal(traces.get(0)));
            }
            return traces;
        }
    }

    /** Otherwise a user expands the project and the folder of traces before the first trace can be seen. */
    private static void reveal(TmfTraceElement trace) {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        if (window != null && window.getActivePage() != null
                && window.getActivePage().findView(IPageLayout.ID_PROJECT_EXPLORER) instanceof ISetSelectionTarget projects) {
            projects.selectReveal(new StructuredSelection(trace));
        }
    }

    private static String name(List<Path> arguments) {
        return name(TracingProject.name(arguments.get(0)), arguments.size());
    }

    private static String name(String first, int number) {
        return number == 1 ? first : first + " and " + (number - 1) + " more";
    }

    /**
     * Opens it in our perspective.
     *
     * @param element
     *            a trace or experiment
     * @throws ReportException
     *             if it cannot be opened
     */
    public static void show(TmfCommonProjectElement element) throws ReportException {
        IWorkbench workbench = PlatformUI.getWorkbench();
        String[] failure = new String[1];
        workbench.getDisplay().syncExec(() -> {
            try {
                IWorkbenchWindow active = workbench.getActiveWorkbenchWindow();
                workbench.showPerspective(HypertracePerspective.ID, active != null ? active : workbench.getWorkbenchWindows()[0]);
            } catch (WorkbenchException e) {
                failure[0] = e.getMessage();
                return;
            }
            // one that is open already is only brought to the top
            IStatus status = element.getTrace() != null ? TmfOpenTraceHelper.openFromElement(element) : Reopening.open(element);
            if (!status.isOK()) {
                failure[0] = status.getMessage();
            }
        });
        if (failure[0] != null) {
            throw new ReportException(element.getName() + " cannot be opened: " + failure[0]);
        }
    }
}
