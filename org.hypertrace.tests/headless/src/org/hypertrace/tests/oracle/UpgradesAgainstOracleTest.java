/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.UpgradeWords;
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
        List<String> expected = CampaignLines.ofOracle(Oracle.upgrades(sample, RecordedCampaign.plan(sample)));
        same(expected, lines(sample, all, UpgradePlan.read(RecordedCampaign.plan(sample))));
        assertNotEquals(expected, lines(sample, all.subList(0, all.size() / 2), UpgradePlan.read(RecordedCampaign.plan(sample))));
        // whose it was is known of both processes of a node, and of both of its vCPUs: only while there is no machine nobody's
        assertTrue(expected.stream().noneMatch(line -> line.contains(" own 0 host 0") && !line.contains(" off ")), String.join("\n", expected));
    }

    @Test
    void withoutSignalsAndWithoutTracer() throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "the oracle takes some minutes for a sample");
        String sample = "rolling-upgrade";
        List<HostEvent> all = RecordedCampaign.events(sample);
        CampaignProfile ready = RecordedCampaign.of(sample, all, UpgradePlan.NONE);
        same(CampaignLines.ofOracle(Oracle.upgrades(sample)), CampaignLines.of(ready));
        reports("node-b, node-a do not report when they serve: the guest's own word that it is ready counts, which is earlier.", ready);
        List<HostEvent> ofHost = all.stream().filter(event -> !(event instanceof HostEvent.KvmHypercall)).toList();
        CampaignProfile silent = RecordedCampaign.of(sample, ofHost, UpgradePlan.NONE);
        same(CampaignLines.ofOracle(Oracle.upgrades(sample, "--host-only")), CampaignLines.of(silent));
        reports("Kernels of node-b, node-a report nothing: addresses of exits show when kernel and user space begin.", silent);
        // what is less known is shorter: the application is not seen, then the end of user space either
        long known = RecordedCampaign.of(sample, all, UpgradePlan.read(RecordedCampaign.plan(sample))).campaign().redundancy().sum();
        long withoutSignals = ready.campaign().redundancy().sum();
        assertTrue(known > withoutSignals && withoutSignals > silent.campaign().redundancy().sum(), known + ", " + withoutSignals);
    }

    private static void reports(String finding, CampaignProfile profile) {
        assertTrue(UpgradeWords.findings(profile.campaign()).contains(finding), UpgradeWords.findings(profile.campaign()).toString());
    }
}
