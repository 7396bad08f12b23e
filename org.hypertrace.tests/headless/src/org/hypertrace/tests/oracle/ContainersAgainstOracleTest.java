/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.container.read.GuestContainers;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceLosses;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.oracle.TimeOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * Containers of guests' threads and of vCPUs, compared with what the oracle makes of babeltrace2's text of both traces. What must be there at
 * all is in {@code truth.json}, from {@code /proc/self/ns} of processes in the containers and from the host's {@code /proc}.
 */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ContainersAgainstOracleTest {

    private static final String SAMPLE = "containers";
    private static final Path HOST = Samples.trace(SAMPLE);
    private static final Path GUEST = HOST.resolveSibling("guests").resolve("contained").resolve("kernel");

    @TempDir
    private Path fFolder;

    /** By thread ids, the containers of the threads that had them. */
    private static Map<Integer, List<String>> oracle(Path trace) {
        Map<Integer, List<String>> byId = new TreeMap<>();
        for (JsonElement one : TimeOracle.containersOf(trace).getAsJsonArray("threads")) {
            JsonObject thread = one.getAsJsonObject();
            byId.computeIfAbsent(thread.get("tid").getAsInt(), tid -> new ArrayList<>()).add(container(thread));
        }
        return byId;
    }

    private static String container(JsonObject thread) {
        return thread.has("container") && !thread.get("container").isJsonNull() ? thread.get("container").getAsString() : "unknown";
    }

    private static JsonObject truth(String what) {
        return Samples.truth(SAMPLE).get("contained").getAsJsonObject(what).getAsJsonObject("value");
    }

    private static JsonArray processes() {
        return Command.json("report", Samples.archive(SAMPLE), "--table", "processes").getAsJsonArray("vms").get(0)
                .getAsJsonObject().getAsJsonArray("processes");
    }

    @Test
    void threadsOfTheGuest() {
        Map<Integer, List<String>> oracle = oracle(GUEST);
        Map<String, Set<String>> names = new TreeMap<>();
        int compared = 0;
        for (JsonElement process : processes()) {
            for (JsonElement one : process.getAsJsonObject().getAsJsonArray("threads")) {
                JsonObject thread = one.getAsJsonObject();
                List<String> expected = oracle.getOrDefault(thread.get("tid").getAsInt(), List.of("unknown"));
                // of an id that was used again the times decide, which are on two clocks
                assertTrue(expected.contains(container(thread)), thread + " " + expected);
                compared += expected.size() == 1 ? 1 : 0;
                names.computeIfAbsent(container(thread), key -> new TreeSet<>()).add(thread.get("name").getAsString());
            }
        }
        assertTrue(compared > 60, compared + " threads");
        for (String container : List.of("web", "db")) {
            String name = "pid_ns " + truth("containers").getAsJsonObject(container).get("pid").getAsLong();
            assertTrue(names.getOrDefault(name, Set.of()).containsAll(Set.of("work", "dd")), names + " " + name);
        }
        assertTrue(names.get("none").contains("lttng-consumerd"), names.toString());
    }

    @Test
    void theVcpu() {
        int tid = Samples.truth(SAMPLE).get("contained").getAsJsonObject("vcpus").getAsJsonArray("value").get(0).getAsInt();
        String expected = "uts_ns " + truth("namespaces").getAsJsonObject("vm").get("uts").getAsLong();
        assertEquals(List.of(expected), oracle(HOST).get(tid));
        Command csv = Command.run("report", "--quiet", "--format", "csv", "--table", "vcpus", Samples.archive(SAMPLE));
        List<String> lines = csv.out().lines().toList();
        // the last two columns: nobody named it
        assertTrue(lines.get(0).endsWith(",container,container name"), lines.get(0));
        assertTrue(lines.get(1).endsWith("," + expected + ","), lines.get(1));
    }

    /** A copy of the recording with names of its containers in the manifest. */
    private Path named() throws Exception {
        Path recording = HOST.getParent();
        JsonObject manifest = JsonParser.parseString(Files.readString(recording.resolve("hypertrace.json"))).getAsJsonObject();
        long vm = truth("namespaces").getAsJsonObject("vm").get("uts").getAsLong();
        long web = truth("containers").getAsJsonObject("web").get("net").getAsLong();
        manifest.add("containers", JsonParser.parseString("[{\"name\": \"pod\", \"namespace\": " + vm + "}, {\"name\": \"gone\", \"pid\": 999999}]"));
        manifest.getAsJsonArray("vms").get(0).getAsJsonObject().add("containers", JsonParser.parseString("[{\"name\": \"web\", \"namespace\": " + web + "}]"));
        try (Stream<Path> files = Files.list(recording)) {
            for (Path file : files.filter(file -> !file.endsWith("hypertrace.json")).toList()) {
                Tool.run("cp", "-r", file, fFolder.resolve(file.getFileName()));
            }
        }
        Files.writeString(fFolder.resolve("hypertrace.json"), manifest.toString());
        return fFolder;
    }

    @Test
    void peopleSeeTheNamesOfTheManifest() throws Exception {
        Path recording = named();
        String web = "pid_ns " + truth("containers").getAsJsonObject("web").get("pid").getAsLong();
        Command all = Command.run("report", "--quiet", "--table", "processes", "--format", "csv", recording);
        Command one = Command.run("report", "--quiet", "--table", "processes", "--format", "csv", "--container", "web", recording);
        assertTrue(all.err().contains("names the container \"gone\", but no vCPU of the trace is known to be in it."), all.err());
        assertFalse(all.err().contains("\"web\"") || all.err().contains("\"pod\""), all.err());
        List<String> inWeb = all.out().lines().filter(line -> line.endsWith("," + web + ",web")).toList();
        assertTrue(inWeb.size() > 5, all.out());
        // the process that made the container has its network, and its children have its process ids
        List<String> named = all.out().lines().filter(line -> line.endsWith(",web")).toList();
        assertTrue(named.containsAll(inWeb) && named.size() > inWeb.size(), named.toString());
        assertEquals(named, one.out().lines().skip(1).toList());
        JsonObject json = Command.json("report", Samples.archive(SAMPLE), "--table", "processes", "--container", web);
        assertEquals(inWeb.size(), json.getAsJsonArray("vms").get(0).getAsJsonObject().getAsJsonArray("processes").asList().stream()
                .mapToInt(process -> 1 + process.getAsJsonObject().getAsJsonArray("threads").size()).sum());
        Command none = Command.run("report", "--quiet", "--table", "processes", "--container", "nowhere", recording);
        assertEquals(1, none.status());
        assertTrue(none.err().contains("No thread of a guest is in a container nowhere; there are: none, "), none.err());
        Command text = Command.run("report", "--quiet", "--table", "processes", "--container", "web", recording);
        assertTrue(text.out().contains(" web "), text.out());
        assertFalse(text.out().contains(web), text.out());
        Command vcpus = Command.run("report", "--quiet", "--format", "csv", "--table", "vcpus", recording);
        assertTrue(vcpus.out().lines().toList().get(1).endsWith(",pod"), vcpus.out());
    }

    @Test
    void rowsHaveTheNamesOfTheManifest() throws Exception {
        Path recording = named();
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(recording.resolve("kernel"), recording.resolve("guests/contained/kernel")))) {
            VirtualCpuDataProvider provider = Providers.VIRTUAL_CPU.create(opened.trace());
            Set<String> rows = new TreeSet<>();
            new ProviderDump(provider).entries().forEach(entry -> rows.add(entry.getName()));
            assertTrue(rows.containsAll(Set.of("Container pod", "Container web", "No container")), rows.toString());
            opened.forget();
        }
    }

    @Test
    void peopleSeeThemInATable() {
        Command text = Command.run("report", "--quiet", "--table", "processes", Samples.archive(SAMPLE));
        // a narrow terminal breaks the name into two lines
        String web = Long.toString(truth("containers").getAsJsonObject("web").get("pid").getAsLong());
        assertTrue(text.out().contains(web), text.out());
        assertTrue(text.out().lines().anyMatch(line -> line.strip().matches("process +container +threads .*")), text.out());
    }

    /** The names of a row and of those above it, the row's first. */
    private static String names(TimeGraphEntryModel row, Map<Long, TimeGraphEntryModel> byId) {
        List<String> names = new ArrayList<>();
        for (TimeGraphEntryModel up = row; up != null; up = byId.get(up.getParentId())) {
            names.add(up.getName());
        }
        return String.join(" < ", names);
    }

    /** The guest's own trace is read for its containers before the pass begins: who cancels the pass does not wait for that. */
    @Test
    void readingTheGuestsOwnTraceCanBeCancelled() throws Exception {
        OpenedTrace opened = OpenedTrace.ofAll(List.of(HOST, GUEST));
        try {
            NullProgressMonitor monitor = new NullProgressMonitor();
            HostTraces traces = HostTraces.of(opened.trace());
            GuestContainers.of(traces, monitor);
            monitor.setCanceled(true);
            assertThrows(OperationCanceledException.class, () -> GuestContainers.of(traces, monitor));
        } finally {
            opened.forget();
            opened.close();
        }
    }

    /** Containers are not missing without a word. */
    @Test
    void aGuestsTraceThatIsCutOrDamagedIsNamed(@TempDir Path folder) throws Exception {
        for (boolean cut : List.of(true, false)) {
            Path copy = folder.resolve(cut ? "cut" : "damaged");
            copy(HOST.getParent(), copy);
            Path stream = copy.resolve("guests/contained/kernel/c0_0");
            byte[] bytes = Files.readAllBytes(stream);
            Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 64, (byte) 0xff);
            Files.write(stream, cut ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
            Command report = Command.run("report", "--quiet", copy);
            assertEquals(0, report.status(), report.toString());
            String damage = copy.resolve("guests/contained/kernel") + " is damaged: c0_0 is damaged at byte 0: "
                    + (cut ? "the last packet is incomplete" : "an event in it cannot be read") + TraceLosses.LEFT_OUT;
            assertEquals(List.of(damage), report.err().lines().filter(line -> line.contains(" is damaged: ")).toList());
            // the threads are those that the host knows of
            Command processes = Command.run("report", "--quiet", "--table", "processes", "--format", "csv", copy);
            assertTrue(processes.err().contains(damage) && !processes.out().contains(",pid_ns "), processes.toString());
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                Path copy = to.resolve(from.relativize(path));
                Files.createDirectories(copy.getParent());
                Files.copy(path, copy);
            }
        }
    }

    @Test
    void rowsStandBelowTheirContainers() throws Exception {
        OpenedTrace opened = OpenedTrace.ofAll(List.of(HOST, GUEST));
        try {
            Map<Long, TimeGraphEntryModel> byId = new HashMap<>();
            VirtualCpuDataProvider provider = Providers.VIRTUAL_CPU.create(opened.trace());
            new ProviderDump(provider).entries().forEach(entry -> byId.put(entry.getId(), entry));
            Set<String> rows = new TreeSet<>();
            byId.values().forEach(row -> rows.add(names(row, byId)));
            String vm = "contained < Container uts_ns " + truth("namespaces").getAsJsonObject("vm").get("uts").getAsLong() + " < ";
            assertTrue(rows.stream().anyMatch(row -> row.startsWith("vCPU 0 < " + vm)), rows.toString());
            for (String container : List.of("web", "db")) {
                String group = "Container pid_ns " + truth("containers").getAsJsonObject(container).get("pid").getAsLong() + " < Guest threads < " + vm;
                assertTrue(rows.stream().anyMatch(row -> row.startsWith("work (") && row.contains(group)), rows + " " + group);
            }
            assertTrue(rows.stream().anyMatch(row -> row.contains("< No container < Guest threads < ")), rows.toString());
        } finally {
            opened.forget();
            opened.close();
        }
    }
}
