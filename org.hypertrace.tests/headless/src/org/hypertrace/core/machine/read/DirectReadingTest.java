/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is decoded here is what Trace Compass' reader has, event by event. */
@Tag("plain")
class DirectReadingTest {

    private static final String STORY = """
            100 alpha cpu0 context 384 384
            100 alpha cpu1 context 1 1
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            115 alpha cpu0 context 386 384
            120 alpha cpu0 kvm_entry
            120 alpha cpu1 kvm_entry
            140 alpha cpu0 kvm_exit VMMCALL 3 0xffffffff81000000
            150 alpha cpu0 kvm_hypercall 0x88 0 0x8000000000000004 'web-1' 0xffffffffffffffff
            160 alpha cpu1 lost 300 7
            300 alpha cpu1 kvm_userspace_exit
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("long")
    void recordedTracesAreTheSame(String sample) throws Exception {
        // those who ask for more get all that others get
        for (Detail detail : Samples.ALL ? Detail.values() : new Detail[] { Detail.CAUSES }) {
            assertTrue(same(detail, Samples.trace(sample)) > 100);
        }
    }

    @Test
    void contextsAndLossesAreTheSame() throws Exception {
        Path trace = new RecordedStory(STORY).withContext("tid", "pid").in(fFolder);
        same(Detail.CAUSES, trace);
        try (BothReaders both = BothReaders.of(Detail.STATES, trace)) {
            List<HostEvent> events = both.directly().events();
            assertTrue(events.contains(new HostEvent.ThreadOnCpu(120, 0, 0, 386, 384)), events.toString());
            assertTrue(events.contains(new HostEvent.LostEvents(120, 0, 1, 300, 7)), events.toString());
        }
    }

    /** An event whose form is not known matters when it occurs: from there on Trace Compass' reader goes on. */
    @Test
    void theRestIsReadByTraceCompass() throws Exception {
        Path trace = new RecordedStory(STORY + """
                400 alpha cpu1 sched_wakeup CPU_0/KVM:386 cpu0
                410 alpha cpu0 kvm_entry
                """).withContext("tid", "pid").in(fFolder);
        Path metadata = trace.resolve("metadata");
        String text = Files.readString(metadata);
        int wakeup = text.indexOf("\"sched_wakeup\"");
        int tid = text.indexOf("int32_t _tid", wakeup);
        assertTrue(wakeup > 0 && tid > wakeup, text);
        Files.writeString(metadata, text.substring(0, tid) + "enum : int32_t { any = 0 ... 100000 }" + text.substring(tid + "int32_t".length()));
        try (BothReaders both = BothReaders.of(Detail.CAUSES, trace)) {
            BothReaders.Answer answer = both.directly();
            assertEquals(-1, answer.direct());
            assertEquals(both.byTraceCompass().events(), answer.events());
            assertTrue(answer.events().size() > 10, answer.events().toString());
        }
    }

    /** Several hosts, of which events have the same times. */
    @Test
    void experimentsAreTheSame() throws Exception {
        Path first = new RecordedStory(STORY).withContext("tid", "pid").in(Files.createDirectories(fFolder.resolve("first")));
        Path second = new RecordedStory(STORY.replace("alpha", "beta")).withContext("tid", "pid").in(Files.createDirectories(fFolder.resolve("second")));
        same(Detail.EXITS, first, second);
        same(Detail.EXITS, second, first);
    }

    /** All that a guest does is reported by its own trace, whose clock has another rate. */
    @Test
    void aGuestsOwnTraceIsTheSame() throws Exception {
        Path host = new RecordedStory(RecordedStory.ONE_VCPU).in(fFolder);
        Path own = new RecordedStory("""
                50 own cpu0 sched_switch swapper/0:0 R sh:82
                52 own cpu1 sched_waking sh:82 cpu0
                54 own cpu0 irq_entry 7
                55 own cpu0 irq_exit 7
                56 own cpu1 sched_wakeup sh:82 cpu0
                58 own cpu0 fork make:90 90
                60 own cpu1 lost 66 7
                68 own cpu0 sched_switch sh:82 S make:90
                90 own cpu0 other
                """).in(fFolder);
        Files.writeString(host.resolveSibling("hypertrace.json"), """
                {"vms": [{"name": "web", "pid": 384, "vcpus": [386], "guestTrace": "own"}]}
                """);
        assertTrue(sources(Map.of(own, new GuestTransform(time -> 2 * time, Map.of(0, 1, 1, 0))), host, own) > 5);
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theOwnTraceOfARecordedGuestIsTheSame() throws Exception {
        Path host = Samples.trace("guest-and-hypercall");
        Path own = host.resolveSibling("guests").resolve("both").resolve("kernel");
        assertTrue(sources(Map.of(own, new GuestTransform(time -> time + 1_041_284_000, Map.of())), host, own) > 10_000);
    }

    /** How many events come from guests' own traces. */
    private static long sources(Map<Path, ITmfTimestampTransform> clocks, Path... folders) throws Exception {
        List<HostEvent> found = null;
        for (Detail detail : new Detail[] { Detail.STATES, Detail.CAUSES }) {
            try (BothReaders both = BothReaders.of(detail, clocks, folders)) {
                found = same(both).events();
            }
        }
        return found.stream().filter(HostEvent.VmTraceEvent.class::isInstance).count();
    }

    /** Missing, repeated and swapped packets. */
    @Test
    @Tag("long")
    void damagedTracesAreTheSame() throws Exception {
        Path sample = Samples.trace("panic-in-initcall");
        same(Detail.STATES, DamagedCopy.of(sample, fFolder.resolve("missing")).withoutIndex().drop("c0_0", 1, 1).folder());
        same(Detail.STATES, DamagedCopy.of(sample, fFolder.resolve("repeated")).withoutIndex().repeat("c0_0", 1, 1).folder());
        same(Detail.STATES, DamagedCopy.of(sample, fFolder.resolve("swapped")).withoutIndex().swap("c0_0", 1).folder());
    }

    /** As when somebody records into the same folder again. */
    @Test
    void aTraceThatBecomesShorterIsRefused() throws Exception {
        Path folder = DamagedCopy.of(Samples.trace("panic-in-initcall"), fFolder.resolve("shorter")).folder();
        try (BothReaders both = BothReaders.of(Detail.STATES, folder)) {
            assertEquals("org.hypertrace.core.trace.ctf.DamagedTrace: a file of the trace became shorter while it was read", both.refusal(() -> {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path stream : files.filter(file -> file.getFileName().toString().startsWith("c0_")).toList()) {
                        FileChannel.open(stream, StandardOpenOption.WRITE).truncate(1).close();
                    }
                }
                return null;
            }));
        }
    }

    /** How many events of the trace there are. */
    private static long same(Detail detail, Path... folders) throws Exception {
        try (BothReaders both = BothReaders.of(detail, folders)) {
            return same(both).direct();
        }
    }

    private static BothReaders.Answer same(BothReaders both) {
        BothReaders.Answer expected = both.byTraceCompass();
        BothReaders.Answer answer = both.directly();
        List<HostEvent> events = answer.events();
        for (int i = 0; i < Math.min(events.size(), expected.events().size()); i++) {
            assertEquals(expected.events().get(i), events.get(i), "event " + i);
        }
        assertEquals(expected.events().size(), events.size());
        assertEquals(expected.refusal(), answer.refusal());
        assertTrue(answer.direct() >= 0);
        return answer;
    }
}
