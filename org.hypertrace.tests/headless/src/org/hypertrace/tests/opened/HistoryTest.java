/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace opened again: the same figures, from the history file, without reading one event. */
@Tag("platform")
class HistoryTest {

    private static final String STORY = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_entry
            125 alpha cpu0 irq_entry 24
            130 alpha cpu0 irq_exit 24
            140 alpha cpu0 kvm_exit HLT 0
            150 alpha cpu0 sched_switch CPU_0/KVM:386 R bash:10
            170 alpha cpu0 sched_switch bash:10 S CPU_0/KVM:386
            200 alpha cpu0 lost 300 7
            310 alpha cpu0 kvm_entry
            400 alpha cpu0 other
            """;
    private static final String WEB = """
            { "vms": [ { "name": "web", "pid": 384 } ] }
            """;

    @TempDir
    private Path fFolder;

    private CountedOpenings fTraces;

    @BeforeEach
    void record() throws IOException {
        fTraces = new CountedOpenings(fFolder.resolve("both"));
        new RecordedStory(STORY).in(fFolder);
    }

    @Test
    void theSecondTimeNoEventIsRead() throws Exception {
        String first = fTraces.open(fFolder.resolve("alpha"));
        assertTrue(first.contains("GUEST=") && first.contains("discarded=7") && first.contains("bash") && first.contains("irq 24"), first);
        assertEquals(1, fTraces.requests());
        assertEquals(first, fTraces.open(fFolder.resolve("alpha")));
        assertEquals(1, fTraces.requests());
    }

    @Test
    void theSameHoldsForARecordedTrace() throws Exception {
        Path trace = Samples.trace("syscall-load");
        String first = fTraces.open(trace);
        int requests = fTraces.requests();
        assertEquals(first, fTraces.open(trace));
        assertEquals(requests, fTraces.requests());
    }

    @Test
    void theSameHoldsForAnExperiment() throws Exception {
        new RecordedStory("""
                100 beta cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 beta cpu0 kvm_entry
                200 beta cpu0 other
                """).in(fFolder);
        String first = fTraces.open(fFolder.resolve("alpha"), fFolder.resolve("beta"));
        assertTrue(first.contains("alpha") && first.contains("beta"), first);
        assertEquals(first, fTraces.open(fFolder.resolve("alpha"), fFolder.resolve("beta")));
        assertEquals(1, fTraces.requests());
    }

    @Test
    void aManifestThatChangedIsRead() throws Exception {
        String unnamed = fTraces.open(fFolder.resolve("alpha"));
        RecordedStory.write(fFolder, "hypertrace.json", WEB);
        String web = fTraces.open(fFolder.resolve("alpha"));
        assertEquals(unnamed.replace("given=null", "given=web"), web);
        assertEquals(2, fTraces.requests());
        RecordedStory.write(fFolder, "hypertrace.json", WEB.replace("web", "mail"));
        assertEquals(web.replace("web", "mail"), fTraces.open(fFolder.resolve("alpha")));
        assertEquals(3, fTraces.requests());
        assertEquals(web.replace("web", "mail"), fTraces.open(fFolder.resolve("alpha")));
        assertEquals(3, fTraces.requests());
    }

    /** The same path, length and times, as when one recording is copied over another with them. */
    @Test
    void aTraceThatChangedIsRead() throws Exception {
        Path trace = fFolder.resolve("alpha");
        String first = fTraces.open(trace);
        Path stream = trace.resolve("channel0_0");
        FileTime time = Files.getLastModifiedTime(stream);
        byte[] before = Files.readAllBytes(stream);
        try (Stream<Path> files = Files.list(trace)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        new RecordedStory(STORY.replace("bash", "dash")).in(fFolder);
        Files.setLastModifiedTime(stream, time);
        assertEquals(before.length, Files.size(stream), "this would be noticed anyway");
        assertEquals(first.replace("bash", "dash"), fTraces.open(trace));
        assertEquals(2, fTraces.requests());
    }

    /** What a killed process leaves is what the file was at some moment; here at every one at which events were read. */
    @Test
    void whatAKilledProcessLeavesIsWrittenAnew() throws Exception {
        Path trace = Samples.trace("syscall-load");
        List<Path> crashes = new ArrayList<>();
        fTraces.atEvents(history -> {
            try {
                if (Files.exists(history) && crashes.size() < 3) {
                    crashes.add(Files.copy(history, fFolder.resolve("crash" + crashes.size())));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        TmfTraceManager.deleteSupplementaryFolder(opened(trace));
        String first = fTraces.open(trace);
        fTraces.atEvents(null);
        assertEquals(3, crashes.size());
        Path history = history(trace);
        byte[] whole = Files.readAllBytes(history);
        crashes.add(Files.write(fFolder.resolve("without its end"), Arrays.copyOf(whole, whole.length - 4096)));
        crashes.add(Files.write(fFolder.resolve("header only"), Arrays.copyOf(whole, 4096)));
        crashes.add(Files.write(fFolder.resolve("hole"), hole(whole)));
        for (Path crash : crashes) {
            int requests = fTraces.requests();
            Files.copy(crash, history, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(first, fTraces.open(trace), crash.toString());
            assertEquals(requests + 1, fTraces.requests(), crash.toString());
        }
    }

    /** A node that was never written, as on a full disk. */
    private static byte[] hole(byte[] whole) {
        byte[] hole = whole.clone();
        Arrays.fill(hole, 4096, 4096 + 65536, (byte) 0);
        return hole;
    }

    private static Path history(Path trace) throws Exception {
        LttngKernelTrace opened = opened(trace);
        try {
            return Path.of(TmfTraceManager.getSupplementaryFileDir(opened), ModelAnalysis.ID + ".columns");
        } finally {
            opened.dispose();
        }
    }

    private static LttngKernelTrace opened(Path trace) throws TmfTraceException {
        LttngKernelTrace opened = new LttngKernelTrace();
        opened.initTrace(null, trace.toString(), CtfTmfEvent.class, trace.toString(), null);
        return opened;
    }


}
