/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The lessons about waiting: the paths of who waits are as long as the guests' own clocks report, and of what their kernels count. */
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
@Tag("platform")
class WaitsAgainstClocksTest {

    /** The guest's clock and the host's differ by less, in all of a lesson. */
    private static final long CLOCKS = 1_000_000;
    /** The host's scheduler was asked for the last time at most so long before a VM ended. */
    private static final long LAST_ASKED = 500_000_000;

    @Test
    void aTimersTimeIsWhatWasAskedForAndTheRestIsTheHosts() {
        JsonObject[] sleeps = values(truth("late-timer", "late", "sleeps")).toArray(JsonObject[]::new);
        String[] preemptors = { null, "CPU 1/KVM", "backup" };
        for (int i = 0; i < sleeps.length; i++) {
            JsonObject path = path("late-timer", "--mark", sleeps[i].get("mark").getAsInt());
            List<Long> took = longs(sleeps[i].get("tookNs"));
            long asked = sleeps[i].get("askedNs").getAsLong() * took.size();
            long slept = took.stream().mapToLong(ns -> ns).sum();
            long all = path.get("ns").getAsLong();
            // between the marks are the sleeps, and little besides
            assertTrue(all >= slept - CLOCKS && all < slept + slept / 100, all + " ns, slept " + slept);
            long timer = path.getAsJsonObject("classes").get("timer").getAsLong();
            assertTrue(timer <= asked + CLOCKS && timer >= asked - asked / 50, timer + " ns of " + asked);
            assertEquals(0, path.getAsJsonObject("classes").get("notKnown").getAsLong());
            for (String preemptor : List.of("CPU 1/KVM", "backup")) {
                long taken = by(path, preemptor);
                if (preemptor.equals(preemptors[i])) {
                    assertTrue(taken > (slept - asked) / 3 && taken < slept - timer + CLOCKS, preemptor + " took " + taken);
                } else {
                    assertTrue(taken < (slept - asked) / 10, preemptor + " took " + taken);
                }
            }
        }
    }

    @Test
    void vcpusWaitForTheirCpuAsLongAsTheHostsSchedulerReports() {
        List<Long> waited = longs(truth("late-timer", "late", "waitedAtLeastNs"));
        List<JsonObject> vcpus = Summary.objects(Summary.objects(Summary.objects(Command.ofSample("report", "late-timer"), "hosts").get(0), "vms").get(0),
                "vcpus");
        assertEquals(waited.size(), vcpus.size());
        for (int i = 0; i < waited.size(); i++) {
            JsonObject states = vcpus.get(i).getAsJsonObject("states");
            long found = states.get("preempted").getAsLong() + states.get("waking").getAsLong();
            assertTrue(found >= waited.get(i) && found <= waited.get(i) + LAST_ASKED, found + " ns, " + waited);
        }
    }

    @Test
    void aHoldersLostCpuIsTakenByWhomTheHostPrefers() {
        JsonObject[] runs = values(truth("lock-holder", "locks", "lockers")).toArray(JsonObject[]::new);
        JsonObject quiet = runs[0].getAsJsonObject("locker/0");
        JsonObject busy = runs[1].getAsJsonObject("locker/0");
        assertEquals(0, quiet.get("lateHolds").getAsInt());
        assertEquals(0, by(path("lock-holder", "--marks", 1, 2), "backup"));
        JsonObject holder = path("lock-holder", "--thread", "locker/0");
        // by its own clock it waited and held for so long, which is a part of its life
        assertTrue(busy.get("heldNs").getAsLong() + busy.get("waitedNs").getAsLong() < holder.get("ns").getAsLong() + CLOCKS);
        // what its holds took too long is a part of what it did not run; the host let it wait in other places, too
        long taken = by(holder, "backup");
        assertTrue(taken >= busy.get("lateNs").getAsLong() && taken <= holder.get("ns").getAsLong(), taken + " ns of " + busy);
        assertTrue(by(path("lock-holder", "--marks", 3, 4), "backup") >= taken);
    }

    @Test
    void aRequestTakesWhatBothSidesSay() {
        List<JsonObject> asked = values(truth("request-between-vms", "client", "requests")).toList();
        List<JsonObject> served = values(truth("request-between-vms", "server", "served")).toList();
        assertEquals(10, asked.size());
        int known = 0;
        for (int i = 0; i < asked.size(); i++) {
            JsonObject path = path("request-between-vms", "--vm", "client", "--mark", asked.get(i).get("number").getAsInt());
            long took = asked.get(i).get("answeredNs").getAsLong() - asked.get(i).get("sentNs").getAsLong();
            long worked = served.get(i).get("answeredNs").getAsLong() - served.get(i).get("receivedNs").getAsLong();
            long all = path.get("ns").getAsLong();
            // the client may lose its CPU between a mark and its look at the clock
            assertTrue(all >= took - CLOCKS && all < took + took / 20, all + " ns, took " + took);
            long server = Summary.objects(path, "owners").stream().filter(owner -> owner.get("name").getAsString().startsWith("server "))
                    .mapToLong(owner -> owner.get("ns").getAsLong()).sum();
            if (path.getAsJsonObject("classes").get("notKnown").getAsLong() == 0) {
                known++;
                assertTrue(server > worked - 2 * CLOCKS && server < took, server + " ns, worked " + worked);
            }
            String chains = Summary.objects(path, "chains").stream().map(chain -> chain.getAsJsonArray("names").toString())
                    .reduce("", (a, b) -> a + '\n' + b);
            assertTrue(chains.matches("(?s).*client requests [^\n]*vhost-177 [^\n]*vhost-171 [^\n]*server requests .*"), chains);
        }
        assertEquals(8, known);
    }

    private static List<Long> longs(JsonElement array) {
        return StreamSupport.stream(array.getAsJsonArray().spliterator(), false).map(JsonElement::getAsLong).toList();
    }

    private static JsonElement truth(String sample, String vm, String what) {
        return Samples.truth(sample).get(vm).getAsJsonObject(what).get("value");
    }

    private static Stream<JsonObject> values(JsonElement array) {
        return StreamSupport.stream(array.getAsJsonArray().spliterator(), false).map(JsonElement::getAsJsonObject);
    }

    private static JsonObject path(String sample, Object... options) {
        return Summary.objects(Command.ofSample("path", sample, options), "paths").get(0);
    }

    /** How long somebody of this name had what was waited for. */
    private static long by(JsonObject path, String name) {
        return Summary.objects(path, "by").stream().filter(by -> by.get("name").getAsString().contains(name))
                .mapToLong(by -> by.get("ns").getAsLong()).sum();
    }
}
