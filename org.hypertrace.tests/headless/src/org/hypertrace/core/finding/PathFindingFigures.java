/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.ReportedSample;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.PathGoldens;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The figures of a finding of a critical path: by what was found in samples by the rules alone, of other paths by the command. */
public final class PathFindingFigures {

    private PathFindingFigures() {
    }

    /** What the figures of the sentence must be. */
    public static List<String> of(ReportedSample sample, JsonObject finding) {
        JsonObject evidence = finding.getAsJsonObject("evidence");
        List<String> words = StreamSupport.stream(evidence.getAsJsonArray("row").spliterator(), false).map(JsonElement::getAsString).toList();
        List<Object> options = new ArrayList<>(words);
        options.add("--full");
        JsonObject found = Summary.objects(sample.report("path", options.toArray()), "paths").get(0);
        JsonObject golden = golden(sample.name(), words);
        JsonObject by = golden != null ? golden : found;
        assertEquals(by.get("begin") + " " + by.get("end"), finding.get("begin") + " " + finding.get("end"), finding.toString());
        JsonObject classes = by.getAsJsonObject("classes");
        String most = classes.keySet().stream().filter(name -> !List.of("work", "notKnown").contains(name)).max(Comparator.comparingLong(name -> number(classes, name)))
                .orElseThrow();
        assertEquals(number(classes, most), number(finding, "time"), most + ": " + finding);
        isLongest(found, number(evidence, "begin"), number(evidence, "end"));
        long length = number(by, "end") - number(by, "begin");
        List<String> expected = new ArrayList<>(List.of(Amount.ns(length).text(), Amount.ns(number(classes, most)).text(),
                Amount.share(number(classes, most), length).text()));
        long part = most.equals("preempted") ? byOne(found) : ofChain(found, "wait/" + most);
        if (part > 0 && part < number(classes, most)) {
            expected.add(Amount.ns(part).text());
        }
        return expected;
    }

    /** What the one who preempted most took, the idle thread excepted; a vCPU's thread is the vCPU. */
    private static long byOne(JsonObject path) {
        Map<String, Long> sums = new HashMap<>();
        for (JsonObject by : Summary.objects(path, "by")) {
            String state = by.get("state").getAsString();
            String name = by.get(by.has("vcpu") ? "vcpu" : "name").getAsString();
            if (!name.contains("swapper/") && (List.of("preempted", "waking").contains(state) || state.equals("host") && by.get("phase").getAsString().equals("ready"))) {
                sums.merge(name, number(by, "ns"), Long::sum);
            }
        }
        return sums.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** What the greatest chain of waits has of a cause. */
    private static long ofChain(JsonObject path, String cause) {
        return Summary.objects(path, "chains").stream().map(chain -> chain.getAsJsonObject("causes")).filter(causes -> causes.has(cause))
                .mapToLong(causes -> number(causes, cause)).max().orElse(0);
    }

    /** Null if none is known. */
    private static JsonObject golden(String sample, List<String> words) {
        try {
            JsonObject golden = PathGoldens.samples().getAsJsonObject(sample);
            JsonObject subjects = golden == null ? new JsonObject() : golden.getAsJsonObject("subjects");
            JsonObject found = subjects.getAsJsonObject(String.join(" ", words));
            // of the only VM they name none
            return found != null ? found : subjects.getAsJsonObject(String.join(" ", words.subList(2, words.size())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A segment, and no other in the same state is longer. */
    private static void isLongest(JsonObject path, long begin, long end) {
        List<JsonObject> segments = Summary.objects(path, "path");
        JsonObject segment = segments.stream().filter(one -> number(one, "begin") == begin && number(one, "end") == end).findFirst()
                .orElseThrow(() -> new AssertionError("no segment from " + begin + " to " + end));
        assertTrue(segments.stream().filter(one -> one.get("phase").equals(segment.get("phase")) && one.get("state").equals(segment.get("state")))
                .allMatch(one -> number(one, "end") - number(one, "begin") <= end - begin), segment.toString());
    }

    private static long number(JsonObject of, String name) {
        return of.get(name).getAsLong();
    }
}
