/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.IStartup;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.ui.welcome.WelcomePage;

/**
 * {@code releng/hypertrace open TRACE…}: opens the traces that the system property {@value #PROPERTY} names as soon as the
 * workbench is there. What is wrong with them is reported in one sentence.
 */
public final class OpenAtStartup implements IStartup {

    /** Paths, separated as the platform separates them in lists. */
    public static final String PROPERTY = "hypertrace.open";

    @Override
    public void earlyStartup() {
        Unpacked.watch();
        PlatformUI.getWorkbench().getDisplay().syncExec(FirstRange::watch);
        PlatformUI.getWorkbench().getDisplay().syncExec(PerspectiveStays::watch);
        String requests = System.getProperty(OpenRequests.PROPERTY, "");
        if (!requests.isBlank()) {
            OpenRequests.watch(Path.of(requests));
        }
        String paths = System.getProperty(PROPERTY, "");
        if (!paths.isBlank()) {
            job(Stream.of(paths.split(File.pathSeparator)).map(Path::of).toList()).schedule();
        } else {
            PlatformUI.getWorkbench().getDisplay().asyncExec(OpenAtStartup::welcome);
        }
    }

    /** Where nothing is open. */
    private static void welcome() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        if (page != null && page.getEditorReferences().length == 0) {
            WelcomePage.open(page);
        }
    }

    /**
     * @param arguments
     *            traces, archives of them, or folders of both
     * @return the job that opens them and shows the perspective
     */
    public static Job job(List<Path> arguments) {
        Job job = new Job("Opening traces") {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                try {
                    TraceOpener.open(arguments, monitor);
                } catch (ReportException | CoreException e) {
                    show(e.getMessage());
                }
                return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
            }
        };
        job.setUser(true);
        return job;
    }

    private static void show(String sentence) {
        Display display = PlatformUI.getWorkbench().getDisplay();
        display.asyncExec(() -> MessageDialog.openError(display.getActiveShell(), "Hypertrace", sentence));
    }
}
