/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonObject;

/** On recorded traces, exits of guests' guests are those that the hypervisors in the VMs have counted. */
@Tag("platform")
class NestedSampleTest {

    /** In the middle of the recording one is open: the guest's guest ended in it. */
    private static final int OPEN = 1;

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void whatIsGivenToTheVmIsWhatItsKernelHasCounted() {
        JsonObject nested = compare("nested");
        // each of its hypercalls is for the VM's hypervisor, and costs the host many exits
        assertEquals(counted("nested").get(129L), hypercalls(nested, "vm"));
        assertEquals(0, hypercalls(nested, "host"));
        JsonObject row = Summary.objects(nested, "multiplication").stream().filter(r -> r.get("code").getAsInt() == 129)
                .findFirst().orElseThrow();
        assertEquals(9, row.getAsJsonObject("hostExits").get("p50").getAsInt());
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void aHostThatTakesTheEventsItselfNeedsOneExit() {
        JsonObject nested = compare("nested-direct");
        // babeltrace2: kvm_x86_hypercall with nesting 1; after some of them the host had an interrupt for the VM
        assertEquals(1308, hypercalls(nested, "host") + hypercalls(nested, "both"));
    }

    private static long hypercalls(JsonObject nested, String handledBy) {
        return Summary.objects(nested, "multiplication").stream().filter(row -> row.get("code").getAsInt() == 129)
                .filter(row -> row.get("handledBy").getAsString().equals(handledBy)).mapToLong(row -> row.get("count").getAsLong())
                .sum();
    }

    /** How often the nested guest left guest mode for each reason, as the kernel of the VM around it has counted. */
    private static Map<Long, Long> counted(String sample) {
        JsonObject truth = Samples.truth(sample).get("outer").getAsJsonObject("nested").getAsJsonObject("inner")
                .getAsJsonObject("exits").getAsJsonObject("value");
        Map<Long, Long> counted = new TreeMap<>();
        truth.entrySet().forEach(count -> counted.put(Long.valueOf(count.getKey()), count.getValue().getAsLong()));
        return counted;
    }

    private static JsonObject compare(String sample) {
        Map<Long, Long> counted = counted(sample);
        JsonObject nested = Summary.objects(Command.ofSample("exits", sample), "nested").get(0);
        Map<Long, Long> found = new TreeMap<>();
        for (JsonObject row : Summary.objects(nested, "multiplication")) {
            if (!row.get("handledBy").getAsString().equals("host")) {
                found.merge(row.get(row.has("givenCode") ? "givenCode" : "code").getAsLong(), row.get("count").getAsLong(), Long::sum);
                assertTrue(row.getAsJsonObject("hostExits").get("min").getAsLong() > 1, row.toString());
            }
        }
        long all = counted.values().stream().mapToLong(Long::longValue).sum();
        assertEquals(all, nested.getAsJsonObject("evidence").get("injectEvents").getAsLong());
        long differs = 0;
        for (Map.Entry<Long, Long> count : counted.entrySet()) {
            differs += count.getValue() - found.getOrDefault(count.getKey(), 0L);
        }
        assertEquals(counted.keySet(), found.keySet());
        assertEquals(OPEN, differs, counted + " " + found);
        return nested;
    }
}
