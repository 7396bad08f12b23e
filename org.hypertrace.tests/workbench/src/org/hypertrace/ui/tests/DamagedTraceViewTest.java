/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.HostLosses.Stretch;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.open.OpenAtStartup;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Trace Compass shows of a trace of which a packet is missing, and of an analysis that fails. */
class DamagedTraceViewTest {

    private static final String STREAM = "c0_0";
    /** The packet of three that is missing. */
    private static final int PLACE = 1;

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
    }

    @Test
    void aMissingPacketIsALossInTheViewsToo() throws Exception {
        DamagedCopy copy = DamagedCopy.of(Samples.trace("quiet-boot"), folder.resolve("packet-missing"));
        VirtualCpuView view = Workbench.open(copy.drop(STREAM, PLACE, 1).folder());
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        ITimeGraphEntry vcpu = Entries.at(view, "lab-host", "quiet", "vCPU 0");
        Stretch missing = Machines.of(ModelStates.complete(trace)).get(0).losses().missing().get(0);
        long begin = missing.begin();
        long end = missing.end();
        Workbench.picture("loss-chart", Workbench::window);
        long inside = begin + (end - begin) / 2;
        String drawn = Entries.drawn(view, vcpu, inside);
        // until the next event that decides
        assertTrue(drawn.startsWith(begin + " ") && drawn.endsWith(" unknown") && Long.parseLong(drawn.split(" ")[1]) >= end, drawn);
        String tooltip = Entries.tooltip(view, vcpu, inside);
        assertTrue(tooltip.contains("Physical CPU: unknown for "), tooltip);
        ITimeGraphEntry asleep = Entries.at(view, "lab-host", "quiet", "Guest threads", "kthreadd (2)");
        assertTrue(Entries.drawn(view, asleep, inside).endsWith(" unknown"), "a thread that slept before may have run");
        Workbench.show(view, begin - 500_000, begin + 500_000);
        Workbench.picture("loss-chart-begin", Workbench::window);
        DataLossView losses = Workbench.show(DataLossView.class, DataLossView.ID);
        Workbench.waitUntil("the loss is listed", () -> rows(losses).contains("host lab-host|missing packets|1|"));
        Workbench.picture("damaged-data-quality", Workbench::window);
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    /** No event stands for that: it may be all that shows the loss of the last packets. */
    @Test
    void anIndexThatContradictsItselfIsListed() throws Exception {
        Path trace = DamagedCopy.of(Samples.trace("quiet-boot"), folder.resolve("doubtful-index")).folder();
        Path index = trace.resolve("index").resolve(STREAM + ".idx");
        byte[] bytes = Files.readAllBytes(index);
        bytes[bytes.length - 1]++;
        Files.write(index, bytes);
        Workbench.open(trace);
        DataLossView losses = Workbench.show(DataLossView.class, DataLossView.ID);
        Workbench.waitUntil("the damage is listed", () -> rows(losses).contains("recording|damage||"));
        String means = Workbench.inUi(() -> Arrays.stream(losses.table().getTreeViewer().getTree().getItems())
                .filter(row -> row.getText(1).equals("damage")).map(row -> row.getText(4)).collect(Collectors.joining()));
        assertTrue(means.contains("index/c0_0.idx contradicts itself"), means);
        Workbench.picture("doubtful-index", Workbench::window);
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    /** A folder that is in the way of the history: what fails is written in the view, and after it is gone all is well. */
    @Test
    void theSentenceOfAFailedAnalysisStandsInTheView() throws Exception {
        Path trace = DamagedCopy.of(Samples.trace("quiet-boot"), folder.resolve("in-the-way")).folder();
        Workbench.open(trace);
        Path kept = Path.of(TmfTraceManager.getSupplementaryFileDir(TmfTraceManager.getInstance().getActiveTrace()));
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("it is closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        Path history = history(kept);
        Files.delete(history);
        Path inTheWay = Files.createDirectories(history.resolve("in the way"));

        VirtualCpuView view = Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        OpenAtStartup.job(List.of(trace)).schedule();
        Workbench.waitUntil("the sentence", () -> Entries.of(view).anyMatch(entry -> entry.getName().endsWith(".")));
        String tree = Entries.tree(view);
        assertEquals("A file cannot be kept: " + history + " (it is a folder); make room on the disk, or name another folder for temporary files (TMPDIR).\n",
                tree);
        Workbench.picture("failed-analysis", Workbench::window);
        DataLossView losses = Workbench.show(DataLossView.class, DataLossView.ID);
        Workbench.waitUntil("the sentence is in the table", () -> rows(losses).startsWith(tree.strip()));
        Workbench.picture("failed-analysis-table", Workbench::window);
        String sentence = tree.strip();
        assertTrue(Workbench.logged().stream().anyMatch(entry -> entry.contains(sentence)), "it is in the log");
        Workbench.forgetLog();

        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("it is closed again", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        Files.delete(inTheWay);
        Files.delete(history);
        Workbench.open(trace);
        Workbench.waitUntil("the vCPU", () -> Entries.tree(view).contains("    vCPU 0\n"));
    }

    private static Path history(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("org.hypertrace.core.model")
                    && file.getFileName().toString().endsWith(".columns")).findFirst().orElseThrow();
        }
    }

    private static String rows(DataLossView view) {
        return Arrays.stream(view.table().getTreeViewer().getTree().getItems())
                .map(row -> row.getText(0) + '|' + row.getText(1) + '|' + row.getText(2) + "|\n").collect(Collectors.joining());
    }
}
