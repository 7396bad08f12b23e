/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.CampaignLines;
import org.hypertrace.testing.log.RecordedCampaign;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rolling upgrades of the samples, to the nanosecond as the oracle computes them: points, phases, who serves, windows, chain, and whose
 * time it was. A node may have two vCPUs, or a second process.
 */
@Tag("long")
class UpgradesAgainstOracleTest {

    static Stream<String> samples() {
        return Stream.of("rolling-upgrade", "upgrade-new-machines", "upgrade-signals", "upgrade-blocked-application", "upgrade-outage");
    }

    /** The one beside the archive, where it is not in it. */
    private static Path plan(String sample) {
        Path beside = Samples.archive(sample).resolveSibling("upgrade.json");
        return Files.exists(beside) ? beside : RecordedCampaign.plan(sample);
    }

    private static List<String> lines(String sample, List<HostEvent> events, UpgradePlan plan) throws IOException, StateSystemDisposedException {
        return CampaignLines.of(RecordedCampaign.of(sample, events, plan));
    }

    private static void same(List<String> expected, List<String> found) {
        assertEquals(String.join("\n", expected), String.join("\n", found));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void upgradesAreTheOracles(String sample) throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "the oracle takes some minutes for a sample");
        List<HostEvent> all = RecordedCampaign.events(sample);
        List<String> expected = CampaignLines.ofOracle(Oracle.upgrades(sample, plan(sample)));
        same(expected, lines(sample, all, UpgradePlan.read(plan(sample))));
        assertNotEquals(expected, lines(sample, all.subList(0, all.size() / 2), UpgradePlan.read(plan(sample))));
        // whose it was is known of both processes of a node, and of both of its vCPUs: only while there is no machine nobody's
        assertTrue(expected.stream().noneMatch(line -> line.contains(" own 0 host 0") && !line.contains(" off ")), String.join("\n", expected));
    }

    @Test
    void withoutSignalsAndWithoutTracer() throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "the oracle takes some minutes for a sample");
        String sample = "rolling-upgrade";
        List<HostEvent> all = RecordedCampaign.events(sample);
        same(CampaignLines.ofOracle(Oracle.upgrades(sample)), lines(sample, all, UpgradePlan.NONE));
        List<HostEvent> ofHost = all.stream().filter(event -> !(event instanceof HostEvent.KvmHypercall)).toList();
        same(CampaignLines.ofOracle(Oracle.upgrades(sample, "--host-only")), lines(sample, ofHost, UpgradePlan.NONE));
    }
}
