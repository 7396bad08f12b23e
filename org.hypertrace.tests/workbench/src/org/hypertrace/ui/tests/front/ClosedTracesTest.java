/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.testing.Garbage;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.ViewStacks;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.stack.GuestFlameGraphView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Traces that are closed leave nothing of their size in memory, though the views that showed them stay open. What Trace Compass keeps of them
 * is a few of our objects, without what was found.
 */
@WholePerspective
@ExtendWith(CleanWorkbench.class)
class ClosedTracesTest {

    private static final List<String> SAMPLES = Samples.ALL ? List.of("preempted-guest", "syscall-load", "reboot-with-slow-notifier")
            : List.of("syscall-load", "reboot-with-slow-notifier");
    private static final String EXITS = ViewStacks.all().stream().filter(id -> id.contains("table:org.hypertrace")).findFirst().orElseThrow();

    /** By this name, the bytes of all objects. */
    private static final String HEAP = "heap";
    /** Three traces need more while they are open. */
    private static final long MOST = 32 << 20;
    private static final int OFTEN = 50;

    /** What was found by analyses: whoever has one of these has all of it. */
    private static final List<String> FOUND = List.of("history.ColumnTable", "history.Column", "history.BlockFile", "exit.columns.ExitColumns", "stack.frames.FrameFile",
            "stack.flame.FlameForest", "stack.flame.StackFigures", "path.CriticalPaths", "path.gather.PathRows", "path.view.PathIndex", "syscall.FoundCalls", "boot.BootTimes", "boot.GuestBoot");

    @Test
    void nothingOfThemIsKept() throws Exception {
        Map<String, Long> before = instances();
        for (String sample : SAMPLES) {
            use(sample);
        }
        assertEquals(SAMPLES.size(), Workbench.inUi(() -> TmfTraceManager.getInstance().getOpenedTraces().size()));
        Map<String, Long> open = instances();
        assertTrue(open.getOrDefault("history.Column", 0L) > 0 && open.containsKey("exit.columns.ExitColumns") && open.containsKey("path.CriticalPaths")
                && open.containsKey("stack.flame.StackFigures"), open.toString());
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        // not at each look: to count, all memory is collected
        int[] looks = new int[1];
        Workbench.comesTrue(() -> {
            Map<String, Long> now = looks[0]++ % OFTEN == 0 ? instances() : Map.of();
            return !now.isEmpty() && more(before, now).isEmpty() && now.get(HEAP) - before.get(HEAP) < MOST;
        });
        Map<String, Long> after = instances();
        assertEquals(Map.of(), more(before, after));
        long grown = after.get(HEAP) - before.get(HEAP);
        assertTrue(grown < MOST, grown + " bytes more than before");
    }

    /** Opens it, and looks at it with all views of the perspective, and with some that show much. */
    private static void use(String sample) throws Exception {
        Workbench.openBesides(VirtualCpuViewTest.sample(sample));
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        List<String> views = Workbench.inUi(() -> Arrays.stream(Workbench.page().getViewReferences()).map(view -> view.getId()).toList());
        assertTrue(views.contains(VirtualCpuView.ID) && views.contains(FindingsView.ID), views.toString());
        for (String id : views) {
            look(id);
        }
        look(GuestFlameGraphView.ID);
        look(EXITS);
        Workbench.inUi(() -> {
            AskPath.ask(trace, PathQuery.of(PathQuery.Kind.VCPU, "0", null));
            return null;
        });
        Workbench.waitUntil("all is found", () -> PathAnalysis.known(trace) != null && ModelStates.complete(trace) != null && ExitAnalysis.of(trace) != null);
    }

    private static void look(String id) {
        IViewPart view = Workbench.inUi(() -> {
            try {
                String[] ids = id.split(":");
                return Workbench.page().showView(ids[0], ids.length == 1 ? null : ids[1], IWorkbenchPage.VIEW_ACTIVATE);
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.waitUntil(view.getTitle() + " shows something", () -> view instanceof AbstractTimeGraphView rows ? !rows.isDirty()
                : !(view instanceof ProviderTableView table) || table.table().getTreeViewer().getTree().getItemCount() > 0);
    }

    /** How many objects of ours there are, by their classes; and the bytes of all. */
    private static Map<String, Long> instances() {
        Map<String, Long> instances = new TreeMap<>();
        for (String line : Garbage.collect().split("\n")) {
            String[] words = line.strip().split("\\s+");
            if (words.length >= 4 && words[3].startsWith("org.hypertrace.core.")) {
                instances.put(words[3].substring("org.hypertrace.core.".length()), Long.parseLong(words[1]));
            }
        }
        instances.put(HEAP, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        return instances;
    }

    private static Map<String, Long> more(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> more = new TreeMap<>();
        FOUND.forEach(name -> {
            long grown = after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
            if (grown > 0) {
                more.put(name, grown);
            }
        });
        return more;
    }
}
