/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.log.ExitLog;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.example.RandomNested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exits of guests' guests are those of the scenario's books. */
class NestedScenarioTest {

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void everyExitOfAGuestsGuestIsTheTruths(long seed) {
        Scenario scenario = RandomNested.scenario(seed, 2_000);
        Truth[] truth = new Truth[1];
        ExitLog reported = ExitLog.of(to -> truth[0] = scenario.report(to));
        assertTrue(truth[0].nested().size() > 300, truth[0].nested().toString());
        assertEquals(String.join("\n", truth[0].nested().stream().map(NestedScenarioTest::line).toList()),
                String.join("\n", reported.exits().lines().filter(line -> line.contains("/n") && !line.endsWith("off"))
                        .map(NestedScenarioTest::line).toList()));
        assertFalse(reported.times().contains("LEFT"), reported.times());
        assertFalse(reported.nested().contains("TWICE") || reported.nested().contains("WITHOUT"), reported.nested());
    }

    private static String line(Truth.NestedExit exit) {
        return exit.begin() + "-" + exit.end() + ' ' + ExitReason.label(ExitReason.SVM, exit.code()) + " x" + exit.hostExits()
                + (exit.forwarded() ? " forwarded" : "");
    }

    private static String line(String reported) {
        return reported.replaceAll("^\\S+: (\\S+ \\S+) .*(x\\d+( forwarded)?),.*", "$1 $2");
    }

    @Test
    void whatCannotBeIsRefused() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0).startsOn(100, 0).enters(110).exits(120, Exit.IO).entersNested(130, 0x1000);
        assertEquals("130: web vCPU 0 cannot enter a guest of the guest: the guest has not exited for that",
                assertThrows(IllegalStateException.class, () -> scenario.report(event -> { })).getMessage());
        assertEquals("web vCPU 0", vcpu.toString());
    }
}
