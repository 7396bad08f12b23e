/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rolling upgrades of samples, to the nanosecond as the oracle computes them: points, phases, who serves, windows, chain, and whose time it was. */
@Tag("long")
class UpgradesAgainstOracleTest {

    private static final String SAMPLE = "rolling-upgrade";
    private static final Path PLAN = Samples.root().resolve("traces-samples/rolling-upgrade/upgrade.json");

    private static List<HostEvent> all;

    @BeforeAll
    static void read() throws IOException {
        assumeTrue(Samples.ALL, "the oracle takes some minutes for each sample");
        all = RecordedCampaign.events(SAMPLE);
    }

    private static List<String> lines(List<HostEvent> events, UpgradePlan plan) throws IOException, StateSystemDisposedException {
        return CampaignLines.of(RecordedCampaign.of(SAMPLE, events, plan));
    }

    /**
     * Marks with the standard texts, a node with two vCPUs, nodes that crash or get another machine. Whose time it was is not compared:
     * of two vCPUs, and of a node's second process, product and oracle split it differently.
     */
    @ParameterizedTest
    @ValueSource(strings = { "upgrade-signals", "upgrade-blocked-application", "upgrade-outage", "upgrade-new-machines" })
    void ofStandardTexts(String sample) throws IOException, StateSystemDisposedException {
        List<String> expected = CampaignLines.ofOracle(Oracle.upgrades(sample, "--plan", RecordedCampaign.plan(sample).toString()));
        assertEquals(withoutSplit(expected), withoutSplit(CampaignLines.of(RecordedCampaign.of(sample))));
    }

    private static String withoutSplit(List<String> lines) {
        return lines.stream().map(line -> line.replaceFirst(" own .*", "")).collect(Collectors.joining("\n"));
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
