/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.parsers.DocumentBuilderFactory;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The command {@code stacks}: its forms, their sums, and what it reports when it cannot. */
@Tag("platform")
class StacksReportTest {

    @TempDir
    private Path fFolder;

    private Path fTrace;

    @BeforeEach
    void record() throws IOException {
        fTrace = Stories.functions(false).in(fFolder).trace();
    }

    private String text(Object... options) {
        List<Object> words = new ArrayList<>(List.of("stacks", "--quiet", fTrace));
        words.addAll(List.of(options));
        Command command = Command.run(words.toArray());
        assertEquals("", command.err());
        assertEquals(0, command.status());
        assertEquals(List.of(), command.log());
        return command.out();
    }

    private JsonObject json(Object... options) {
        List<Object> words = new ArrayList<>(List.of("--format", "json"));
        words.addAll(List.of(options));
        return JsonParser.parseString(text(words.toArray())).getAsJsonObject();
    }

    private static JsonObject thread(JsonObject report, String name) {
        return Summary.objects(Summary.objects(report, "vms").get(0), "threads").stream()
                .filter(thread -> thread.has("name") && thread.get("name").getAsString().equals(name)).findFirst().orElseThrow();
    }

    private static long time(JsonObject of, String part) {
        return of.getAsJsonObject("time").get(part).getAsLong();
    }

    @Test
    void everyFunctionHasItsCallsAndTimes() {
        JsonObject sh = thread(json("--without-tracing"), "sh");
        StringBuilder lines = new StringBuilder();
        Summary.objects(sh, "functions").stream().sorted((a, b) -> address(a).compareTo(address(b))).forEach(f -> lines.append(address(f))
                .append(" calls ").append(f.get("calls")).append(" total ").append(f.get("total")).append(" self ")
                .append(f.get("self")).append('\n'));
        // each event costs 2 ns: of a function's entry in the function, of its exit in the caller
        assertEquals("""
                0xffffffff81000010 calls 1 total 186 self 54
                0xffffffff81000020 calls 1 total 58 self 58
                0xffffffff81000030 calls 1 total 74 self 36
                0xffffffff81000040 calls 1 total 38 self 38
                0xffffffff81000050 calls 1 total 99999498 self 99999498
                """, lines.toString());
    }

    private static String address(JsonObject function) {
        return function.get("address").getAsString();
    }

    @Test
    void theJsonIsAsItsSchemaReports() throws IOException {
        JsonObject report = json();
        assertEquals(List.of(), Schemas.errors("stacks", report));
        Summary.objects(Summary.objects(report, "vms").get(0), "threads").get(0).remove("functions");
        assertFalse(Schemas.errors("stacks", report).isEmpty());
    }

    /** The times of folded stacks, by their paths. */
    private Map<String, Long> folded(Object... options) {
        List<Object> words = new ArrayList<>(List.of("--folded"));
        words.addAll(List.of(options));
        Map<String, Long> times = new HashMap<>();
        text(words.toArray()).lines().forEach(line -> times.put(line.substring(0, line.lastIndexOf(' ')),
                Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))));
        return times;
    }

    private static long sum(Map<String, Long> folded) {
        return folded.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void foldedStacksAreTheTimeOfAllThreads() {
        JsonObject vm = Summary.objects(json(), "vms").get(0);
        long wall = time(vm, "wall");
        long waiting = time(vm, "waiting");
        long tracing = time(vm, "tracing");
        assertTrue(tracing > 0 && waiting > 0);
        assertEquals(wall, time(vm, "own") + time(vm, "interrupts") + time(vm, "exits") + tracing + waiting);
        assertEquals(wall, sum(folded("--mode", "wall")));
        assertEquals(wall - tracing, sum(folded("--mode", "wall", "--without-tracing")));
        assertEquals(wall - waiting, sum(folded()));
        assertEquals(wall - waiting, sum(folded("--mode", "on-cpu")));
        assertEquals(waiting, sum(folded("--mode", "off-cpu")));
        Map<String, Long> with = folded();
        Map<String, Long> without = folded("--without-tracing");
        with.keySet().removeIf(path -> path.contains("exit: tracer"));
        assertEquals(with, without);
    }

    @Test
    void adjacentStretchesSumUp() {
        long begin = json().get("begin").getAsLong();
        long sum = 0;
        for (long[] stretch : new long[][] { { begin, begin + 250 }, { begin + 250, begin + 10_000 },
                { begin + 10_000, begin + 1_000_000_000 } }) {
            sum += sum(folded("--mode", "wall", "--from", stretch[0], "--to", stretch[1]));
        }
        assertEquals(sum(folded("--mode", "wall")), sum);
    }

    @Test
    void aTraceIsNoDifferentFromItself() {
        Map<String, Long> folded = folded();
        Set<String> same = new HashSet<>();
        folded.forEach((path, time) -> same.add(path + ' ' + time + ' ' + time));
        for (String scale : List.of("none", "total", "count")) {
            assertEquals(same, Set.copyOf(text("--folded", "--compare", fTrace, "--scale", scale).lines().toList()));
        }
        assertTrue(text("--compare", fTrace).contains("\n0 frames by how much the own time differs\n"));
    }

    @Test
    void twoStretchesAreCompared() {
        long begin = json().get("begin").getAsLong();
        String text = text("--to", begin + 300, "--compare-from", begin + 300, "--scale", "none");
        assertTrue(text.startsWith("Before: " + fTrace + ", 00:00:00.000 000 100 - 00:00:00.000 000 400. Times are as they are.\nAfter: " + fTrace
                + ", 00:00:00.000 000 400 - 00:00:00.100 000 201.\n"), text);
        assertTrue(text.matches("(?s).*0xffffffff81000050 +0 ns +100 ms +\\+100 ms +0 +1 .*"), text);
        String html = text("--to", begin + 300, "--compare-from", begin + 300, "--format", "html");
        assertTrue(html.contains("<h1>Stacks compared</h1>"), html);
        String csv = text("--to", begin + 300, "--compare-from", begin + 300, "--scale", "none", "--format", "csv");
        assertTrue(csv.startsWith("frame,own before,own after,difference,calls before,calls after,speed-up,speed-up low,speed-up high,gain,saving,"
                + "contribution,share of difference,chance,corrected chance\r\n")
                && csv.contains("\r\n0xffffffff81000050,0,99999498,99999498,0,1,,,,,,-99999498,"), csv);
    }

    @Test
    void picturesNeedNothingElse() throws Exception {
        String svg = text("--format", "svg");
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertTrue(svg.contains("<title>0xffffffff81000010\n"), svg);
        String html = text("--format", "html");
        assertEquals(1, html.split("<script>", -1).length - 1);
        assertEquals("", html.replaceAll("(?s).*?((src|href)=\"[^\"]*\"|https?://\\S*)|.+", "$1"));
        assertTrue(html.matches("(?s).*<svg [^>]*class=\"flame\".*"), html);
    }

    @Test
    void csvHasALinePerFunctionOrCause() {
        JsonObject vm = Summary.objects(json(), "vms").get(0);
        long functions = Summary.objects(vm, "threads").stream().mapToLong(t -> t.getAsJsonArray("functions").size()).sum();
        assertEquals(functions + 1, text("--format", "csv").lines().count());
        assertEquals(vm.getAsJsonArray("exitCauses").size() + 1, text("--format", "csv", "--table", "exits").lines().count());
    }

    @Test
    void aTimelineIsWellNested() throws IOException {
        Path file = fFolder.resolve("trace.json");
        assertEquals("", text("--format", "chrome", "--output", file));
        Map<String, List<String>> open = new HashMap<>();
        Map<String, Double> now = new HashMap<>();
        Set<String> named = new HashSet<>();
        int frames = 0;
        int states = 0;
        for (JsonObject event : Summary.objects(JsonParser.parseString(Files.readString(file)).getAsJsonObject(), "traceEvents")) {
            String row = event.get("pid") + "/" + event.get("tid");
            String phase = event.get("ph").getAsString();
            if (phase.equals("M")) {
                named.add(row);
                continue;
            }
            assertTrue(named.contains(row), row);
            double time = event.get("ts").getAsDouble();
            if (phase.equals("X")) {
                states++;
                assertTrue(event.get("dur").getAsDouble() > 0);
                continue;
            }
            assertTrue(time >= now.getOrDefault(row, 0.0), event.toString());
            now.put(row, time);
            List<String> stack = open.computeIfAbsent(row, key -> new ArrayList<>());
            if (phase.equals("B")) {
                stack.add(event.get("name").getAsString());
                frames++;
            } else {
                assertFalse(stack.isEmpty());
                stack.remove(stack.size() - 1);
            }
        }
        assertTrue(frames >= 5 && states > 5);
        open.forEach((row, stack) -> assertEquals(List.of(), stack));
    }

    @Test
    void textReportsTheAnswerFirst() {
        String text = text();
        assertTrue(text.startsWith("VM 1000: most own time is in 0xffffffff81000050: "), text);
        assertTrue(text.contains("5 functions of VM 1000 have no name: give the symbols of its kernel (--symbols)."), text);
    }

    @Test
    void whatCannotBeIsReported() {
        Command none = Command.run("stacks", fTrace, "--vm", "none");
        assertEquals(1, none.status());
        assertTrue(none.err().endsWith("hypertrace: There is no VM none; there is VM 1000.\n"), none.err());
        Command mode = Command.run("stacks", fTrace, "--mode", "fast");
        assertEquals(2, mode.status());
        assertTrue(mode.err().startsWith("hypertrace: --mode: 'fast' is none; there are wall, on-cpu, hypervisor, off-cpu."),
                mode.err());
        assertEquals(2, Command.run("stacks", fTrace, "--compare", fTrace, "--format", "chrome").status());
        assertEquals(2, Command.run("stacks", fTrace, "--table", "x").status());
    }
}
