/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guesttrace.CtfEventType;
import org.hypertrace.core.guesttrace.CtfField;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Switches between threads whose names are known are passed at once; one that brings another name, or after which a thread ends, is not. */
@Tag("plain")
class UsualStaysTest {

    private static final Manifest.Vm ANY = new Manifest.Vm("any", -1, List.of(), null, null, null, List.of(), List.of(), null, null, List.of());

    /** The thread is known by its name before it enters a guest. */
    private static final String KNOWN = """
            100 alpha cpu0 sched_switch swapper/0:0 R NAME:386
            110 alpha cpu0 sched_switch NAME:386 S swapper/0:0
            120 alpha cpu0 sched_switch swapper/0:0 R NAME:386
            130 alpha cpu0 sched_switch NAME:386 S swapper/0:0
            140 alpha cpu0 sched_switch swapper/0:0 R NAME:386
            150 alpha cpu0 kvm_entry
            160 alpha cpu0 kvm_exit HLT 3
            """;

    @TempDir
    private Path fFolder;

    /** Each vCPU's thread, number and process, if nothing but the threads' names has the number. */
    private Set<String> vcpus(String story) throws Exception {
        CtfEventType exit = CtfEventType.of("kvm_x86_exit", CtfField.unsigned("exit_reason", 32));
        Path folder = new RecordedStory(story).with(exit).in(Files.createTempDirectory(fFolder, "story"));
        ITmfTrace trace = HypertraceKernelTrace.open(folder, null);
        Set<HostThread> threads = new LinkedHashSet<>();
        try (VcpuClocks clocks = new VcpuClocks(thread -> ANY);
                StayMerge stays = StayReading.read(HostTraces.of(trace), true, new NullProgressMonitor())) {
            assertTrue(stays != null && stays.giveTo(clocks, thread -> {
                threads.add(thread);
                return ANY;
            }), "something was unusual");
        } finally {
            trace.dispose();
        }
        Set<String> vcpus = new LinkedHashSet<>();
        threads.forEach(thread -> vcpus.add(thread.key() + " is vCPU " + thread.vcpu().number()));
        return vcpus;
    }

    /** The first name is another one in its first eight bytes, in those behind them, or altogether. */
    @ParameterizedTest
    @ValueSource(strings = { "CPU_7/KVM", "CPU_1/KVX", "qemu" })
    void aThreadGetsAnotherName(String first) throws Exception {
        assertEquals(Set.of("386#1 is vCPU 1"), vcpus(KNOWN.replace("NAME", first) + """
                170 alpha cpu0 sched_switch CPU_1/KVM:386 S swapper/0:0
                180 alpha cpu0 sched_switch swapper/0:0 R CPU_1/KVM:386
                190 alpha cpu0 kvm_entry
                """));
    }

    /** What ended has no name, nor what never had one; another name is another spelling. */
    @Test
    void aThreadEnds() {
        CpuSigns signs = new CpuSigns(0, 0, false);
        signs.spelled(5, 1, 2);
        assertFalse(signs.isSpelled(5, 1, 2));
        signs.switched(switched("a"));
        signs.spelled(5, 1, 2);
        assertTrue(signs.isSpelled(5, 1, 2));
        signs.switched(switched("b"));
        assertFalse(signs.isSpelled(5, 1, 2));
        signs.spelled(5, 3, 2);
        signs.ends(new HostEvent.ThreadEnds(20, 0, 0, 5));
        assertFalse(signs.isSpelled(5, 3, 2));
        signs.spelled(5, 3, 2);
        assertFalse(signs.isSpelled(5, 3, 2));
    }

    /** No thread has such an id, whatever a trace has: one of these stands for nobody. */
    @Test
    void nobodyHasAName() {
        for (int tid = -4; tid < 0; tid++) {
            assertFalse(new CpuSigns(0, 0, false).isSpelled(tid, 0, 0), tid + " has none");
        }
    }

    private static HostEvent.SchedSwitch switched(String name) {
        return new HostEvent.SchedSwitch(10, 0, 0, HostThread.IDLE, "swapper/0", 0, 5, name);
    }

    /** Who had the processor is known late: then what the hypervisor reported before that is, too. */
    @Test
    void signsAreInTheOrderOfTime() {
        CpuSigns signs = new CpuSigns(0, 0, false);
        signs.hypervisor(HostEvent.UNKNOWN_ID, new HostEvent.KvmTscOffset(10, 0, 0, 0, 0), 10);
        signs.sign(new HostEvent.ThreadEnds(20, 0, 0, 5));
        signs.isKnown(7, 30);
        signs.end();
        assertEquals(List.of(10L, 10L, 20L), signs.all().stream().map(HostEvent::time).toList());
    }
}
