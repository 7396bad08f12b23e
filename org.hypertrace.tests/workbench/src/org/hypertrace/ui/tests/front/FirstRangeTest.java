/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is seen first of a trace that Trace Compass opens its own way: a second of a VM in three seconds of a host. */
@ExtendWith(CleanWorkbench.class)
class FirstRangeTest {

    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private Recorded record() throws Exception {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask sh = scenario.vm("web").task(82, "sh");
        scenario.host("host").task("backup", 50).startsOn(10 * MS, 1).sleeps(20 * MS);
        vcpu.startsOn(1_000 * MS, 0).enters(1_001 * MS);
        vcpu.guest().switchTo(1_100 * MS, sh).switchTo(1_500 * MS, vcpu.guest().idle());
        vcpu.exits(1_900 * MS, HLT).returnsToQemu(1_901 * MS).ends(2_000 * MS);
        return scenario.until(3_000 * MS).in(folder);
    }

    private static void assertLivesAreSeen(Recorded recorded, String what) {
        var lives = recorded.truth().vcpus();
        assertEquals(1, lives.size());
        assertTrue(lives.get(0).begin() >= 1_000 * MS && lives.get(0).end() <= 2_000 * MS, "one second of three: " + lives);
        Workbench.waitUntil(what + " begins with the lives of its VMs", () -> {
            ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
            TmfTimeRange seen = trace == null ? null : TmfTraceManager.getInstance().getTraceContext(trace).getWindowRange();
            return seen != null && seen.getStartTime().toNanos() == lives.get(0).begin()
                    && seen.getEndTime().toNanos() == lives.get(0).end();
        });
    }

    @Test
    void ofADoubleClick() throws Exception {
        Recorded recorded = record();
        Explorer.doubleClick(Explorer.add(recorded.trace()).get(0));
        assertLivesAreSeen(recorded, "a trace");
        Workbench.picture("first-range", Workbench::window);
    }

    @Test
    void ofAnExperimentOfTraceCompass() throws Exception {
        Recorded recorded = record();
        Explorer.choose(Explorer.add(recorded.trace()), "Open As Experiment...", "Generic Experiment");
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment);
        assertLivesAreSeen(recorded, "an experiment");
    }

    @Test
    void ofExtractedGuestTraces() throws Exception {
        Recorded recorded = record();
        Explorer.choose(Explorer.add(recorded.trace()), "Extract Guest Traces");
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment);
        assertEquals(2, Workbench.<List<?>> inUi(() -> ((TmfExperiment) TmfTraceManager.getInstance().getActiveTrace()).getTraces()).size());
        assertLivesAreSeen(recorded, "an experiment of host and guest");
    }

    /** Before the analysis knows when VMs lived. */
    @Test
    void allOfAHostsTraceIsShownMeanwhile() throws Exception {
        Recorded recorded = record();
        ITmfTrace trace = Explorer.add(recorded.trace()).get(0).instantiateTrace();
        try {
            trace.initTrace(null, recorded.trace().toString(), CtfTmfEvent.class);
            TmfTimeRange first = trace.getInitialTimeRange();
            assertEquals(3_000 * MS - 10 * MS, first.getEndTime().toNanos() - first.getStartTime().toNanos());
        } finally {
            trace.dispose();
        }
    }
}
