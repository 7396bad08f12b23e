/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.hypertrace.testing.oracle.SpeedUpOracle;
import org.hypertrace.testing.scenario.example.RandomRecordings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** Stacks of two groups of recordings differ as the oracle finds from the stacks of each. Those are checked in {@code StacksAgainstOracleTest}. */
@Tag("platform")
class StackGroupsTest {

    private static final List<String> SPEED_UP = List.of("speedUp", "gain", "saving", "interval", "chance");

    @TempDir
    private Path fFolder;

    private static Command run(List<Path> traces, Object a, Object b, Object... options) {
        return Command.compared("stacks", traces, a, b, options);
    }

    private static JsonObject json(List<Path> traces, Object a, Object b, Object... options) throws IOException {
        return ComparedJson.of("stacks", "stack-comparison", traces, a, b, options);
    }

    /** The own time of each frame in a recording, ns. */
    private static Map<String, Long> own(Path trace) {
        Map<String, Long> own = new HashMap<>();
        for (JsonObject vm : Summary.objects(Command.json("stacks", trace), "vms")) {
            for (JsonObject thread : Summary.objects(vm, "threads")) {
                Summary.objects(thread, "functions").forEach(one -> own.merge(one.get("name").getAsString(), one.get("self").getAsLong(), Long::sum));
            }
        }
        return own;
    }

    @Test
    void groupsDifferAsTheOracleFinds() throws IOException {
        List<Path> before = RandomRecordings.in(fFolder.resolve("before"), 1, 5);
        List<Path> after = RandomRecordings.in(fFolder.resolve("after"), 11, 4);
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        List<Map<String, Long>> ofA = before.stream().map(StackGroupsTest::own).toList();
        List<Map<String, Long>> ofB = after.stream().map(StackGroupsTest::own).toList();
        JsonObject report = json(all, fFolder.resolve("before"), fFolder.resolve("after"), "--scale", "none");
        assertEquals("5 4", report.getAsJsonObject("before").get("recordings") + " " + report.getAsJsonObject("after").get("recordings"));
        List<String> names = new ArrayList<>();
        List<String> found = new ArrayList<>();
        List<Double> chances = new ArrayList<>();
        List<Double> corrected = new ArrayList<>();
        for (JsonObject row : Summary.objects(report, "rows")) {
            chances.add(row.get("chance").getAsDouble());
            corrected.add(row.get("correctedChance").getAsDouble());
            String name = row.get("frame").getAsString();
            if (Stream.concat(ofA.stream(), ofB.stream()).allMatch(own -> own.getOrDefault(name, 0L) > 0)) {
                names.add(name);
                found.add(SpeedUpOracle.line(row, SPEED_UP));
            }
        }
        assertTrue(names.size() > 2, names.toString());
        List<long[]> groups = new ArrayList<>();
        for (String name : names) {
            groups.add(ofA.stream().mapToLong(own -> own.get(name)).toArray());
            groups.add(ofB.stream().mapToLong(own -> own.get(name)).toArray());
        }
        List<String> expected = SpeedUpOracle.of(groups).stream().map(one -> SpeedUpOracle.line(one, SPEED_UP)).toList();
        assertEquals(String.join("\n", expected), String.join("\n", found));
        assertTrue(expected.get(0).contains("interval=["), expected.get(0));
        double[] holm = SpeedUpOracle.holm(chances.stream().mapToDouble(Double::doubleValue).toArray());
        for (int i = 0; i < holm.length; i++) {
            assertEquals(holm[i], corrected.get(i), 1e-9);
        }
        long whole = Summary.objects(report, "rows").stream().mapToLong(row -> row.get("contribution").getAsLong()).sum();
        assertEquals(median(before) - median(after), whole);
        String text = run(all, fFolder.resolve("before"), fFolder.resolve("after")).out();
        assertTrue(text.contains("Before is 5 recordings; the figures are of the one whose time of all stacks is the median, "), text);
        String tap = run(all, fFolder.resolve("before"), fFolder.resolve("after"), "--format", "tap").out();
        assertTrue(tap.contains("NAME: hypertrace.stacks.speed_up") && tap.contains(": no event is lost"), tap);
    }

    /** How long the threads are known in the recording that is shown: that of the median, of two the smaller. */
    private static long median(List<Path> traces) {
        long[] walls = traces.stream().mapToLong(trace -> Summary.objects(Command.json("stacks", trace), "vms").stream()
                .mapToLong(vm -> vm.getAsJsonObject("time").get("wall").getAsLong()).sum()).sorted().toArray();
        return walls[(walls.length - 1) / 2];
    }

    /** By definition: whatever is compared with itself is as fast. */
    @Test
    void aRecordingIsAsItself() throws IOException {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        for (String scale : List.of("total", "count", "none")) {
            JsonObject report = json(sample, sample.get(0), "syscall-*", "--scale", scale);
            assertEquals("[] 1.0 " + '"' + scale + '"', report.get("rows") + " " + report.get("speedUp") + " " + report.get("scale"));
        }
        for (String format : List.of("html", "markdown", "csv", "svg", "folded", "tap")) {
            Command command = run(sample, sample.get(0), "syscall-load", "--format", format);
            assertEquals("0 ", command.status() + " " + command.err());
            assertTrue(!command.out().isBlank(), format);
        }
    }

    @Test
    void wrongWordsAreRefused() {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        check("--compare: there is no trace 'none-*'; there are 'syscall-load'.", run(sample, "syscall-load", "none-*"));
        check("--table: a comparison of A and B has no table 'exits'; there is comparison.", run(sample, "syscall-load", "syscall-load", "--table", "exits"));
        check("--compare: stacks are compared of one A and one B.", run(sample, "syscall-load", "syscall-load", "--compare", "syscall-load", "syscall-load"));
        check("--compare: two are not compared as a time line; leave --format chrome out.", run(sample, "syscall-load", "syscall-load", "--format", "chrome"));
    }

    private static void check(String sentence, Command command) {
        assertEquals(2, command.status());
        assertTrue(command.err().contains(sentence), command.err());
    }
}
