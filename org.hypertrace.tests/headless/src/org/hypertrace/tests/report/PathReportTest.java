/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.PathGoldens;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The command {@code path} on recorded traces: its figures are those that others found, by the way that users take. */
@Tag("platform")
class PathReportTest {

    static Stream<String> samples() throws IOException {
        JsonObject goldens = PathGoldens.samples();
        return Samples.recorded("quiet-boot", "six-vm-boot", "syscall-load", "reboot-with-slow-notifier")
                .filter(goldens::has);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void figuresAreThoseOfTheRules(String sample) throws IOException {
        JsonObject subjects = PathGoldens.samples().getAsJsonObject(sample).getAsJsonObject("subjects");
        for (String options : subjects.keySet()) {
            JsonObject golden = subjects.getAsJsonObject(options);
            // long paths have no segments unless asked for
            JsonObject report = Command.ofSample("path", sample, (Object[]) (options + " --coarse").split(" "));
            assertEquals(List.of(), Schemas.errors("path", report), options);
            JsonObject path = Summary.objects(report, "paths").get(0);
            isAsReported(golden, path, sample + ' ' + options);
            sumsAreExact(path);
        }
    }

    /** Host beside host, each with its own VM: nothing of one host is on a path of the other. */
    @Test
    void ofSeveralHostsEachPathIsAsOfItsHostAlone() throws IOException {
        Map<String, String> vms = Map.of("quiet-boot", "quiet", "reboot-with-slow-notifier", "slow");
        for (String sample : vms.keySet()) {
            JsonObject subjects = PathGoldens.samples().getAsJsonObject(sample).getAsJsonObject("subjects");
            for (String options : subjects.keySet()) {
                List<Object> line = new ArrayList<>(List.of("path", "--quiet", "--format", "json"));
                vms.keySet().stream().sorted().map(Samples::trace).forEach(line::add);
                line.addAll(List.of("--vm", vms.get(sample)));
                line.addAll(List.of(options.split(" ")));
                Command command = Command.run(line.toArray());
                assertEquals(0, command.status(), command.toString());
                JsonObject golden = subjects.getAsJsonObject(options).deepCopy();
                // keys begin with the host's name as soon as there are several, and the canonical text is made of keys
                golden.addProperty("subject", "lab-host/" + golden.get("subject").getAsString());
                golden.remove("sha256");
                isAsReported(golden, Summary.objects(JsonParser.parseString(command.out()).getAsJsonObject(), "paths").get(0),
                        sample + " beside another, " + options);
            }
        }
    }

    @Test
    void everyBootAndShutdownReportsWhatItConsistsOf() throws IOException {
        String sample = "reboot-with-slow-notifier";
        JsonObject report = Command.ofSample("path", sample, "--boots", "--shutdowns");
        assertEquals(List.of(), Schemas.errors("path", report));
        List<JsonObject> shutdowns = new ArrayList<>();
        for (JsonObject path : Summary.objects(report, "paths")) {
            sumsAreExact(path);
            if (path.getAsJsonObject("subject").get("kind").getAsString().equals("shutdown")) {
                shutdowns.add(path);
            }
        }
        int boots = 0;
        for (JsonObject host : Summary.objects(Command.ofSample("boot", sample), "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                boots += Summary.objects(vm, "boots").size();
            }
        }
        // of this guest the sample's lesson is one shutdown
        assertEquals(1, shutdowns.size());
        assertEquals(boots + 1, Summary.objects(report, "paths").size());
        JsonObject step = Summary.objects(Command.ofSample("path", sample, "--step", "device_shutdown"), "paths").get(0);
        assertTrue(shutdowns.get(0).get("begin").getAsLong() <= step.get("begin").getAsLong());
        assertTrue(shutdowns.get(0).get("end").getAsLong() >= step.get("end").getAsLong());
        assertTrue(shutdowns.get(0).get("ns").getAsLong() > step.get("ns").getAsLong());
        Command brief = Command.run("path", "--quiet", Samples.trace(sample), "--boots", "--shutdowns", "--brief");
        assertEquals(0, brief.status(), brief.err());
        assertEquals(boots + 1, brief.out().lines().filter(line -> line.matches("(boot \\d|shutdown of boot \\d), .*\\.")).count(), brief.out());
    }

    private static void isAsReported(JsonObject golden, JsonObject path, String what) {
        if (golden.has("subject")) {
            assertEquals(golden.get("subject").getAsString(), path.getAsJsonObject("subject").get("key").getAsString());
        }
        for (String figure : List.of("begin", "end", "ns", "segments", "depth", "notRecorded", "contradictions", "sha256", "causes", "atMost")) {
            if (golden.has(figure)) {
                assertEquals(golden.get(figure), path.get(figure), what + ' ' + figure);
            }
        }
        if (golden.has("classes")) {
            Map<String, Long> classes = sums(path.getAsJsonObject("classes"));
            sums(golden.getAsJsonObject("classes")).forEach((name, ns) -> assertEquals(ns, classes.get(name), what + ' ' + name));
        }
        if (golden.has("owners")) {
            Map<String, Long> owners = new TreeMap<>();
            Summary.objects(path, "owners").forEach(owner -> owners.merge(owner.get("name").getAsString(), owner.get("ns").getAsLong(), Long::sum));
            sums(golden.getAsJsonObject("owners")).forEach((name, ns) -> assertEquals(ns, owners.get(name), what + ' ' + name));
        }
    }

    private static Map<String, Long> sums(JsonObject sums) {
        Map<String, Long> all = new TreeMap<>();
        sums.entrySet().forEach(entry -> all.put(entry.getKey(), entry.getValue().getAsLong()));
        return all;
    }

    private static long sum(JsonObject sums) {
        return sums(sums).values().stream().mapToLong(Long::longValue).sum();
    }

    private static void sumsAreExact(JsonObject path) {
        long ns = path.get("ns").getAsLong();
        assertEquals(ns, sum(path.getAsJsonObject("classes")));
        assertEquals(ns, sum(path.getAsJsonObject("causes")));
        for (String parts : List.of("owners", "chains")) {
            assertEquals(ns, Summary.objects(path, parts).stream().mapToLong(part -> part.get("ns").getAsLong()).sum());
            assertEquals(ns, Summary.objects(path, parts).stream().mapToLong(part -> sum(part.getAsJsonObject("causes"))).sum());
        }
        long at = path.get("begin").getAsLong();
        for (JsonObject part : Summary.objects(path, "coarse")) {
            assertEquals(at, part.get("begin").getAsLong());
            at = part.get("end").getAsLong();
            assertEquals(at - part.get("begin").getAsLong(), sum(part.getAsJsonObject("states")));
        }
        assertEquals(path.get("end").getAsLong(), at);
    }
}
