/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.imageio.ImageIO;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IWorkbenchPage;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.ui.clock.GuestElement;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pictures of the page about clocks, see {@code releng/pictures}: a guest's Control Flow above its host's Virtual CPU. */
@ExtendWith(CleanPicture.class)
class HelpClockPictures {

    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final int WIDTH = 1200;
    private static final int NAMES = 420;
    /** A stretch in which threads of the guest take turns, on the host's clock. */
    private static final long BEGIN = 1_795_289_253_105_000_000L;
    private static final long END = BEGIN + 45_000_000;

    @Test
    void beforeAndAfter() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("guest-and-hypercall"));
        keep("clocks/synchronized");
        Workbench.inUi(() -> {
            Workbench.page().closeAllEditors(false);
            return null;
        });
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        TmfProjectElement project = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
        TmfTraceElement guest = project.getTracesFolder().getTraces().stream().filter(HelpClockPictures::isGuest).findFirst().orElseThrow();
        TmfTraceElement host = project.getTracesFolder().getTraces().stream().filter(trace -> !isGuest(trace)).findFirst().orElseThrow();
        // as if nothing fitted
        new GuestElement(guest).put(new KeptClock(RecordingHash.ofContents(path(guest)), RecordingHash.ofContents(path(host)), null, null,
                List.of(new Fit(false, 0, 0, 0))),
                new NullProgressMonitor());
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(project.getExperimentsFolder().getExperiments().get(0)));
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active && !active.isIndexing());
        keep("clocks/recorded");
    }

    private static boolean isGuest(TmfTraceElement trace) {
        return path(trace).endsWith(Path.of("both", "kernel"));
    }

    private static Path path(TmfTraceElement trace) {
        return Path.of(trace.getResource().getLocation().toOSString());
    }

    private static void keep(String name) throws Exception {
        AbstractTimeGraphView flow = Workbench.show(AbstractTimeGraphView.class, CONTROL_FLOW);
        Workbench.waitUntil("threads of both are there", () -> Entries.tree(flow).lines().filter(line -> line.strip().equals("rcu_preempt")).count() == 2);
        HelpPicture.only(flow);
        Workbench.show(flow, BEGIN, END);
        ITimeGraphEntry inside = Entries.of(flow).filter(entry -> entry.getName().contains("both")).findFirst().orElseThrow();
        Workbench.inUi(() -> {
            Entries.of(flow).filter(entry -> entry != inside).forEach(entry -> flow.getTimeGraphViewer().setExpandedState(entry, false));
            flow.getTimeGraphViewer().setSelection(inside, true);
            return null;
        });
        part(name + "-flow", 430, flow);
        VirtualCpuView vcpus = Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        Workbench.waitUntil("the view has entries", () -> Entries.of(vcpus).findAny().isPresent());
        HelpPicture.only(vcpus);
        Workbench.show(vcpus, BEGIN, END);
        part(name + "-vcpus", 230, vcpus);
        Path folder = Path.of(System.getProperty("hypertrace.screenshots"), "help");
        stack(folder.resolve(name + ".png").toFile(), folder.resolve(name + "-flow.png"), folder.resolve(name + "-vcpus.png"));
    }

    private static void part(String name, int height, AbstractTimeGraphView view) throws Exception {
        List<String> titles = List.of(Workbench.inUi(view::getPartName));
        HelpPicture.maximized(view, IWorkbenchPage.STATE_MAXIMIZED);
        HelpPicture.keepTitled(name, WIDTH, height, titles);
        // the layout that follows a change of the size may set it back
        Workbench.waitUntil("names are as wide as in the other view", () -> {
            int wide = Workbench.inUi(() -> view.getTimeViewAlignmentInfo().getTimeAxisOffset());
            Workbench.inUi(() -> {
                view.performAlign(NAMES, view.getAvailableWidth(NAMES));
                return null;
            });
            return wide == NAMES;
        });
        HelpPicture.keepTitled(name, WIDTH, height, titles);
        assertEquals(NAMES, Workbench.inUi(() -> view.getTimeViewAlignmentInfo().getTimeAxisOffset()), "also in the picture");
        HelpPicture.maximized(view, IWorkbenchPage.STATE_RESTORED);
    }

    /** One above the other. */
    private static void stack(File to, Path above, Path below) throws Exception {
        BufferedImage first = ImageIO.read(above.toFile());
        BufferedImage second = ImageIO.read(below.toFile());
        BufferedImage both = new BufferedImage(Math.min(first.getWidth(), second.getWidth()), first.getHeight() + second.getHeight(),
                BufferedImage.TYPE_INT_RGB);
        both.getGraphics().drawImage(first, 0, 0, null);
        both.getGraphics().drawImage(second, 0, first.getHeight(), null);
        ImageIO.write(both, "png", to);
        Files.delete(above);
        Files.delete(below);
    }
}
