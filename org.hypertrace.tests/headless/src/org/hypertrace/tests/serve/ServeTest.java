/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Platform;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** {@code serve} answers what the single commands print, whatever was asked before, and keeps nothing of it. */
@Tag("platform")
class ServeTest {

    private static final List<List<String>> REPORTS = List.of(List.of("boot"), List.of("report"), List.of("shutdown"), List.of("exits"),
            List.of("path", "--boots"), List.of("report", "--table", "latencies"), List.of("boot", "--budget", "boot=1"));

    @TempDir
    private Path fFolder;

    @Test
    void theJsonOfTheSingleCommands() {
        Path sample = Samples.trace("quiet-boot").getParent();
        JsonArray answers = serve(request(sample, REPORTS)).get(0).getAsJsonArray("reports");
        List<JsonObject> expected = REPORTS.stream().map(report -> single(report, sample)).toList();
        for (int i = 0; i < REPORTS.size(); i++) {
            assertEquals(expected.get(i), answers.get(i).getAsJsonObject());
        }
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 3), answers.asList().stream().map(one -> one.getAsJsonObject().get("status").getAsInt()).toList());
    }

    /** What the answer has of a report that the command itself prints like this. */
    private static JsonObject single(List<String> report, Path recording) {
        List<Object> words = new ArrayList<>(report);
        words.addAll(List.of("--quiet", "--format", "json", recording));
        Command done = Command.run(words.toArray());
        List<String> err = done.err().lines().map(line -> line.replaceFirst("^hypertrace: ", "")).toList();
        boolean isDone = done.status() != 1;
        JsonObject one = new JsonObject();
        one.add("report", texts(report));
        one.addProperty("status", done.status());
        one.addProperty(isDone ? "json" : "error", isDone ? done.out() : err.get(err.size() - 1));
        one.add("notes", texts(isDone ? err : err.subList(0, err.size() - 1)));
        return one;
    }

    private static JsonArray texts(List<String> all) {
        JsonArray array = new JsonArray();
        all.forEach(array::add);
        return array;
    }

    @Test
    void whateverIsAskedTheNextIsAnswered() throws IOException {
        Path good = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path broken = fFolder.resolve("broken.tar.xz");
        byte[] whole = Files.readAllBytes(Samples.archive("quiet-boot"));
        Files.write(broken, Arrays.copyOf(whole, whole.length / 2));
        Path damaged = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("damaged"));
        Files.writeString(damaged.resolve("metadata"), "");
        List<List<String>> report = List.of(List.of("report"));
        List<JsonObject> answers = serve(request(good, report), "no JSON {", "x".repeat(1 << 20), "{\"recording\": \"a\", \"reports\": [[\"serve\"]]}",
                request(fFolder.resolve("nothing"), report), request(broken, report), request(damaged, report), request(good, report));
        assertEquals(8, answers.size());
        assertEquals("The request is not JSON: ", answers.get(1).get("error").getAsString().substring(0, 25));
        assertEquals("The request has 1048576 bytes, more than 65536; ask for less in one line.", answers.get(2).get("error").getAsString());
        assertTrue(answers.get(3).get("error").getAsString().startsWith("The request: reports[0] must begin with a command"));
        assertEquals("There is no " + fFolder + "/nothing; give the path of a trace folder or a .tar.xz.", error(answers.get(4)));
        assertEquals(broken + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).", error(answers.get(5)));
        assertEquals(damaged + "/metadata is empty, so nothing can be read; if it is still being recorded, stop it first (lttng stop; lttng destroy).",
                error(answers.get(6)));
        assertEquals(single(report.get(0), good), one(answers.get(0)));
        assertEquals(answers.get(0), answers.get(7));
    }

    /** Of a folder, of a trace beside which it is, and of an archive; what is no label is left out. */
    @Test
    void labelsOfTheManifest() throws Exception {
        Path trace = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("one"));
        Path one = trace.getParent();
        List<List<String>> report = List.of(List.of("report"));
        assertEquals(false, serve(request(one, report)).get(0).has("labels"));
        Files.writeString(one.resolve("hypertrace.json"), "{\"version\": 1, \"vms\": [], \"labels\": {\"kernel\": \"6.1\", \"build\": 7, \"no\": [], \"\": \"x\", \"long\": \""
                + "x".repeat(257) + "\"}}");
        Path archive = fFolder.resolve("one.tar.xz");
        assertEquals(0, new ProcessBuilder("tar", "-C", fFolder.toString(), "-cJf", archive.toString(), "one").start().waitFor());
        JsonObject labels = JsonParser.parseString("{\"kernel\": \"6.1\", \"build\": \"7\"}").getAsJsonObject();
        for (Path recording : List.of(one, trace, archive)) {
            assertEquals(labels, serve(request(recording, report)).get(0).get("labels"), recording.toString());
        }
    }

    @Test
    void whoAsksMustBeThere() {
        assertEquals(new Command(1, "", "hypertrace: There is no process 99999999; give the id of the one that asks, or leave --for out.\n", List.of()),
                Command.run("serve --for 99999999"));
    }

    /** A trace in the same folder, with files of the same lengths and times, is another one all the same. */
    @Test
    void nothingIsKeptForTheNext() throws IOException {
        List<List<String>> report = List.of(List.of("report"), List.of("exits"));
        Path folder = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder.resolve("one"));
        Path other = new RecordedStory(RecordedStory.ONE_VCPU.replace("140", "130")).in(fFolder.resolve("other"));
        List<String> before = kept();
        String[] answers = new String[2];
        serve(new InputStream() {
            private InputStream fLine = line(request(folder, report));
            private int fLines = 1;

            @Override
            public int read() throws IOException {
                int next = fLine.read();
                if (next < 0 && fLines++ < 2) {
                    replace(other, folder);
                    fLine = line(request(folder, report));
                    next = fLine.read();
                }
                return next;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int next = read();
                bytes[from] = (byte) next;
                return next < 0 ? -1 : 1;
            }
        }).toArray(answers);
        assertEquals(before, kept());
        assertNotEquals(answers[0], answers[1]);
        assertEquals(single(report.get(0), folder), one(JsonParser.parseString(answers[1]).getAsJsonObject()));
    }

    private static void replace(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path there = to.resolve(file.getFileName());
                FileTime time = Files.getLastModifiedTime(there);
                assertEquals(Files.size(there), Files.size(file));
                Files.write(there, Files.readAllBytes(file));
                Files.setLastModifiedTime(there, time);
            }
        }
    }

    /** What is in the workspace; folders that are there for all commands do not count. */
    private static List<String> kept() throws IOException {
        List<String> kept = new ArrayList<>();
        Path workspace = Path.of(Platform.getLocation().toOSString());
        List<Path> folders = List.of(workspace, workspace.resolve(".tracecompass-temp"), workspace.resolve("unpacked"));
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> entries = Files.list(folder)) {
                    entries.filter(entry -> !folders.contains(entry)).map(Path::toString).sorted().forEach(kept::add);
                }
            }
        }
        return kept;
    }

    private static String request(Path recording, List<List<String>> reports) {
        JsonObject request = new JsonObject();
        request.addProperty("recording", recording.toString());
        JsonArray all = new JsonArray();
        reports.forEach(report -> all.add(texts(report)));
        request.add("reports", all);
        return request.toString();
    }

    private static JsonObject one(JsonObject answer) {
        return answer.getAsJsonArray("reports").get(0).getAsJsonObject();
    }

    private static String error(JsonObject answer) {
        return one(answer).get("error").getAsString();
    }

    private static List<JsonObject> serve(String... lines) {
        return serve(line(String.join("\n", lines))).stream().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
    }

    private static InputStream line(String text) {
        return new ByteArrayInputStream((text + '\n').getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> serve(InputStream in) {
        InputStream before = System.in;
        System.setIn(in);
        try {
            Command done = Command.run("serve");
            assertEquals("0 ", done.status() + " " + done.err());
            return done.out().lines().toList();
        } finally {
            System.setIn(before);
        }
    }
}
