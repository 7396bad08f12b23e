/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that gets another name has the last one in Trace Compass' call-stack views, as in all others. */
@Tag("platform")
class StackThreadNamesTest {

    @TempDir
    Path folder;

    @Test
    void theLastNameIsTheName() throws Exception {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask task = scenario.vm("web").task(44, "init");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(1_000, task).syscall(2_000, 3_000, 59).executes(4_000, "deaf-service").syscall(5_000, 6_000, 34)
                .switchTo(7_000, vcpu.guest().idle());
        vcpu.exits(9_000, HLT).halts(9_010);
        Recorded recorded = scenario.until(10_000).in(folder);
        try (OpenedTrace opened = OpenedTrace.of(recorded.trace())) {
            GuestCallStackAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(opened.trace(), GuestCallStackAnalysis.class,
                    GuestCallStackAnalysis.ID);
            assertNotNull(analysis);
            analysis.schedule();
            assertTrue(analysis.waitForCompletion());
            ITmfStateSystem states = analysis.getStateSystem();
            List<String> threads = states.getQuarks("Processes", "*", "*").stream().map(states::getAttributeName)
                    .filter(name -> name.endsWith("(44)")).toList();
            assertEquals(List.of("deaf-service (44)"), threads);
        }
    }
}
