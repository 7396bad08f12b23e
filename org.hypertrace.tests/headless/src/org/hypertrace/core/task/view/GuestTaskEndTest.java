/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A VM ends while one of its threads runs, and the trace goes on: the thread has ended, too. */
@Tag("platform")
class GuestTaskEndTest {

    private static final long SWITCHED = 1_000;
    private static final long TRACE = 10_000;

    @TempDir
    Path folder;

    @Test
    void theLastTaskEndsWithItsVm() throws Exception {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask sh = scenario.vm("web").task(82, "sh");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(SWITCHED, sh);
        vcpu.exits(1_900, HLT).returnsToQemu(1_910).ends(2_000);
        Recorded recorded = scenario.until(TRACE).in(folder);
        long end = recorded.truth().vcpus().get(0).end();
        assertTrue(end < TRACE / 2, end + " is the end of the VM");
        try (OpenedTrace opened = OpenedTrace.of(recorded.trace())) {
            ProviderDump shown = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace()));
            assertEquals(SWITCHED + " " + end + " sh (82)", shown.at(shown.entry("Guest task", 0), SWITCHED + 10));
            assertEquals("", shown.at(shown.entry("Guest task", 0), end + 10).replaceAll("\\d+ \\d+ null", ""));
            String tooltip = shown.tooltip(shown.entry("vCPU 0", 0), SWITCHED + 10);
            assertTrue(tooltip.contains("Guest task: sh (82) for " + (end - SWITCHED) + " ns\n") || tooltip.contains("Guest task: sh (82) for 1.00 µs ("
                    + (end - SWITCHED) + " ns)\n"), tooltip);
        }
    }
}
