/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hypertrace.testing.Summary;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;

/** In traces from seeds - lost events, deaths, ids used again, equal times - each vCPU has the states that the oracle of intervals finds. */
@Tag("long")
class VcpuSeedsTest {

    private static final Map<String, String> KEYS = Arrays.stream(VcpuState.values())
            .collect(Collectors.toMap(VcpuState::label, VcpuState::key));

    @Test
    void everyStateIsTheOracles() {
        List<JsonObject> traces = Summary.objects(Oracle.seeds(0, 200), "traces");
        List<String> differences = new ArrayList<>();
        int lives = 0;
        for (JsonObject trace : traces) {
            String story = trace.get("story").getAsString();
            List<Long> times = story.lines().map(line -> Long.valueOf(line.substring(0, line.indexOf(' ')))).toList();
            List<String> found = TrackerLog.of(story).states().lines().map(line -> normal(line, times.get(times.size() - 1)))
                    .toList();
            for (JsonObject vcpu : Summary.objects(trace, "vcpus")) {
                lives++;
                String expected = expected(vcpu, times.get(times.size() - 1));
                if (!expected.endsWith(": {}") && !found.contains(expected)) {
                    differences.add("seed " + trace.get("seed") + " wants " + expected + " among " + found);
                }
            }
        }
        assertTrue(lives > traces.size(), "vCPUs");
        assertEquals(List.of(), differences);
    }

    /** Time and state of each change from the first that is known; an end before the trace's makes it unknown again. */
    private static String expected(JsonObject vcpu, long last) {
        TreeMap<Long, String> states = new TreeMap<>();
        for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
            states.put(interval.get("begin").getAsLong(), interval.get("state").getAsString());
        }
        if (vcpu.get("end").getAsLong() < last) {
            states.put(vcpu.get("end").getAsLong(), VcpuState.UNKNOWN.key());
        }
        return vcpu.get("tid") + ": " + changes(states);
    }

    private static String normal(String line, long last) {
        String[] parts = line.split(": ", 2);
        TreeMap<Long, String> states = new TreeMap<>();
        for (String change : parts[1].split(", ")) {
            int blank = change.indexOf(' ');
            states.put(Long.valueOf(change.substring(0, blank)), KEYS.get(change.substring(blank + 1)));
        }
        // what begins with the last event lasts no time
        return parts[0].replaceFirst("#.*", "") + ": " + changes(states.headMap(last));
    }

    private static TreeMap<Long, String> changes(Map<Long, String> states) {
        TreeMap<Long, String> changes = new TreeMap<>();
        states.forEach((time, state) -> {
            String before = changes.isEmpty() ? VcpuState.UNKNOWN.key() : changes.lastEntry().getValue();
            if (!state.equals(before)) {
                changes.put(time, state);
            }
        });
        return changes;
    }
}
