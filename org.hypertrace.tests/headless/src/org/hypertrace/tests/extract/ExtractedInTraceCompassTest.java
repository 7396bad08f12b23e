/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.analysis.os.linux.core.cpuusage.KernelCpuUsageAnalysis;
import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.analysis.os.linux.core.model.ProcessStatus;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.segmentstore.core.ISegmentStore;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.StateSystemUtils;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trace Compass' own analyses work on extracted traces as on recorded ones. */
@Tag("platform")
class ExtractedInTraceCompassTest {

    private static final String SYSCALL_LATENCY = "org.eclipse.tracecompass.analysis.os.linux.latency.syscall";
    private static final String EXECUTION_GRAPH = "org.eclipse.tracecompass.analysis.os.linux.execgraph";

    @TempDir
    private Path fFolder;

    private Path extracted(Path trace, String guest) {
        Command command = Command.run("extract", "--quiet", trace, "-o", fFolder.resolve("out"));
        assertEquals("0 ", command.status() + " " + command.err());
        return fFolder.resolve("out").resolve(guest);
    }

    private static <T extends IAnalysisModule> T module(ITmfTrace trace, Class<T> type, String id) {
        for (IAnalysisModule module : trace.getAnalysisModules()) {
            if (type.isInstance(module) && (id == null || id.equals(module.getId()))) {
                module.schedule();
                assertTrue(module.waitForCompletion(new NullProgressMonitor()), module.getName());
                return type.cast(module);
            }
        }
        throw new AssertionError("no " + type);
    }

    private static ITmfStateSystem kernel(ITmfTrace trace) {
        return module(trace, KernelAnalysisModule.class, null).getStateSystem();
    }

    /** By thread: ns in each state of Trace Compass' Control Flow. */
    private static Map<String, Map<ProcessStatus, Long>> threads(ITmfStateSystem states) throws Exception {
        Map<String, Map<ProcessStatus, Long>> threads = new TreeMap<>();
        for (int thread : states.getSubAttributes(states.getQuarkAbsolute("Threads"), false)) {
            Map<ProcessStatus, Long> times = new TreeMap<>();
            for (ITmfStateInterval interval : StateSystemUtils.queryHistoryRange(states, thread, states.getStartTime(),
                    states.getCurrentEndTime())) {
                times.merge(ProcessStatus.getStatusFromStateValue(interval.getStateValue()),
                        interval.getEndTime() + 1 - interval.getStartTime(), Long::sum);
            }
            threads.put(states.getAttributeName(thread), times);
        }
        return threads;
    }

    private static long sum(Map<String, Map<ProcessStatus, Long>> threads, ProcessStatus status) {
        return threads.values().stream().mapToLong(times -> times.getOrDefault(status, 0L)).sum();
    }

    @Test
    void aGuestThatNeverWroteToADiskHasControlFlowAndCpuUsage() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(extracted(Samples.trace("quiet-boot"), "quiet"))) {
            ITmfStateSystem states = kernel(opened.trace());
            Map<String, Map<ProcessStatus, Long>> threads = threads(states);
            // as many as the oracle finds, and the parents of forks among them
            assertTrue(threads.size() >= 46, threads.keySet().toString());
            // Trace Compass' thread for interrupts before the first switch
            threads.remove("-1");
            long all = states.getCurrentEndTime() - states.getStartTime();
            long run = sum(threads, ProcessStatus.RUN) + sum(threads, ProcessStatus.INTERRUPTED);
            // before its first switch, as oracle/guest_events.py --list has it, a guest does not report who runs
            long reported = states.getCurrentEndTime() - 1795278945_809537905L;
            assertTrue(run > reported * 9 / 10 && run <= reported, "one vCPU runs one thread at a time: " + run + " of " + reported);
            assertTrue(sum(threads, ProcessStatus.WAIT_BLOCKED) > all, "others sleep");
            assertTrue(sum(threads, ProcessStatus.WAIT_CPU) > 0, "some wait for the vCPU");

            Map<String, Long> usage = module(opened.trace(), KernelCpuUsageAnalysis.class, null)
                    .getCpuUsageInRange(Set.of(), states.getStartTime(), states.getCurrentEndTime());
            long total = usage.get("total");
            assertTrue(total > all / 4 && total <= all, usage.toString());
            module(opened.trace(), IAnalysisModule.class, EXECUTION_GRAPH);
            opened.forget();
        }
    }

    @Test
    void systemCallsHaveALatency() throws Exception {
        Path trace = new RecordedStory("""
                100 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 0x81 0x4754524300010100 0 0 0
                121 alpha cpu0 kvm_hypercall 0x66 0x1 0x787800000000 'init' 0
                122 alpha cpu0 kvm_hypercall 0x6c 0x1 0 3 0
                150 alpha cpu0 kvm_hypercall 0x6d 0x1 0 7 0
                160 alpha cpu0 kvm_hypercall 0x91 1 0xa0000003b 0 9
                170 alpha cpu0 kvm_hypercall 0x66 0x100000000 0x787800000001 'swapper/' '0'
                """).in(fFolder.resolve("in"));
        try (OpenedTrace opened = OpenedTrace.of(extracted(trace, "vm-384"))) {
            kernel(opened.trace());
            ISegmentStore<ISegment> segments = ((ISegmentStoreProvider) module(opened.trace(), IAnalysisModule.class, SYSCALL_LATENCY))
                    .getSegmentStore();
            List<String> found = new ArrayList<>();
            for (ISegment segment : segments) {
                found.add(segment.getStart() + "-" + segment.getEnd() + " " + segment.toString().replaceAll("(?s).*name = (\\w+).*", "$1"));
            }
            assertEquals(2, found.size(), found.toString());
            assertTrue(found.get(0).startsWith("122-150 ") && found.get(1).startsWith("150-160 "), found.toString());
            opened.forget();
        }
    }

    /** The guest's thread 7 and the host's thread 7 are two, in two machines; only one of these is a host. */
    @Test
    void theMachinesOfAnExperimentStayApart() throws Exception {
        Path trace = new RecordedStory("""
                100 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch hostly:7 S CPU_0/KVM:386
                120 alpha cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 alpha cpu0 kvm_hypercall 0x66 0x7 0x787800000000 'guestly' 0
                130 alpha cpu0 kvm_hypercall 0x66 0x700000000 0x787800000001 'swapper/' '0'
                140 alpha cpu0 sched_switch CPU_0/KVM:386 R hostly:7
                150 alpha cpu0 other
                """).in(fFolder.resolve("in"));
        Path guest = extracted(trace, "vm-384");
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(guest.resolveSibling("alpha"), guest))) {
            List<ITmfTrace> traces = List.copyOf(TmfTraceManager.getTraceSet(opened.trace()));
            assertNotEquals(traces.get(0).getHostId(), traces.get(1).getHostId());
            assertEquals(List.of("hostly", "guestly"), List.of(name(traces.get(0), "7"), name(traces.get(1), "7")));
            HostTraces hosts = HostTraces.of(opened.trace());
            assertEquals(1, hosts.hosts().size());
            assertEquals(-1, hosts.hostOf(traces.get(1)));
            assertEquals("[384#1 of 0]", hosts.guests().stream().map(of -> of.key() + " of " + of.host()).toList().toString());
            assertEquals(traces.get(1), hosts.guests().get(0).trace());
            opened.forget();
        }
    }

    private static String name(ITmfTrace trace, String thread) throws Exception {
        ITmfStateSystem states = kernel(trace);
        return states.querySingleState(states.getCurrentEndTime(), states.getQuarkAbsolute("Threads", thread, "Exec_name"))
                .getValue().toString();
    }

    /** A trace that was recorded in the guest is the VM's, not a host, if named by the manifest. */
    @Test
    void theGuestsOwnTraceIsJoinedByTheManifest() throws Exception {
        new RecordedStory("""
                100 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch hostly:7 S CPU_0/KVM:386
                120 alpha cpu0 kvm_entry
                """).in(fFolder);
        new RecordedStory("130 web cpu0 sched_switch a:1 S b:2\n140 web cpu0 kvm_entry\n").in(fFolder.resolve("guests"));
        Path own = fFolder.resolve("guests/web");
        List<Path> both = List.of(fFolder.resolve("alpha"), own);
        assertEquals("2 hosts []", joined(both));
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web-1", "pid": 384, "guestTrace": "guests/web" } ] }
                """);
        assertEquals("1 hosts [384#1 null]", joined(both));
        RecordedStory.write(fFolder, "hypertrace.json", """
                { "vms": [ { "name": "web-1", "guestTrace": "guests/web" } ] }
                """);
        assertEquals("1 hosts [null web-1]", joined(both));
    }

    private static String joined(List<Path> traces) throws Exception {
        try (OpenedTrace opened = OpenedTrace.ofAll(traces)) {
            HostTraces hosts = HostTraces.of(opened.trace());
            return hosts.hosts().size() + " hosts " + hosts.guests().stream().map(of -> of.key() + " " + of.name()).toList();
        }
    }

    @Test
    void aHostileGuestIsExtractedToo() throws IOException, InterruptedException {
        StringBuilder story = new StringBuilder("""
                100 alpha cpu0 fork CPU_0/KVM:386 384
                110 alpha cpu0 sched_switch hostly:7 S CPU_0/KVM:386
                """);
        Random random = new Random(7);
        int count = Samples.ALL ? 40_000 : 8_000;
        for (int i = 0; i < count; i++) {
            long time = 1000 + 2L * i;
            story.append(time).append(" alpha cpu0 kvm_exit VMMCALL 0 0x").append(Long.toHexString(i % 5 == 0 ? 0x401000 : 0xffffffff81000000L)).append('\n');
            long number = random.nextInt(4) == 0 ? random.nextLong() : 0x64 + random.nextInt(0x40) | (i % 7 == 0 ? random.nextInt(1 << 20) << 16 : 0);
            story.append(time).append(" alpha cpu0 kvm_hypercall 0x").append(Long.toHexString(number));
            for (int word = 0; word < 4; word++) {
                long value = switch (random.nextInt(4)) {
                case 0 -> random.nextLong();
                case 1 -> (long) random.nextInt(1 << 22) << 32 | random.nextInt(1 << 22);
                case 2 -> random.nextInt(1000);
                default -> random.nextLong() & 0x00ff00ffff00ffffL;
                };
                story.append(" 0x").append(Long.toHexString(value));
            }
            story.append('\n');
        }
        Path trace = new RecordedStory(story.toString()).in(fFolder.resolve("in"));
        Command command = Command.run("extract", "--quiet", "--guests-only", trace, "-o", fFolder.resolve("out"));
        assertEquals("0  []", command.status() + " " + command.err() + " " + command.log());
        long events = 0;
        for (String line : command.out().lines().toList()) {
            Path written = Path.of(line.substring(0, line.indexOf(": ")));
            long reported = Long.parseLong(line.replaceAll(".*, (\\d+) events, .*", "$1"));
            Process reader = new ProcessBuilder("babeltrace2", "--component=sink.utils.counter", written.toString())
                    .redirectErrorStream(true).start();
            String out = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(reader.waitFor(1, TimeUnit.MINUTES));
            assertEquals(0, reader.exitValue(), out);
            assertTrue(out.matches("(?s).*\\b" + reported + " Event messages?\\n.*"), line + '\n' + out);
            events += reported;
        }
        assertTrue(events > count / 4, command.out());
        assertFalse(command.out().contains("the host's trace"), command.out());
    }
}
