/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.DialectChoices.Choice;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.core.vcpu.VcpuTable;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace opened again: the same figures, from the history file, without reading one event. */
@Tag("platform")
class HistoryTest {

    private static final String WEB = """
            { "vms": [ { "name": "web", "pid": 384 } ] }
            """;

    @TempDir
    private Path fFolder;

    private int fRequests;
    /** Gets the file of the history now and then while events are read. */
    private Consumer<Path> fAtEvents;

    @BeforeEach
    void record() throws IOException {
        new RecordedStory("""
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
                """).in(fFolder);
    }

    @Test
    void theSecondTimeNoEventIsRead() throws Exception {
        String first = open(fFolder.resolve("alpha"));
        assertTrue(first.contains("GUEST=") && first.contains("discarded=7") && first.contains("bash") && first.contains("irq 24"), first);
        assertEquals(1, fRequests);
        assertEquals(first, open(fFolder.resolve("alpha")));
        assertEquals(1, fRequests);
    }

    @Test
    void theSameHoldsForARecordedTrace() throws Exception {
        Path trace = Samples.trace("syscall-load");
        String first = open(trace);
        int requests = fRequests;
        assertEquals(first, open(trace));
        assertEquals(requests, fRequests);
    }

    @Test
    void theSameHoldsForAnExperiment() throws Exception {
        new RecordedStory("""
                100 beta cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 beta cpu0 kvm_entry
                200 beta cpu0 other
                """).in(fFolder);
        String first = open(fFolder.resolve("alpha"), fFolder.resolve("beta"));
        assertTrue(first.contains("alpha") && first.contains("beta"), first);
        assertEquals(first, open(fFolder.resolve("alpha"), fFolder.resolve("beta")));
        assertEquals(1, fRequests);
    }

    @Test
    void aManifestThatChangedIsRead() throws Exception {
        String unnamed = open(fFolder.resolve("alpha"));
        RecordedStory.write(fFolder, "hypertrace.json", WEB);
        String web = open(fFolder.resolve("alpha"));
        assertEquals(unnamed.replace("given=null", "given=web"), web);
        assertEquals(2, fRequests);
        RecordedStory.write(fFolder, "hypertrace.json", WEB.replace("web", "mail"));
        assertEquals(web.replace("web", "mail"), open(fFolder.resolve("alpha")));
        assertEquals(3, fRequests);
        assertEquals(web.replace("web", "mail"), open(fFolder.resolve("alpha")));
        assertEquals(3, fRequests);
    }

    /** The same path, length and times, as when one recording is copied over another with them. */
    @Test
    void aTraceThatChangedIsRead() throws Exception {
        Path trace = fFolder.resolve("alpha");
        String first = open(trace);
        Path stream = trace.resolve("channel0_0");
        FileTime time = Files.getLastModifiedTime(stream);
        byte[] before = Files.readAllBytes(stream);
        try (Stream<Path> files = Files.list(trace)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        new RecordedStory("""
                100 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                125 alpha cpu0 irq_entry 24
                130 alpha cpu0 irq_exit 24
                140 alpha cpu0 kvm_exit HLT 0
                150 alpha cpu0 sched_switch CPU_0/KVM:386 R dash:10
                170 alpha cpu0 sched_switch dash:10 S CPU_0/KVM:386
                200 alpha cpu0 lost 300 7
                310 alpha cpu0 kvm_entry
                400 alpha cpu0 other
                """).in(fFolder);
        Files.setLastModifiedTime(stream, time);
        assertEquals(before.length, Files.size(stream), "this would be noticed anyway");
        assertEquals(first.replace("bash", "dash"), open(trace));
        assertEquals(2, fRequests);
    }

    /** What a killed process leaves is what the file was at some moment; here at every one at which events were read. */
    @Test
    void whatAKilledProcessLeavesIsWrittenAnew() throws Exception {
        Path trace = Samples.trace("syscall-load");
        List<Path> crashes = new ArrayList<>();
        fAtEvents = history -> {
            try {
                if (Files.exists(history) && crashes.size() < 3) {
                    crashes.add(Files.copy(history, fFolder.resolve("crash" + crashes.size())));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        TmfTraceManager.deleteSupplementaryFolder(opened(trace));
        String first = open(trace);
        fAtEvents = null;
        assertEquals(3, crashes.size());
        Path history = history(trace);
        byte[] whole = Files.readAllBytes(history);
        crashes.add(Files.write(fFolder.resolve("without its end"), Arrays.copyOf(whole, whole.length - 4096)));
        crashes.add(Files.write(fFolder.resolve("header only"), Arrays.copyOf(whole, 4096)));
        crashes.add(Files.write(fFolder.resolve("hole"), hole(whole)));
        for (Path crash : crashes) {
            int requests = fRequests;
            Files.copy(crash, history, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(first, open(trace), crash.toString());
            assertEquals(requests + 1, fRequests, crash.toString());
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
            return Path.of(TmfTraceManager.getSupplementaryFileDir(opened), ModelAnalysis.ID + ".ht");
        } finally {
            opened.dispose();
        }
    }

    private static LttngKernelTrace opened(Path trace) throws TmfTraceException {
        LttngKernelTrace opened = new LttngKernelTrace();
        opened.initTrace(null, trace.toString(), CtfTmfEvent.class, trace.toString(), null);
        return opened;
    }

    @Test
    void dialectsThatTheUserChoseAreTaken() throws Exception {
        Path trace = speaking("speaking");
        assertTrue(open(trace).contains("dialect=hypertrace-1, detected=nothing decides"));
        choose(trace, new Choice(null, "p3"));
        String chosen = open(trace);
        assertTrue(chosen.contains("dialect=p3, detected=chosen by the user"), chosen);
        assertEquals(2, fRequests);
        assertEquals(chosen, open(trace));
        assertEquals(2, fRequests);
        choose(trace, new Choice("385", "p4"), new Choice("384", "p2"), new Choice(null, "p3"));
        assertTrue(open(trace).contains("dialect=p2, detected=chosen by the user"));
        assertEquals(3, fRequests);
        choose(trace);
        assertTrue(open(trace).contains("dialect=hypertrace-1, detected=nothing decides"));
        assertEquals(4, fRequests);
    }

    @Test
    void aDictionaryOfTheWorkspaceThatChangedIsRead() throws Exception {
        Path trace = speaking("own-speaking");
        choose(trace, new Choice(null, "history-test"));
        Path file = WorkspaceDialects.get().folder().resolve("history-test.json");
        try {
            assertEquals("There is no dialect \"history-test\" in the workspace. Choose again: Guest dialects… in the context "
                    + "menu of the trace.", assertThrows(IOException.class, () -> open(trace)).getMessage());
            for (int number : new int[] { 200, 100 }) {
                WorkspaceDialects.get().add(RecordedStory.write(fFolder, "history-test.json", """
                        { "name": "history-test", "events": [
                          { "number": %d, "event": "mark", "fields": { "tid": "a0", "value": "a1" } } ] }
                        """.formatted(number)));
                assertTrue(open(trace).contains("dialect=history-test") && open(trace).contains("unknownNumbers=" + number / 200));
            }
            assertEquals(2, fRequests);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void choicesOfAnExperimentAreItsOwn() throws Exception {
        Path trace = speaking("in-experiment");
        choose(trace, new Choice(null, "p3"));
        assertTrue(open(trace, fFolder.resolve("alpha")).contains("dialect=hypertrace-1"));
        choose(fFolder.resolve("both"), new Choice("384#1", "p4"));
        assertTrue(open(trace, fFolder.resolve("alpha")).contains("dialect=p4"));
        choose(fFolder.resolve("both"));
    }

    @Test
    void damagedChoicesAreReported() throws Exception {
        Path trace = speaking("damaged");
        Path file = choose(trace, new Choice(null, "p3"));
        Files.writeString(file, "{ \"version\": 1,\n  \"dialects\": 7 }");
        String sentence = assertThrows(IOException.class, () -> open(trace)).getMessage();
        assertEquals(file + ": dialects must be a list, […]. Choose again: Guest dialects… in the context menu of the trace.", sentence);
        assertEquals(0, fRequests);
        choose(trace);
    }

    /** Its guest reports something that only P3 and version 1 have, which proves nothing. */
    private Path speaking(String host) throws IOException {
        return new RecordedStory("""
                90 alpha cpu0 fork CPU_0/KVM:386 384
                100 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                110 alpha cpu0 kvm_entry
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 0x64 0xffffffff974f53b0 11 0 0
                130 alpha cpu0 kvm_entry
                """.replace("alpha", host)).in(fFolder);
    }

    /** Chooses for a trace, as the dialog does. */
    private static Path choose(Path trace, Choice... choices) throws IOException {
        Path folder = Path.of(TmfTraceManager.getTemporaryDirPath(), trace.toString());
        DialectChoices.write(Files.createDirectories(folder).resolve(DialectChoices.FILE_NAME), List.of(choices));
        return folder.resolve(DialectChoices.FILE_NAME);
    }

    /** Opens the traces, analyses them, closes them. */
    private String open(Path... folders) throws Exception {
        ITmfTrace[] parts = new ITmfTrace[folders.length];
        for (int i = 0; i < folders.length; i++) {
            parts[i] = new CountedTrace();
            ((CountedTrace) parts[i]).initTrace(null, folders[i].toString(), CtfTmfEvent.class, folders[i].toString(), null);
        }
        ITmfTrace trace = parts.length == 1 ? parts[0] : new CountedExperiment(fFolder.resolve("both").toString(), parts);
        ModelAnalysis model = new ModelAnalysis();
        try {
            model.setTrace(trace);
            model.schedule();
            if (!model.waitForCompletion(new NullProgressMonitor())) {
                throw new IOException(MissingDataMessage.of(trace));
            }
            return figures(model.getStateSystem());
        } finally {
            model.dispose();
            trace.dispose();
        }
    }

    private static String figures(ITmfStateSystem states) throws Exception {
        StringBuilder text = new StringBuilder();
        List<Machines.Host> hosts = Machines.of(states);
        for (Machines.Host host : hosts) {
            text.append(host).append('\n');
            text.append(GuestTable.of(states, host, states.getStartTime(), states.getCurrentEndTime())).append('\n');
            VcpuTable table = new VcpuTable(states, host, states.getStartTime(), states.getCurrentEndTime());
            for (Machines.Vm vm : host.vms()) {
                for (Machines.Vcpu vcpu : vm.vcpus()) {
                    text.append(table.figures(vcpu)).append('\n');
                }
            }
        }
        return text.toString();
    }

    private final class CountedTrace extends LttngKernelTrace {
        private int fRead;

        @Override
        public synchronized CtfTmfEvent getNext(ITmfContext context) {
            if (fAtEvents != null && ++fRead % 10_000 == 0) {
                fAtEvents.accept(Path.of(TmfTraceManager.getSupplementaryFileDir(this), ModelAnalysis.ID + ".ht"));
            }
            return super.getNext(context);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }

    private final class CountedExperiment extends TmfExperiment {
        CountedExperiment(String path, ITmfTrace... traces) {
            super(ITmfEvent.class, path, traces, DEFAULT_INDEX_PAGE_SIZE, null);
        }

        @Override
        public void sendRequest(ITmfEventRequest request) {
            fRequests++;
            super.sendRequest(request);
        }
    }
}
