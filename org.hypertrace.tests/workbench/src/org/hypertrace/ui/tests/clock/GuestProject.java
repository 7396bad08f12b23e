/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.ui.clock.GuestElement;
import org.hypertrace.ui.tests.window.Workbench;

/** The project of a test in which a guest's own trace is opened with its host's: the sample <em>guest-and-hypercall</em>. */
final class GuestProject {

    static final String SAMPLE = "guest-and-hypercall";
    /** A reading of the guest's clock, before the trace begins. */
    static final long FIRST = TransformApplication.FIRST;

    private GuestProject() {
    }

    static IProject tracing() {
        return ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing");
    }

    static TmfProjectElement project() {
        return TmfProjectRegistry.getProject(tracing(), true);
    }

    static TmfExperimentElement experiment() {
        return project().getExperimentsFolder().getExperiments().get(0);
    }

    /** The guest's is the one that is not beside the manifest. */
    static TmfTraceElement guest() {
        return project().getTracesFolder().getTraces().stream().filter(trace -> path(trace).endsWith(Path.of("both", "kernel"))).findFirst().orElseThrow();
    }

    static TmfTraceElement host() {
        return project().getTracesFolder().getTraces().stream().filter(trace -> !path(trace).equals(path(guest()))).findFirst().orElseThrow();
    }

    static Path path(TmfTraceElement trace) {
        return Path.of(trace.getResource().getLocation().toOSString());
    }

    static ITmfTrace opened() {
        return ((TmfExperiment) TmfTraceManager.getInstance().getActiveTrace()).getTraces().stream()
                .filter(trace -> Path.of(trace.getPath()).endsWith(Path.of("both", "kernel"))).findFirst().orElseThrow();
    }

    static void openAgain() {
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(experiment()));
        waitForExperiment();
    }

    static void waitForExperiment() {
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active
                && !active.isIndexing() && active.getTraces().size() == 2);
    }

    static void close() {
        Workbench.inUi(() -> {
            Workbench.page().closeAllEditors(false);
            return null;
        });
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
    }

    static List<Long> times(ITmfTimestampTransform by) {
        return IntStream.range(0, TransformApplication.READINGS).mapToLong(TransformApplication::reading).map(by::transform).boxed().toList();
    }

    /** As export and import do: another project of the same files, and nothing that the workspace knows of them. */
    static String imported(IProject project, Path to) throws Exception {
        Path from = Path.of(project.getLocation().toOSString());
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                Files.copy(path, to.resolve(from.relativize(path).toString()), LinkOption.NOFOLLOW_LINKS);
            }
        }
        IProject imported = ResourcesPlugin.getWorkspace().getRoot().getProject("Imported");
        IProjectDescription files = ResourcesPlugin.getWorkspace().loadProjectDescription(
                new org.eclipse.core.runtime.Path(to.resolve(".project").toString()));
        files.setName(imported.getName());
        files.setLocation(new org.eclipse.core.runtime.Path(to.toString()));
        imported.create(files, new NullProgressMonitor());
        imported.open(new NullProgressMonitor());
        return imported.getName();
    }

    /** The same trace in another project, which the project explorer has shown: that refreshes it. */
    static TmfTraceElement guestIn(String name) {
        TmfProjectElement element = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject(name), true);
        Workbench.waitUntil("the traces of " + name + " are there", () -> {
            element.refresh();
            return element.getTracesFolder() != null && element.getTracesFolder().getTraces().size() == 2;
        });
        String own = guest().getName();
        TmfTraceElement guest = element.getTracesFolder().getTraces().stream().filter(trace -> trace.getName().equals(own)).findFirst().orElseThrow();
        guest.refreshSupplementaryFolder();
        return guest;
    }

    /** Gives the guest's trace a clock of two pieces: 1 s behind its host's, in the second half 3 ms more. The traces are closed. */
    static void putTwoPieces() throws Exception {
        ClockFit fit = new ClockFit();
        for (int i = 0; i < 400; i++) {
            long reading = FIRST + i * 25_000_000L;
            long onHost = reading + (i < 200 ? 1_000_000_000L : 1_003_000_000L);
            fit.bound(reading, onHost - 100, onHost + 100);
        }
        PiecewiseClock clock = fit.clock();
        if (clock.pieces().size() != 2) {
            throw new AssertionError(clock.pieces().size() + " pieces");
        }
        new GuestElement(guest()).put(KeptClock.of(RecordingHash.ofContents(path(guest())), RecordingHash.ofContents(path(host())), clock,
                new Fit(true, 400, 0, 0)), new NullProgressMonitor());
    }
}
