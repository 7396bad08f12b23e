/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A processor to which threads are sent, and which has no stream, is a loss from then on; by both readers. */
@Tag("plain")
class StreamlessCpusTest {

    private static final String STORY = """
            90 alpha cpu0 fork CPU_1/KVM:387 384
            100 alpha cpu0 sched_switch qemu:384 S CPU_1/KVM:387
            110 alpha cpu0 kvm_entry
            300 alpha cpu0 SENT
            310 alpha cpu0 SENT
            400 alpha cpu1 kvm_entry
            600 alpha cpu0 other
            """;
    private static final HostEvent.LostEvents LOSS = new HostEvent.LostEvents(300, 0, 1, 600, HostEvent.UNCOUNTED, HostEvent.Loss.PACKETS);

    @TempDir
    private Path fFolder;

    private Path trace(String sent) throws Exception {
        return new RecordedStory(STORY.replace("SENT", sent)).in(fFolder);
    }

    /** The losses, each with the time of the event behind it, the same by both readers. */
    private static String losses(Path trace) throws Exception {
        try (BothReaders both = BothReaders.of(Detail.STATES, trace)) {
            List<HostEvent> events = both.byTraceCompass().events();
            assertEquals(events, both.directly().events());
            return IntStream.range(0, events.size()).filter(i -> events.get(i) instanceof HostEvent.LostEvents)
                    .mapToObj(i -> events.get(i) + " before " + (i + 1 < events.size() ? events.get(i + 1).time() : "the end")).toList().toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "sched_waking CPU_1/KVM:387 1", "sched_wakeup CPU_1/KVM:387 1", "sched_migrate_task CPU_1/KVM:387 1" })
    void isALossFromTheFirstEventThatShowsIt(String sent) throws Exception {
        Path trace = trace(sent);
        Files.delete(trace.resolve("channel0_1"));
        HostEvent.LostEvents end = new HostEvent.LostEvents(600, 0, 1, 600, 0, HostEvent.Loss.PACKETS);
        assertEquals("[" + LOSS + " before 300, " + end + " before the end]", losses(trace));
    }

    @Test
    void isNoneWhereTheStreamIs() throws Exception {
        assertEquals("[]", losses(trace("sched_waking CPU_1/KVM:387 1")));
    }

    /** LTTng makes one for each processor, though nothing may have happened there. */
    @Test
    void isNoneWhereTheStreamIsEmpty() throws Exception {
        Path trace = trace("sched_waking CPU_1/KVM:387 2");
        Files.createFile(trace.resolve("channel0_2"));
        assertEquals("[]", losses(trace));
    }

    @Test
    void isNoneWhereAStreamMayBeOfAnyProcessor() throws Exception {
        Path trace = trace("sched_waking CPU_1/KVM:387 1");
        Files.move(trace.resolve("channel0_1"), trace.resolve("elsewhere"));
        assertEquals("[]", losses(trace));
    }

    /** What is not a stream, is hidden or is a folder shows nothing of processors. */
    @Test
    void otherFilesDoNotMatter() throws Exception {
        Path trace = trace("sched_waking CPU_1/KVM:387 1");
        Files.delete(trace.resolve("channel0_1"));
        Files.createFile(trace.resolve(".hidden"));
        Files.createDirectory(trace.resolve("folder"));
        assertEquals("[" + LOSS + " before 300", losses(trace).split(", LostEvents")[0]);
    }

    /** No host has so many; who is woken nowhere is not sent. */
    @Test
    void impossibleProcessorsAreNone() throws Exception {
        assertEquals("[]", losses(trace("sched_waking CPU_1/KVM:387 16384")));
    }
}
