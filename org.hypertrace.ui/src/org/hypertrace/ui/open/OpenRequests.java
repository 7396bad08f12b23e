/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PlatformUI;

/**
 * What a second {@code releng/hypertrace open} of the same workspace asks the running window for. A request is a file
 * {@code *.request} with the path of a trace in each line; it is deleted when it is taken. Without a line, only the window is shown.
 */
public final class OpenRequests extends Job {

    /** The folder of the requests. */
    static final String PROPERTY = "hypertrace.requests";

    private static final long LOOK_MS = 500;

    private final Path fFolder;

    private OpenRequests(Path folder) {
        super("Requests to open traces");
        fFolder = folder;
        setSystem(true);
    }

    /**
     * @param folder
     *            of the requests
     * @return what looks for them every now and then until it is cancelled
     */
    public static Job watch(Path folder) {
        Job job = new OpenRequests(folder);
        job.schedule();
        return job;
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        if (Files.isDirectory(fFolder)) {
            try (DirectoryStream<Path> requests = Files.newDirectoryStream(fFolder, "*.request")) {
                for (Path request : requests) {
                    List<Path> traces = Files.readAllLines(request).stream().filter(line -> !line.isBlank()).map(Path::of).toList();
                    Files.delete(request);
                    answer(traces);
                }
            } catch (IOException | IllegalArgumentException e) {
                Platform.getLog(OpenRequests.class).warn("A request to open traces in " + fFolder + " cannot be read.", e);
            }
        }
        if (!monitor.isCanceled()) {
            schedule(LOOK_MS);
        }
        return Status.OK_STATUS;
    }

    private static void answer(List<Path> traces) {
        if (!traces.isEmpty()) {
            OpenAtStartup.job(traces).schedule();
        }
        IWorkbench workbench = PlatformUI.getWorkbench();
        workbench.getDisplay().asyncExec(() -> {
            Shell window = workbench.getWorkbenchWindows()[0].getShell();
            window.setMinimized(false);
            window.forceActive();
        });
    }
}
