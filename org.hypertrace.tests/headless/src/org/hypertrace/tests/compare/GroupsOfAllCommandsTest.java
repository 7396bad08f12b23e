/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A and B may be folders of recordings or patterns of their names, whichever command compares: both mean the same repetitions. */
@Tag("platform")
class GroupsOfAllCommandsTest {

    private static final int EACH = 2;

    @TempDir
    private Path fFolder;

    private final List<Path> fTraces = new ArrayList<>();

    private Path folder(String group) {
        return fFolder.resolve("of " + group);
    }

    /** What it answers if A and B are these words; the words and the folders are not part of it. */
    private String answer(String command, Object a, Object b, String format) {
        Command done = Command.compared(command, fTraces, a, b, "--format", format);
        assertEquals("0 ", done.status() + " " + done.err(), command);
        return done.out().replace(folder("a").toString(), "A").replace(folder("b").toString(), "B").replace("a-*", "A").replace("b-?", "B");
    }

    private void bothMeanTheSame(String command) {
        for (String format : List.of("json", "csv")) {
            String byFolder = answer(command, folder("a"), folder("b"), format);
            assertEquals(answer(command, "a-*", "b-?", format), byFolder, command);
            assertTrue(byFolder.lines().count() > 1, byFolder);
        }
        Command none = Command.compared(command, fTraces, fFolder.resolve("of c"), "b-?");
        assertEquals(2, none.status(), command);
        assertTrue(none.err().contains("--compare: ") && none.err().contains("there ") && none.err().contains("of c"), none.err());
    }

    @ParameterizedTest
    @ValueSource(strings = { "boot", "shutdown", "upgrade" })
    void ofBootsShutdownsAndUpgrades(String command) throws IOException {
        for (int i = 0; i < EACH; i++) {
            fTraces.add(RecordedUpgrade.in(UpgradeStory.CAMPAIGN.replace("260 n2", 260 + i + " n2"), null, folder("a"), "a-" + i));
            fTraces.add(RecordedUpgrade.in(UpgradeStory.CAMPAIGN.replace("210 n2", 215 + i + " n2"), null, folder("b"), "b-" + i));
        }
        bothMeanTheSame(command);
    }

    @ParameterizedTest
    @ValueSource(strings = { "exits", "stacks", "report", "syscalls", "path --vm 1000 --vcpu 0" })
    void ofExitsStacksStatesCallsAndPaths(String command) throws IOException {
        for (int i = 0; i < EACH; i++) {
            for (String group : List.of("a", "b")) {
                Path recording = folder(group).resolve(group + '-' + i);
                new RandomScenario(1 + i + 10 * (group.charAt(0) - 'a'), 1_500, 2_000).scenario().in(recording);
                fTraces.add(recording);
            }
        }
        bothMeanTheSame(command);
    }
}
