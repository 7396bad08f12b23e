/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.hypertrace.core.boot.view.Anchor;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.tests.window.Building;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The user does something else while the rows of <i>Boot</i> are made anew: another choice, another trace. */
@ExtendWith(CleanWorkbench.class)
class BootRowsAnewTest {

    private static final Anchor DEVICE = Anchor.atLevel("device");
    /** Of an initcall of less than that, in ms of the scenario. */
    private static final long SHORT_ONE = 152;

    @TempDir
    Path folder;

    /** What is in sight while there are no rows is not what the user chose to see. */
    @Test
    void aChoiceWhileRowsAreMadeKeepsTheWindow() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        align(view, -50 * MS, 100 * MS);
        synchronized (field(ModelTimeGraphView.class, "fBuilding", view)) {
            hide(view, 10 * MS);
            Workbench.waitUntil("there are no rows", () -> Entries.of(view).findAny().isEmpty());
            assertNotEquals("-50000000 100000000", BootAlignmentTest.window(view));
            hide(view, 0);
        }
        Workbench.waitUntil("the user is where he was", () -> Entries.of(view).findAny().isPresent()
                && "-50000000 100000000".equals(BootAlignmentTest.window(view)));
    }

    @Test
    void eachOfTwoAlignedTracesHasItsWindow() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        ITmfTrace first = view.getTrace();
        align(view, -50 * MS, 100 * MS);
        ITmfTrace second = openSecond(view);
        align(view, -60 * MS, 90 * MS);
        select(first);
        Workbench.waitUntil("the first is as it was left", () -> "-50000000 100000000".equals(BootAlignmentTest.window(view)));
        select(second);
        Workbench.waitUntil("the second is as it was left", () -> "-60000000 90000000".equals(BootAlignmentTest.window(view)));
    }

    /** All that was in sight is no choice of the user: when there is more, all is in sight still. */
    @Test
    void aTraceThatIsStillReadIsInSightAsAWhole() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        align(view);
        long end = Workbench.inUi(() -> view.getTimeGraphViewer().getTime1());
        Workbench.inUi(() -> {
            TimeGraphEntry host = (TimeGraphEntry) Entries.of(view).findFirst().orElseThrow();
            assertEquals(end, host.getEndTime());
            host.updateModel(new TimeGraphEntryModel(host.getEntryModel().getId(), -1, host.getName(), host.getStartTime(), end + MS, false));
            // as Trace Compass does when other rows are in sight
            view.restartZoomThread();
            return null;
        });
        BootAlignmentTest.refresh(view);
        Workbench.waitUntil("all is in sight", () -> view.getTimeGraphViewer().getTime1() == end + MS);
    }

    /** A cancelled build adds rows of what was chosen before; those are no rows of the next one. */
    @Test
    void aTraceThatWasLeftAfterABuildHasItsRowsLater() throws Exception {
        assertHasItsRowsLater(false);
    }

    @Test
    void aTraceThatWasLeftBeforeABuildHasItsRowsLater() throws Exception {
        assertHasItsRowsLater(true);
    }

    private void assertHasItsRowsLater(boolean atOnce) throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        ITmfTrace first = view.getTrace();
        ITmfTrace second = openSecond(view);
        select(first);
        Workbench.waitUntil("the first is shown", () -> view.getTrace() == first && isShown(view));
        Building.await(view);
        Workbench.inUi(() -> {
            whileRowsAreAdded(view, () -> {
                view.hideShorterThan(0);
                if (atOnce) {
                    view.traceSelected(selected(second));
                }
            });
            // whatever is to be done in this thread comes too late; to all views a signal would take its time
            spinUntil(() -> !Building.isBuilding(view));
            view.traceSelected(selected(second));
            return null;
        });
        Building.await(view);
        select(first);
        Workbench.waitUntil("no initcall is hidden", () -> isShown(view));
        Building.await(view);
        assertEquals(SixVms.ROWS, Entries.tree(view));
        select(second);
        Building.await(view);
        Workbench.waitUntil("nor in the other trace", () -> isShown(view));
        assertEquals(SixVms.ROWS, Entries.tree(view));
    }

    @Test
    void ofATraceThatWasClosedMeanwhileNoRowsAreKept() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        ITmfTrace trace = view.getTrace();
        Building.await(view);
        Workbench.inUi(() -> {
            whileRowsAreAdded(view, () -> Workbench.page().closeAllEditors(false));
            spinUntil(() -> !Building.isBuilding(view));
            return null;
        });
        Workbench.waitUntil("the trace is closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        Workbench.waitUntil("it has no rows", () -> rows(view, trace) == null);
    }

    /** Hides initcalls, and does something else when the build has rows but has not added them. For the UI thread. */
    private static void whileRowsAreAdded(BootView view, Runnable other) {
        synchronized (field(BaseDataProviderTimeGraphView.class, "fEntries", view)) {
            view.hideShorterThan(10 * MS);
            spinUntil(() -> Building.threads(view).anyMatch(thread -> thread.getState() == Thread.State.BLOCKED
                    && "buildEntryList".equals(thread.getStackTrace()[0].getMethodName())));
            other.run();
        }
    }

    private static void spinUntil(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "did not come true");
            Thread.onSpinWait();
        }
    }

    private static boolean isShown(BootView view) {
        return Entries.of(view).findAny().isPresent() && BootViewTest.label(BootViewTest.row(view, "web-1", "Initcalls"), SHORT_ONE) != null;
    }

    private static void align(BootView view, long begin, long end) {
        align(view);
        BootAlignmentTest.zoom(view, begin, end);
        Workbench.waitUntil("the user has zoomed", () -> (begin + " " + end).equals(BootAlignmentTest.window(view)));
    }

    private static void align(BootView view) {
        Workbench.inUi(() -> {
            view.align(DEVICE);
            return null;
        });
        Workbench.waitUntil("boots are aligned", () -> Entries.of(view).findAny().isPresent()
                && BootAlignmentTest.window(view).startsWith("-803190000 "));
        Building.await(view);
    }

    private static void hide(BootView view, long shortest) {
        Workbench.inUi(() -> {
            view.hideShorterThan(shortest);
            return null;
        });
    }

    private ITmfTrace openSecond(BootView view) throws Exception {
        ITmfTrace first = view.getTrace();
        Workbench.openBesides(SixVms.in(folder.resolve("second")));
        Workbench.waitUntil("the second trace is shown", () -> view.getTrace() != first && isShown(view));
        Building.await(view);
        return view.getTrace();
    }

    private static void select(ITmfTrace trace) {
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(selected(trace));
            return null;
        });
    }

    private static TmfTraceSelectedSignal selected(ITmfTrace trace) {
        return new TmfTraceSelectedSignal(BootRowsAnewTest.class, trace);
    }

    private static Object rows(BootView view, ITmfTrace trace) {
        try {
            Method rows = AbstractTimeGraphView.class.getDeclaredMethod("getEntryList", ITmfTrace.class);
            rows.setAccessible(true);
            return rows.invoke(view, trace);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object field(Class<?> of, String name, BootView view) {
        try {
            Field field = of.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(view);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
