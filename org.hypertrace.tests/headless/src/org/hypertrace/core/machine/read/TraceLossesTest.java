/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is lost in a trace is reported, a sentence each, by what its files and passes show. */
@Tag("plain")
class TraceLossesTest {

    private static final String STORY = """
            100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            110 alpha cpu0 kvm_entry
            120 alpha cpu1 other
            400000000 alpha cpu0 kvm_exit HLT 0
            """;

    /** Where the header of a packet has its end. */
    private static final int PACKET_END = 40;

    @TempDir
    private Path fFolder;
    private LttngKernelTrace fTrace;

    @AfterEach
    void close() {
        fTrace.dispose();
    }

    private TraceLosses losses(Path folder) throws Exception {
        return hosts(folder).losses();
    }

    private HostTraces hosts(Path folder) throws Exception {
        fTrace = HypertraceKernelTrace.of(folder);
        fTrace.initTrace(null, folder.toString(), CtfTmfEvent.class, "losses", null);
        return HostTraces.of(fTrace);
    }

    /** What processor 1 did after its event is not recorded. */
    private Path endsEarly(RecordedStory story) throws Exception {
        return DamagedCopy.of(story.in(fFolder.resolve("whole")), fFolder.resolve("early")).withoutIndex().set("channel0_1", 0, PACKET_END, 120).folder();
    }

    private static String only(List<String> sentences) {
        assertEquals(1, sentences.size(), sentences.toString());
        return sentences.get(0);
    }

    @Test
    void discardedEventsAreCounted() throws Exception {
        String end = " what happened then is unknown. Record with larger buffers (lttng enable-channel --subbuf-size 4M).";
        Path one = new RecordedStory(STORY + "400000000 alpha cpu1 lost 400000010 1\n").in(fFolder.resolve("one"));
        assertEquals(one + ": the host's tracer discarded one event;" + end, only(losses(one).discarded()));
        fTrace.dispose();
        Path seven = new RecordedStory(STORY + "400000000 alpha cpu1 lost 400000010 7\n").in(fFolder.resolve("seven"));
        assertEquals(seven + ": the host's tracer discarded 7 events;" + end, only(losses(seven).discarded()));
    }

    @Test
    void aStreamThatEndsBeforeOthersIsALoss() throws Exception {
        Path trace = endsEarly(new RecordedStory(STORY));
        TraceLosses losses = losses(trace);
        assertEquals(List.of(), losses.discarded());
        assertEquals(List.of(), losses.withoutEvents());
        assertEquals(1, losses.missing().get(0).loss().cpu());
        String sentence = only(losses.sentences());
        assertTrue(sentence.startsWith(trace + ": in channel0_1 nothing is recorded, though other streams go on, from "), sentence);
        assertTrue(sentence.endsWith("; what processor 1 did then is unknown."), sentence);
    }

    /** No event of a host stands for what is missing in a guest's own trace. */
    @Test
    void ofAGuestsOwnTraceToo() throws Exception {
        Path trace = endsEarly(new RecordedStory(STORY).withEnvironment(TraceEnvironment.GUEST_VM, "10#1")
                .withEnvironment(TraceEnvironment.GUEST_HOST, "x"));
        TraceLosses losses = losses(trace);
        assertEquals(List.of(), losses.missing());
        String sentence = only(losses.withoutEvents());
        assertTrue(sentence.endsWith("; what processor 1 of the guest did then is unknown."), sentence);
        assertEquals(List.of(sentence), losses.sentences());
    }

    @Test
    void damagedPacketsAreLeftOut() throws Exception {
        Path whole = new RecordedStory(STORY).in(fFolder.resolve("whole"));
        HostTraces before = hosts(whole);
        int hash = before.losses().hash();
        fTrace.dispose();
        Path damaged = DamagedCopy.of(whole, fFolder.resolve("damaged")).withoutIndex().damage("channel0_1", 0).folder();
        HostTraces after = hosts(damaged);
        String sentence = only(after.losses().withoutEvents());
        assertTrue(sentence.startsWith(damaged + ": in channel0_1 a damaged packet is left out, at byte 0: "), sentence);
        assertNotEquals(hash, after.losses().hash());
        assertTrue(after.losses().sentences().contains(sentence));
    }

    @Test
    void whatPassesCameAcross() throws Exception {
        Path folder = new RecordedStory(STORY).in(fFolder);
        TraceLosses losses = losses(folder);
        assertEquals(List.of(), losses.misplaced());
        assertEquals(List.of(), losses.outside());
        EventTimes.found(fTrace, 1, 0);
        assertEquals(List.of(folder + ": one event stands behind later ones: left out."), losses.misplaced());
        assertEquals(List.of(), losses.outside());
        EventTimes.found(fTrace, 0, 2);
        assertEquals(List.of(folder + ": one event stands behind later ones: left out."), losses.misplaced());
        assertEquals(List.of(folder + ": 2 events stand outside the times of the packet: these times may be wrong."), losses.outside());
    }

    @Test
    void theHashIsOfBytes() throws Exception {
        Path folder = new RecordedStory(STORY).in(fFolder);
        int hash = hosts(folder).recordingHash();
        assertEquals(hash, HostTraces.of(fTrace).recordingHash());
        Path stream = folder.resolve("channel0_0");
        byte[] bytes = Files.readAllBytes(stream);
        var time = Files.getLastModifiedTime(stream);
        bytes[bytes.length - 1] ^= 1;
        Files.write(stream, bytes);
        Files.setLastModifiedTime(stream, time);
        assertNotEquals(hash, RecordingHash.of(folder));
    }
}
