/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RingMemory;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.open.TracingProject;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files of rings that are still being written, and beside a trace of a host. */
@ExtendWith(CleanWorkbench.class)
class LoneRingOpeningTest {

    private static final long HLT = 2L << 32 | 120;

    @TempDir
    private Path fFolder;

    /** In the guest for 10 ms, then halted. */
    private static RingMemory life() {
        return new RingMemory().ring(0, 0, 64, 0).put(0, 2_000_000, 0xa1, 0, 0, 0, 1).put(0, 22_000_000, 0xa0, HLT, 0, 0, 1).put(0, 24_000_000, 0xa2, 77, 1, 0x706d6f74, 1);
    }

    private static TmfProjectElement project() {
        return TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
    }

    private static void close() {
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
    }

    /** What is written after the opening is there when the file is opened again, as by a double click: also in what is kept of it. */
    @Test
    void aFileThatIsStillWrittenIsReadOnWhenItIsOpenedAgain() throws Exception {
        Path ring = Files.write(fFolder.resolve("live.ring"), life().bytes());
        VirtualCpuView view = Workbench.open(ring);
        assertEquals("0 10000000 guest (at most)", Entries.drawn(view, vcpu(view), 5_000_000));
        // back at 20 ms, in the guest from 21 to 41 ms; the memory is mapped, so nobody sets the file's time
        RingMemory more = life().put(0, 42_000_000, 0xa3, 77, 0, 0x706d6f74, 1).put(0, 44_000_000, 0xa1, 0, 0, 0, 1).put(0, 84_000_000, 0xa0, HLT, 0, 0, 1);
        var time = Files.getLastModifiedTime(ring);
        Files.write(ring, more.bytes());
        Files.setLastModifiedTime(ring, time);
        assertEquals(11_000_000, TmfTraceManager.getInstance().getActiveTrace().getEndTime().toNanos());
        Workbench.picture("ring-still-written", Workbench::window);
        close();
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(project().getTracesFolder().getTraces().get(0)));
        VirtualCpuView again = Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        Workbench.waitUntil("the new end is there", () -> TmfTraceManager.getInstance().getActiveTrace() != null && Entries.of(again).findAny().isPresent()
                && TmfTraceManager.getInstance().getActiveTrace().getEndTime().toNanos() == 41_000_000);
        Workbench.show(again, 0, 41_000_000);
        assertEquals("21000000 41000000 guest (at most)", Entries.drawn(again, vcpu(again), 30_000_000));
        Workbench.show(again, 0, 41_000_000);
        Workbench.picture("ring-opened-again", Workbench::window);
        FindingsView findings = Workbench.show(FindingsView.class, FindingsView.ID);
        Workbench.waitUntil("nothing is offered that needs a trace of the host", () -> rows(findings).stream().map(row -> row.replaceFirst("\\|.*", "")).toList()
                .equals(List.of("Nothing stands out in this trace.")));
    }

    private static ITimeGraphEntry vcpu(VirtualCpuView view) {
        Workbench.waitUntil("the vCPU is in the tree", () -> Entries.tree(view).contains("vCPU 0"));
        return Entries.of(view).findFirst().orElseThrow().getChildren().get(0).getChildren().get(0);
    }

    /** It is no second source, and Data Quality reports that no manifest names it. */
    @Test
    void besideAHostsTraceTheManifestIsTheWay() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ENTERED + "800 alpha cpu0 kvm_exit HLT 0\n").in(fFolder.resolve("host"));
        Workbench.open(trace);
        Workbench.openBesides(Files.write(fFolder.resolve("web-1.ring"), life().bytes()));
        TmfExperimentElement both = TracingProject.of(project()).experiment("both", project().getTracesFolder().getTraces(), new NullProgressMonitor());
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(both));
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active
                && !active.isIndexing() && active.getTraces().size() == 2);
        VirtualCpuView view = Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        Workbench.waitUntil("the host's VM is in the tree", () -> Entries.tree(view).contains("VM 384"));
        assertEquals(1, Workbench.inUi(() -> Entries.of(view).count()), Entries.tree(view));
        DataLossView losses = Workbench.show(DataLossView.class, DataLossView.ID);
        Workbench.waitUntil("its row is there", () -> rows(losses).stream().anyMatch(row -> row.startsWith("recording|rings|")
                && row.contains("web-1.ring is beside a trace of a host, and no manifest there names it")));
        Workbench.picture("ring-in-experiment", Workbench::window);
    }

    private static List<String> rows(ProviderTableView view) {
        return Arrays.stream(view.table().getTreeViewer().getTree().getItems()).map(LoneRingOpeningTest::row).toList();
    }

    private static String row(TreeItem item) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < item.getParent().getColumnCount(); column++) {
            text.append(item.getText(column).replace('\n', ' ')).append('|');
        }
        return text.toString();
    }
}
