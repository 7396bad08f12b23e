/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.path.CriticalPathPartsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the views of critical paths show without one, without a host, and when it fails. */
@ExtendWith(CleanWorkbench.class)
class CriticalPathMissingTest {

    @TempDir
    Path folder;

    /** As long as nobody asked, the view reports how to. */
    @Test
    void withoutAPathItReportsHowToAsk() throws Exception {
        CriticalPathView view = Workbench.open(VirtualCpuViewTest.sample("smp-guest"), CriticalPathView.class, CriticalPathView.ID);
        assertEquals(AskedPaths.NOTHING_ASKED, Entries.tree(view).strip());
        Workbench.picture("path-empty", Workbench::window);
        CriticalPathPartsView table = Workbench.show(CriticalPathPartsView.class, CriticalPathPartsView.ID);
        Tree parts = table.table().getTreeViewer().getTree();
        Workbench.waitUntil("the hint", () -> parts.getItemCount() == 1 && parts.getItem(0).getText().equals(AskedPaths.NOTHING_ASKED));
        Workbench.inUi(() -> {
            AskPath.ask(TmfTraceManager.getInstance().getActiveTrace(), PathQuery.of(PathQuery.Kind.THREAD, "nobody", null));
            return null;
        });
        Workbench.waitUntil("the sentence", () -> Entries.of(view).anyMatch(entry -> entry.getName().startsWith("There is no thread nobody of ")));
        Workbench.waitUntil("the sentence is in the table", () -> parts.getItemCount() == 1
                && parts.getItem(0).getText().startsWith("There is no thread nobody of "));
    }

    /** A trace without events of KVM is taken for a guest's own: what the host took is not known, which is reported. */
    @Test
    void aTraceWithoutKvmEventsIsAGuestsOwn() throws Exception {
        CriticalPathView view = Workbench.open(VirtualCpuViewTest.withoutKvm(folder), CriticalPathView.class, CriticalPathView.ID);
        assertEquals(AskedPaths.NOTHING_ASKED, Entries.tree(view).strip());
        Workbench.inUi(() -> {
            AskPath.ask(TmfTraceManager.getInstance().getActiveTrace(), PathQuery.of(PathQuery.Kind.THREAD, "1", null));
            return null;
        });
        Workbench.waitUntil("the path", () -> view.getContentDescription().startsWith("b (1) of lonely: "));
        String message = Workbench.inUi(view::getContentDescription);
        assertTrue(message.contains(" for the vCPU; what the host took is not recorded; "), message);
        Workbench.waitUntil("its rows", () -> Entries.tree(view).equals("Classes\nlonely\n  b (1)\n") && !view.isDirty());
        Workbench.picture("path-of-a-guest-alone", Workbench::window);
    }

    /** A folder that is in the way of the file: what fails is written in the view. */
    @Test
    void theSentenceOfAFailedGatheringStandsInTheView() throws Exception {
        Path trace = DamagedCopy.of(Samples.trace("quiet-boot"), folder.resolve("in-the-way")).folder();
        CriticalPathView view = Workbench.open(trace, CriticalPathView.class, CriticalPathView.ID);
        Path kept = Path.of(TmfTraceManager.getSupplementaryFileDir(TmfTraceManager.getInstance().getActiveTrace()));
        Files.createDirectories(kept.resolve("org.hypertrace.core.path.rows").resolve("in the way"));
        Workbench.inUi(() -> {
            AskPath.ask(TmfTraceManager.getInstance().getActiveTrace(), PathQuery.of(PathQuery.Kind.BOOT, "1", null));
            return null;
        });
        Workbench.waitUntil("the sentence", () -> Entries.tree(view).strip().endsWith("."));
        String sentence = Entries.tree(view).strip();
        assertNotEquals(AskedPaths.NOTHING_ASKED, sentence);
        assertEquals(1, sentence.lines().count(), sentence);
        Workbench.picture("path-failed", Workbench::window);
        assertTrue(Workbench.logged().stream().anyMatch(entry -> entry.contains(sentence)), "it is in the log: " + sentence);
        Workbench.forgetLog();
    }
}
