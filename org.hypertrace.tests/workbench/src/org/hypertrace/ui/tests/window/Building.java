/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.ui.TmfUiRefreshHandler;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;

/** Whether a view is still being filled. */
public final class Building {

    private Building() { }

    /** Whether Trace Compass still asks for entries of a view: a row ends where its history does until then. The job is known by its name alone. */
    public static boolean isBuilding(TmfView view) {
        return jobs(view).findAny().isPresent();
    }

    /** The threads that ask for entries of a view now. */
    public static Stream<Thread> threads(TmfView view) {
        return jobs(view).map(Job::getThread).filter(Objects::nonNull);
    }

    private static Stream<Job> jobs(TmfView view) {
        return Arrays.stream(Job.getJobManager().find(null)).filter(job -> job.getName().startsWith(view.getTitle() + ": "));
    }

    /** Waits until a view has all its entries and no refresh of it is left: Trace Compass runs them one after another. */
    public static void await(TmfView view) {
        Workbench.waitUntil("the view has all entries", () -> !isBuilding(view));
        var isRun = new AtomicBoolean();
        TmfUiRefreshHandler.getInstance().queueUpdate(isRun, () -> isRun.set(true));
        Workbench.waitUntil("views are refreshed", isRun::get);
    }
}
