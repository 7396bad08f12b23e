/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Where the time of guests' processes and of vCPUs went is what the oracles find, and parts sum to the whole. */
@Tag("platform")
class TimesAgainstOracleTest {

    private static final List<String> PARTS = List.of("user", "sys", "irq", "softirq", "modeUnknown", "hypervisor", "steal", "tracer", "inconsistent",
            "waiting", "sleeping", "unknown");

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void processesAreTheOracles(String sample) {
        assertEquals(processes(TimeOracle.processes(sample)), processes(Command.ofSample("report --table processes", sample)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sharingIsTheOracles(String sample) {
        JsonObject oracle = TimeOracle.accounting(sample);
        assertEquals(overcommit(oracle), overcommit(host(Command.ofSample("report --table overcommit", sample))));
        assertEquals(accounting(oracle), accounting(host(Command.ofSample("report --table accounting", sample))));
    }

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void soItIsInEveryStory(String name) throws IOException {
        Stories.all().get(name).get().in(fFolder).traces().forEach(TimesAgainstOracleTest::compare);
    }

    /** Four vCPUs share two processors. */
    @ParameterizedTest
    @ValueSource(longs = { 1, 2 })
    void soItIsWhereVmsShareProcessors(long seed) throws IOException {
        new RandomScenario(seed, 1_500, 2_000).scenario().in(fFolder).traces().forEach(TimesAgainstOracleTest::compare);
    }

    private static void compare(Path trace) {
        assertEquals(processes(TimeOracle.processesOf(trace)), processes(Command.report(trace, "--table", "processes")));
        JsonObject oracle = TimeOracle.accountingOf(trace, "--period", "1");
        assertEquals(overcommit(oracle), overcommit(host(Command.report(trace, "--table", "overcommit"))));
        assertEquals(accounting(oracle), accounting(host(Command.report(trace, "--table", "accounting", "--period", "1"))));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void partsSumToTheWhole(String sample) {
        for (JsonObject vm : Summary.objects(Command.ofSample("report --table processes", sample), "vms")) {
            for (JsonObject process : Summary.objects(vm, "processes")) {
                assertEquals(ns(process, "summed"), PARTS.stream().mapToLong(part -> ns(process, part)).sum());
                for (JsonObject thread : Summary.objects(process, "threads")) {
                    assertEquals(ns(thread, "end") - ns(thread, "begin"), PARTS.stream().mapToLong(part -> ns(thread, part)).sum());
                }
            }
        }
        JsonObject overcommit = host(Command.ofSample("report --table overcommit", sample)).getAsJsonObject("overcommit");
        assertEquals(Summary.objects(overcommit, "perVcpu").stream().mapToLong(vcpu -> ns(vcpu, "wanted")).sum(), overcommit
                .getAsJsonObject("demand").entrySet().stream().mapToLong(time -> Long.parseLong(time.getKey()) * time.getValue().getAsLong()).sum());
        JsonObject accounting = host(Command.ofSample("report --table accounting", sample)).getAsJsonObject("accounting");
        Map<Integer, JsonObject> vcpus = new HashMap<>();
        Summary.objects(overcommit, "perVcpu").forEach(vcpu -> vcpus.put(vcpu.get("tid").getAsInt(), vcpu));
        for (JsonObject vcpu : Summary.objects(accounting, "vcpus")) {
            long gotten = 0;
            for (JsonObject period : Summary.objects(vcpu, "periods")) {
                assertEquals(ns(period, "end") - ns(period, "begin"), ns(period, "gotten") + ns(period, "blocked") + ns(period, "waiting")
                        + ns(period, "unknown"));
                gotten += ns(period, "gotten");
            }
            assertEquals(ns(vcpus.get(vcpu.get("tid").getAsInt()), "got"), gotten);
        }
    }

    /** In the guest's own view its times are longer: they have what the host and the tracer took. */
    @Test
    void timeOfAThread() {
        JsonObject expected = dd(TimeOracle.processes("syscall-load"));
        JsonObject dd = dd(Command.ofSample("report --table processes", "syscall-load"));
        assertEquals(figures(expected), figures(dd));
        assertTrue(ns(dd.getAsJsonObject("guest"), "user") > ns(dd, "user") && ns(dd, "user") > 0, figures(dd));
    }

    private static JsonObject dd(JsonObject host) {
        return Summary.objects(host, "vms").stream().flatMap(vm -> Summary.objects(vm, "processes").stream())
                .filter(process -> process.get("name").getAsString().equals("dd")).findFirst().orElseThrow();
    }

    private static String figures(JsonObject process) {
        return line("", process, Stream.concat(Stream.of("tgid", "real", "guest"), PARTS.stream()).toList());
    }

    /** The host has one processor that both of them may use. */
    @Test
    void demandOfTwoVcpusOnOneProcessor() {
        JsonObject overcommit = host(Command.ofSample("report --table overcommit", "preempted-guest")).getAsJsonObject("overcommit");
        JsonObject expected = TimeOracle.accounting("preempted-guest").getAsJsonObject("overcommit");
        JsonObject demand = expected.getAsJsonObject("demand");
        assertEquals("2/1 " + demand + " balanced " + demand.get("2"), overcommit.get("vcpus") + "/" + overcommit.get("processors") + ' '
                + overcommit.get("demand") + " balanced " + overcommit.get("balanced"));
    }

    /** One that compared nothing would be green, too. */
    @Test
    void anotherPeriodIsAnotherAnswer() {
        assertNotEquals(accounting(TimeOracle.accounting("syscall-load", "--period", "100")),
                accounting(host(Command.ofSample("report --table accounting", "syscall-load"))));
        assertFalse(processes(TimeOracle.processes("syscall-load")).isEmpty());
    }

    private static JsonObject host(JsonObject report) {
        return Summary.objects(report, "hosts").get(0);
    }

    private static long ns(JsonObject of, String key) {
        JsonElement value = of.get(key);
        return value == null ? -1 : value.getAsLong();
    }

    private static String line(String before, JsonObject of, List<String> keys) {
        StringBuilder line = new StringBuilder(before);
        keys.forEach(key -> line.append(' ').append(key).append('=').append(key.equals("imbalance") && of.has(key) ? of.get(key).getAsDouble()
                : of.get(key)));
        return line.toString();
    }

    /** Of a report its VMs, of the oracle its host's. */
    private static String processes(JsonObject report) {
        List<String> keys = new ArrayList<>(List.of("tgid", "name", "begin", "end", "real"));
        keys.addAll(PARTS);
        keys.add("guest");
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(report, "vms")) {
            if (ns(vm, "neverSwitchedOut") > 0) {
                lines.add("never " + vm.get("neverSwitchedOut"));
            }
            for (JsonObject process : Summary.objects(vm, "processes")) {
                lines.add(line("process", process, keys) + " summed=" + process.get("summed"));
                if (process.get("threads").isJsonArray()) {
                    Summary.objects(process, "threads").forEach(thread -> lines.add(line("thread " + thread.get("tid"), thread, keys.subList(1, keys
                            .size()))));
                }
            }
            if (vm.has("threads")) {
                Summary.objects(vm, "threads").forEach(thread -> lines.add(line("thread " + thread.get("tid"), thread, keys.subList(1, keys.size()))));
            }
        }
        // the oracle has an empty name where we have none
        return String.join("\n", lines.stream().map(line -> line.replace("name=null", "name=\"\"")).sorted().toList());
    }

    private static String overcommit(JsonObject host) {
        if (host.get("overcommit") == null) {
            return "";
        }
        JsonObject overcommit = host.getAsJsonObject("overcommit");
        List<String> lines = new ArrayList<>(List.of(line("", overcommit, List.of("vcpus", "processors", "demand", "dedicated", "unbalanced", "balanced",
                "most", "imbalance", "wakeP99"))));
        Summary.objects(overcommit, "perVcpu").forEach(vcpu -> lines.add(line("vCPU", vcpu, List.of("tid", "life", "got", "wanted", "steal", "longestWait",
                "executions", "meanRun", "migrations"))));
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String accounting(JsonObject host) {
        JsonObject accounting = host.getAsJsonObject("accounting");
        List<String> lines = new ArrayList<>(List.of(line("", accounting, List.of("period", "origin"))));
        for (JsonObject vcpu : Summary.objects(accounting, "vcpus")) {
            Summary.objects(vcpu, "periods").forEach(period -> lines.add(line("vCPU " + vcpu.get("tid"), period, List.of("n", "begin", "end", "gotten",
                    "blocked", "waiting", "unknown", "executions", "migrations", "io"))));
        }
        return String.join("\n", lines.stream().sorted().toList());
    }
}
