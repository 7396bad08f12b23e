/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** A report of a trace begins with what stands out in it, in every format; figures are the oracle's. */
@Tag("platform")
class FindingsReportTest {

    private static final String STORY = RecordedStory.ENTERED + """
            200 alpha cpu0 kvm_exit INTR
            250 alpha cpu0 sched_switch CPU_0/KVM:386 R backup:50
            600 alpha cpu0 sched_switch backup:50 S CPU_0/KVM:386
            610 alpha cpu0 kvm_entry
            1000 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        // where events were lost, ours are unknown; babeltrace2's text does not report where that was
        return Samples.recorded("preempted-guest", "six-vm-boot").filter(sample -> !sample.equals("lossy"));
    }

    /** A VM, the time stolen from it, its longest preemption. */
    @ParameterizedTest
    @MethodSource("samples")
    void stealIsThatOfTheOracle(String sample) {
        Function<String, String> names = Samples.names(sample, "VM %s");
        Map<String, long[]> expected = new TreeMap<>();
        for (JsonObject vcpu : Summary.objects(Oracle.of(sample), "vcpus")) {
            // stolen, life, the longest preemption and its begin
            long[] vm = expected.computeIfAbsent(names.apply(vcpu.get("pid").getAsString()), name -> new long[4]);
            vm[1] += vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong();
            for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
                String state = interval.get("state").getAsString();
                long ns = interval.get("end").getAsLong() - interval.get("begin").getAsLong();
                vm[0] += state.equals("preempted") || state.equals("waking") ? ns : 0;
                if (state.equals("preempted") && ns > vm[2]) {
                    vm[2] = ns;
                    vm[3] = interval.get("begin").getAsLong();
                }
            }
        }
        expected.values().removeIf(vm -> vm[0] * 100 < vm[1]);
        assertEquals(expected.entrySet().stream().map(vm -> vm.getKey() + " stolen " + vm.getValue()[0] + ", longest " + vm.getValue()[2] + " at "
                + vm.getValue()[3]).collect(Collectors.joining("\n")), of(sample, "steal").stream()
                        .sorted(Comparator.comparing(finding -> finding.get("about").getAsString())).map(finding -> {
                            JsonObject evidence = finding.getAsJsonObject("evidence");
                            return finding.get("about").getAsString() + " stolen " + finding.get("time") + ", longest "
                                    + (evidence.get("end").getAsLong() - evidence.get("begin").getAsLong()) + " at " + evidence.get("begin");
                        }).collect(Collectors.joining("\n")));
        assertFalse(expected.isEmpty());
    }

    /** The time in which more vCPUs want a processor than the vCPUs were ever on. */
    @ParameterizedTest
    @MethodSource("samples")
    void overcommitIsThatOfTheOracle(String sample) {
        TreeMap<Long, Integer> changes = new TreeMap<>();
        for (JsonObject vcpu : Summary.objects(Oracle.of(sample), "vcpus")) {
            for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
                if (!List.of("halted", "blocked", "unknown").contains(interval.get("state").getAsString())) {
                    changes.merge(interval.get("begin").getAsLong(), 1, Integer::sum);
                    changes.merge(interval.get("end").getAsLong(), -1, Integer::sum);
                }
            }
        }
        TreeSet<String> processors = new TreeSet<>();
        Summary.objects(Command.ofSample("report", sample), "hosts").forEach(host -> processors.add(host.get("name").getAsString()));
        List<JsonObject> found = of(sample, "overcommit");
        assertEquals(processors.size(), found.size());
        String sentence = found.get(0).get("sentence").getAsString();
        int count = sentence.contains("than the one processor ") ? 1 : Integer.parseInt(sentence.replaceFirst(".* than the (\\d+) processors .*", "$1"));
        long more = 0;
        int wanting = 0;
        long since = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            more += wanting > count ? change.getKey() - since : 0;
            wanting += change.getValue();
            since = change.getKey();
        }
        assertEquals(more, found.get(0).get("time").getAsLong());
    }

    @Test
    void aPanicIsFirst() {
        JsonObject first = Summary.objects(Command.ofSample("report", "panic-in-initcall"), "findings").get(0);
        assertEquals("panic", first.get("notion").getAsString());
        assertTrue(first.get("sentence").getAsString().startsWith("The kernel of crasher "), first.toString());
    }

    private static List<JsonObject> of(String sample, String notion) {
        return Summary.objects(Command.ofSample("report", sample), "findings").stream().filter(finding -> finding.get("notion").getAsString().equals(notion))
                .toList();
    }

    /** At the head of all formats, before any host. */
    @Test
    void everyFormatBeginsWithThem() throws Exception {
        Path trace = new RecordedStory(STORY).in(fFolder);
        String steal = "The host stole 350 ns from VM 384, 39.33 % of its life; the longest preemption took 350 ns, mostly by backup (50).";
        for (String format : List.of("text", "markdown", "html")) {
            String out = Command.run("report", "--quiet", "--format", format, trace).out().replaceAll("<[^>]*>|\\\\", "");
            int head = out.indexOf("What stands out");
            // a page has three digits
            int found = out.indexOf(format.equals("html") ? steal.replace("39.33 %", "39.3 %") : steal);
            assertTrue(head >= 0 && found > head && out.indexOf("Host alpha") > found, format + ": " + out);
        }
        JsonObject json = Summary.objects(Command.report(trace), "findings").get(0);
        assertEquals(steal, json.get("sentence").getAsString());
        assertEquals("{\"view\":\"Virtual CPU\",\"row\":[\"alpha\",\"VM 384\",\"vCPU 0\"],\"begin\":250,\"end\":600}", json.get("evidence").toString());
        String csv = Command.run("report", "--quiet", "--format", "csv", "--table", "findings", trace).out();
        assertTrue(csv.startsWith("notion,about,sentence,begin,end,time,view,evidence begin,evidence end\r\nsteal,VM 384,"), csv);
        // of a range
        JsonObject part = Summary.objects(Command.report(trace, "--from", 300, "--to", 400), "findings").get(0);
        assertEquals("100 300 400", part.get("time") + " " + part.get("begin") + ' ' + part.get("end"));
    }
}
