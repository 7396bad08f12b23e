/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.Serving;
import org.hypertrace.core.upgrade.Window;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.log.RecordedCampaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A process of the host watched a recorded upgrade: it knows no marks, but asked each node again and again. Absences and windows are
 * those it saw, to one question and one answer's time at each edge.
 */
@Tag("long")
class UpgradeAgainstProberTest {

    /** An application that crashes marks nothing: that is known when PID 1 ends and the kernel panics, some 0.7 s later. */
    private static final long CRASH = 1_000_000_000;

    static Stream<String> recorded() {
        return Stream.of("rolling-upgrade", "upgrade-signals", "upgrade-blocked-application", "upgrade-outage", "upgrade-new-machines");
    }

    private static JsonObject prober(String name) throws IOException {
        String truth = Files.readString(Samples.archive(name).resolveSibling("truth.json"));
        return JsonParser.parseString(truth).getAsJsonObject().getAsJsonObject("prober").getAsJsonObject("value");
    }

    private static long crash(String name) {
        return name.equals("upgrade-outage") ? CRASH : 0;
    }

    private static long longestAnswer(JsonObject prober) {
        return prober.getAsJsonObject("answerNs").get("longest").getAsLong();
    }

    /** When a node did not serve between two times when it did. */
    private static List<Window> absences(List<Serving> serving) {
        List<Window> absences = new ArrayList<>();
        for (int i = 1; i < serving.size(); i++) {
            if (serving.get(i - 1).end() < serving.get(i).begin()) {
                absences.add(new Window(serving.get(i - 1).end(), serving.get(i).begin()));
            }
        }
        return absences;
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void theProberSawTheSame(String name) throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "each sample takes some time to be read");
        JsonObject prober = prober(name);
        Campaign campaign = RecordedCampaign.of(name).campaign();
        for (String node : campaign.nodes()) {
            long late = node.equals("node-a") ? crash(name) : 0;
            sameAbsences(node, absences(campaign.serving().get(node)), Summary.objects(prober.getAsJsonObject("absent"), node), longestAnswer(prober) + late);
        }
        long most = prober.get("periodNs").getAsLong() + longestAnswer(prober);
        same(name, campaign, seen(prober, "redundancyLost", campaign), campaign.redundancy().lost(), most);
        same(name, campaign, seen(prober, "outage", campaign), campaign.service().lost(), most + crash(name));
        same(name, campaign, seen(prober, "noPrimary", campaign), campaign.role().lost(), most + crash(name));
        assertEquals(name.equals("upgrade-outage"), !campaign.service().lost().isEmpty(), name);
    }

    /** A node stopped after the last question that it answered was sent, and served before it answered again. */
    private static void sameAbsences(String node, List<Window> found, List<JsonObject> seen, long late) {
        assertEquals(seen.size(), found.size(), node + ", prober: " + seen + ", found: " + found);
        assertTrue(!found.isEmpty(), node);
        for (int i = 0; i < seen.size(); i++) {
            JsonObject one = seen.get(i);
            long down = found.get(i).begin();
            long serves = found.get(i).end();
            assertTrue(one.getAsJsonObject("lastAnswered").get("sent").getAsLong() <= down && down <= one.get("firstFailed").getAsLong() + late,
                    node + " stopped at " + down + ", prober: " + one);
            assertTrue(one.get("lastFailed").getAsLong() <= serves && serves <= one.getAsJsonObject("firstAnswered").get("answered").getAsLong(),
                    node + " served at " + serves + ", prober: " + one);
        }
    }

    /** Before and after the campaign nodes come and go, too. */
    private static List<Window> seen(JsonObject prober, String what, Campaign campaign) {
        List<Window> seen = new ArrayList<>();
        for (JsonElement edges : prober.getAsJsonArray(what)) {
            Window window = new Window(edges.getAsJsonArray().get(0).getAsLong(), edges.getAsJsonArray().get(1).getAsLong());
            if (window.begin() < campaign.end() && campaign.begin() < window.end()) {
                seen.add(window);
            }
        }
        return seen;
    }

    private static void same(String name, Campaign campaign, List<Window> seen, List<Window> found, long most) {
        String message = name + ", prober: " + seen + ", found: " + found + " in " + campaign.begin() + " - " + campaign.end();
        assertEquals(seen.size(), found.size(), message);
        for (int i = 0; i < seen.size(); i++) {
            assertTrue(Math.abs(seen.get(i).begin() - found.get(i).begin()) <= most && Math.abs(seen.get(i).end() - found.get(i).end()) <= most, message);
        }
    }
}
