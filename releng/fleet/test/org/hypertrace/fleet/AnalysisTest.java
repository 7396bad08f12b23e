/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What is analysed again, and what is not. */
class AnalysisTest {

    @TempDir
    private Path fFolder;

    /** A product whose {@code serve} answers for recordings that are only described. */
    @BeforeEach
    void product() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MadeRecording.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(part -> Path.of(part).toUri().toString()).collect(Collectors.joining(" ")));
        Path plugins = Files.createDirectories(fFolder.resolve("product/plugins"));
        try (OutputStream file = Files.newOutputStream(plugins.resolve("org.eclipse.equinox.launcher_0.jar"))) {
            new JarOutputStream(file, manifest).close();
        }
    }

    private Lines lines(List<String> paths, Remote remote) {
        Analysis analysis = new Analysis(fFolder.resolve("product").toString(), fFolder.resolve("results").toString(), "1",
                new ArrayList<>(List.of("upgrade")), 300, 64);
        return new Lines(analysis, paths, path -> Map.of("name", path), remote);
    }

    private JsonObject analysed(Path recording) {
        return JsonParser.parseString(lines(List.of(recording.toString()), null).next()).getAsJsonObject();
    }

    private boolean isKept(Path recording) {
        return analysed(recording).get("kept").getAsBoolean();
    }

    private Path made(String name, int seed) throws IOException {
        Path file = fFolder.resolve(name);
        Files.createDirectories(file.getParent());
        new MadeRecording(seed, 100, 0, 0, "").write(file);
        return file;
    }

    @Test
    void aPlanBesideAnArchiveMakesOnlyThatOneAnew() throws Exception {
        Path one = made("a/one.tar.xz", 1);
        Path other = made("b/other.tar.xz", 2);
        Files.writeString(fFolder.resolve("b/upgrade.json"), "{\"version\": 1}");
        String first = analysed(one).get("key").getAsString();
        assertEquals(false, isKept(other));
        assertEquals(List.of(true, true), List.of(isKept(one), isKept(other)));
        Path plan = fFolder.resolve("a/upgrade.json");
        Files.writeString(plan, "{\"version\": 1}");
        assertEquals(List.of(false, true), List.of(isKept(one), isKept(other)));
        String second = analysed(one).get("key").getAsString();
        assertNotEquals(first, second);
        Files.writeString(plan, "{\"version\": 1, \"nodes\": [\"node-a\"]}");
        assertEquals(List.of(false, true), List.of(isKept(one), isKept(other)));
        // each answer stays: what was asked before is not asked again
        Files.writeString(plan, "{\"version\": 1}");
        assertEquals(List.of(second, true), List.of(analysed(one).get("key").getAsString(), isKept(one)));
        Files.delete(plan);
        assertEquals(List.of(first, true), List.of(analysed(one).get("key").getAsString(), isKept(one)));
        // an archive has its manifest in it
        Files.writeString(fFolder.resolve("a/hypertrace.json"), "{}");
        assertEquals(true, isKept(one));
    }

    /** The reason may have been the machine: a full disk, files that were taken away. */
    @Test
    void whatNoReportCouldBeMadeOfIsAskedAgain() throws Exception {
        Path broken = fFolder.resolve("broken.tar.xz");
        new MadeRecording(1, 100, 0, 0, "broken").write(broken);
        Path good = made("good.tar.xz", 2);
        JsonObject first = analysed(broken);
        Path kept = fFolder.resolve("results").resolve(first.get("key").getAsString() + ".json");
        assertEquals(List.of(false, false), List.of(first.get("kept").getAsBoolean(), isKept(good)));
        assertEquals(List.of(false, true), List.of(isKept(broken), isKept(good)));
        String answer = Files.readString(kept);
        Files.writeString(kept, answer.replace("ends too early", "cannot be kept"));
        assertEquals(first, analysed(broken));
        assertEquals(answer, Files.readString(kept));
    }

    /** Those that are read while another one is analysed, and those that are not there or have an address. */
    @Test
    void linesAreThoseOfTheirRecordings() throws Exception {
        String missing = fFolder.resolve("missing.tar.xz").toString();
        String address = "hdfs://node/one.tar.xz";
        String one = made("one.tar.xz", 1).toString();
        String other = made("other.tar.xz", 2).toString();
        Remote remote = new Remote() {
            @Override
            public Collection<String> recordings(String of) {
                return List.of(of);
            }

            @Override
            public String stamp(String of) throws IOException {
                throw new IOException("the node is away");
            }

            @Override
            public Path fetch(String of, Path folder) {
                return folder;
            }
        };
        List<String> paths = List.of(one, missing, other, address, one);
        List<JsonObject> lines = new ArrayList<>();
        lines(paths, remote).forEachRemaining(line -> lines.add(JsonParser.parseString(line).getAsJsonObject()));
        assertEquals(paths, lines.stream().map(line -> line.get("recording").getAsString()).toList());
        assertEquals(paths, lines.stream().map(line -> line.getAsJsonObject("labels").get("name").getAsString()).toList());
        assertEquals(Arrays.asList(Content.hash(Path.of(one)), null, Content.hash(Path.of(other)), null, Content.hash(Path.of(one))),
                lines.stream().map(line -> Analysis.text(line, "content")).toList());
        assertEquals(Arrays.asList(null, "There is no " + missing + "; correct the list, or put the recording there.", null,
                "The recording cannot be read: the node is away; check the file and its permissions.", null), lines.stream().map(line -> Analysis.text(line, "error")).toList());
        assertEquals(List.of(false, false, true), lines.stream().filter(line -> line.has("kept")).map(line -> line.get("kept").getAsBoolean()).toList());
    }

    /** While a line is with who asked for it, by the one process that there is. */
    @Test
    void theNextIsAnalysedBeforeItsLineIsAskedFor() throws Exception {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            paths.add(made(i + ".tar.xz", i).toString());
        }
        Path results = Files.createDirectories(fFolder.resolve("results"));
        try (WatchService watch = results.getFileSystem().newWatchService()) {
            results.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Lines lines = lines(paths, null);
            lines.next();
            String next = Content.hash(Path.of(paths.get(1)));
            WatchKey key = null;
            while (!isKept(results, next)) {
                key = watch.poll(1, TimeUnit.MINUTES);
                assertNotNull(key, "no answer is kept");
                key.pollEvents();
                key.reset();
            }
            lines.forEachRemaining(line -> { });
        }
        assertEquals(1, ProcessHandle.current().children().filter(child -> child.info().commandLine().orElse("").contains(fFolder.toString())).count());
    }

    private static boolean isKept(Path results, String content) {
        return Files.exists(results.resolve(Content.key(content, "1", "upgrade", "2") + ".json"));
    }

    @Test
    void theSameTwiceIsAnalysedOnce() throws Exception {
        String one = made("one.tar.xz", 1).toString();
        String copy = made("copy.tar.xz", 1).toString();
        String other = made("other.tar.xz", 2).toString();
        List<Boolean> kept = new ArrayList<>();
        lines(List.of(one, copy, other, one, one), null).forEachRemaining(line -> kept.add(JsonParser.parseString(line).getAsJsonObject().get("kept").getAsBoolean()));
        assertEquals(List.of(false, true, false, true, true), kept);
    }

    /** Also if another one with the same content was analysed after it: there is one answer for both. */
    @Test
    void problemsNameTheRecordingThatHasThem() throws Exception {
        List<String> paths = new ArrayList<>();
        for (String name : List.of("one.tar.xz", "copy.tar.xz")) {
            Path file = fFolder.resolve(name);
            new MadeRecording(1, 100, 0, 0, "broken").write(file);
            paths.add(file.toString());
        }
        List<String> lines = new ArrayList<>();
        lines(paths, null).forEachRemaining(lines::add);
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of(paths.get(i) + " cannot be unpacked: it ends too early."), Indexed.of(lines.get(i), fFolder.resolve("results").toString()).problems());
        }
    }

    @Test
    void anEmptyFolderIsNoEmptyFile() throws IOException {
        assertNotEquals(Content.hash(Files.createFile(fFolder.resolve("empty.tar.xz"))), Content.hash(Files.createDirectory(fFolder.resolve("empty"))));
    }

    /** The check values that are published with both polynomials, and the length. */
    @Test
    void contentIsBothChecksums() throws IOException {
        assertEquals("cbf43926" + "e3069283" + "9", Content.hash(Files.writeString(fFolder.resolve("nine.tar.xz"), "123456789")));
    }

    @Test
    void aTraceHasItsManifestBesideIt() throws Exception {
        Path trace = fFolder.resolve("r/kernel");
        Files.createDirectories(trace);
        Files.writeString(trace.resolve("metadata"), "");
        Files.createDirectories(fFolder.resolve("r/rings"));
        Files.writeString(fFolder.resolve("r/rings/0"), "x");
        Files.writeString(fFolder.resolve("r/map"), "x");
        Files.writeString(fFolder.resolve("outside"), "x");
        List<String> hashes = new ArrayList<>(List.of(Content.hash(trace)));
        for (String[] written : new String[][] { { "hypertrace.json", "{\"vms\": [{\"symbols\": \"map\", \"rings\": [\"rings\"], \"name\": \"../outside\", \"pid\": 7}]}" },
                { "map", "y" }, { "rings/0", "y" }, { "rings/1", "x" }, { "upgrade.json", "{}" }, { "prober.csv", "" } }) {
            Files.writeString(fFolder.resolve("r").resolve(written[0]), written[1]);
            hashes.add(Content.hash(trace));
        }
        assertEquals(hashes.size(), hashes.stream().distinct().count(), hashes.toString());
        // neither of what the recording is not made of, nor of its place
        String last = hashes.get(hashes.size() - 1);
        Files.writeString(fFolder.resolve("outside"), "y");
        Files.writeString(fFolder.resolve("r/else"), "y");
        assertEquals(last, Content.hash(trace));
        Files.move(fFolder.resolve("r"), fFolder.resolve("moved"));
        assertEquals(last, Content.hash(fFolder.resolve("moved/kernel")));
        Files.writeString(fFolder.resolve("moved/hypertrace.json"), "{");
        assertNotEquals(last, Content.hash(fFolder.resolve("moved/kernel")));
        // of a folder with a manifest all is in it
        String whole = Content.hash(fFolder.resolve("moved"));
        Files.writeString(fFolder.resolve("upgrade.json"), "{}");
        assertEquals(whole, Content.hash(fFolder.resolve("moved")));
    }
}
