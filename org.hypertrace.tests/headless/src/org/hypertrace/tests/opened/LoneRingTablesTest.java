/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RandomRings;
import org.hypertrace.testing.story.RingMemory;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Tables of rings without a trace of the host are what the oracle finds, each figure with how well it is known. */
@Tag("platform")
class LoneRingTablesTest {

    private static final List<String> PARTS = List.of("begin", "end", "real", "user", "sys", "irq", "softirq", "modeUnknown", "hypervisor", "steal", "tracer",
            "inconsistent", "waiting", "sleeping", "unknown", "guest");
    private static final List<String> CALLS = List.of("number", "calls", "total", "floor", "disturbance", "p50", "p95", "p99", "max");

    @TempDir
    private Path fFolder;

    private Path sample() throws IOException {
        Path ring = fFolder.resolve("alone.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        return ring;
    }

    private Path made(String name, RingMemory memory) throws IOException {
        return Files.write(fFolder.resolve(name + ".ring"), memory.bytes());
    }

    /** A line of a reason of a vCPU: how many exits there are with an entry after them, their time, the longest. */
    private static List<String> lines(Map<String, long[]> figures) {
        return figures.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()[0] + " for " + one.getValue()[1] + ", longest "
                + one.getValue()[2]).toList();
    }

    private static void add(Map<String, long[]> figures, String key, long count, long total, long max) {
        long[] sum = figures.computeIfAbsent(key, one -> new long[3]);
        sum[0] += count;
        sum[1] += total;
        sum[2] = Math.max(sum[2], max);
    }

    private static List<String> exitsOf(Path ring, boolean byVcpu, String... options) {
        Map<String, long[]> figures = new TreeMap<>();
        for (JsonObject vcpu : Summary.objects(ClockOracle.ringsAlone(List.of(ring), options), "rings")) {
            for (JsonObject reason : Summary.objects(vcpu, "exitReasons")) {
                if (reason.get("ended").getAsLong() > 0) {
                    add(figures, (byVcpu ? "vCPU " + vcpu.get("vcpu") + " " : "") + reason.get("isa") + ":" + reason.get("code"),
                            reason.get("ended").getAsLong(), reason.get("total").getAsLong(), reason.get("max").getAsLong());
                }
            }
        }
        return lines(figures);
    }

    @Test
    void exitsOfTheSampleAreTheOraclesByReasonAndVcpu() throws Exception {
        Path ring = sample();
        Map<String, long[]> found = new TreeMap<>();
        try (OpenTraces traces = OpenTraces.open(List.of(ring))) {
            ExitColumns exits = traces.exits(List.of(), new NullProgressMonitor());
            for (int i = 0; i < exits.count(); i++) {
                ExitDictionary.Reason reason = exits.dictionary().reasons().get(exits.reason(i));
                if (exits.isComplete(i)) {
                    add(found, "vCPU " + exits.dictionary().vcpus().get(exits.vcpu(i)).number() + " " + reason.isa() + ":" + reason.code(), 1,
                            exits.length(i), exits.length(i));
                }
            }
        }
        List<String> expected = exitsOf(ring, true);
        assertEquals(String.join("\n", expected), String.join("\n", lines(found)));
        assertTrue(expected.size() > 10, expected.toString());
        assertNotEquals(expected, exitsOf(ring, true, "--drop", "1000"));
    }

    @Test
    void theCommandHasTheirSums() throws IOException {
        Path ring = sample();
        JsonObject report = Command.json("exits", ring);
        Map<String, long[]> found = new TreeMap<>();
        for (JsonObject row : Summary.objects(report, "exits")) {
            add(found, (row.get("isa").getAsString().equals("svm") ? 2 : 1) + ":" + row.get("code"), row.get("count").getAsLong(), row.get("total").getAsLong(),
                    row.get("max").getAsLong());
        }
        assertEquals(String.join("\n", exitsOf(ring, false)), String.join("\n", lines(found)));
    }

    private static String line(JsonObject of, List<String> keys) {
        return keys.stream().map(key -> key + "=" + of.get(key)).collect(Collectors.joining(" "));
    }

    /** Of processes and, where they are apart, of threads. */
    private static List<String> processes(JsonObject vm) {
        List<String> lines = new ArrayList<>(List.of("never " + vm.get("neverSwitchedOut")));
        for (JsonObject process : Summary.objects(vm, "processes")) {
            lines.add(process.get("tgid") + " " + line(process, PARTS));
            if (process.get("threads").isJsonArray()) {
                Summary.objects(process, "threads").forEach(thread -> lines.add("thread " + thread.get("tid") + " " + line(thread, PARTS)));
            }
        }
        if (vm.has("threads")) {
            Summary.objects(vm, "threads").forEach(thread -> lines.add("thread " + thread.get("tid") + " " + line(thread, PARTS)));
        }
        return lines.stream().sorted().toList();
    }

    private static List<String> periods(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(host.getAsJsonObject("accounting"), "vcpus")) {
            int number = vcpu.get(vcpu.has("number") ? "number" : "vcpu").getAsInt();
            Summary.objects(vcpu, "periods").forEach(period -> lines.add(number + " " + line(period, List.of("n", "begin", "end", "gotten", "blocked",
                    "waiting", "unknown", "executions", "migrations", "io"))));
        }
        return lines.stream().sorted().toList();
    }

    private static JsonObject asked(Path ring, String command, String schema) throws IOException {
        Command run = Command.run(command + " --quiet --format json", ring);
        assertEquals("0 ", run.status() + " " + run.err(), command);
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        assertEquals(List.of(), Schemas.errors(schema, report));
        return report;
    }

    private static void compare(Path ring, String period) throws IOException {
        JsonObject oracle = ClockOracle.ringGuests(ring, "--period", period);
        JsonObject processes = asked(ring, "report --table processes", "processes");
        assertEquals(String.join("\n", processes(Summary.objects(oracle, "vms").get(0))),
                String.join("\n", processes(Summary.objects(processes, "vms").get(0))));
        assertEquals("\"atMost\" \"atLeast\" \"exact\"", Stream.of("user", "steal", "sleeping").map(part -> processes.getAsJsonObject("classes").get(part)
                .toString()).collect(Collectors.joining(" ")));
        JsonObject accounting = asked(ring, "report --table accounting --period " + period, "accounting");
        assertEquals(String.join("\n", periods(oracle)), String.join("\n", periods(Summary.objects(accounting, "hosts").get(0))));
        assertEquals("\"exact\" \"atMost\" \"atLeast\"", Stream.of("gotten", "blocked", "waiting").map(part -> accounting.getAsJsonObject("classes").get(part)
                .toString()).collect(Collectors.joining(" ")));
    }

    @Test
    void processesAndPeriodsOfTheSampleAreTheOracles() throws IOException {
        compare(sample(), "100");
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3 })
    void soAreThoseOfAnyGuestAndItsSystemCalls(long seed) throws IOException {
        Path ring = made("web-1", RandomRings.of(seed));
        compare(ring, "7");
        JsonObject oracle = ClockOracle.ringGuests(ring).getAsJsonObject("syscalls");
        JsonObject found = Summary.objects(asked(ring, "syscalls", "syscalls"), "syscalls").get(0);
        assertEquals(line(oracle, List.of("total", "floor", "disturbance", "unmatched")), line(found, List.of("total", "floor", "disturbance", "unmatched")));
        assertEquals(Summary.objects(oracle, "rows").stream().map(row -> line(row, CALLS)).sorted().toList(),
                Summary.objects(found, "rows").stream().map(row -> line(row, CALLS)).sorted().toList());
        assertTrue(oracle.get("calls").getAsInt() > 5, oracle.toString());
        List<String> all = processes(Summary.objects(ClockOracle.ringGuests(ring), "vms").get(0));
        assertTrue(Stream.of("30", "60", "90").anyMatch(number -> !all.equals(processes(Summary.objects(ClockOracle.ringGuests(ring, "--drop", number), "vms")
                .get(0)))));
    }

    @Test
    void peopleReadHowWellEachFigureIsKnown() throws IOException {
        Path ring = made("web-1", RandomRings.of(1));
        String processes = Command.run("report --quiet --table processes", ring).out();
        assertTrue(processes.contains("The most it can be, by rings alone: user, sys, irq, softirq, user or sys."), processes);
        assertTrue(processes.contains("The least it can be, by rings alone: hypervisor, steal."), processes);
        String accounting = Command.run("report --quiet --table accounting", ring).out();
        assertTrue(accounting.contains("Exact, by rings alone: gotten, executions, migrations, I/O."), accounting);
        assertTrue(accounting.contains("The least it can be, by rings alone: waiting."), accounting);
    }

    private static String refusal(String command, Path ring) {
        Command run = Command.run(command + " --quiet", ring);
        assertEquals("", run.out());
        assertEquals(1, run.err().strip().lines().count(), run.err());
        return run.status() + " " + run.err().strip().replaceFirst("^hypertrace: ", "").replaceFirst("^\\S*\\.ring: ", "");
    }

    @Test
    void whatNeedsTheHostsTraceEndsInOneSentence() throws IOException {
        Path ring = made("web-1", RandomRings.of(1));
        assertEquals("1 Overcommitment needs a trace of the host: rings do not report who else wants its processors.", refusal("report --table overcommit", ring));
        assertEquals("1 Wake-up latencies need a trace of the host: rings do not report when a vCPU was woken.", refusal("report --table latencies", ring));
        assertEquals("1 Lock holders need a trace of the host: rings do not report who wakes whom there.", refusal("report --table lock-holders", ring));
        assertEquals("1 Critical paths need a trace of the host: rings do not report who wakes whom there.", refusal("path --vcpu 0 --vm web-1", ring));
        assertTrue(refusal("upgrade", ring).startsWith("1 "));
        Path silent = made("silent", new RingMemory().ring(0, 0, 8, 0).put(0, 1_000, 0x66, 82, 120L << 40 | 120L << 32, 0x6873)
                .put(0, 9_000, 0x66, 82L << 32, 120L << 40 | 120L << 32, 0));
        assertEquals("1 The host writes no exits into the rings, so what vCPUs got is unknown: load hypertrace-ring.ko there.",
                refusal("report --table accounting", silent));
        JsonObject processes = asked(silent, "report --table processes", "processes");
        assertEquals("\"exact\" \"unknown\" \"unknown\" \"exact\"", Stream.of("real", "user", "steal", "guest").map(part -> processes.getAsJsonObject("classes")
                .get(part).toString()).collect(Collectors.joining(" ")));
    }

    @Test
    void stacksOfTwoAreCompared() throws IOException {
        Path before = made("before", RandomRings.of(1));
        Path after = made("after", RandomRings.of(2));
        Command run = Command.run("stacks", "--quiet", "--mode", "wall", "--compare", "before", "after", "--format", "json", before, after);
        assertEquals("0 ", run.status() + " " + run.err());
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        assertTrue(report.get("rows").toString().contains("syscall: read"), report.toString());
    }
}
