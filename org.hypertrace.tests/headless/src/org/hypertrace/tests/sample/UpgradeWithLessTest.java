/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The same upgrade with less and less recorded: the same command answers with what is left, and reports what it does not know. Times are ms. */
@Tag("platform")
class UpgradeWithLessTest {

    private static final long MS = 1_000_000;
    /** Who the VMs are if they do not report it. */
    private static final String MANIFEST = """
            {"version": 1, "vms": [{"name": "con", "pid": 100, "role": "controller"}, {"name": "n1", "pid": 110, "group": "g"},
              {"name": "n2", "pid": 120, "group": "g"}]}""";
    private static final String STORY = UpgradeStory.CAMPAIGN + "80 con other\n235 n2 code low\n";

    @TempDir
    private Path fFolder;

    private Path recorded(String story, Predicate<HostEvent> events) throws IOException {
        Path trace = RecordedUpgrade.of(UpgradeStory.events(story).stream().filter(events).toList(), null, fFolder, "host");
        Files.writeString(trace.resolveSibling("hypertrace.json"), MANIFEST);
        return trace;
    }

    private static String figures(JsonObject upgrade) {
        JsonObject campaign = upgrade.getAsJsonObject("campaign");
        JsonObject redundancy = upgrade.getAsJsonObject("availability").getAsJsonObject("redundancy");
        JsonArray lost = redundancy.getAsJsonArray("lost");
        assertEquals(1, lost.size(), lost.toString());
        JsonObject window = lost.get(0).getAsJsonObject();
        return "campaign " + span(campaign) + ", lost " + span(window) + " without " + window.get("missing") + ", n2 serves by "
                + Summary.objects(upgrade, "restarts").get(0).get("servesBy").getAsString();
    }

    private static String span(JsonObject of) {
        return of.get("begin").getAsLong() / MS + "-" + of.get("end").getAsLong() / MS;
    }

    private static void answers(Path trace, String figures, List<String> findings) {
        JsonObject upgrade = Summary.objects(Command.json("upgrade", trace), "upgrades").get(0);
        assertEquals(figures, figures(upgrade));
        JsonArray found = upgrade.getAsJsonArray("findings");
        assertEquals(String.join("\n", findings), String.join("\n", found.asList().stream().map(one -> one.getAsString()).toList()));
        String text = Command.run("upgrade --quiet", trace).out().replaceAll("\\s+", " ");
        findings.forEach(finding -> assertTrue(text.contains(finding), text));
    }

    @Test
    void withEverything() throws IOException {
        answers(recorded(STORY, event -> true), "campaign 90-340, lost 150-260 without [\"n2\"], n2 serves by serves",
                List.of("Processes of nodes report when they serve; any process could."));
    }

    /** No process reports anything: the campaign is the restart, and the node is back when its kernel is ready. */
    @Test
    void withoutSignals() throws IOException {
        answers(recorded(STORY.replaceAll("(?m)^.* mark .*\n", ""), event -> true), "campaign 150-240, lost 150-240 without [\"n2\"], n2 serves by ready",
                List.of("n2 does not report when it serves: the guest's own word that it is ready counts, which is earlier."));
    }

    /** No guest reports anything: the triple fault ends the node, and an address of user space begins it. */
    @Test
    void withoutATracerInTheGuests() throws IOException {
        answers(recorded(STORY, event -> !(event instanceof HostEvent.KvmHypercall)), "campaign 175-235, lost 175-235 without [\"n2\"], n2 serves by userspace",
                List.of("n2 does not report when it serves: the begin of user space counts, which is earlier.",
                        "Kernels of n2 report nothing: addresses of exits show when kernel and user space begin."));
    }
}
