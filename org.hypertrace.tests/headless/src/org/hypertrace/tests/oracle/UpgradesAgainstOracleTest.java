/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.CampaignLines;
import org.hypertrace.testing.log.RecordedCampaign;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rolling upgrade of the sample, to the nanosecond as the oracle computes them: points, phases, who serves, windows, chain, and whose time it was. */
@Tag("long")
class UpgradesAgainstOracleTest {

    private static final String SAMPLE = "rolling-upgrade";
    private static final Path PLAN = Samples.root().resolve("traces-samples/rolling-upgrade/upgrade.json");

    private static List<HostEvent> all;

    @BeforeAll
    static void read() throws IOException {
        assumeTrue(Samples.ALL, "the oracle takes some minutes for the sample");
        all = RecordedCampaign.events(SAMPLE);
    }

    private static List<String> lines(List<HostEvent> events, UpgradePlan plan) throws IOException, StateSystemDisposedException {
        return CampaignLines.of(RecordedCampaign.of(SAMPLE, events, plan));
    }

    @Test
    void withPlan() throws IOException, StateSystemDisposedException {
        List<String> expected = CampaignLines.ofOracle(Oracle.upgrades(SAMPLE, "--plan", PLAN.toString()));
        List<String> found = lines(all, UpgradePlan.read(PLAN));
        assertEquals(String.join("\n", expected), String.join("\n", found));
        assertNotEquals(expected, lines(all.subList(0, all.size() - 1000), UpgradePlan.read(PLAN)));
    }

    @Test
    void withoutPlan() throws IOException, StateSystemDisposedException {
        assertEquals(String.join("\n", CampaignLines.ofOracle(Oracle.upgrades(SAMPLE))), String.join("\n", lines(all, UpgradePlan.NONE)));
    }

    @Test
    void fromHostEventsAlone() throws IOException, StateSystemDisposedException {
        List<HostEvent> ofHost = all.stream().filter(event -> !(event instanceof HostEvent.KvmHypercall)).toList();
        assertEquals(String.join("\n", CampaignLines.ofOracle(Oracle.upgrades(SAMPLE, "--host-only"))),
                String.join("\n", lines(ofHost, UpgradePlan.NONE)));
    }
}
