/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.clock.TimesText;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostEventSource;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.DamagedCopy;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each processor by itself has the stays of each vCPU that all events in their order have. */
@Tag("plain")
class StayReadingTest {

    private static final Manifest.Vm ANY = new Manifest.Vm("any", -1, List.of(), null, null, null, List.of(), List.of(), null, null, List.of());

    /** Two threads on two processors; one goes from one to the other. */
    private static final String STORY = """
            100 alpha cpu0 kvm_entry
            110 alpha cpu0 kvm_exit HLT 3
            115 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            120 alpha cpu1 sched_switch swapper/1:0 R CPU_0/KVM:386
            130 alpha cpu1 kvm_entry
            140 alpha cpu1 kvm_exit HLT 3
            150 alpha cpu1 sched_switch CPU_0/KVM:386 S CPU_1/KVM:387
            160 alpha cpu1 kvm_entry
            165 alpha cpu0 sched_switch swapper/0:0 R CPU_0/KVM:386
            170 alpha cpu0 kvm_entry
            175 alpha cpu0 kvm_entry
            180 alpha cpu1 kvm_exit HLT 4
            190 alpha cpu0 kvm_exit HLT 3
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "six-vm-boot");
    }

    /** By host, thread, number and process what is known; null if it is not read so. */
    private static Map<String, String> byProcessor(HostTraces hosts, boolean stopsAtReports) {
        Set<HostThread> threads = new LinkedHashSet<>();
        try (VcpuClocks clocks = new VcpuClocks(thread -> ANY);
                StayMerge stays = StayReading.read(hosts, stopsAtReports, new NullProgressMonitor())) {
            boolean isRead = stays != null && stays.giveTo(clocks, thread -> {
                threads.add(thread);
                return ANY;
            });
            return isRead ? text(threads.stream().map(HostThread::vcpu).toList(), clocks) : null;
        }
    }

    private static Map<String, String> inOrder(ITmfTrace trace, HostTraces hosts) {
        try (VcpuClocks clocks = new VcpuClocks(thread -> ANY)) {
            Timeline[] timeline = new Timeline[1];
            timeline[0] = new Timeline(new MachineFanOut(List.of()), host -> hosts.hosts().get(host).manifest(), List.of(), LookAhead.DEFAULT_LIMIT,
                    new TimelineSink() {
                        @Override
                        public void host(HostEvent event) {
                            clocks.host(event, timeline[0].machines());
                        }

                        @Override
                        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
                            // not compared
                        }
                    });
            HostEventSource source = new HostEventSource(hosts, Detail.CLOCKS);
            try (DirectReading direct = DirectReading.of(trace, source)) {
                assertEquals(DirectReading.End.ALL, direct.read(time -> true, timeline[0]::accept));
                source.finish(Long.MAX_VALUE, timeline[0]::accept);
            }
            timeline[0].finish();
            List<VirtualCpu> vcpus = new ArrayList<>();
            for (VirtualCpu vcpu = timeline[0].machines().vcpu(0); vcpu != null; vcpu = timeline[0].machines().vcpu(vcpus.size())) {
                vcpus.add(vcpu);
            }
            timeline[0].close();
            return text(vcpus, clocks);
        }
    }

    private static Map<String, String> text(List<VirtualCpu> vcpus, VcpuClocks clocks) {
        Map<String, String> text = new TreeMap<>();
        for (VirtualCpu vcpu : vcpus) {
            HostThread thread = vcpu.thread();
            VcpuTimes times = clocks.of(vcpu);
            text.put(thread.host() + " " + thread.key() + ", vCPU " + vcpu.number() + " of " + (thread.process() == null ? null : thread.process().key()),
                    TimesText.of(times));
        }
        return text;
    }

    /** What both have; null if only all events in their order have it. */
    private static Map<String, String> same(boolean stopsAtReports, Path... folders) throws Exception {
        ITmfTrace[] traces = new ITmfTrace[folders.length];
        for (int i = 0; i < folders.length; i++) {
            traces[i] = HypertraceKernelTrace.open(folders[i], null);
        }
        ITmfTrace trace = traces.length == 1 ? traces[0] : new TmfExperiment(ITmfEvent.class, "both", traces, TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null);
        try {
            HostTraces hosts = HostTraces.of(trace);
            Map<String, String> found = byProcessor(hosts, stopsAtReports);
            if (found != null) {
                assertEquals(inOrder(trace, hosts), found);
            }
            return found;
        } finally {
            trace.dispose();
        }
    }

    private Map<String, String> story(String story, String... context) throws Exception {
        return same(true, new RecordedStory(story).withContext(context).in(Files.createTempDirectory(fFolder, "story")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Tag("long")
    void recordedTracesAreTheSame(String sample) throws Exception {
        Map<String, String> found = same(false, Samples.trace(sample));
        assertTrue(found != null && !found.isEmpty(), sample + " is read in order");
    }

    @Test
    void aThreadGoesToAnotherProcessor() throws Exception {
        assertEquals(Map.of("0 386#1, vCPU 3 of null", "100 to 190: 100-110 130-140 175-190", "0 387#1, vCPU 4 of null", "160 to 180: 160-180"), story(STORY));
    }

    @Test
    void contextsReportTheThread() throws Exception {
        Map<String, String> found = story("""
                90 alpha cpu0 context 386 384
                90 alpha cpu1 context 0 0
                """ + STORY.replace("115 alpha", "112 alpha cpu0 context 0 0\n115 alpha"), "tid", "pid");
        assertTrue(found.toString().contains(" of 384#1"), found.toString());
    }

    /** Exits without the number of the vCPU: then the name of its thread has it, which may become known late. */
    @Test
    void aNameHasTheNumber() throws Exception {
        CtfEventType exit = CtfEventType.of("kvm_x86_exit", CtfField.unsigned("exit_reason", 32));
        Path trace = new RecordedStory(STORY.replaceFirst("sched_switch CPU_0/KVM:386", "sched_switch qemu:386")).with(exit).in(fFolder);
        assertEquals(Map.of("0 386#1, vCPU 0 of null", "100 to 190: 100-110 130-140 175-190", "0 387#1, vCPU 1 of null", "160 to 180: 160-180"),
                same(true, trace));
    }

    /** Who had the processor before the loss is not known, nor whether a guest that was entered was left then. */
    @Test
    void eventsAreLost() throws Exception {
        Map<String, String> found = story(STORY.replace("140 alpha cpu1", "132 alpha cpu0 other\n133 alpha cpu0 lost 134 2\n140 alpha cpu1"));
        assertEquals("100 to 190: 100-110 175-190", found.get("0 386#1, vCPU 3 of null"));
        found = story(STORY.replace("165 alpha", "162 alpha cpu0 other\n163 alpha cpu0 lost 164 2\n165 alpha"));
        assertEquals("160 to 180:", found.get("0 387#1, vCPU 4 of null"));
        // the exit of that moment was before
        found = story(STORY + "195 alpha cpu0 lost 197 2\n200 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0\n");
        assertEquals("100 to 190: 100-110 130-140 175-190", found.get("0 386#1, vCPU 3 of null"));
    }

    /** Of the same moment on different processors it is not looked which was first. */
    @Test
    void eventsAreLostWhereAnotherProcessorHasOne() throws Exception {
        assertNull(story(STORY.replace("140 alpha cpu1", "130 alpha cpu0 other\n132 alpha cpu0 lost 134 2\n140 alpha cpu1")));
    }

    @Test
    void packetsAreMissing() throws Exception {
        Path sample = Samples.trace("panic-in-initcall");
        Map<String, String> whole = same(false, sample);
        Map<String, String> found = same(false, DamagedCopy.of(sample, fFolder.resolve("missing")).withoutIndex().drop("c0_0", 1, 1).folder());
        assertTrue(found != null && !found.equals(whole), String.valueOf(found));
        assertNull(same(false, DamagedCopy.of(sample, fFolder.resolve("repeated")).withoutIndex().repeat("c0_0", 1, 1).folder()));
    }

    /** The second one goes to the other processor, which knows the name. Without an exit its number is not known. */
    @Test
    void anIdStandsForTwoThreads() throws Exception {
        String again = STORY + """
                200 alpha cpu0 sched_switch CPU_0/KVM:386 X swapper/0:0
                205 alpha cpu1 sched_switch CPU_1/KVM:387 S swapper/1:0
                210 alpha cpu0 fork CPU_0/KVM:386 384
                220 alpha cpu1 sched_switch swapper/1:0 R CPU_0/KVM:386
                230 alpha cpu1 kvm_entry
                """;
        assertNull(story(again));
        Map<String, String> found = story(again + "240 alpha cpu1 kvm_exit HLT 3\n");
        assertEquals("230 to 240: 230-240", found.get("0 386#2, vCPU 3 of 384#1"));
        // nobody reports that it is made
        found = story(again.replace("210 alpha cpu0 fork", "210 alpha cpu0 statedump") + "240 alpha cpu1 kvm_exit HLT 3\n");
        assertNull(found);
        found = story(again.replace("210 alpha cpu0 fork CPU_0/KVM:386 384\n", "") + "240 alpha cpu1 kvm_exit HLT 3\n");
        assertEquals("230 to 240: 230-240", found.get("0 386#2, vCPU 3 of null"));
        assertEquals(2, story(STORY + "200 alpha cpu0 sched_switch CPU_0/KVM:386 X swapper/0:0\n").size());
    }

    /** The state dump comes late: until then the process is not known, and the vCPU may be anybody's. */
    @Test
    void theProcessIsKnownLate() throws Exception {
        Map<String, String> found = story(STORY + "200 alpha cpu0 statedump CPU_0/KVM:386 384\n");
        assertTrue(found.containsKey("0 386#1, vCPU 3 of 384#1"), found.toString());
    }

    @Test
    void aGuestReports() throws Exception {
        assertNull(story(STORY + "200 alpha cpu0 kvm_hypercall 0x88 0 0 0 0\n"));
        assertEquals(2, story(STORY + "200 alpha cpu0 kvm_hypercall 5 0 0 0 0\n").size());
    }

    /** As when somebody records into the same folder again: before its events are mapped, or while they are read. */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    @Tag("long")
    void aTraceThatBecomesShorterIsRefused(boolean isMapped) throws Exception {
        Path folder = DamagedCopy.of(Samples.trace("panic-in-initcall"), fFolder.resolve("shorter")).folder();
        ITmfTrace trace = HypertraceKernelTrace.open(folder, null);
        HostTraces hosts = HostTraces.of(trace);
        IProgressMonitor shortens = new NullProgressMonitor() {
            @Override
            public boolean isCanceled() {
                if (isMapped && Stream.of(Thread.currentThread().getStackTrace()).noneMatch(frame -> frame.getClassName().equals(CpuStays.class.getName()))) {
                    return false;
                }
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path stream : files.filter(file -> file.getFileName().toString().startsWith("c0_")).toList()) {
                        FileChannel.open(stream, StandardOpenOption.WRITE).truncate(1).close();
                    }
                    return false;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        DamagedTrace refused = assertThrows(DamagedTrace.class, () -> StayReading.read(hosts, false, shortens));
        assertEquals("a file of the trace became shorter while it was read", refused.getMessage());
        trace.dispose();
    }

    @Test
    void severalHosts() throws Exception {
        Path first = new RecordedStory(STORY).in(Files.createDirectories(fFolder.resolve("first")));
        Path second = new RecordedStory(STORY.replace("alpha", "beta")).in(Files.createDirectories(fFolder.resolve("second")));
        assertEquals(4, same(true, first, second).size());
    }
}
