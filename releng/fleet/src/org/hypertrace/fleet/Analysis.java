/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * What is done with each recording, on whatever machine: its answer is kept in a file by its key. A recording with such a file is not
 * analysed again if a report could be made.
 *
 * @param product
 *            the folder of the product on that machine
 * @param results
 *            the folder of the kept answers
 * @param versions
 *            of the trackers
 * @param reports
 *            commands
 * @param limitS
 *            how long a recording may take, s
 * @param memoryMb
 *            of a process, MiB
 */
record Analysis(String product, String results, String versions, ArrayList<String> reports, long limitS, int memoryMb) implements Serializable {

    /** Of kept answers: those of another form are not read. Since 2 they have labels. */
    private static final String FORM = "2";
    /** An answer of more bytes has a report: one without has some sentences. */
    private static final int WITHOUT_REPORT = 1 << 16;
    /**
     * A process of an analysis takes an eighth less for 80 recordings if only what is hot is compiled well: at four times the usual thresholds.
     * It takes a quarter less for 100 if less is compiled as a part of its callers, and no more for each recording after these.
     */
    private static final List<String> COMPILING = List.of("-XX:Tier4InvocationThreshold=20000", "-XX:Tier4MinInvocationThreshold=2400",
            "-XX:Tier4CompileThreshold=60000", "-XX:Tier4BackEdgeThreshold=160000", "-XX:FreqInlineSize=100", "-XX:InlineSmallCode=1000", "-XX:MaxInlineLevel=9");
    /** The processes of this Java machine that nobody uses now, by whose they are. */
    private static final Map<Analysis, ConcurrentLinkedDeque<ServeProcess>> IDLE = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> IDLE.values().forEach(all -> all.forEach(ServeProcess::close))));
    }

    /** Reads what is in a recording. */
    interface Reading {
        /** Its {@link Content}. */
        String content() throws IOException, InterruptedException;
    }

    /** The same with the product in another folder. */
    Analysis on(String folder) {
        return new Analysis(folder, results, versions, reports, limitS, memoryMb);
    }

    /**
     * @param path
     *            of what is to be analysed: absolute, or an address
     * @param named
     *            its labels, by their names
     * @param reading
     *            of the recording, if it has a path
     * @param turn
     *            who has it may ask, or have a copy of a recording: one after another
     * @param remote
     *            reads recordings that have addresses
     * @return a line of JSON: the recording, its labels without those of its answer, and the key of its answer or why there is none
     */
    String line(String path, Map<String, String> named, Reading reading, Lock turn, Remote remote) throws InterruptedException {
        JsonObject line = new JsonObject();
        line.addProperty("recording", path);
        Map<String, String> labels = new TreeMap<>(named);
        try {
            if (Inputs.isAddress(path)) {
                turn.lockInterruptibly();
                try {
                    lineOfRemote(path, remote, turn, labels, line);
                } finally {
                    turn.unlock();
                }
            } else {
                lineOf(Path.of(path), path, reading.content(), turn, labels, line);
            }
        } catch (NoSuchFileException | FileNotFoundException e) {
            line.addProperty("error", "There is no " + path + "; correct the list, or put the recording there.");
        } catch (IOException e) {
            line.addProperty("error", "The recording cannot be read: " + e.getMessage() + "; check the file and its permissions.");
        }
        JsonObject all = new JsonObject();
        labels.forEach(all::addProperty);
        line.add("labels", all);
        return line.toString();
    }

    /** Fetches it, unless the same files were fetched before and their answer is kept. The copy goes away at once. */
    private void lineOfRemote(String address, Remote remote, Lock turn, Map<String, String> labels, JsonObject line) throws IOException, InterruptedException {
        Path before = Path.of(results, "fetched", Content.key(address, remote.stamp(address)));
        String known = Files.exists(before) ? Files.readString(before) : null;
        if (known != null && isKept(kept(known))) {
            lineOf(null, address, known, turn, labels, line);
            return;
        }
        Path folder = Files.createTempDirectory("hypertrace-fleet-" + ProcessHandle.current().pid() + '-');
        try {
            Path copy = remote.fetch(address, folder);
            String hash = Content.hash(copy);
            keep(before, hash.getBytes(StandardCharsets.UTF_8));
            lineOf(copy, address, hash, turn, labels, line);
        } finally {
            Content.delete(folder);
        }
    }

    /** {@code file} is where it can be read, null if its answer is kept. */
    private void lineOf(Path file, String path, String hash, Lock turn, Map<String, String> labels, JsonObject line) throws IOException, InterruptedException {
        line.addProperty("content", hash);
        Path kept = kept(hash);
        boolean isKept = isKept(kept);
        try {
            if (!isKept) {
                keep(kept, renamed(ask(file.toString(), turn), file.toString(), path));
            }
            line.addProperty("key", key(hash));
            line.addProperty("kept", isKept);
        } catch (Refused e) {
            line.addProperty("error", e.getMessage());
            Labels.ofManifest(file).forEach(labels::putIfAbsent);
        }
    }

    private String key(String hash) {
        return Content.key(hash, versions, String.join(",", reports), FORM);
    }

    private Path kept(String hash) {
        return Path.of(results, key(hash) + ".json");
    }

    /** Where no report could be made that may be due to the machine, such as a full disk: it is asked again. */
    private static boolean isKept(Path kept) throws IOException {
        return Files.exists(kept) && (Files.size(kept) > WITHOUT_REPORT || Figures.isWithReport(JsonParser.parseString(Files.readString(kept)).getAsJsonObject()));
    }

    /** An answer about a copy is one about the recording; any other stays as it is. */
    private static byte[] renamed(byte[] answer, String from, String to) {
        return from.equals(to) ? answer : (Figures.renamed(new String(answer, StandardCharsets.UTF_8), from, to) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    private byte[] ask(String path, Lock turn) throws Refused, IOException, InterruptedException {
        ConcurrentLinkedDeque<ServeProcess> idle = IDLE.computeIfAbsent(this, key -> new ConcurrentLinkedDeque<>());
        turn.lockInterruptibly();
        try {
            ServeProcess process = idle.poll();
            if (process == null) {
                process = new ServeProcess(this::commandLine, Path.of(product), limitS * 1000);
            }
            try {
                return process.ask(request(path));
            } finally {
                idle.add(process);
            }
        } finally {
            turn.unlock();
        }
    }

    private String request(String path) {
        JsonObject request = new JsonObject();
        request.addProperty("recording", path);
        JsonArray all = new JsonArray();
        for (String report : reports) {
            JsonArray words = new JsonArray();
            words.add(report);
            if (report.equals("path")) {
                words.add("--boots");
            }
            all.add(words);
        }
        request.add("reports", all);
        return request.toString();
    }

    /**
     * As {@code releng/hypertrace serve} does, but in the folder of the product. Java compares the names of jars with those in its archive of classes:
     * so these are the same wherever the product is. Each process is for one processor: threads beside each other would only be in the others' way.
     */
    List<String> commandLine(Path folder) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED", "-Xmx" + memoryMb + 'm',
                "-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput", "-Djava.io.tmpdir=" + folder.resolve("tmp")));
        command.addAll(COMPILING);
        Path there = Path.of(product).toAbsolutePath();
        Path classes = there.resolve("reports/served.jsa");
        if (Files.exists(classes)) {
            command.addAll(List.of("-XX:SharedArchiveFile=" + classes, "-Xlog:disable"));
        }
        command.addAll(List.of("-jar", launcher(there), "-nosplash", "-configuration", there.resolve("reports").toString(), "-data", folder.toString(),
                "-application", "org.hypertrace.core.report", "serve", "--for", Long.toString(ProcessHandle.current().pid())));
        return command;
    }

    private static String launcher(Path product) {
        try (Stream<Path> plugins = Files.list(product.resolve("plugins"))) {
            return plugins.map(jar -> product.relativize(jar).toString()).filter(name -> name.contains("org.eclipse.equinox.launcher_") && name.endsWith(".jar"))
                    .sorted().findFirst().orElseThrow(() -> new IllegalStateException("no product in " + product));
        } catch (IOException e) {
            throw new IllegalStateException("no product in " + product, e);
        }
    }

    /** Whole or not at all, whoever else writes the same one. */
    private static void keep(Path file, byte[] bytes) throws IOException {
        if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Path part = Files.createTempFile(file.getParent(), "part-", null);
        Files.write(part, bytes);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A text of an object, null if it has none. */
    static String text(JsonObject object, String name) {
        JsonElement value = object.get(name);
        return value == null || value.isJsonNull() ? null : value.getAsString();
    }
}
