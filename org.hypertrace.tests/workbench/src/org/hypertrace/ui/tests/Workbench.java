/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.dialogs.Dialog;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.dialogs.ProgressMonitorDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.events.PaintListener;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.ui.open.OpenAtStartup;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/** Trace Compass as a user has it: opens traces, waits for what is to be seen. Called beside the UI thread. */
final class Workbench {

    private static final long PATIENCE_MS = TimeUnit.MINUTES.toMillis(1);

    private Workbench() {
    }

    static <T> T inUi(Supplier<T> action) {
        Object[] result = new Object[1];
        Display.getDefault().syncExec(() -> result[0] = action.get());
        @SuppressWarnings("unchecked")
        T typed = (T) result[0];
        return typed;
    }

    /** Waits until a condition holds that is looked at in the UI thread, every now and then, also while a dialog is open. */
    static void waitUntil(String what, BooleanSupplier condition) {
        CompletableFuture<Void> holds = new CompletableFuture<>();
        Display display = Display.getDefault();
        Runnable look = new Runnable() {
            @Override
            public void run() {
                try {
                    if (condition.getAsBoolean()) {
                        holds.complete(null);
                    } else if (!holds.isDone()) {
                        display.timerExec(20, this);
                    }
                } catch (RuntimeException | AssertionError e) {
                    holds.completeExceptionally(e);
                }
            }
        };
        display.asyncExec(look);
        try {
            holds.orTimeout(PATIENCE_MS, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new AssertionError(what + ": did not come true", e.getCause());
        }
    }

    /** Opens it as {@code releng/hypertrace open} does, all of its time in sight. */
    static VirtualCpuView open(Path trace) throws InterruptedException {
        return open(trace, VirtualCpuView.class, VirtualCpuView.ID);
    }

    /** The same, and shows a view of it. */
    static <V extends ModelTimeGraphView> V open(Path trace, Class<V> type, String id) throws InterruptedException {
        var job = OpenAtStartup.job(List.of(trace));
        job.schedule();
        job.join(PATIENCE_MS, null);
        waitUntil("the trace is open", () -> {
            assertEquals(List.of(), messages(), "instead of the trace there is a message");
            return TmfTraceManager.getInstance().getActiveTrace() != null;
        });
        inUi(() -> {
            maximize();
            return null;
        });
        V view = show(type, id);
        waitUntil("the view has entries", () -> Entries.of(view).findAny().isPresent());
        ITmfTrace opened = TmfTraceManager.getInstance().getActiveTrace();
        waitUntil("the trace is read", () -> !opened.isIndexing());
        show(view, opened.getStartTime().toNanos(), opened.getEndTime().toNanos());
        return view;
    }

    /** Opens a trace while another one is open; no view changes what it shows for that. */
    static void openBesides(Path trace) throws InterruptedException {
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
    static <V> V show(Class<V> type, String id) {
        return inUi(() -> {
            try {
                return type.cast(page().showView(id));
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** The same with a new one: a chart of Trace Compass stays dirty for ever once its trace was closed during an update. */
    static <V> V showAnew(Class<V> type, String id) {
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
    static Shell window() {
        return page().getWorkbenchWindow().getShell();
    }

    static IWorkbenchPage page() {
        var window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        return (window != null ? window : PlatformUI.getWorkbench().getWorkbenchWindows()[0]).getActivePage();
    }

    /** Lets all views show a time range, as if the user had zoomed, and waits for this one. */
    static void show(AbstractTimeGraphView view, long begin, long end) {
        inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(Workbench.class,
                    new TmfTimeRange(TmfTimestamp.fromNanos(begin), TmfTimestamp.fromNanos(end))));
            return null;
        });
        waitUntil("the view shows the range", () -> !view.isDirty() && view.getTimeGraphViewer().getTime0() == begin);
    }

    /** What open messages report. */
    private static List<String> messages() {
        return Arrays.stream(Display.getDefault().getShells()).filter(shell -> shell.getData() instanceof MessageDialog)
                .map(Workbench::labels).toList();
    }

    /**
     * Closes messages and traces, and forgets the project: the next test finds Trace Compass as the first one did, also if
     * this one has failed.
     */
    static void reset() {
        inUi(() -> {
            Arrays.stream(Display.getDefault().getShells()).filter(shell -> shell.getData() instanceof MessageDialog)
                    .forEach(Shell::close);
            return page().closeAllEditors(false);
        });
        waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        for (IProject project : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
            try {
                project.delete(true, true, null);
            } catch (org.eclipse.core.runtime.CoreException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Keeps a picture of a control in the folder of screenshots. */
    static void picture(String name, Supplier<Control> control) throws IOException {
        Path folder = Path.of(System.getProperty("hypertrace.screenshots", System.getProperty("java.io.tmpdir")));
        Files.createDirectories(folder);
        // what is on the screen may be older than what the view has
        boolean[] painted = new boolean[1];
        PaintListener listener = event -> painted[0] = true;
        inUi(() -> {
            control.get().addPaintListener(listener);
            control.get().redraw(0, 0, 10_000, 10_000, true);
            return null;
        });
        waitUntil("it is painted", () -> painted[0]);
        inUi(() -> {
            Control seen = control.get();
            seen.removePaintListener(listener);
            while (seen.getDisplay().readAndDispatch()) {
                // all that is queued is to be seen
            }
            Image image = new Image(seen.getDisplay(), seen.getBounds().width, seen.getBounds().height);
            GC gc = new GC(seen);
            gc.copyArea(image, 0, 0);
            gc.dispose();
            ImageLoader loader = new ImageLoader();
            loader.data = new org.eclipse.swt.graphics.ImageData[] { image.getImageData() };
            loader.save(folder.resolve(name + ".png").toString(), SWT.IMAGE_PNG);
            image.dispose();
            return null;
        });
    }

    /** Runs an action that opens a dialog, keeps a picture of that, and closes it. Returns all labels in it. */
    static String inDialog(String name, Runnable action) throws IOException {
        Shell dialog = dialog(name, action);
        return inUi(() -> {
            String labels = labels(dialog);
            dialog.close();
            return labels;
        });
    }

    /** Runs an action that opens a dialog with a tree of check boxes, (un)checks an item of it, and reports OK. */
    static void inTreeDialog(String name, Runnable action, String item, boolean check) throws IOException {
        Shell dialog = dialog(name, action);
        inUi(() -> {
            Tree tree = all(Tree.class, dialog).get(0);
            TreeItem found = item(tree.getItems(), item);
            found.setChecked(check);
            Event event = new Event();
            event.detail = SWT.CHECK;
            event.item = found;
            tree.notifyListeners(SWT.Selection, event);
            return null;
        });
        press(dialog, "OK");
        waitUntil("the dialog is closed", dialog::isDisposed);
    }

    private static TreeItem item(TreeItem[] items, String text) {
        for (TreeItem item : items) {
            TreeItem found = item.getText().equals(text) ? item : item(item.getItems(), text);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Runs an action that opens a dialog, and keeps a picture of that. */
    static Shell dialog(String name, Runnable action) throws IOException {
        List<Shell> before = inUi(() -> List.of(Display.getDefault().getShells()));
        Display.getDefault().asyncExec(action);
        Shell[] dialog = new Shell[1];
        waitUntil("the dialog is open", () -> {
            for (Shell shell : Display.getDefault().getShells()) {
                dialog[0] = !before.contains(shell) && shell.isVisible() && shell.getData() instanceof Dialog
                        && !(shell.getData() instanceof ProgressMonitorDialog) ? shell : dialog[0];
            }
            return dialog[0] != null;
        });
        picture(name, () -> dialog[0]);
        return dialog[0];
    }

    /** All controls of a kind in a composite, in their order. */
    static <T extends Control> List<T> all(Class<T> kind, Composite in) {
        List<T> found = new ArrayList<>();
        for (Control child : in.getChildren()) {
            if (kind.isInstance(child)) {
                found.add(kind.cast(child));
            }
            if (child instanceof Composite nested) {
                found.addAll(all(kind, nested));
            }
        }
        return found;
    }

    /** Presses a button of a dialog. */
    static void press(Shell dialog, String button) {
        Display.getDefault().asyncExec(() -> all(Button.class, dialog).stream().filter(b -> b.getText().equals(button)).findFirst()
                .orElseThrow(() -> new AssertionError("no button " + button)).notifyListeners(SWT.Selection, new Event()));
    }

    private static String labels(Composite composite) {
        StringBuilder labels = new StringBuilder();
        for (Control child : composite.getChildren()) {
            labels.append(child instanceof CLabel label ? label.getText() + '\n'
                    : child instanceof Label label ? label.getText() + '\n' : "");
            labels.append(child instanceof Composite nested ? labels(nested) : "");
        }
        return labels.toString();
    }

    /** What the platform's log reports that mentions us. */
    static List<String> logged() throws IOException {
        Path log = Platform.getLogFileLocation().toFile().toPath();
        return !Files.exists(log) ? List.of()
                : Files.readAllLines(log).stream().filter(line -> line.contains("hypertrace") && !line.startsWith("!SESSION")
                        && !line.startsWith("Command-line") && !line.contains("Framework arguments")).toList();
    }

    /** Empties the platform's log, after a test in which something of ours is meant to fail. */
    static void forgetLog() throws IOException {
        Files.deleteIfExists(Platform.getLogFileLocation().toFile().toPath());
    }
}
