/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.ui.extract.GuestExtraction;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Guests' own traces, in Trace Compass' own views. */
@ExtendWith(CleanWorkbench.class)
class GuestTracesTest {

    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    private static final String CRITICAL_PATH = "org.eclipse.linuxtools.tmf.analysis.graph.ui.criticalpath.view.criticalpathview";

    @TempDir
    Path folder;

    private static AbstractTimeGraphView view(String id) {
        AbstractTimeGraphView view = Workbench.inUi(() -> {
            try {
                return (AbstractTimeGraphView) Workbench.page().showView(id);
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
        return view;
    }

    /** All names in the tree of the view. */
    private static List<String> names(AbstractTimeGraphView view) {
        return Entries.tree(view).lines().map(String::strip).toList();
    }

    @Test
    void aGuestsTraceIsAKernelTraceToTraceCompass() throws Exception {
        StringWriter message = new StringWriter();
        assertEquals(0, ReportApplication.run(new String[] { "extract", "--quiet", "--guests-only",
                VirtualCpuViewTest.sample("quiet-boot").toString(), "-o", folder.resolve("out").toString() }, folder.resolve("unpacked"),
                new PrintWriter(message), new PrintWriter(message)), message.toString());
        Workbench.open(folder.resolve("out/quiet"));
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        long begin = trace.getStartTime().toNanos();
        long end = trace.getEndTime().toNanos();

        AbstractTimeGraphView controlFlow = view(CONTROL_FLOW);
        Workbench.waitUntil("threads are there", () -> names(controlFlow).containsAll(List.of("init", "kthreadd", "poweroff")));
        Workbench.show(controlFlow, begin, end);
        Workbench.picture("guest-control-flow", Workbench::window);

        AbstractTimeGraphView resources = view(RESOURCES);
        Workbench.waitUntil("the processor is there", () -> names(resources).stream().anyMatch(name -> name.contains("CPU 0")));
        Workbench.show(resources, begin, end);
        Workbench.picture("guest-resources", Workbench::window);

        AbstractTimeGraphView path = view(CRITICAL_PATH);
        TmfSignalManager.dispatchSignal(new TmfThreadSelectedSignal(this, 1, trace));
        Workbench.waitUntil("the critical path is there", () -> names(path).stream().anyMatch(name -> name.contains("init")));
        Workbench.show(path, begin, end);
        Workbench.picture("guest-critical-path", Workbench::window);
    }

    @Test
    void theMenuMakesAnExperimentOfHostAndGuests() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        TmfProjectElement project = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
        TmfTraceElement host = project.getTracesFolder().getTraces().get(0);
        GuestExtraction job = new GuestExtraction(host);
        job.schedule();
        Workbench.waitUntil("the experiment is open",
                () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active && !active.isIndexing());
        job.join();
        String name = host.getName();
        TmfExperiment experiment = (TmfExperiment) TmfTraceManager.getInstance().getActiveTrace();
        assertEquals(name + " host+guests", experiment.getName());
        assertEquals(List.of(name, name + " guests/twin-a", name + " guests/twin-b"), experiment.getTraces().stream().map(ITmfTrace::getName).toList());
        assertEquals(3, experiment.getTraces().stream().map(ITmfTrace::getHostId).distinct().count(), "three machines");
        assertEquals(name + ' ' + name + " guests/twin-a " + name + " guests/twin-b", project.getTracesFolder().getTraces().stream()
                .map(TmfTraceElement::getElementPath).sorted().collect(Collectors.joining(" ")));

        AbstractTimeGraphView controlFlow = view(CONTROL_FLOW);
        // thread 2 of the host and of both guests
        Workbench.waitUntil("three times kthreadd", () -> names(controlFlow).stream().filter("kthreadd"::equals).count() == 3);
        Workbench.show(controlFlow, experiment.getStartTime().toNanos(), experiment.getEndTime().toNanos());
        ITimeGraphEntry inside = Entries.at(controlFlow, name + " guests/twin-a", "kthreadd");
        Workbench.inUi(() -> {
            controlFlow.getTimeGraphViewer().setSelection(inside, true);
            return null;
        });
        Workbench.picture("host-and-guests", Workbench::window);
    }

    @Test
    void whyThereIsNothingToExtractIsReported() throws Exception {
        StringWriter message = new StringWriter();
        assertEquals(0, ReportApplication.run(new String[] { "extract", "--quiet", "--guests-only",
                VirtualCpuViewTest.sample("syscall-load").toString(), "-o", folder.resolve("out").toString() }, folder.resolve("unpacked"),
                new PrintWriter(message), new PrintWriter(message)), message.toString());
        Workbench.open(folder.resolve("out/stock"));
        TmfProjectElement project = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
        assertNotNull(project);
        String sentence = Dialogs.inDialog("nothing-to-extract",
                () -> new GuestExtraction(project.getTracesFolder().getTraces().get(0)).schedule());
        assertTrue(sentence.contains("This is no kernel trace of a host"), sentence);
        assertEquals(1, ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing").getFolder("Traces").members().length);
    }
}
