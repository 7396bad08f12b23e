/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.oracle.Sha256;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The command {@code path}: its forms, comparisons, budgets, and what it reports when it cannot. */
@Tag("platform")
class PathFormsTest {

    /** Nobody reports who ends the sleep of the vCPU from 1000 to 5000; half of its life from 100 to 8100. */
    private static final String STORY = """
            90 alpha cpu0 fork CPU_0/KVM:386 384
            95 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            100 alpha cpu0 kvm_entry
            900 alpha cpu0 kvm_exit HLT
            1000 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            5000 alpha cpu0 sched_switch swapper/0:0 R CPU_0/KVM:386
            5100 alpha cpu0 kvm_entry
            8100 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private static Command run(String sample, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("path", "--quiet", Samples.trace(sample)));
        arguments.addAll(List.of(options));
        return Command.run(arguments.toArray());
    }

    private static JsonObject path(JsonObject report) {
        return Summary.objects(report, "paths").get(0);
    }

    @Test
    void theFirstLineIsTheAnswer() {
        Command text = run("syscall-load", "--marks", "200", "400");
        assertEquals("", text.err());
        assertTrue(text.out().startsWith("marks 200 to 400, "), text.out());
        assertTrue(text.out().lines().findFirst().get().matches(".*: 578 ms; 500 ms waited for a timer.*; 53\\.6 ms of work.*"
                + "22\\.9 ms the host's \\(3\\.77 ms preempted.*"), text.out());
        assertFalse(text.out().contains("notRecorded") || text.out().contains("untold"), "words for people");
        assertTrue(text.out().contains("another path may then be the longest"), text.out());
        Command two = run("syscall-load", "--marks", "50", "100", "--marks", "100", "200");
        assertEquals(2, two.out().lines().filter(line -> line.matches("marks .*: .*;.*")).count());
    }

    /** From the JSON alone the canonical text is made, and so its hash. */
    @Test
    void everySegmentIsThereAndHopsGoForward() throws Exception {
        JsonObject path = path(Command.ofSample("path", "syscall-load", "--marks", "50", "100", "--full"));
        JsonArray chains = path.getAsJsonArray("chains");
        String text = Summary.objects(path, "path").stream().map(one -> one.get("begin") + " " + one.get("end") + ' '
                + keys(chains.get(one.get("chain").getAsInt())) + ' ' + one.get("phase").getAsString() + '/' + one.get("state").getAsString()
                + ' ' + (one.has("by") ? one.get("by").getAsString() : "")).collect(Collectors.joining("\n"));
        assertEquals(path.get("sha256").getAsString(), Sha256.of(text));
        long time = path.get("begin").getAsLong();
        for (JsonObject hop : Summary.objects(path, "hops")) {
            assertTrue(hop.get("time").getAsLong() >= time, hop.toString());
            time = hop.get("time").getAsLong();
            String from = hop.get("from").getAsString();
            String to = hop.get("to").getAsString();
            assertTrue(chains(chains).stream().anyMatch(chain -> follows(chain, to, from)), hop.toString());
        }
        assertFalse(path.has("coarse"));
    }

    private static String keys(JsonElement chain) {
        return links(chain).stream().collect(Collectors.joining(";"));
    }

    private static List<String> links(JsonElement chain) {
        List<String> links = new ArrayList<>();
        chain.getAsJsonObject().getAsJsonArray("keys").forEach(key -> links.add(key.getAsString()));
        return links;
    }

    private static List<List<String>> chains(JsonArray chains) {
        List<List<String>> all = new ArrayList<>();
        chains.forEach(chain -> all.add(links(chain)));
        return all;
    }

    private static boolean follows(List<String> chain, String first, String second) {
        for (int i = 1; i < chain.size(); i++) {
            if (chain.get(i - 1).equals(first) && chain.get(i).equals(second)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void foldedChainsSumToThePath() {
        String folded = run("syscall-load", "--marks", "200", "400", "--folded").out();
        assertEquals(578_252_422, folded.lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum());
        folded.lines().forEach(line -> assertTrue(line.matches("[^;]+(;[^;]+)*;(run|ready|deliver|wait)/\\w+ \\d+"), line));
    }

    @Test
    void comparedPathsDifferAsMuchAsTheirWindows() {
        // PathReportTest compares both with the goldens
        long difference = ns("--thread", "sleep") - ns("--marks", "50", "100");
        JsonObject report = Command.ofSample("path", "syscall-load", "--marks", "50", "100", "--compare-subject", "thread sleep");
        JsonObject comparison = Summary.objects(report, "comparisons").get(0);
        assertEquals(difference, comparison.get("difference").getAsLong());
        Map<String, Long> sums = new TreeMap<>();
        Summary.objects(comparison, "rows").forEach(row -> {
            assertEquals(row.get("b").getAsLong() - row.get("a").getAsLong(), row.get("difference").getAsLong());
            assertFalse(row.get("name").getAsString().matches(".*\\(\\d+\\).*"), row.toString());
            sums.merge(row.get("of").getAsString(), row.get("difference").getAsLong(), Long::sum);
        });
        assertEquals(Map.of("cause", difference, "chain", difference, "class", difference, "owner", difference), sums);
        assertTrue(Summary.objects(comparison, "rows").stream().anyMatch(row -> row.get("a").getAsLong() == 0), "only in B");
        String text = run("syscall-load", "--marks", "50", "100", "--compare-subject", "marks 100 200").out();
        long longer = ns("--marks", "100", "200") - ns("--marks", "50", "100");
        assertTrue(text.lines().findFirst().get().matches("B \\(marks 100 to 200, .*" + " took " + Pattern.quote(Amount.ns(longer).text()) + " longer than A "
                + "\\(marks 50 to 100, .*"), text);
        // the same trace by its name, and the same subject: nothing differs
        String same = run("syscall-load", "--marks", "50", "100", "--compare", Samples.trace("syscall-load")).out();
        assertTrue(same.lines().findFirst().get().matches(".* took as long as A \\(.*\\)\\."), same);
        String csv = run("syscall-load", "--marks", "50", "100", "--compare-subject", "marks 100 200", "--format", "csv").out();
        assertTrue(csv.startsWith("a,b,of,name,a ns,b ns,difference,speed-up,speed-up low,speed-up high,gain,saving,contribution,share of difference,chance,corrected chance\r\n"), csv);
    }

    private static long ns(Object... options) {
        return path(Command.ofSample("path", "syscall-load", options)).get("ns").getAsLong();
    }

    @Test
    void anotherTraceIsCompared() {
        String text = run("quiet-boot", "--initcall", "pty_init", "--compare", Samples.trace("six-vm-boot"), "--compare-vm", "alone").out();
        assertTrue(text.lines().findFirst().get().matches("B \\(pty_init, .* of alone\\) took .* A \\(pty_init, .*"), text);
    }

    @Test
    void budgetsAreHeld() {
        Command kept = run("syscall-load", "--marks", "200", "400", "--budget", "timer=499.857160", "--budget", "path=579");
        assertEquals("0 ", kept.status() + " " + kept.err());
        Command exceeded = run("syscall-load", "--marks", "200", "400", "--format", "tap", "--budget", "timer=499.857159", "--budget",
                "preempted=4");
        assertEquals(3, exceeded.status());
        assertTrue(exceeded.err().matches("hypertrace: marks 200 to 400, .*: timer took 499857160 ns, more than its budget of "
                + "499857159 ns\\.\n"), exceeded.err());
        assertTrue(exceeded.out().contains("\n# Tapper-machine-name: lab-host\n# Tapper-uname: Linux ")
                && exceeded.out().contains("ok 3 - syscall-load: no event is lost\n")
                && exceeded.out().contains("# SKIP no guest recorded a trace\nok 5 - "), exceeded.out());
        assertEquals(List.of("false null", "true null"), TapLines.read(exceeded.out()).stream().limit(2).map(test -> test.ok() + " "
                + test.directive()).toList());
        JsonObject held = Summary.objects(Command.ofSample("path", "syscall-load", "--marks", "200", "400", "--budget", "preempted=4"), "budgets")
                .get(0);
        assertEquals("preempted 4000000 3766414 false", held.get("class").getAsString() + ' ' + held.get("limit") + ' ' + held.get("took") + ' '
                + held.get("exceeded"));
    }

    @Test
    void whatIsNotKnownIsNoTest() {
        // 3.590803 ms are not known
        Command some = run("reboot-with-slow-notifier", "--step", "device_shutdown", "--format", "tap", "--budget", "network=3", "--budget",
                "network=4");
        assertEquals(0, some.status());
        assertEquals(List.of("SKIP 3.59 ms of the path is not recorded", "null"), directives(some));
        assertEquals(List.of("SKIP the guest does not report its scheduling"), directives(run("six-vm-boot", "--vm", "late-driver",
                "--initcall", "latency_module_init", "--format", "tap", "--budget", "contended=1")));
    }

    private static List<String> directives(Command tap) {
        // the last four are of the recording
        List<TapLines.Test> tests = TapLines.read(tap.out());
        return tests.stream().limit(tests.size() - 4L).map(test -> String.valueOf(test.directive())).toList();
    }

    @Test
    void aPageThatOpensOffline() {
        String html = run("syscall-load", "--marks", "200", "400", "--compare-subject", "marks 50 100", "--format", "html").out();
        for (String part : List.of("class=\"answer\"", "class=\"flame\"", "At most so much shorter", "3.77 ms preempted")) {
            assertTrue(html.contains(part), part);
        }
        assertFalse(html.contains("http:") || html.contains("https:") || html.contains("src="), html);
    }

    @Test
    void csvHasEveryTable() {
        String parts = run("syscall-load", "--marks", "200", "400", "--format", "csv").out();
        assertTrue(parts.startsWith("path,of,name,key,ns,times,longest,longest begin,share\r\n"), parts);
        assertTrue(parts.contains(",class,timer,timer,499857160,,,,0.86"), parts);
        String full = run("syscall-load", "--marks", "200", "400", "--full", "--format", "csv").out();
        assertEquals(1 + path(Command.ofSample("path", "syscall-load", "--marks", "200", "400")).get("segments").getAsInt(), full.lines().count());
        String hops = run("syscall-load", "--marks", "200", "400", "--format", "csv", "--table", "hops").out();
        assertTrue(hops.contains(",waking,"), hops);
    }

    @Test
    void whatWasNotRecordedIsReported() throws IOException {
        Path trace = new RecordedStory(STORY).without(name -> name.contains("waking") || name.contains("wakeup")).in(fFolder);
        Command text = Command.run("path", "--quiet", trace, "--vcpu", "0");
        assertEquals("0 ", text.status() + " " + text.err());
        assertTrue(text.out().contains("- 50.0 % of the path is not recorded, most of it who ended a sleep; it may help to record sched_waking: "
                + "lttng enable-event -k sched_waking,sched_wakeup,sched_wakeup_new.\n"), text.out());
        assertTrue(text.out().contains("Not recorded\n  - sched_waking: who ends the sleeps"), text.out());
        JsonObject report = Command.json("path", trace, "--vcpu", "0");
        assertEquals(4000, path(report).get("notRecorded").getAsLong());
        assertEquals("sched_waking", Summary.objects(report, "missing").get(0).get("event").getAsString());
    }

    @Test
    void whatIsLostIsReported() throws IOException {
        Path trace = new RecordedStory(STORY.replace("5100 alpha", "5050 alpha cpu0 lost 5090 7\n5100 alpha")).in(fFolder);
        Command text = Command.run("path", "--quiet", trace, "--vcpu", "0");
        assertEquals(0, text.status(), text.err());
        assertTrue(text.out().matches("(?s).*\n  Events of host \\S+ were lost once, 7 are counted: what its threads, .* is not known; .*"), text.out());
        assertEquals(1, Command.json("path", trace, "--vcpu", "0").getAsJsonArray("gaps").size());
    }

    @Test
    void whoIsNotThereIsAnsweredByThoseThatAre() {
        Command none = run("quiet-boot");
        assertEquals(1, none.status());
        assertTrue(none.err().matches("hypertrace: Choose whose path is asked for: VM \\S+ has 1 vCPU \\(--vcpu\\), 1 boot "
                + "\\(--boot\\), \\d+ initcalls \\(--initcall\\).* the host has \\d+ threads \\(--host-thread\\)\\.\n"), none.err());
        assertTrue(run("quiet-boot", "--initcall", "pty_ini").err().matches("hypertrace: No initcall pty_ini of .* finishes; there are pty_init, "
                + ".* and \\d+ more\\.\n"));
        assertTrue(run("quiet-boot", "--boot", "7").err().startsWith("hypertrace: There is no boot 7 of "));
        assertTrue(run("six-vm-boot", "--vm", "twin-c", "--boot", "1").err().startsWith("hypertrace: There is no VM twin-c; there are "));
        assertEquals("", run("quiet-boot", "--thread", "no such").out());
    }

    @ParameterizedTest
    @ValueSource(strings = { "--vcpu 0 --budget preempted", "--vcpu 0 --budget host=soon", "--vcpu 0 --budget colour=1",
            "--vcpu 0 --coarse --full", "--vcpu 0 --folded --format json", "--vcpu 0 --compare-subject twice", "--marks 1",
            "--vcpu 0 --format csv --table colours", "--vcpu 0 --format csv --table comparison", "--vcpu 0 --from soon" })
    void aWrongCommandLineIsRefused(String options) {
        Command refused = run("quiet-boot", (Object[]) options.split(" "));
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().startsWith("hypertrace: ") && refused.out().isEmpty(), refused.toString());
    }
}
