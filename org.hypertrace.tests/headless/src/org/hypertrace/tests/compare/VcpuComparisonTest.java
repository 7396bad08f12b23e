/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.SpeedUpOracle;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.scenario.example.RandomRecordings;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** States of vCPUs in two groups of recordings differ as the oracle finds. */
@Tag("platform")
class VcpuComparisonTest {

    private static final List<String> FIGURES = List.of("a", "b", "contribution", "speedUp", "gain", "saving", "interval", "chance", "correctedChance");

    @TempDir
    private Path fFolder;

    private static Command run(List<Path> traces, Object a, Object b, Object... options) {
        return Command.compared("report", traces, a, b, options);
    }

    private static JsonObject report(List<Path> traces, Object a, Object b) throws IOException {
        return ComparedJson.of("report", "vcpu-comparison", traces, a, b);
    }

    private static JsonObject json(List<Path> traces, Object a, Object b) throws IOException {
        return Summary.objects(report(traces, a, b), "comparisons").get(0);
    }

    /** Of the recordings shown: by definition a vCPU is always in one state. */
    private static void checkSums(JsonObject comparison) {
        for (JsonObject pair : Summary.objects(comparison, "pairs")) {
            List<JsonObject> rows = Summary.objects(pair, "rows");
            assertEquals(0, rows.stream().mapToLong(row -> row.get("contribution").getAsLong()).sum());
            for (String side : List.of("a", "b")) {
                assertEquals(pair.getAsJsonObject(side).get("life").getAsLong(), rows.stream().mapToLong(row -> row.get(side).getAsLong()).sum());
            }
        }
    }

    @Test
    void groupsDifferAsTheOracleFinds() throws IOException {
        List<Path> before = RandomRecordings.in(fFolder.resolve("before"), 1, 5);
        List<Path> after = RandomRecordings.in(fFolder.resolve("after"), 11, 4);
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        JsonObject comparison = json(all, fFolder.resolve("before"), fFolder.resolve("after"));
        String oracle = lines(TimeOracle.vcpuComparison(before, after), true);
        assertTrue(oracle.contains("5.000000000") && oracle.contains("4.000000000") && oracle.contains(" interval=[") && oracle.contains(" correctedChance=0."),
                oracle);
        assertEquals(oracle, lines(comparison, true));
        assertNotEquals(lines(TimeOracle.vcpuComparison(after, before), true), lines(comparison, true));
        checkSums(comparison);
    }

    /** Those of one VM: all, if every sample is to be read. */
    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "syscall-load").filter(sample -> Summary.objects(Oracle.of(sample), "vcpus").stream()
                .map(vcpu -> vcpu.get("pid")).distinct().count() == 1);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplesDifferAsTheOracleFinds(String sample) throws IOException {
        List<Path> before = List.of(Samples.trace("syscall-load"));
        List<Path> after = List.of(Samples.trace(sample));
        JsonObject comparison = json(Stream.concat(before.stream(), after.stream()).distinct().toList(), before.get(0), after.get(0));
        // the script knows no manifest, and so no names
        assertEquals(lines(TimeOracle.vcpuComparison(before, after), false), lines(comparison, false));
        assertEquals(1, Summary.objects(comparison, "pairs").size());
        checkSums(comparison);
    }

    @Test
    void vmsOfOtherNamesAreNotCompared() throws IOException {
        Path load = Samples.trace("syscall-load");
        JsonObject report = report(List.of(Samples.trace("preempted-guest"), load), "preempted-guest", load);
        JsonObject comparison = Summary.objects(report, "comparisons").get(0);
        assertEquals(0, Summary.objects(comparison, "pairs").size());
        assertTrue(comparison.get("unmatched").toString().contains("\"twin-a is only in A\""), comparison.toString());
        assertEquals(3, Summary.objects(report, "recordings").size());
    }

    /** By definition: whatever is compared with itself is as fast. */
    @Test
    void aRecordingIsAsItself() throws IOException {
        List<Path> sample = List.of(Samples.trace("preempted-guest"));
        JsonObject comparison = json(sample, sample.get(0), "preempted-guest");
        assertEquals(lines(TimeOracle.vcpuComparison(sample, sample), false), lines(comparison, false));
        List<JsonObject> pairs = Summary.objects(comparison, "pairs");
        assertEquals(2, pairs.size());
        for (JsonObject pair : pairs) {
            List<JsonObject> rows = Summary.objects(pair, "rows");
            assertTrue(rows.size() > 5 && rows.stream().allMatch(row -> row.get("speedUp").getAsDouble() == 1 && row.get("contribution").getAsLong() == 0
                    && !row.has("chance")), rows.toString());
        }
        Command text = run(sample, sample.get(0), "preempted-guest");
        assertTrue(text.out().contains("in A: no difference."), text.out());
        Command html = run(sample, sample.get(0), "preempted-guest", "--format", "html");
        assertEquals("0 ", html.status() + " " + html.err());
        assertTrue(html.out().contains("preempted"), html.out());
        String csv = run(sample, sample.get(0), "preempted-guest", "--format", "csv", "--vm", "twin-a").out();
        assertTrue(csv.lines().findFirst().orElseThrow().endsWith("contribution,speed-up,speed-up low,speed-up high,gain,saving,chance,corrected chance"), csv);
        assertFalse(csv.contains("twin-b"), csv);
    }

    /** Of 280 ns of life 10 are known: what was lost is not what a vCPU did. */
    @Test
    void unknownTimeIsNotTimeNotIdle() throws IOException {
        List<Path> lost = List.of(new RecordedStory("""
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                130 alpha cpu0 kvm_exit INTR 0
                130 alpha cpu0 lost 300 3
                400 alpha cpu1 other
                """).in(fFolder));
        Command text = run(lost, lost.get(0), lost.get(0));
        assertTrue(text.out().contains(": not idle for 3.57 % of the vCPUs' life in B, 3.57 % in A"), text.out());
        assertTrue(text.out().contains("What the vCPUs did in 96.43 % of their life in B is unknown: any other share may be greater."), text.out());
    }

    @Test
    void wrongWordsAreRefused() {
        Path load = Samples.trace("syscall-load");
        Command none = run(List.of(load), "syscall-load", "none-*");
        assertEquals(2, none.status());
        assertTrue(none.err().contains("--compare: there is no trace 'none-*'; there are 'syscall-load'."), none.err());
        Command empty = run(List.of(load), "", "syscall-load");
        assertEquals(2, empty.status());
        assertTrue(empty.err().contains("--compare: there is no trace ''; there are 'syscall-load'."), empty.err());
        Command table = Command.run("report", "--quiet", "--format", "csv", "--table", "comparison", load);
        assertEquals(2, table.status());
        assertTrue(table.err().contains("--table: there is no comparison; add --compare A B."), table.err());
        Command other = run(List.of(load), "syscall-load", "syscall-load", "--format", "csv", "--table", "vcpus");
        assertEquals(2, other.status());
        assertTrue(other.err().contains("--table: a comparison has no table 'vcpus'; there are comparison, recordings."), other.err());
        Command vm = run(List.of(load, Samples.trace("preempted-guest")), "syscall-load", "preempted-guest", "--vm", "twin-a");
        assertEquals(1, vm.status());
        assertTrue(vm.err().contains("twin-a"), vm.err());
    }

    private static String lines(JsonObject comparison, boolean isNamed) {
        List<String> lines = new ArrayList<>();
        for (JsonObject pair : Summary.objects(comparison, "pairs")) {
            String head = "";
            for (String side : List.of("a", "b")) {
                JsonObject object = pair.getAsJsonObject(side);
                head += (isNamed ? object.get("vm") : "") + SpeedUpOracle.line(object, List.of("recordings", "life")) + ' ';
            }
            lines.add(head);
            for (JsonObject row : Summary.objects(pair, "rows")) {
                lines.add(head + row.get("state") + SpeedUpOracle.line(row, FIGURES));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }
}
