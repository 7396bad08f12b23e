/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

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

    /** The thread of which the definition's text has the figures. */
    @Test
    void timeOfAThread() {
        JsonObject dd = Summary.objects(Command.ofSample("report --table processes", "syscall-load"), "vms").stream()
                .flatMap(vm -> Summary.objects(vm, "processes").stream()).filter(process -> ns(process, "tgid") == 105).findFirst().orElseThrow();
        assertEquals("real 87981819, user 26889703, sys 34769865, irq 0, softirq 902856, modeUnknown 91237, hypervisor 1458487, steal 0, "
                + "tracer 22760876, inconsistent 0, waiting 1020493, sleeping 88302, unknown 0",
                String.join(", ", Stream.concat(Stream.of("real"), PARTS.stream()).map(key -> key + ' ' + dd.get(key)).toList()));
        JsonObject guest = dd.getAsJsonObject("guest");
        assertEquals("39742095, 45883369", guest.get("user") + ", " + guest.get("sys"));
    }

    @Test
    void demandOfTwoVcpusOnOneProcessor() {
        JsonObject overcommit = host(Command.ofSample("report --table overcommit", "preempted-guest")).getAsJsonObject("overcommit");
        assertEquals("2/1 {\"0\":1096858462,\"1\":8849713695,\"2\":105900604288} balanced 105900604288", overcommit.get("vcpus") + "/"
                + overcommit.get("processors") + ' ' + overcommit.get("demand") + " balanced " + overcommit.get("balanced"));
    }

    @Test
    void whatTwoVcpusGotPerSecond() {
        JsonObject accounting = host(Command.ofSample("report --table accounting", "preempted-guest")).getAsJsonObject("accounting");
        assertEquals("""
                117 periods, 55758794194 1934386447 57831035409 2063; 14: 470202876 0 529797124 12
                112 periods, 52566613237 4166393811 54494479431 1933; 19: 393974188 0 606025812 53""",
                sums(accounting, 0, 14) + '\n' + sums(accounting, 1, 19));
    }

    private static String sums(JsonObject accounting, int which, int n) {
        List<JsonObject> periods = Summary.objects(Summary.objects(accounting, "vcpus").get(which), "periods");
        JsonObject one = periods.stream().filter(period -> ns(period, "n") == n).findFirst().orElseThrow();
        StringBuilder text = new StringBuilder(periods.size() + " periods,");
        StringBuilder ofOne = new StringBuilder("; " + n + ':');
        for (String key : List.of("gotten", "blocked", "waiting", "executions")) {
            text.append(' ').append(periods.stream().mapToLong(period -> ns(period, key)).sum());
            ofOne.append(' ').append(one.get(key));
        }
        return text.append(ofOne).toString();
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
