/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * What the boot report reports of recordings is what their {@code truth.json} reports, which comes from the guests' consoles and
 * nothing from their hypercalls.
 */
@Tag("platform")
class RecordedTruthTest {

    /** Not those in which the tracer was loaded after the boot, or where losing events is the lesson. */
    static Stream<String> recordings() {
        return Samples.recorded().filter(name -> !name.equals("lossy"))
                .filter(name -> Samples.truth(name).values().stream().anyMatch(vm -> vm.has("initcalls")));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void bootsAreWhatTheConsolesSay(String name) {
        JsonObject report = Command.ofSample("boot", name).deepCopy();
        int compared = 0;
        for (Map.Entry<String, JsonObject> vm : Samples.truth(name).entrySet()) {
            JsonObject reported = vm.getValue();
            List<JsonObject> boots = boots(report, reported.getAsJsonObject("pid").get("value").getAsInt());
            assertEquals(reported.has("boots") ? value(reported, "boots").getAsInt() : 1, boots.size(), vm.getKey());
            JsonObject boot = boots.get(0);
            assertEquals(vm.getKey(), boot.get("vm").getAsString());
            if (reported.has("initcalls")) {
                initcalls(reported.getAsJsonObject("initcalls"), boot);
                compared++;
            }
            if (reported.has("crash")) {
                crash(reported.getAsJsonObject("crash"), boot);
            } else {
                assertTrue(!boot.has("panic"), vm.getKey());
            }
        }
        assertTrue(compared > 0, "something is compared");
    }

    /** Two VMs on one processor: that one is late is the host's doing. */
    @Test
    void theOtherVmOnTheProcessorIsNamed() {
        Command command = Command.run("boot", Samples.trace("quiet-boot").getParent(), Samples.trace("preempted-guest").getParent(),
                "--compare", "quiet-boot", "preempted-guest:twin-b", "--quiet");
        assertTrue(command.out().matches("(?s)preempted-guest:twin-b booted [\\d.]+ s slower than quiet-boot: [\\d.]+ s of it because "
                + "the host gave its CPU to twin-a.*"), command.out());
    }

    /** The trace that a guest has recorded itself is no host, but that guest's. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theGuestsOwnTraceIsTheGuests() {
        Command command = Command.run("report", Samples.archive("guest-and-hypercall"), "--format", "json", "--quiet");
        List<JsonObject> hosts = Summary.objects(JsonParser.parseString(command.out()).getAsJsonObject(), "hosts");
        assertEquals(1, hosts.size(), command.err());
        JsonObject vm = Summary.objects(hosts.get(0), "vms").get(0);
        assertEquals("both", vm.get("name").getAsString());
        assertEquals(1, vm.getAsJsonArray("guestTraces").size());
    }

    /** The slow notifier is reported first, the slow devices take their time, and each is the console's, with its driver, in its order. */
    @Test
    void theSlowNotifierOfARestartIsNamedFirst() {
        String name = "reboot-with-slow-notifier";
        Command command = Command.run("shutdown", Samples.trace(name), "--quiet");
        JsonObject truth = Samples.truth(name).get("slow");
        JsonObject asked = value(truth, "asked").getAsJsonObject();
        Matcher first = Pattern.compile("slow: notifier slow_notifier took ([\\d.]+) (m?)s of ").matcher(command.out());
        assertTrue(first.lookingAt(), command.out());
        about(asked.get("notifier_ms").getAsInt(), Double.parseDouble(first.group(1)) * (first.group(2).isEmpty() ? 1000 : 1));
        JsonObject report = Command.ofSample("shutdown", name);
        JsonObject shutdown = Summary.objects(Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0), "shutdowns").get(0);
        List<String> devices = Summary.objects(shutdown, "devices").stream()
                .map(device -> device.get("driver").getAsString() + ' ' + device.get("name").getAsString()).toList();
        List<String> expected = new ArrayList<>();
        value(truth, "devices").getAsJsonArray().forEach(device -> expected.add(device.getAsJsonObject().get("driver").getAsString() + ' '
                + device.getAsJsonObject().get("name").getAsString()));
        assertEquals(expected, devices);
        // the second of the slow devices takes half as long
        Map<String, Double> took = new HashMap<>();
        Summary.objects(shutdown, "devices").forEach(device -> took.put(device.get("name").getAsString(),
                (device.get("end").getAsLong() - device.get("begin").getAsLong()) / 1e6));
        about(asked.get("device_ms").getAsInt(), took.get("slow-device.0"));
        about(asked.get("device_ms").getAsInt() / 2, took.get("slow-device.1"));
        List<Integer> waited = Summary.objects(shutdown, "processes").stream().filter(process -> process.has("waitedFor"))
                .map(process -> process.get("tid").getAsInt()).toList();
        value(truth, "services").getAsJsonArray().forEach(service -> assertTrue(waited.contains(service.getAsJsonObject().get("pid")
                .getAsInt()), waited.toString()));
    }

    /** As long as it was asked to wait, or a fifth longer: the vCPU may lose its processor. */
    private static void about(int asked, double took) {
        assertTrue(took >= asked && took < asked * 1.2, "asked for " + asked + " ms, took " + took);
    }

    /** The boots of the VM with that process, with the VM's name. */
    private static List<JsonObject> boots(JsonObject report, int pid) {
        List<JsonObject> boots = new ArrayList<>();
        for (JsonObject host : Summary.objects(report, "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                if (vm.has("pid") && vm.get("pid").getAsInt() == pid) {
                    boots.addAll(Summary.objects(vm, "boots"));
                    boots.forEach(boot -> boot.add("vm", vm.get("name")));
                }
            }
        }
        return boots;
    }

    private static void initcalls(JsonObject truth, JsonObject boot) {
        List<JsonObject> initcalls = Summary.objects(boot, "initcalls");
        List<JsonObject> finished = initcalls.stream().filter(i -> i.has("returnValue")).toList();
        assertEquals(value(truth, "started").getAsInt(), initcalls.size());
        assertEquals(value(truth, "finished").getAsInt(), finished.size());
        assertEquals(value(truth, "first").getAsString(), initcalls.get(0).get("name").getAsString());
        assertEquals(value(truth, "last").getAsString(), initcalls.get(initcalls.size() - 1).get("name").getAsString());
        Map<String, Integer> expected = new TreeMap<>();
        value(truth, "failed").getAsJsonObject().entrySet().forEach(e -> expected.put(e.getKey(), e.getValue().getAsInt()));
        Map<String, Integer> failed = new TreeMap<>();
        finished.stream().filter(i -> i.get("returnValue").getAsLong() < 0)
                .forEach(i -> failed.put(i.get("name").getAsString(), i.get("returnValue").getAsInt()));
        assertEquals(expected, failed);
        // a vCPU may lose its processor between the kernel's word and the tracer's
        value(truth, "slowest").getAsJsonArray().forEach(one -> {
            String slow = one.getAsJsonObject().get("name").getAsString();
            JsonObject initcall = finished.stream().filter(i -> i.get("name").getAsString().equals(slow)).findFirst()
                    .orElseThrow();
            assertEquals(one.getAsJsonObject().get("level").getAsString(), initcall.get("level").getAsString(), slow);
            long expectedNs = one.getAsJsonObject().get("us").getAsLong() * 1000;
            assertEquals(expectedNs, initcall.get("guestDuration").getAsLong(), expectedNs / 5.0, slow);
        });
    }

    private static void crash(JsonObject truth, JsonObject boot) {
        JsonObject panic = boot.getAsJsonObject("panic");
        assertEquals(value(truth, "panic").getAsString(), panic.get("reason").getAsString());
        assertEquals(value(truth, "tid").getAsInt(), panic.get("tid").getAsInt());
        JsonObject oops = boot.getAsJsonArray("oopses").get(0).getAsJsonObject();
        assertEquals(value(truth, "function").getAsString() + '+' + value(truth, "offset").getAsString(),
                oops.get("symbol").getAsString());
        assertEquals(value(truth, "faultAddress").getAsString(), oops.get("fault").getAsString());
        List<String> callers = new ArrayList<>();
        value(truth, "callers").getAsJsonArray().forEach(one -> callers.add(one.getAsString()));
        assertTrue(callers.contains(oops.get("initcall").getAsString()), oops.toString());
        List<String> stack = new ArrayList<>();
        oops.getAsJsonArray("stack").forEach(one -> stack.add(0, one.getAsString()));
        assertEquals(value(truth, "function").getAsString(), stack.get(0));
        // those that were traced, in their order
        assertEquals(callers.stream().filter(stack::contains).toList(), stack.subList(1, stack.size()));
    }

    private static JsonElement value(JsonObject truth, String name) {
        return truth.getAsJsonObject(name).get("value");
    }
}
