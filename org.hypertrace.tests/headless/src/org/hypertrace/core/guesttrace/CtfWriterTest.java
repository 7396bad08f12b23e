/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.hypertrace.core.guesttrace.CtfField.address;
import static org.hypertrace.core.guesttrace.CtfField.sequence;
import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.text;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.hypertrace.testing.story.HostileNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What the writer writes is what babeltrace2 reads. */
class CtfWriterTest {

    private static final UUID TRACE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final UUID HOST = UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10");
    private static final CtfEventType TICK = CtfEventType.of("tick");

    @TempDir
    Path folder;

    @Test
    void kernelEventsOfTwoCpusComeOutInTheOrderOfTime() throws Exception {
        try (CtfWriter writer = writer().declare(KernelEvents.ALL)) {
            writer.event(1, 100, "sched_switch", "swapper/1", 0, 20, 0, "CPU 0/KVM", 386, 20);
            writer.event(1, 120, "kvm_x86_entry", 0);
            writer.event(0, 110, "irq_handler_entry", 24, "virtio0-input");
            writer.event(0, 130, "lttng_statedump_end");
            writer.event(1, 140, "sched_process_fork", "sh", 1, 1, 7, "sh", 2, new int[] {2, 1}, 2, 7);
        }
        assertEvents("""
                [100] sched_switch: { cpu_id = 1 }, { prev_comm = "swapper/1", prev_tid = 0, prev_prio = 20, prev_state = 0, next_comm = "CPU 0/KVM", next_tid = 386, next_prio = 20 }
                [110] irq_handler_entry: { cpu_id = 0 }, { irq = 24, name = "virtio0-input" }
                [120] kvm_x86_entry: { cpu_id = 1 }, { vcpu_id = 0 }
                [130] lttng_statedump_end: { cpu_id = 0 }, { }
                [140] sched_process_fork: { cpu_id = 1 }, { parent_comm = "sh", parent_tid = 1, parent_pid = 1, parent_ns_inum = 7, child_comm = "sh", child_tid = 2, _vtids_length = 2, vtids = [ [0] = 2, [1] = 1 ], child_pid = 2, child_ns_inum = 7 }
                """);
    }

    @Test
    void integersOfEveryWidthKeepTheirSignAndBase() throws Exception {
        try (CtfWriter writer = writer().declare(CtfEventType.of("numbers",
                unsigned("u8", 8), signed("s8", 8), unsigned("u16", 16), signed("s16", 16), unsigned("u32", 32), signed("s32", 32),
                unsigned("u64", 64), signed("s64", 64), address("at"), sequence("list", 16, 32)))) {
            writer.event(0, 1, "numbers", 255, -128, 65535, -32768, 0xFFFFFFFFL, Integer.MIN_VALUE, -1L, Long.MIN_VALUE, -16L, new long[] {-1});
            writer.event(0, 2, "numbers", 0, 127, 0, 32767, 0, Integer.MAX_VALUE, 0, Long.MAX_VALUE, 0x10, new int[0]);
        }
        assertEvents("""
                [1] numbers: { cpu_id = 0 }, { u8 = 255, s8 = -128, u16 = 65535, s16 = -32768, u32 = 4294967295, s32 = -2147483648, u64 = 18446744073709551615, s64 = -9223372036854775808, at = 0xFFFFFFFFFFFFFFF0, _list_length = 1, list = [ [0] = -1 ] }
                [2] numbers: { cpu_id = 0 }, { u8 = 0, s8 = 127, u16 = 0, s16 = 32767, u32 = 0, s32 = 2147483647, u64 = 0, s64 = 9223372036854775807, at = 0x10, _list_length = 0, list = [ ] }
                """);
    }

    /** Half a surrogate pair becomes a question mark, which babeltrace2 prints with a backslash. */
    @Test
    void textsKeepContradictoryCharactersAndAreCutBetweenThem() throws Exception {
        try (CtfWriter writer = writer().declare(CtfEventType.of("texts", string("any"), text("comm", 16)))) {
            writer.event(0, 1, "texts", "", "");
            writer.event(0, 2, "texts", "grüße \uD83D\uDE00 漢", "exactly fifteen");
            writer.event(0, 3, "texts", "ends\0here", "sixteen letters!");
            writer.event(0, 4, "texts", "a%s{b}", "fourteen bytes\u00e9");
            writer.event(0, 5, "texts", "lone \uD800", "a\0b");
        }
        assertEvents("""
                [1] texts: { cpu_id = 0 }, { any = "", comm = "" }
                [2] texts: { cpu_id = 0 }, { any = "grüße \uD83D\uDE00 漢", comm = "exactly fifteen" }
                [3] texts: { cpu_id = 0 }, { any = "ends", comm = "sixteen letters" }
                [4] texts: { cpu_id = 0 }, { any = "a%s{b}", comm = "fourteen bytes" }
                [5] texts: { cpu_id = 0 }, { any = "lone \\?", comm = "a" }
                """);
    }

    @Test
    void metadataStaysMetadataWhateverAHostIsCalled() throws Exception {
        for (String name : HostileNames.LIST) {
            Path trace = folder.resolve(Integer.toString(HostileNames.LIST.indexOf(name)));
            try (CtfWriter writer = new CtfWriter(trace, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                    KernelEvents.environment(name)).declare(TICK)) {
                writer.event(0, 1, "tick");
            }
            String details = Babeltrace.details(trace);
            assertTrue(details.contains("hostname:") && details.contains("tracer_name: lttng-modules"), name + details);
            // a control character is none of metadata
            String metadata = Files.readString(trace.resolve("metadata"));
            assertTrue(metadata.chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x7f), name);
        }
    }

    @Test
    void timesAroundTheReachOfCompactHeadersAreExact() throws Exception {
        long reach = 1L << 27;
        List<Long> times = new ArrayList<>(List.of(5L));
        for (long gap : new long[] {reach - 1, reach, reach + 1, 0, 1, 1L << 32, (1L << 32) - 1, reach - 1, 1L << 40}) {
            times.add(times.get(times.size() - 1) + gap);
        }
        try (CtfWriter writer = writer().declare(TICK)) {
            for (long time : times) {
                writer.event(0, time, "tick");
            }
        }
        assertEquals(times.stream().map(t -> "[" + t + "] tick: { cpu_id = 0 }, { }").toList(), Babeltrace.events(folder));
        // 4 bytes for a compact header, 13 for an extended one: the gaps of 2^27, 2^27+1, 2^32, 2^32-1 and 2^40
        assertEquals(CtfPacketHeader.SIZE + 5 * 4 + 5 * 13, Files.size(folder.resolve("channel0_0")));
    }

    @Test
    void theFirstEventMayComeLongAfterTheBegin() throws Exception {
        try (CtfWriter writer = writer().declare(TICK)) {
            writer.stream(0).begin(3).event(1L << 35, "tick").end((1L << 35) + 9);
        }
        assertEvents("[34359738368] tick: { cpu_id = 0 }, { }\n");
        String details = Babeltrace.details(folder);
        assertTrue(details.contains("[3 cycles, 3 ns from origin]\n{Trace 0, Stream class ID 0, Stream ID 0}\nPacket beginning"), details);
        assertTrue(details.contains("[34,359,738,377 cycles, 34,359,738,377 ns from origin]\n{Trace 0, Stream class ID 0, Stream ID 0}\nPacket end"), details);
    }

    @Test
    void fortyEventTypesHaveIdsBeyondTheCompactOnes() throws Exception {
        StringBuilder expected = new StringBuilder();
        try (CtfWriter writer = writer()) {
            for (int i = 0; i < 40; i++) {
                writer.declare(CtfEventType.of("type" + i, unsigned("value", 8)));
            }
            for (int i = 0; i < 40; i++) {
                writer.event(0, 10 * i, "type" + i, i);
                expected.append("[").append(10 * i).append("] type").append(i).append(": { cpu_id = 0 }, { value = ").append(i).append(" }\n");
            }
        }
        assertEvents(expected.toString());
        assertEquals(CtfPacketHeader.SIZE + 31 * 5 + 9 * 14, Files.size(folder.resolve("channel0_0")));
    }

    @Test
    void theContextComesBeforeTheFieldsOfEveryEvent() throws Exception {
        try (CtfWriter writer = writer().declare(TICK).context(signed("tid", 32), text("procname", 16))) {
            writer.stream(0).context(1, "init").event(1, "tick").event(2, "tick").context(0, "swapper/0").event(3, "tick");
        }
        assertEvents("""
                [1] tick: { cpu_id = 0 }, { tid = 1, procname = "init" }, { }
                [2] tick: { cpu_id = 0 }, { tid = 1, procname = "init" }, { }
                [3] tick: { cpu_id = 0 }, { tid = 0, procname = "swapper/0" }, { }
                """);
    }

    @Test
    void channelsHaveTheirOwnEventsAndFiles() throws Exception {
        try (CtfWriter writer = writer()) {
            writer.channel("sched").declare(List.of(TICK)).stream(0).event(1, "tick");
            writer.channel("kvm").declare(List.of(CtfEventType.of("tock"))).stream(0).event(2, "tock");
            assertRefused("event type 'tock' is not declared in channel sched", () -> writer.channel("sched").stream(0).event(3, "tock"));
        }
        assertEvents("""
                [1] tick: { cpu_id = 0 }, { }
                [2] tock: { cpu_id = 0 }, { }
                """);
        assertTrue(Files.exists(folder.resolve("sched_0")) && Files.exists(folder.resolve("kvm_0")));
    }

    @Test
    void smallPacketsHoldTheSameEvents() throws Exception {
        List<String> expected = new ArrayList<>();
        try (CtfWriter writer = writer().packetSize(200).declare(CtfEventType.of("say", string("words")))) {
            long time = 0;
            for (int i = 0; i < 500; i++) {
                // never empty: babeltrace2 2.0.4 shows an empty string as one it showed before
                String words = "x".repeat(i % 50 == 7 ? 1000 : 1 + i % 40);
                writer.event(0, time, "say", words);
                expected.add("[" + time + "] say: { cpu_id = 0 }, { words = \"" + words + "\" }");
                time += i % 3 == 0 ? 100 : 1L << 28;
            }
        }
        assertEquals(String.join("\n", expected), String.join("\n", Babeltrace.events(folder)));
        long packets = Babeltrace.details(folder).lines().filter("Packet end"::equals).count();
        assertTrue(packets > 100, packets + " packets");
    }

    @Test
    void discardedEventsAreReportedWithTheirNumberAndTime() throws Exception {
        try (CtfWriter writer = writer().declare(TICK)) {
            writer.stream(0).begin(10).event(20, "tick").end(30);
            writer.stream(1).event(100, "tick").event(150, "tick").discard(7, 200).discard(3, 250).event(300, "tick").discard(2, 400);
            writer.stream(2).discard(4, 500).event(600, "tick");
        }
        assertEvents("""
                [20] tick: { cpu_id = 0 }, { }
                [100] tick: { cpu_id = 1 }, { }
                [150] tick: { cpu_id = 1 }, { }
                [300] tick: { cpu_id = 1 }, { }
                [600] tick: { cpu_id = 2 }, { }
                """);
        // babeltrace2 cannot know what a stream's first counter counts from
        assertEquals(List.of(
                "WARNING: Tracer may have discarded events between [00:00:00.000000100] and [00:00:00.000000250] in channel0_1",
                "WARNING: Tracer discarded 2 events between [00:00:00.000000250] and [00:00:00.000000400] in channel0_1",
                "WARNING: Tracer may have discarded events between [00:00:00.000000500] and [00:00:00.000000500] in channel0_2"),
                Babeltrace.warnings(folder).stream().map(line -> line.replaceAll("\\[\\d\\d:00:00\\.", "[00:00:00.")).toList());
    }

    @Test
    void theEndOfALossIsTheTimeThatTheNextCompactHeaderCountsFrom() throws Exception {
        long end = 1L << 34;
        try (CtfWriter writer = writer().declare(TICK)) {
            writer.stream(0).event(1, "tick").discard(1, end).event(end + 1, "tick");
        }
        assertEvents("[1] tick: { cpu_id = 0 }, { }\n[17179869185] tick: { cpu_id = 0 }, { }\n");
        assertEquals(2 * (CtfPacketHeader.SIZE + 4), Files.size(folder.resolve("channel0_0")));
    }

    @Test
    void aTraceWithoutEventsIsATrace() throws Exception {
        try (CtfWriter writer = writer().declare(KernelEvents.ALL)) {
            writer.stream(0);
        }
        assertEvents("");
        assertEquals(CtfPacketHeader.SIZE, Files.size(folder.resolve("channel0_0")));
    }

    @Test
    void metadataReportsWhoseTraceItIs() throws Exception {
        Map<String, Object> environment = new LinkedHashMap<>(KernelEvents.environment("host"));
        environment.put("quoted", "a \"b\" \\ c\nd");
        environment.put("number", -5L);
        try (CtfWriter writer = new CtfWriter(folder, TRACE, CtfClock.monotonic(HOST, 1_500_000_000_000_000_007L), environment)) {
            writer.declare(TICK).event(0, 1, "tick");
        }
        String details = Babeltrace.details(folder);
        for (String line : List.of("UUID: " + TRACE, "UUID: " + HOST, "hostname: host", "domain: kernel", "tracer_name: lttng-modules",
                "tracer_major: 2", "tracer_minor: 13", "quoted: a \"b\" \\ c\nd", "number: -5", "1,500,000,000,000,000,008 ns from origin")) {
            assertTrue(details.contains(line), line + " in\n" + details);
        }
        String metadata = Files.readString(folder.resolve("metadata"));
        assertTrue(metadata.startsWith("/* CTF 1.8 */\n"), metadata);
        assertTrue(metadata.indexOf("hostname") < metadata.indexOf("domain") && metadata.indexOf("domain") < metadata.indexOf("quoted"), metadata);
    }

    @Test
    void whatDoesNotFitIsRefusedAndLeavesNoTrace() throws Exception {
        try (CtfWriter writer = writer().declare(CtfEventType.of("sched", text("comm", 16), signed("tid", 32), unsigned("cpu", 8)))) {
            writer.event(0, 100, "sched", "a", 1, 0);
            assertRefused("time goes back in stream channel0_0: 99 ns after 100 ns", () -> writer.event(0, 99, "sched", "a", 1, 0));
            assertRefused("event type 'shed' is not declared in channel channel0", () -> writer.event(0, 101, "shed"));
            assertRefused("sched has 3 fields, but 2 values are given", () -> writer.event(0, 101, "sched", "a", 1));
            assertRefused("sched.tid: 2147483648 does not fit a signed 32-bit integer", () -> writer.event(0, 101, "sched", "a", 1L << 31, 0));
            assertRefused("sched.cpu: -1 does not fit an unsigned 8-bit integer", () -> writer.event(0, 101, "sched", "a", 1, -1));
            assertRefused("sched.tid wants an integer, not 1.5 (Double)", () -> writer.event(0, 101, "sched", "a", 1.5, 0));
            assertRefused("sched.comm wants a text, not null", () -> writer.event(0, 101, "sched", null, 1, 0));
            assertRefused("a loss of 0 events", () -> writer.stream(0).discard(0, 200));
            assertRefused("event type 'sched' is already declared with other fields", () -> writer.declare(CtfEventType.of("sched")));
            assertRefused("time goes back in stream channel0_1: -1 ns after 0 ns", () -> writer.event(1, -1, "sched", "a", 1, 0));
            writer.event(0, 100, "sched", "b", 2, 1);
        }
        assertEvents("""
                [100] sched: { cpu_id = 0 }, { comm = "a", tid = 1, cpu = 0 }
                [100] sched: { cpu_id = 0 }, { comm = "b", tid = 2, cpu = 1 }
                """);
        assertRefused("'a b' cannot be a name in CTF metadata: letters, digits and _ only", () -> unsigned("a b", 8));
        assertRefused("field a: an integer of 12 bits; 8, 16, 32 and 64 exist", () -> unsigned("a", 12));
        assertThrows(IOException.class, this::writer, "the folder is not empty");
    }

    @Test
    void aTraceThatIsBeingWrittenIsNoTraceYet() throws Exception {
        try (CtfWriter writer = writer().packetSize(100).declare(TICK)) {
            writer.event(0, 1, "tick").event(0, 2, "tick").event(0, 3, "tick").event(0, 4, "tick").event(0, 5, "tick");
            assertTrue(Files.exists(folder.resolve("channel0_0")));
            assertFalse(Files.exists(folder.resolve("metadata")));
        }
        assertTrue(Files.exists(folder.resolve("metadata")));
    }

    private CtfWriter writer() throws IOException {
        return new CtfWriter(folder, TRACE, CtfClock.monotonic(HOST, 0), KernelEvents.environment("host"));
    }

    private void assertEvents(String expected) throws Exception {
        assertEquals(expected, String.join("", Babeltrace.events(folder).stream().map(line -> line + "\n").toList()));
    }

    private static void assertRefused(String message, Executable action) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
    }
}
