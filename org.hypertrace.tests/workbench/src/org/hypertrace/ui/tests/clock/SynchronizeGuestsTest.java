/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import static org.hypertrace.ui.tests.clock.GuestProject.FIRST;
import static org.hypertrace.ui.tests.clock.GuestProject.SAMPLE;
import static org.hypertrace.ui.tests.clock.GuestProject.close;
import static org.hypertrace.ui.tests.clock.GuestProject.experiment;
import static org.hypertrace.ui.tests.clock.GuestProject.guest;
import static org.hypertrace.ui.tests.clock.GuestProject.guestIn;
import static org.hypertrace.ui.tests.clock.GuestProject.host;
import static org.hypertrace.ui.tests.clock.GuestProject.imported;
import static org.hypertrace.ui.tests.clock.GuestProject.openAgain;
import static org.hypertrace.ui.tests.clock.GuestProject.opened;
import static org.hypertrace.ui.tests.clock.GuestProject.path;
import static org.hypertrace.ui.tests.clock.GuestProject.project;
import static org.hypertrace.ui.tests.clock.GuestProject.putTwoPieces;
import static org.hypertrace.ui.tests.clock.GuestProject.times;
import static org.hypertrace.ui.tests.clock.GuestProject.tracing;
import static org.hypertrace.ui.tests.clock.GuestProject.waitForExperiment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.tracetype.GuestKernelTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.ClockOracle;
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

    @TempDir
    private Path fFolder;

    private static ITmfTimestampTransform kept() {
        return TimestampTransformFactory.getTimestampTransform(guest().getResource());
    }

    /** As if Trace Compass had ended and begun anew. */
    private static void closeAndOpenProject() throws Exception {
        close();
        IProject project = tracing();
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

    /** The times of the guest's trace in another project, which is removed. */
    private static List<Long> keptIn(String name) throws Exception {
        try {
            return times(TimestampTransformFactory.getTimestampTransform(guestIn(name).getResource()));
        } finally {
            ResourcesPlugin.getWorkspace().getRoot().getProject(name).delete(true, true, new NullProgressMonitor());
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
        whatIsKeptIsNotReadAgain();
        long begin = opened().getStartTime().toNanos();

        closeAndOpenProject();
        assertEquals(before, times(kept()), "of a project that was closed");
        openAgain();
        assertEquals(before, times(opened().getTimestampTransform()));
        assertEquals(begin, opened().getStartTime().toNanos());

        close();
        IProject original = tracing();
        original.copy(new org.eclipse.core.runtime.Path("Copied"), true, new NullProgressMonitor());
        assertEquals(before, keptIn("Copied"), "of a project that was copied");
        assertEquals(before, keptIn(imported(original, fFolder.resolve("exported"))), "of an exported one, which has only its files");

        guest().deleteSupplementaryResources();
        guest().refreshSupplementaryFolder();
        assertEquals(FIRST, kept().transform(FIRST), "it went with the supplementary files");
        whatTheUserSetStaysUntilTheUserWantsAnother(before);
    }

    @Test
    void severalPiecesAreKeptBesideTheTrace() throws Exception {
        Workbench.open(RecordedGuest.in(fFolder.resolve("recorded")));
        close();
        putTwoPieces();
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

    /** What is kept has a sentence of its own, and nothing is closed for it. */
    private static void whatIsKeptIsNotReadAgain() throws Exception {
        ITmfTrace opened = opened();
        String sentence = Dialogs.inDialog("guest-clock-kept", () -> new SynchronizationJob(experiment(), true).schedule());
        assertTrue(sentence.contains("is on the host's clock since these recordings were compared: 0 of 10097 events"), sentence);
        assertSame(opened, opened(), "it is the trace that was open");
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
