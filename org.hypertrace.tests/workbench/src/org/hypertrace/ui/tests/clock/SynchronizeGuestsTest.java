/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.core.tracetype.GuestKernelTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.ui.clock.GuestElement;
import org.hypertrace.ui.clock.SynchronizationJob;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Guests' own traces in an experiment with their host's. */
@ExtendWith(CleanWorkbench.class)
class SynchronizeGuestsTest {

    private static final String SAMPLE = "guest-and-hypercall";
    private static final long FIRST = 1_795_289_243_000_000_000L;

    @TempDir
    private Path fFolder;

    private static TmfProjectElement project() {
        return TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
    }

    private static TmfExperimentElement experiment() {
        return project().getExperimentsFolder().getExperiments().get(0);
    }

    /** The guest's is the one that is not beside the manifest. */
    private static TmfTraceElement guest() {
        return project().getTracesFolder().getTraces().stream().filter(trace -> path(trace).endsWith(Path.of("both", "kernel"))).findFirst().orElseThrow();
    }

    private static TmfTraceElement host() {
        return project().getTracesFolder().getTraces().stream().filter(trace -> !path(trace).equals(path(guest()))).findFirst().orElseThrow();
    }

    private static Path path(TmfTraceElement trace) {
        return Path.of(trace.getResource().getLocation().toOSString());
    }

    private static ITmfTimestampTransform kept() {
        return TimestampTransformFactory.getTimestampTransform(guest().getResource());
    }

    private static ITmfTrace opened() {
        return ((TmfExperiment) TmfTraceManager.getInstance().getActiveTrace()).getTraces().stream()
                .filter(trace -> Path.of(trace.getPath()).endsWith(Path.of("both", "kernel"))).findFirst().orElseThrow();
    }

    private static void openAgain() {
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(experiment()));
        waitForExperiment();
    }

    private static void waitForExperiment() {
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active
                && !active.isIndexing() && active.getTraces().size() == 2);
    }

    private static void close() {
        Workbench.inUi(() -> {
            Workbench.page().closeAllEditors(false);
            return null;
        });
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
    }

    /** As if Trace Compass had ended and begun anew. */
    private static void closeAndOpenProject() throws Exception {
        close();
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing");
        project.close(new NullProgressMonitor());
        project.open(new NullProgressMonitor());
        // Trace Compass may look at the project before all of it is open: then a user refreshes it
        Workbench.waitUntil("the project is there again", () -> {
            if (!isWhole()) {
                project().refresh();
            }
            return isWhole();
        });
    }

    private static boolean isWhole() {
        return project().getTracesFolder() != null && project().getTracesFolder().getTraces().size() == 2
                && !project().getExperimentsFolder().getExperiments().isEmpty();
    }

    private static List<Long> times(ITmfTimestampTransform by) {
        return LongStream.range(0, 200).map(i -> FIRST + i * 61_234_567L).map(by::transform).boxed().toList();
    }

    /** As export and import do: another project of the same files, and nothing that the workspace knows of them. */
    private String imported(IProject project) throws Exception {
        Path from = Path.of(project.getLocation().toOSString());
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                Files.copy(path, fFolder.resolve("exported").resolve(from.relativize(path).toString()), LinkOption.NOFOLLOW_LINKS);
            }
        }
        IProject imported = ResourcesPlugin.getWorkspace().getRoot().getProject("Imported");
        IProjectDescription files = ResourcesPlugin.getWorkspace().loadProjectDescription(
                new org.eclipse.core.runtime.Path(fFolder.resolve("exported").resolve(".project").toString()));
        files.setName(imported.getName());
        files.setLocation(new org.eclipse.core.runtime.Path(fFolder.resolve("exported").toString()));
        imported.create(files, new NullProgressMonitor());
        imported.open(new NullProgressMonitor());
        return imported.getName();
    }

    /** The times of the guest's trace in another project, which is removed. */
    private static List<Long> keptIn(String name) throws Exception {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        try {
            TmfProjectElement element = TmfProjectRegistry.getProject(project, true);
            Workbench.waitUntil("the traces of " + name + " are there", () -> {
                element.refresh();
                return element.getTracesFolder() != null && element.getTracesFolder().getTraces().size() == 2;
            });
            String own = guest().getName();
            TmfTraceElement guest = element.getTracesFolder().getTraces().stream().filter(trace -> trace.getName().equals(own)).findFirst().orElseThrow();
            guest.refreshSupplementaryFolder();
            return times(TimestampTransformFactory.getTimestampTransform(guest.getResource()));
        } finally {
            project.delete(true, true, new NullProgressMonitor());
        }
    }

    private static void synchronize(boolean isAsked) throws Exception {
        SynchronizationJob job = new SynchronizationJob(experiment(), isAsked);
        job.schedule();
        job.join();
    }

    @Test
    void openingPutsTheGuestOnTheHostsClockUnlessTheUserSetAnother() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(SAMPLE));
        Path host = Samples.trace(SAMPLE);
        JsonObject oracle = ClockOracle.clocksOf(host, host.resolveSibling("guests").resolve("both").resolve("kernel"), "180,182");
        JsonArray offsets = oracle.getAsJsonArray("offset");
        List.of(0, 1).forEach(end -> {
            long reading = oracle.get(end == 0 ? "from" : "to").getAsLong();
            long early = reading + offsets.get(end).getAsLong() - opened().getTimestampTransform().transform(reading);
            // Trace Compass' own arithmetic
            assertTrue(early >= 0 && early <= 2, early + " ns early");
        });
        assertEquals("org.eclipse.linuxtools.lttng2.kernel.tracetype", guest().getTraceType());
        assertTrue(TimestampTransformFactory.getTimestampTransform(host().getResource()).equals(TimestampTransformFactory.getDefaultTransform()),
                "the host is the reference");
        List<Long> before = times(kept());
        assertEquals(before, times(opened().getTimestampTransform()));
        long begin = opened().getStartTime().toNanos();

        closeAndOpenProject();
        assertEquals(before, times(kept()), "of a project that was closed");
        openAgain();
        assertEquals(before, times(opened().getTimestampTransform()));
        assertEquals(begin, opened().getStartTime().toNanos());

        close();
        IProject original = ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing");
        original.copy(new org.eclipse.core.runtime.Path("Copied"), true, new NullProgressMonitor());
        assertEquals(before, keptIn("Copied"), "of a project that was copied");
        assertEquals(before, keptIn(imported(original)), "of an exported one, which has only its files");

        guest().deleteSupplementaryResources();
        guest().refreshSupplementaryFolder();
        assertEquals(FIRST, kept().transform(FIRST), "it went with the supplementary files");
        whatTheUserSetStaysUntilTheUserWantsAnother(before);
    }

    @Test
    void severalPiecesAreKeptBesideTheTrace() throws Exception {
        Workbench.open(RecordedGuest.in(fFolder.resolve("recorded")));
        close();
        ClockFit fit = new ClockFit();
        for (int i = 0; i < 400; i++) {
            long reading = FIRST + i * 25_000_000L;
            long onHost = reading + (i < 200 ? 1_000_000_000L : 1_003_000_000L);
            fit.bound(reading, onHost - 100, onHost + 100);
        }
        PiecewiseClock clock = fit.clock();
        assertEquals(2, clock.pieces().size());
        new GuestElement(guest()).put(KeptClock.of(RecordingHash.ofContents(path(guest())), RecordingHash.ofContents(path(host())), clock,
                new Fit(true, 400, 0, 0)),
                new NullProgressMonitor());
        List<Long> expected = new ArrayList<>();
        // 1 s, in the second half 3 ms more; the straight line between is not asked
        for (int i : new int[] { 0, 100, 198, 201, 300, 399 }) {
            expected.add(FIRST + i * 25_000_000L + (i < 200 ? 1_000_000_000L : 1_003_000_000L));
        }
        openAgain();
        for (String what : List.of("at once", "of a project that was closed")) {
            assertEquals(GuestKernelTrace.TYPE, guest().getTraceType(), what);
            assertTrue(opened() instanceof GuestKernelTrace, what);
            assertEquals(expected, LongStream.of(0, 100, 198, 201, 300, 399).map(i -> opened().getTimestampTransform().transform(FIRST + i * 25_000_000L))
                    .boxed().toList(), what);
            if (what.equals("at once")) {
                closeAndOpenProject();
                openAgain();
            }
        }
        assertTrue(Files.exists(path(guest()).resolve("metadata")));
        close();
        guest().deleteSupplementaryResources();
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(guest()));
        Workbench.waitUntil("the guest's trace alone", () -> TmfTraceManager.getInstance().getActiveTrace() != null);
        assertEquals(FIRST, TmfTraceManager.getInstance().getActiveTrace().getTimestampTransform().transform(FIRST), "as recorded");
    }

    /** Of an experiment that is closed. */
    private static void whatTheUserSetStaysUntilTheUserWantsAnother(List<Long> ours) throws Exception {
        // as Apply Time Offset and Synchronize do
        IResource resource = guest().getResource();
        TimestampTransformFactory.setTimestampTransform(resource, TimestampTransformFactory.createWithOffset(5_000_000_000L));

        String sentence = Dialogs.inDialog("guest-clock-set-by-user", SynchronizeGuestsTest::openInUi);
        waitForExperiment();
        assertTrue(sentence.contains("were set in Trace Compass and stay so") && sentence.contains("Synchronize Guests"), sentence);
        assertEquals(FIRST + 5_000_000_000L, opened().getTimestampTransform().transform(FIRST));
        synchronize(false);
        assertEquals(List.of(), Workbench.inUi(Dialogs::messages), "it is reported once");

        Shell question = Dialogs.dialog("guest-clock-replace", () -> new SynchronizationJob(experiment(), true).schedule());
        Dialogs.press(question, "&No");
        Workbench.waitUntil("the question is answered", question::isDisposed);
        assertEquals(FIRST + 5_000_000_000L, kept().transform(FIRST), "No leaves it");

        Shell again = Dialogs.dialog("guest-clock-replace", () -> new SynchronizationJob(experiment(), true).schedule());
        String answer = Dialogs.inDialog("guest-clock-replaced", () -> Dialogs.press(again, "&Yes"));
        assertTrue(answer.contains("is on the host's clock, by hypercalls: 0 of "), answer);
        assertEquals(ours, times(kept()), "the same as at first");
        waitForExperiment();
        assertEquals(ours, times(opened().getTimestampTransform()));
    }

    private static void openInUi() {
        TmfOpenTraceHelper.openFromElement(experiment());
    }

    @Test
    void anExperimentWithoutGuestsHasNothingToSynchronize() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("quiet-boot"));
        TmfTraceElement only = project().getTracesFolder().getTraces().get(0);
        TmfExperimentElement alone = org.hypertrace.ui.open.TracingProject.of(project()).experiment("alone", List.of(only), new NullProgressMonitor());
        String sentence = Dialogs.inDialog("no-guest-to-synchronize", () -> new SynchronizationJob(alone, true).schedule());
        assertTrue(sentence.contains("No manifest names a trace of this experiment as a guest's own"), sentence);
        assertFalse(Files.exists(Path.of(only.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation().toOSString(), KeptClock.FILE_NAME)));
    }
}
