/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RestartStory;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Every boot and every shutdown in the reports reports what its critical path consists of, as {@code path} does; or why that is not known. */
@Tag("platform")
class RunPathsTest {

    private static final String PATH = "Critical path of ";

    @TempDir
    private Path fFolder;

    private static JsonObject ask(Object... words) {
        Command command = Command.run(words);
        assertEquals(0, command.status(), command.err());
        return JsonParser.parseString(command.out()).getAsJsonObject();
    }

    /** What a report reports of the paths of its runs, a line each. */
    private static List<String> message(JsonObject report, String runs) {
        List<String> message = new ArrayList<>();
        for (JsonObject vm : Summary.objects(Summary.objects(report, "hosts").get(0), "vms")) {
            for (JsonObject run : Summary.objects(vm, runs)) {
                JsonObject path = run.getAsJsonObject("path");
                message.add(path.has("begin") ? figures(path) : path.get("answer").getAsString());
            }
        }
        return message;
    }

    private static String figures(JsonObject path) {
        return path.get("begin") + " to " + path.get("end") + ' ' + path.get("classes");
    }

    private static List<String> paths(Object trace, String all) {
        return Summary.objects(ask("path", "--quiet", "--format", "json", trace, all), "paths").stream().map(RunPathsTest::figures).toList();
    }

    @Test
    void bootsHaveThePathsOfTheCommandForPaths() throws IOException {
        Path trace = new RecordedStory(RestartStory.story()).in(fFolder.resolve("in"));
        List<String> expected = paths(trace, "--boots");
        assertEquals(4, expected.size());
        assertEquals(expected, message(ask("boot", "--quiet", "--format", "json", trace), "boots"));
        List<String> answers = Summary.objects(ask("path", "--quiet", "--format", "json", trace, "--boots"), "paths").stream()
                .map(path -> PATH + path.get("answer").getAsString()).toList();
        for (String format : List.of("text", "html")) {
            String report = Command.run("boot", "--quiet", "--format", format, trace).out();
            String words = format.equals("html") ? Jsoup.parse(report).text() : report;
            answers.forEach(answer -> assertTrue(words.contains(answer), () -> answer + " in " + report));
        }
        assertFalse(Command.run("boot", "--quiet", "--format", "csv", trace).out().contains(PATH));
        // the path of the first boot is also of what the VMM did before the guest ran
        String text = Command.run("boot", "--quiet", trace).out();
        List<String> windows = text.lines().map(String::strip).filter(line -> line.startsWith("The path takes ")).toList();
        assertEquals(4, windows.size(), text);
        windows.forEach(line -> assertTrue(line.matches("The path takes [\\d.]+ .?s, from the begin of (the trace|the VM's process|its kernel) until "
                + "(user space is ready|user space begins|its last event)(; the boot's own time begins [\\d.]+ .?s (later|earlier))?\\."), line));
    }

    /** Of the three shutdowns the first, by a panic, has no steps; the others end boots 2 and 3. */
    @Test
    void shutdownsHaveThoseOfTheBootsThatTheyEnd() throws IOException {
        Path trace = new RecordedStory(RestartStory.story()).in(fFolder.resolve("in"));
        List<String> message = message(ask("shutdown", "--quiet", "--format", "json", trace), "shutdowns");
        assertEquals(paths(trace, "--shutdowns"), message.subList(1, message.size()));
        assertEquals(PATH + "VM 384 not known: The guest reports no step of it from begin to end.", message.get(0));
        String report = Command.run("shutdown", "--quiet", trace).out();
        assertTrue(report.contains(message.get(0)) && report.lines().filter(line -> line.contains(PATH)).count() == 3, report);
    }

    @Test
    void recordedOnesHaveThem() throws IOException {
        String sample = "reboot-with-slow-notifier";
        assertEquals(paths(Samples.trace(sample), "--shutdowns"), message(Command.ofSample("shutdown", sample), "shutdowns"));
        assertEquals(paths(Samples.trace(sample), "--boots"), message(Command.ofSample("boot", sample), "boots"));
    }

    @Test
    void lossesWithholdThem() throws IOException {
        Path trace = new RecordedStory(RestartStory.story() + "5100 alpha cpu0 lost 5200 7\n5300 alpha cpu0 other\n").in(fFolder.resolve("in"));
        for (String answer : message(ask("boot", "--quiet", "--format", "json", trace), "boots")) {
            assertTrue(answer.startsWith(PATH) && answer.endsWith(" not known: The host's tracer lost 7 events."), answer);
        }
    }

    @Test
    void aGuestThatIsSilentHasNone() throws IOException {
        String story = RestartStory.story().lines().filter(line -> !line.contains("hypercall")).reduce("", (all, line) -> all + line + '\n');
        Path trace = new RecordedStory(story).in(fFolder.resolve("in"));
        List<String> message = message(ask("boot", "--quiet", "--format", "json", trace), "boots");
        assertFalse(message.isEmpty());
        message.forEach(answer -> assertTrue(answer.contains(" not known: There is no boot "), answer));
    }
}
