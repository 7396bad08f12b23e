/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignGroup;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.RecordedCampaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonArray;

/** An upgrade in which an application waits for its logger, beside the same upgrade without: that phase of that node is named first. */
@Tag("long")
class BlockedApplicationTest {

    private static final String NORMAL = "upgrade-signals";
    private static final String BLOCKED = "upgrade-blocked-application";

    @Test
    void theApplicationIsNamed() throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "each sample takes some time to be read");
        CampaignComparison comparison = CampaignComparison.of(new CampaignGroup(NORMAL, List.of(RecordedCampaign.of(NORMAL))),
                new CampaignGroup(BLOCKED, List.of(RecordedCampaign.of(BLOCKED))), true);
        String sentence = UpgradeWords.comparison(comparison).stream().map(Object::toString).collect(Collectors.joining());
        assertTrue(sentence.startsWith("The upgrade of " + BLOCKED + " took ") && sentence.contains(", most of it in application of node-b: ")
                && sentence.endsWith(", not by the host."), sentence);
        CampaignComparison.Row row = comparison.cause();
        assertTrue(row.b() >= waitedForLogger() && row.a() < waitedForLogger(), row.toString());
    }

    /** By the guest's own clock, in its second boot. */
    private static long waitedForLogger() {
        JsonArray boots = Samples.truth(BLOCKED).get("node-b").getAsJsonArray("eachBoot");
        return boots.get(1).getAsJsonObject().getAsJsonObject("waitedForLoggerNs").get("value").getAsLong();
    }
}
