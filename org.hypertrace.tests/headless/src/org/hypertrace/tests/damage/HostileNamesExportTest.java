/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.scenario.example.NamedLife;
import org.hypertrace.testing.story.HostileNames;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same of what other programs read, of files, and of errors: no name does harm there. */
@Tag("platform")
class HostileNamesExportTest {

    private static final Pattern EVENT = Pattern.compile("\\[\\d+\\] ");

    @TempDir
    private static Path fFolder;
    private static HostileRecordings fRecordings;

    @BeforeAll
    static void record() throws IOException {
        fRecordings = HostileRecordings.in(fFolder);
    }

    @ParameterizedTest
    @ValueSource(strings = { "stacks --folded", "stacks --mode wall --folded", "path --vm A --folded --vcpu 0 THREADS" })
    void foldedStacksHaveAsManyFrames(String words) {
        // every thread of the guest, one after another
        HostileRecordings.Both both = fRecordings.both(words.replace("THREADS", IntStream.range(0, HostileNames.LIST.size()).mapToObj(i -> "--thread " + (2000 + 2 * i))
                .collect(Collectors.joining(" "))));
        assertEquals(depths(both.plain()), depths(both.hostile()));
    }

    private static List<Integer> depths(String folded) {
        return folded.lines().map(line -> {
            assertTrue(line.matches("[^;]*\\S[^;]*(;[^;]*\\S[^;]*)* \\d+"), line);
            return line.substring(0, line.lastIndexOf(' ')).split(";").length;
        }).sorted().toList();
    }

    @Test
    void chromeTracesHaveAsManyEvents() throws IOException {
        HostileRecordings.Both both = fRecordings.both("stacks --format chrome");
        assertEquals(JsonShapes.shape(JsonShapes.json(both.plain())), JsonShapes.shape(JsonShapes.json(both.hostile())));
    }

    @Test
    void extractedTracesAreReadByOthersAndLieInTheirFolder() throws IOException {
        Path plain = fFolder.resolve("extracted-plain");
        Path hostile = fFolder.resolve("extracted-hostile");
        Command command = HostileRecordings.run("extract", fRecordings.plain(), HostileNames.HARMLESS, "-o", plain);
        Command same = HostileRecordings.run("extract", fRecordings.hostile(), HostileNames.LIST, "-o", hostile);
        assertEquals("0 0", command.status() + " " + same.status(), command.err() + same.err());
        HostileRecordings.isHarmless(same.out());
        assertEquals(command.out().lines().count(), same.out().lines().count(), same.out());
        assertEquals(events(plain), events(hostile));
        for (Path trace : folders(hostile)) {
            assertTrue(trace.getFileName().toString().matches("[A-Za-z0-9][A-Za-z0-9._-]*"), trace.toString());
        }
        assertEquals(0, HostileRecordings.run("report", hostile, HostileNames.LIST).status());
    }

    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Long> events(Path folder) throws IOException {
        List<Long> events = new ArrayList<>();
        for (Path trace : folders(folder)) {
            if (!Files.exists(trace.resolve("metadata"))) {
                continue; // symbols
            }
            // babeltrace prints a new line in a text as it is
            events.add(Tool.run("babeltrace2", "--clock-cycles", "--no-delta", trace).lines()
                    .filter(line -> EVENT.matcher(line).lookingAt()).count());
        }
        return events.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = { "report --vm \u001b[31m\nhypertrace:", "boot --compare A \u009b31m", "boot --budget \u202ex=1",
            "exits --by \u001b[2J", "\u001b]0;x\u0007", "report --from \u2066", "stacks --vm \u001b[1m", "extract -o OUT --vm \ufeff",
            "path", "path --thread \u001b[1m", "path --vcpu 0 --budget \u202ex=1", "path --compare-subject \u009b31m --vcpu 0",
            "boot --symbols \u001b[1m=nothing", "report --dialect \u001b[1m.json" })
    void errorsAreOneHarmlessSentence(String words) {
        Command refused = HostileRecordings.run(words.replace("OUT", fFolder.resolve("refused").toString()), fRecordings.hostile(), HostileNames.LIST);
        assertTrue(refused.status() == 1 || refused.status() == 2, refused.toString());
        HostileRecordings.isHarmless(refused.err());
        List<String> lines = refused.err().lines().toList();
        assertTrue(lines.get(0).startsWith("hypertrace: "), refused.err());
        assertTrue(lines.size() == 1 || lines.size() == 2 && lines.get(1).startsWith("Try: "), refused.err());
        assertEquals("", refused.out());
    }

    @Test
    void aNameThatIsNoUnicodeGoesIntoAFile() throws IOException {
        Path file = fFolder.resolve("report.json");
        Command command = HostileRecordings.run("report --format json", fRecordings.hostile(), HostileNames.LIST, "--output", file);
        assertEquals("0 ", command.status() + " " + command.err());
        List<String> texts = new ArrayList<>();
        JsonShapes.collect(JsonShapes.json(Files.readString(file)), texts);
        assertTrue(texts.contains(NamedLife.vms(HostileNames.LIST).get(0)), texts.toString());
    }
}
