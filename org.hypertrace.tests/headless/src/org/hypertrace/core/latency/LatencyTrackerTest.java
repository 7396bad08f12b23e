/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.track.Exit;
import org.hypertrace.core.exit.track.ExitSink;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guests wait for interrupts and for being run; every injection has exactly one end. Thread 11 is the vCPU. */
class LatencyTrackerTest {

    private static final String ENTERS = """
            90 host cpu0 fork CPU_0/KVM:11 9
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            """;
    private static final String INJECTS = ENTERS + """
            120 host cpu0 kvm_exit INTR
            125 host cpu0 inj_virq 236
            130 host cpu0 kvm_entry
            """;

    @TempDir
    private Path fFolder;

    @Test
    void anInterruptIsServedWhenTheGuestReportsSo() {
        assertFound("""
                11 INJECTION_ENTRY 236 125+5
                11 INJECTION_HANDLER 236 125+16
                """, INJECTS + """
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 kvm_hypercall 0x73 236 0 0 0
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void anyDeviceInterruptsHandlerServesIt() {
        assertFound("""
                11 INJECTION_ENTRY 236 125+5
                11 INJECTION_HANDLER 236 125+16
                """, INJECTS + """
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 kvm_hypercall 0x6e 4 'ttyS0' 0 0
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void anotherVectorDoesNotServeItNorDoesWhatComesLater() {
        assertFound("""
                11 INJECTION_ENTRY 236 125+5
                11 UNHANDLED 236 125+0
                """, INJECTS + """
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 kvm_hypercall 0x73 251 0 0 0
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMMCALL
                161 host cpu0 kvm_hypercall 0x73 236 0 0 0
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void anInjectionBeforeTheEntryTakesThePlaceOfTheOneBefore() {
        assertFound("""
                11 REPLACED 48 122+0
                11 INJECTION_ENTRY 49 125+5
                11 CUT 49 125+0
                """, ENTERS + """
                120 host cpu0 kvm_exit INTR
                122 host cpu0 inj_virq 48
                125 host cpu0 inj_virq 49
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void lostEventsAndTheEndCutOff() {
        assertFound("""
                11 INJECTION_ENTRY 236 125+5
                11 CUT 236 125+0
                """, INJECTS + """
                140 host cpu0 lost 150 7
                160 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                165 host cpu0 kvm_entry
                """);
    }

    @Test
    void aHaltedGuestWaitsFromItsLastWakeupToTheEntry() {
        assertFound("11 WAKE_ENTRY 0 160+20", ENTERS + """
                120 host cpu0 kvm_exit HLT
                122 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                140 host cpu0 sched_waking CPU_0/KVM:11 cpu0
                145 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                150 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                160 host cpu0 sched_waking CPU_0/KVM:11 cpu0
                162 host cpu0 sched_wakeup CPU_0/KVM:11 cpu0
                170 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                180 host cpu0 kvm_entry
                """);
    }

    @Test
    void pollingIsDistinguishedWhereItIsRecorded() {
        assertFound("""
                11 AWAKE 0 120+20
                11 POLLED 0 150+20
                """, ENTERS + """
                120 host cpu0 kvm_exit HLT
                140 host cpu0 kvm_entry
                150 host cpu0 kvm_exit HLT
                165 host cpu0 kvm_service POLLED 12
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void theHaltOfAGuestsGuestIsNotTheVms() {
        assertFound("", ENTERS + """
                120 host cpu0 kvm_exit HLT
                121 host cpu0 nested_vmexit HLT
                125 host cpu0 nested_vmexit_inject HLT
                140 host cpu0 kvm_entry
                """);
    }

    @Test
    void aKickLastsToTheNextEntry() {
        assertFound("11 KICK_ENTRY 253 115+15", ENTERS + """
                115 host cpu0 apic_entry 253
                116 host cpu0 apic_exit
                118 host cpu0 apic_entry 251
                119 host cpu0 apic_exit
                120 host cpu0 kvm_exit INTR
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit IOIO
                142 host cpu0 apic_entry 253
                143 host cpu0 apic_exit
                150 host cpu0 kvm_entry
                """);
        // on Intel the exit comes first
        assertFound("11 KICK_ENTRY 251 122+8", ENTERS + """
                120 host cpu0 kvm_exit INTR
                122 host cpu0 apic_entry 251
                123 host cpu0 apic_exit
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void anIpiOfAnotherVcpuLastsToTheEntryOfTheOneItIsFor() {
        assertFound("12 IPI_ENTRY 0 140+30", ENTERS + """
                111 host cpu1 fork CPU_1/KVM:12 9
                112 host cpu1 sched_switch swapper/1:0 R CPU_1/KVM:12
                113 host cpu1 kvm_entry
                115 host cpu1 kvm_exit IOIO 1
                130 host cpu0 kvm_exit MSR 0
                135 host cpu0 kvm_service APIC_ACCEPTS 0
                140 host cpu0 kvm_service APIC_ACCEPTS 1
                145 host cpu0 kvm_service APIC_ACCEPTS 7
                150 host cpu0 kvm_entry
                170 host cpu1 kvm_entry
                """);
    }

    @Test
    void aDeviceOfTheVmmIsNoVcpu() {
        assertFound("", ENTERS + """
                111 host cpu1 fork worker:12 9
                112 host cpu1 sched_switch swapper/1:0 R worker:12
                120 host cpu0 kvm_exit MSR 0
                130 host cpu0 kvm_entry
                140 host cpu1 kvm_service APIC_ACCEPTS 0
                150 host cpu0 kvm_exit MSR 0
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Path file = fFolder.resolve("latencies");
        assertNull(Latencies.open(file, 1));
        VirtualCpu[] vcpu = new VirtualCpu[1];
        report(INJECTS, (kind, of, number, begin, length) -> vcpu[0] = of);
        try (LatencyFile out = new LatencyFile(file)) {
            out.found(LatencyKind.KICK_ENTRY, vcpu[0], 253, 115, 15);
            out.found(LatencyKind.CUT, vcpu[0], 236, 125, 0);
            assertNull(Latencies.open(file, 1));
            out.finish(1);
        }
        assertNull(Latencies.open(file, 2));
        Latencies read = Latencies.open(file, 1);
        assertEquals("2 KICK_ENTRY 253 115 15 0, CUT 236 125 0", read.count() + " " + read.kind(0) + ' ' + read.number(0) + ' '
                + read.begin(0) + ' ' + read.length(0) + ' ' + read.vcpu(0) + ", " + read.kind(1) + ' ' + read.number(1) + ' '
                + read.begin(1) + ' ' + read.length(1));
        Files.write(file, new byte[] { 1 }, StandardOpenOption.APPEND);
        assertNull(Latencies.open(file, 1));
    }

    private static void assertFound(String lines, String story) {
        List<String> found = new ArrayList<>();
        report(story, (kind, vcpu, number, begin, length) -> found.add(
                vcpu.thread().tid() + " " + kind + ' ' + number + ' ' + begin + '+' + length));
        assertEquals(lines.strip(), String.join("\n", found));
    }

    private static void report(String story, LatencySink sink) {
        Teller teller = new Teller();
        try (Timeline timeline = new Timeline(MachineSink.NONE, host -> null, List.of(), LookAhead.DEFAULT_LIMIT, teller)) {
            teller.fLatencies = new LatencyTracker(timeline.machines(), sink);
            teller.fStates = new ExitTracker(timeline.machines(), teller);
            Story.events(story).forEach(timeline::accept);
            timeline.finish();
            teller.fLatencies.finish();
        }
    }

    private static final class Teller implements TimelineSink, ExitSink {
        private LatencyTracker fLatencies;
        private ExitTracker fStates;

        @Override
        public void host(HostEvent event) {
            fStates.handle(event);
            fLatencies.handle(event);
        }

        @Override
        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
            fLatencies.handle(vcpu, event);
        }

        @Override
        public void state(long time, VirtualCpu vcpu, VcpuState state) {
            fLatencies.state(time, vcpu, state);
        }

        @Override
        public void begins(Exit exit) {
            // waits alone are asked for
        }

        @Override
        public void ends(Exit exit) {
            // the same
        }

        @Override
        public void breaksOff(Exit exit) {
            // the same
        }
    }
}
