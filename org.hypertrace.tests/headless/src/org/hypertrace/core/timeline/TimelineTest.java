/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Host and guest events on one clock: who reports it, in which dialect, and in time order. */
class TimelineTest {

    /** Two VMs, 10 and 20, on two processors; both have a vCPU 0. */
    private static final String TWO = """
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu1 fork CPU_0/KVM:21 20
            102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            103 host cpu1 sched_switch bash:8 S CPU_0/KVM:21
            """;
    private static final String ONE = """
            100 host cpu0 fork CPU_0/KVM:11 10
            102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            """;

    /** An exit for a hypercall and the hypercall 1 ns later, from the kernel. */
    private static String reports(long time, int cpu, String words) {
        return """
                %d host cpu%d kvm_exit VMMCALL 0 0xffffffff81000000
                %d host cpu%d kvm_hypercall %s
                """.formatted(time - 1, cpu, time, cpu, words);
    }

    private static String mark(long time, int cpu, int value) {
        return reports(time, cpu, "0x84 5 " + value + " 0 0");
    }

    private static String guests(TrackerLog log) {
        return log.timeline().lines().filter(line -> !line.endsWith(" h")).collect(Collectors.joining("\n"));
    }

    @Test
    void everyGuestReportsForItself() {
        assertEquals("""
                120 guest 0 is 20#1 uses hypertrace-1
                120 traced 21
                120 cpu0 mark tid=5 value=7 by 20#1 thread 21
                130 guest 1 is 10#1 uses hypertrace-1
                130 traced 11
                130 cpu0 mark tid=5 value=8 by 10#1 thread 11""", guests(TrackerLog.of(TWO + mark(120, 1, 7) + mark(130, 0, 8))));
    }

    /** The first event's time is far ahead, as by a flipped bit: what comes before that time is not believed. */
    @Test
    void aVcpuThatIsNotKnownBehindTheTimelineIsNobody() {
        assertEquals("""
                1020 guest 0 is 10#1 uses hypertrace-1
                1020 cpu0 mark tid=5 value=7 by 10#1""", guests(TrackerLog.of("1000 host cpu2 other\n" + ONE + mark(1020, 0, 7))));
    }

    @Test
    void aVcpuThatAppearsInAnotherOrderBehindTheTimelineIsNotTakenForAnother() {
        assertEquals("""
                1020 guest 1 is 20#1 uses hypertrace-1
                1020 traced 21
                1020 cpu0 mark tid=5 value=7 by 20#1 thread 21
                1030 guest 0 is 10#1 uses hypertrace-1
                1030 cpu0 mark tid=5 value=8 by 10#1
                1050 traced 11
                1050 cpu0 mark tid=5 value=9 by 10#1 thread 11""", guests(TrackerLog.of("""
                100 host cpu0 fork CPU_0/KVM:11 10
                101 host cpu1 fork CPU_0/KVM:21 20
                1000 host cpu2 other
                102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                103 host cpu0 kvm_entry
                1010 host cpu1 sched_switch bash:8 S CPU_0/KVM:21
                """ + mark(1020, 1, 7) + mark(1030, 0, 8) + "1040 host cpu0 sched_switch CPU_0/KVM:11 R CPU_0/KVM:11\n"
                + mark(1050, 0, 9))));
    }

    @Test
    void aThreadWhoseProcessIsReportedLaterTakesItsWordsAlong() {
        assertEquals("""
                120 guest 0 is 11#1 uses hypertrace-1
                120 traced 11
                120 cpu0 mark tid=5 value=7 by 11#1 thread 11
                130 guest 0 is 10#1 uses hypertrace-1
                130 traced 11
                130 cpu0 mark tid=5 value=8 by 10#1 thread 11""",
                guests(TrackerLog.of("102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n" + mark(120, 0, 7)
                        + "125 host cpu0 statedump CPU_0/KVM:11 10\n" + mark(130, 0, 8))));
    }

    @Test
    void whatWasReportedBeforeTheDialectIsKnownIsUnderstoodTooAndInOrder() {
        // only 1000 shows that 0x64 and 0x65 are of P3, where a depth is elsewhere
        assertEquals("""
                110 h
                111 guest 0 is 10#1 uses p3
                111 h
                111 traced 11
                111 cpu0 func_entry address=0xffffffff974f53b0 depth=11 by 10#1 thread 11
                120 h
                130 h
                131 h
                131 traced 11
                131 cpu0 sched_switch""", TrackerLog.of(ONE + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0")
                + "120 host cpu0 other\n" + reports(131, 0, "1000 5 6 0 'a'")).timeline().lines().skip(2)
                .map(line -> line.replaceAll("(sched_switch).*", "$1")).collect(Collectors.joining("\n")));
    }

    @Test
    void aThreadThatTurnsOutToBeOfAKnownVmDoesNotLetAllWait() {
        // 11 reports a word of no certain dialect, 21 of process 10 reports one of version 1; then 11 is of process 10, too
        String story = "101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n" + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 5")
                + "112 host cpu1 fork CPU_1/KVM:21 10\n113 host cpu1 sched_switch bash:8 S CPU_1/KVM:21\n"
                + mark(120, 1, 7) + reports(122, 1, "0x70 1 0 0 0")
                + "125 host cpu0 statedump CPU_0/KVM:11 10\n" + mark(130, 0, 8) + "140 host cpu0 other\n";
        List<Long> times = new ArrayList<>();
        try (Timeline timeline = new Timeline(MachineSink.NONE, host -> null, List.of(), LookAhead.DEFAULT_LIMIT,
                event -> times.add(event.time()))) {
            Story.events(story).forEach(timeline::accept);
            assertEquals(Long.MAX_VALUE, timeline.heldSince());
            assertEquals(140, times.get(times.size() - 1));
        }
        assertTrue(guests(TrackerLog.of(story)).contains("guest 0 is 10#1 uses hypertrace-1"), guests(TrackerLog.of(story)));
    }

    /** More than wait in memory. */
    @Test
    @Tag("long")
    void manyEventsMayWaitForIt() {
        int count = Samples.ALL ? 300_000 : LookAhead.DEFAULT_LIMIT + 10_000;
        String story = ONE + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0")
                + IntStream.range(0, count).mapToObj(i -> 200 + i + " host cpu0 other\n").collect(Collectors.joining())
                + reports(1_000_000, 0, "1000 5 6 0 'a'");
        List<String> lines = TrackerLog.of(story).timeline().lines().toList();
        assertEquals(count + 2 + 2 + 3 + 2 + 2, lines.size());
        assertTrue(lines.get(6).startsWith("111 cpu0 func_entry"), lines.get(6));
        long last = 0;
        for (String line : lines) {
            long time = Long.parseLong(line.substring(0, line.indexOf(' ')));
            assertTrue(time >= last, line);
            last = time;
        }
    }

    @Test
    void aBatchIsPutInItsPlace() {
        // hello: batches reach back 1 ms; then three switches of which the first two were 900 and 400 ns before
        String hello = reports(1_000, 0, "0x81 0x4754524300010100 0 0 0");
        String batch = reports(3_000, 0, "0x92 0x0000038400000190 0x0000000700780000 0x0000000800780000 0x0000000900780000");
        assertEquals("""
                2100 sched_switch nextTid=7
                2200 h
                2600 sched_switch nextTid=8
                2999 h
                3000 h
                3000 traced 11
                3000 sched_switch nextTid=9""",
                TrackerLog.of(ONE + hello + "2200 host cpu0 other\n" + batch).timeline().lines().skip(7)
                        .map(line -> line.replaceAll("cpu0 (sched_switch) .*(nextTid=\\d).*", "$1 $2"))
                        .collect(Collectors.joining("\n")));
    }

    @Test
    void aBatchWhoseAnnouncementWasNotRecordedIsLateOnceAndThenNotAnyMore() {
        String batch = "0x92 0x0000038400000190 0x0000000700780000 0x0000000800780000 0x0000000900780000";
        TrackerLog log = TrackerLog.of(ONE + reports(3_000, 0, batch) + reports(5_000, 0, batch));
        assertTrue(guests(log).contains("3000 losses 10#1 {late=2}"), guests(log));
        assertEquals(4, guests(log).lines().filter(line -> line.contains("sched_switch")).count());
    }

    @Test
    void aBatchCannotReachBeforeTheTrace() {
        String hello = reports(200, 0, "0x81 0x4754524300010100 0 0 0");
        String batch = reports(300, 0, "0x92 0x0000038400000190 0x0000000700780000 0x0000000800780000 0x0000000900780000");
        assertTrue(guests(TrackerLog.of(ONE + hello + batch)).contains("losses 10#1 {late=2}"));
    }

    @Test
    void aHypercallWhereNobodyRunsBelongsToNobody() {
        TrackerLog log = TrackerLog.of("100 host cpu0 sched_switch bash:9 S swapper/0:0\n"
                + "110 host cpu0 kvm_hypercall 0x84 5 7 0 0");
        assertEquals("", guests(log));
        assertEquals("110 unattributed", log.remarks());
    }

    @Test
    void theUserAndTheManifestKnowTheDialect(@TempDir Path folder) throws IOException {
        String story = ONE + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0");
        assertTrue(guests(TrackerLog.of(story)).contains("uses hypertrace-1"));
        Path file = folder.resolve(Manifest.FILE_NAME);
        Files.writeString(file, "{ \"vms\": [ { \"name\": \"db\", \"pid\": 10, \"dialect\": \"p3\" } ] }");
        Manifest manifest = Manifest.read(file);
        assertTrue(guests(TrackerLog.of(story, manifest, 100)).contains("uses p3"));
        for (String vm : List.of("db", "10", "10#1")) {
            List<Dialects.Chosen> chosen = List.of(new Dialects.Chosen("other", Dialect.builtIn("p1")),
                    new Dialects.Chosen(vm, Dialect.builtIn("p2")), new Dialects.Chosen(null, Dialect.builtIn("p4")));
            assertTrue(guests(TrackerLog.of(story, manifest, 100, chosen)).contains("uses p2"));
        }
        assertTrue(guests(TrackerLog.of(story, manifest, LookAhead.DEFAULT_LIMIT,
                List.of(new Dialects.Chosen(null, Dialect.builtIn("p4"))))).contains("uses p4"));
    }

    @Test
    void aRunOfANameAndANestedGuestHaveTheDialectThatIsChosenForThem(@TempDir Path folder) throws IOException {
        Path file = folder.resolve(Manifest.FILE_NAME);
        Files.writeString(file, "{ \"vms\": [ { \"name\": \"web\", \"pid\": 10 }, { \"name\": \"web\", \"pid\": 20 } ] }");
        Manifest manifest = Manifest.read(file);
        String story = ONE + "103 host cpu0 kvm_entry\n105 host cpu1 statedump CPU_0/KVM:21 20\n106 host cpu1 sched_switch bash:8 S CPU_0/KVM:21\n"
                // the counter of the second is set before it enters its guest
                + "107 host cpu1 kvm_tsc_offset 0 5\n108 host cpu1 kvm_entry\n"
                + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0") + reports(121, 1, "0x64 0xffffffff974f53b0 12 0 0");
        Dialects.Chosen other = new Dialects.Chosen(null, Dialect.builtIn("p4"));
        for (String word : List.of("web#2", "20", "web#2/nested", "20/nested#3")) {
            List<Dialects.Chosen> chosen = List.of(new Dialects.Chosen(word, Dialect.builtIn("p2")), other);
            assertEquals("10#1 p4, 20#1 p2", dialects(guests(TrackerLog.of(story, manifest, 100, chosen))), word);
        }
        for (String word : List.of("web#1", "10", "web#1/nested")) {
            List<Dialects.Chosen> chosen = List.of(new Dialects.Chosen(word, Dialect.builtIn("p2")), other);
            assertEquals("10#1 p2, 20#1 p4", dialects(guests(TrackerLog.of(story, manifest, 100, chosen))), word);
        }
        assertEquals("10#1 p2, 20#1 p2", dialects(guests(TrackerLog.of(story, manifest, 100,
                List.of(new Dialects.Chosen("web", Dialect.builtIn("p2")), other)))));
    }

    /** The last dialect of each VM. */
    private static String dialects(String guests) {
        Map<String, String> last = new TreeMap<>();
        guests.lines().filter(line -> line.contains(" guest ")).map(line -> line.split(" ")).forEach(w -> last.put(w[4], w[4] + ' ' + w[6]));
        return String.join(", ", last.values());
    }

    @Test
    void whoKnowsTheDialectIsAskedAgainWhenTheProcessIsReported() {
        String story = "102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n" + reports(111, 0, "0x64 0xffffffff974f53b0 11 0 0")
                + "125 host cpu0 statedump CPU_0/KVM:11 10\n" + reports(131, 0, "0x64 0xffffffff974f53b0 12 0 0");
        // what the thread reported before its process was known was not understood yet
        for (String vm : List.of("10", "11#1")) {
            String guests = guests(TrackerLog.of(story, null, 100, List.of(new Dialects.Chosen(vm, Dialect.builtIn("p3")))));
            assertTrue(guests.contains("uses p3") && !guests.contains("hypertrace-1"), guests);
            assertTrue(guests.contains("depth=11") && guests.contains("depth=12"), guests);
        }
    }
}
