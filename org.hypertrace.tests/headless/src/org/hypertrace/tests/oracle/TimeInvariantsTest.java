/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What holds by definition of times in every recording, with and without system calls: parts sum to the whole. */
@Tag("platform")
class TimeInvariantsTest {

    private static final List<String> THREAD = List.of("user", "sys", "irq", "softirq", "modeUnknown", "hypervisor", "steal", "tracer", "inconsistent",
            "waiting", "sleeping", "unknown");

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "preempted-guest", "panic-in-initcall", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void threadsSumToRealTime(String sample) {
        for (JsonObject vm : Summary.objects(Command.ofSample("report --table processes", sample), "vms")) {
            for (JsonObject process : Summary.objects(vm, "processes")) {
                Summary.objects(process, "threads").forEach(thread -> assertEquals(ns(thread, "real"), sum(thread, THREAD), thread::toString));
            }
        }
    }

    /** Periods sum to the states of the vCPU: got on a processor, blocked halted or blocked, waiting preempted or waking. */
    @ParameterizedTest
    @MethodSource("samples")
    void periodsSumToTheStatesOfTheVcpu(String sample) {
        Map<Long, JsonObject> states = new HashMap<>();
        for (JsonObject vm : vms(sample)) {
            Summary.objects(vm, "vcpus").forEach(vcpu -> states.put(ns(vcpu, "tid"), vcpu.getAsJsonObject("states")));
        }
        long found = 0;
        for (JsonObject host : Summary.objects(Command.ofSample("report --table accounting", sample), "hosts")) {
            for (JsonObject vcpu : Summary.objects(host.getAsJsonObject("accounting"), "vcpus")) {
                JsonObject of = states.get(ns(vcpu, "tid"));
                List<JsonObject> periods = Summary.objects(vcpu, "periods");
                periods.forEach(period -> assertEquals(ns(period, "end") - ns(period, "begin"), sum(period, List.of("gotten", "blocked", "waiting", "unknown"))));
                assertEquals(sum(of, List.of("guest", "hostInterrupt", "vmm", "hostKernel")), sum(periods, "gotten"), sample);
                assertEquals(sum(of, List.of("halted", "blocked")), sum(periods, "blocked"), sample);
                assertEquals(sum(of, List.of("preempted", "waking")), sum(periods, "waiting"), sample);
                assertEquals(ns(of, "unknown"), sum(periods, "unknown"), sample);
                found++;
            }
        }
        assertEquals(states.size(), found);
    }

    /** Three ways to the same: by how many want a processor at once, by who wants one, and by the processor. */
    @ParameterizedTest
    @MethodSource("samples")
    void demandIsTheSameByTimeVcpuAndProcessor(String sample) {
        long byTime = 0;
        long byVcpu = 0;
        for (JsonObject host : Summary.objects(Command.ofSample("report --table overcommit", sample), "hosts")) {
            JsonObject overcommit = host.getAsJsonObject("overcommit");
            byVcpu += sum(Summary.objects(overcommit, "perVcpu"), "wanted");
            byTime += overcommit.getAsJsonObject("demand").entrySet().stream().mapToLong(time -> Long.parseLong(time.getKey()) * time.getValue().getAsLong()).sum();
        }
        assertTrue(byVcpu > 0);
        assertEquals(byVcpu, byTime);
        assertEquals(byVcpu, hosts(sample).stream().flatMap(host -> Summary.objects(host, "physicalCpus").stream()).mapToLong(cpu -> ns(cpu, "runnableTime")).sum());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void floorAndDisturbanceSumToTheTotal(String sample) {
        Command command = Command.run("syscalls --quiet --format json", Samples.trace(sample));
        if (command.status() != 0) {
            assertTrue(command.err().contains("reports whole system calls in "), command.err());
            return;
        }
        for (JsonObject vm : Summary.objects(JsonParser.parseString(command.out()).getAsJsonObject(), "syscalls")) {
            Stream.of(Stream.of(vm), Summary.objects(vm, "rows").stream(), Summary.objects(vm, "slices").stream()).flatMap(some -> some).forEach(one -> {
                assertTrue(ns(one, "floor") <= ns(one, "total"), one::toString);
                assertEquals(ns(one, "total"), sum(one, List.of("floor", "disturbance")), one::toString);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void contributionsSumToTheDifference(String sample) {
        for (String command : List.of("exits", "report")) {
            for (JsonObject pair : Summary.objects(compared(command, sample), "pairs")) {
                long whole = command.equals("report") ? 0 : ns(pair, "contribution");
                assertEquals(whole, sum(Summary.objects(pair, "rows"), "contribution"));
            }
        }
        // of several VMs a word must name one, and the same in both
        if (vms(sample).size() > 1) {
            return;
        }
        JsonObject path = compared("path --vcpu 0", sample);
        for (String kind : List.of("class", "cause", "owner", "chain")) {
            assertEquals(-ns(path, "difference"), sum(Summary.objects(path, "rows").stream().filter(row -> row.get("of").getAsString().equals(kind)).toList(),
                    "contribution"));
        }
    }

    /** The sample beside another one; {@code command} with its options. */
    private static JsonObject compared(String command, String sample) {
        String first = sample.equals("quiet-boot") ? "syscall-load" : "quiet-boot";
        Command done = Command.run(command + " --quiet --format json", Samples.trace(first), Samples.trace(sample), "--compare", first, sample);
        assertEquals("0 ", done.status() + " " + done.err());
        return Summary.objects(JsonParser.parseString(done.out()).getAsJsonObject(), "comparisons").get(0);
    }

    private static List<JsonObject> hosts(String sample) {
        return Summary.objects(Command.ofSample("report", sample), "hosts");
    }

    private static List<JsonObject> vms(String sample) {
        return hosts(sample).stream().flatMap(host -> Summary.objects(host, "vms").stream()).toList();
    }

    private static long ns(JsonObject of, String key) {
        return of.get(key).getAsLong();
    }

    private static long sum(JsonObject of, List<String> keys) {
        return keys.stream().mapToLong(key -> ns(of, key)).sum();
    }

    private static long sum(List<JsonObject> all, String key) {
        return all.stream().mapToLong(one -> ns(one, key)).sum();
    }
}
