/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.open.OpenAtStartup;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/** Trace Compass as a user has it: opens traces, waits for what is to be seen. Called beside the UI thread. */
public final class Workbench {

    private static final int LOOK_MS = 20;
    private static final long PATIENCE_MS = TimeUnit.MINUTES.toMillis(1);
    private static Path sOpened;
    private static Path sKept;

    private Workbench() {
    }

    public static <T> T inUi(Supplier<T> action) {
        Object[] result = new Object[1];
        Display.getDefault().syncExec(() -> result[0] = action.get());
        @SuppressWarnings("unchecked")
        T typed = (T) result[0];
        return typed;
    }

    /** Waits until a condition holds that is looked at in the UI thread, every now and then, also while a dialog is open. */
    public static void waitUntil(String what, BooleanSupplier condition) {
        try {
            until(condition, PATIENCE_MS);
        } catch (CompletionException e) {
            throw failed(what, e.getCause());
        }
    }

    /** The same, for what Trace Compass may leave undone: whether it holds in a third of the time that a test has. */
    public static boolean comesTrue(BooleanSupplier condition) {
        try {
            until(condition, PATIENCE_MS / 3);
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    private static void until(BooleanSupplier condition, long patience) {
        CompletableFuture<Void> holds = new CompletableFuture<>();
        Display display = Display.getDefault();
        Runnable look = new Runnable() {
            private int fPause = 1;

            @Override
            public void run() {
                try {
                    if (condition.getAsBoolean()) {
                        holds.complete(null);
                    } else if (!holds.isDone()) {
                        // what holds soon is seen soon
                        display.timerExec(fPause, this);
                        fPause = Math.min(2 * fPause, LOOK_MS);
                    }
                } catch (RuntimeException | AssertionError e) {
                    holds.completeExceptionally(e);
                }
            }
        };
        display.asyncExec(look);
        holds.orTimeout(patience, TimeUnit.MILLISECONDS).join();
    }

    /** With a picture of what was there instead. */
    private static AssertionError failed(String what, Throwable cause) {
        AssertionError failed = new AssertionError(what + ": did not come true", cause);
        if (!what.equals(Screenshots.PAINTED)) {
            try {
                Screenshots.take("failed", Workbench::window);
            } catch (IOException | RuntimeException | AssertionError e) {
                failed.addSuppressed(e);
            }
        }
        return failed;
    }

    /** Opens it as {@code releng/hypertrace open} does, all of its time in sight. */
    public static VirtualCpuView open(Path trace) throws InterruptedException {
        return open(trace, VirtualCpuView.class, VirtualCpuView.ID);
    }

    /** The same, and shows a view of it. */
    public static <V extends ModelTimeGraphView> V open(Path trace, Class<V> type, String id) throws InterruptedException {
        if (sKept != null && !sKept.equals(trace)) {
            reset();
            PerspectiveViews.again();
        }
        if (sKept == null) {
            openAnew(trace);
        }
        sKept = null;
        V view = show(type, id);
        waitUntil("the view has entries", () -> Entries.of(view).findAny().isPresent());
        ITmfTrace opened = TmfTraceManager.getInstance().getActiveTrace();
        waitUntil("the trace is read", () -> !opened.isIndexing());
        waitUntil("the view has all entries", () -> !Building.isBuilding(view));
        show(view, opened.getStartTime().toNanos(), opened.getEndTime().toNanos());
        return view;
    }

    private static void openAnew(Path trace) throws InterruptedException {
        try {
            Histories.restore(trace);
        } catch (IOException | CoreException e) {
            throw new AssertionError(e);
        }
        var job = OpenAtStartup.job(List.of(trace));
        job.schedule();
        job.join(PATIENCE_MS, null);
        waitUntil("the trace is open", () -> {
            assertEquals(List.of(), Dialogs.messages(), "instead of the trace there is a message");
            return TmfTraceManager.getInstance().getActiveTrace() != null;
        });
        inUi(() -> {
            maximize();
            return null;
        });
        sOpened = trace;
    }

    /** Opens a trace while another one is open; no view changes what it shows for that. */
    public static void openBesides(Path trace) throws InterruptedException {
        ITmfTrace before = TmfTraceManager.getInstance().getActiveTrace();
        var job = OpenAtStartup.job(List.of(trace));
        job.schedule();
        job.join(PATIENCE_MS, null);
        waitUntil("the other trace is open and read", () -> {
            ITmfTrace opened = TmfTraceManager.getInstance().getActiveTrace();
            return opened != null && opened != before && !opened.isIndexing();
        });
    }

    /** Brings a view to the top. */
    public static <V> V show(Class<V> type, String id) {
        return inUi(() -> {
            try {
                return type.cast(page().showView(id));
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** The same with a new one: a chart of Trace Compass stays dirty for ever once its trace was closed during an update. */
    public static <V> V showAnew(Class<V> type, String id) {
        inUi(() -> {
            page().hideView(page().findView(id));
            return null;
        });
        return show(type, id);
    }

    private static void maximize() {
        Shell shell = window();
        shell.setBounds(shell.getDisplay().getPrimaryMonitor().getBounds());
    }

    /** The whole window. */
    public static Shell window() {
        return page().getWorkbenchWindow().getShell();
    }

    public static IWorkbenchPage page() {
        var window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        return (window != null ? window : PlatformUI.getWorkbench().getWorkbenchWindows()[0]).getActivePage();
    }

    /** Lets all views show a time range, as if the user had zoomed, and waits for this one. */
    public static void show(AbstractTimeGraphView view, long begin, long end) {
        inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(Workbench.class,
                    new TmfTimeRange(TmfTimestamp.fromNanos(begin), TmfTimestamp.fromNanos(end))));
            return null;
        });
        waitUntil("the view shows the range", () -> !view.isDirty() && view.getTimeGraphViewer().getTime0() == begin);
    }

    /**
     * Closes messages, traces, views and other perspectives, and forgets the project: the next test finds Trace Compass as the first
     * one did, also if this one has failed. A view that stayed open would have its analyses run on every trace of the tests that follow.
     */
    public static void reset() {
        sKept = null;
        sOpened = null;
        inUi(() -> {
            tidy(() -> page().closeAllEditors(false));
            return null;
        });
        waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        for (IProject project : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
            try {
                Histories.keep(project);
                project.delete(true, true, null);
            } catch (IOException | CoreException e) {
                throw new AssertionError(e);
            }
        }
        PerspectiveViews.lay(Samples.ALL);
    }

    /** The same, but for the trace: if it is the only one, it stays open for the next test, which looks at it with new views. */
    static void resetViews() {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (sOpened == null || TmfTraceManager.getInstance().getOpenedTraces().size() != 1) {
            reset();
            return;
        }
        inUi(() -> {
            tidy(() -> TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(Workbench.class, trace.getStartTime())));
            return null;
        });
        sKept = sOpened;
    }

    private static void tidy(Runnable traces) {
        Arrays.stream(Display.getDefault().getShells()).filter(shell -> shell.getData() instanceof MessageDialog).forEach(Shell::close);
        traces.run();
        Arrays.stream(page().getOpenPerspectives()).filter(other -> other != page().getPerspective())
                .forEach(other -> page().closePerspective(other, false, false));
        // one that the perspective has, too, until it is looked at
        Arrays.stream(page().getViewReferences()).filter(view -> view.getView(false) instanceof TmfView).forEach(page()::hideView);
    }

    /** Nothing of what was computed of a sample is kept: what is asked of it next takes its time. */
    public static void forgetHistories(Path trace) throws IOException {
        Histories.forget(trace);
    }

    /** Keeps a picture of a control in the folder of screenshots, if they are asked for. */
    public static void picture(String name, Supplier<Control> control) throws IOException {
        if (Screenshots.areTaken()) {
            Screenshots.take(name, control);
        }
    }

    /** The entries of the platform's log that mention us, each with where it was thrown: not those of Trace Compass that a test has called. */
    public static List<String> logged() throws IOException {
        Path log = Platform.getLogFileLocation().toFile().toPath();
        return !Files.exists(log) ? List.of()
                : Arrays.stream(Files.readString(log).split("(?m)^(?=!ENTRY|!SESSION)"))
                        .filter(entry -> !entry.startsWith("!SESSION") && entry.replaceAll("(?m)^\\s+at org\\.hypertrace\\.ui\\.tests\\..*$", "").contains("hypertrace"))
                        .toList();
    }

    /** Empties the platform's log, after a test in which something of ours is meant to fail. */
    public static void forgetLog() throws IOException {
        Files.deleteIfExists(Platform.getLogFileLocation().toFile().toPath());
    }
}
