/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.fuzz.FuzzRun;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fixed part of what {@code releng/fuzz whole} does, and whether the reader that judges answers is right itself. */
@Tag("platform")
class WholeTraceFuzzTest {

    /** To be changed on purpose: other cases then. */
    private static final long SEED = 2;
    private static final int CASES = 200;
    private static final int MORE_CASES = 800;
    private static final int LIMIT_SECONDS = 10;
    /** Of 100 recordings with the same kind of damage so many are to be answered. */
    private static final int ANSWERED = 55;

    private static final Pattern LOST_PACKETS = Pattern.compile("Tracer discarded (\\d+) packets?");

    @TempDir
    private Path fFolder;

    @Test
    void damagedRecordingsAreRefusedOrAnsweredAndWhatIsLostIsReported() throws IOException {
        try (FuzzRun run = run()) {
            for (int number = 0; number < MORE_CASES; number++) {
                // a third of what metadata may become is refused: that needs more of them
                if (number < CASES || run.damage(number).equals("FLIP_METADATA")) {
                    run.run(number);
                }
            }
            assertEquals(Map.of(), run.findings(), run::table);
            assertEquals(Map.of(), run.answered().entrySet().stream().filter(kind -> kind.getValue() < ANSWERED)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)), run::table);
        }
    }

    @Test
    void nothingGivesAwayADamageOfWhatIsNotDamaged() throws IOException {
        try (FuzzRun run = run()) {
            assertEquals(Map.of(), run.evidence());
        }
    }

    @Test
    void babeltraceMissesTheSamePackets() throws IOException {
        int compared = 0;
        try (FuzzRun run = run()) {
            for (int number = 0; number < CASES; number++) {
                if (run.damage(number).equals("DROP_PACKETS")) {
                    Path recording = fFolder.resolve("damaged-" + number);
                    run.write(number, recording);
                    assertEquals(lostPackets(recording), run.evidence(number).get("LOST_PACKETS"), "case " + number);
                    compared++;
                }
            }
        }
        assertTrue(compared > 0);
    }

    /** By babeltrace2's word. */
    private static long lostPackets(Path recording) {
        String warnings = Tool.run("bash", "-c", "babeltrace2 \"$0\" 2>&1 >/dev/null", recording.resolve("kernel"));
        return LOST_PACKETS.matcher(warnings).results().map(MatchResult::group).map(warning -> warning.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong).sum();
    }

    /** Of cuts of samples that every run may read, or of all. */
    private FuzzRun run() throws IOException {
        Path fuzzing = Samples.root().resolve("releng/fuzzing");
        String cuts = Samples.ALL ? "" : "hypercalls panic ftrace console";
        String folders = Tool.run("bash", "-c", "python3 -B \"$0/cut.py\" \"$1\" \"$0/.cache/cuts\" " + cuts, fuzzing,
                Samples.root().resolve("traces-samples"));
        List<Path> recordings = folders.lines().map(Path::of).toList();
        return new FuzzRun(recordings, Files.createDirectories(fFolder.resolve("work")), SEED, LIMIT_SECONDS, null);
    }
}
