/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.TrackerLog;
import org.junit.jupiter.api.Test;

/** What vCPUs did unseen: another thread has their processor, they have another one, packets are missing. */
class VcpuUnseenTest {

    private static final String RUNS = """
            90 host cpu1 statedump ld:21 21
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            """;

    private static final String TWO = """
            90 host cpu1 sched_switch swapper/1:0 R CPU_1/KVM:12
            95 host cpu1 kvm_entry
            """ + RUNS;

    @Test
    void theContextOfAnEventTellsWhoHasTheProcessor() {
        TrackerLog told = TrackerLog.of(RUNS + """
                120 host cpu0 context 20
                130 host cpu0 context 11
                140 host cpu0 kvm_entry
                """);
        assertEquals("11: 110 guest, 120 unknown, 140 guest\n", told.states());
        assertEquals("11: 110 cpu0, 120 -, 130 cpu0\n", told.processors());
    }

    @Test
    void theContextTellsThatAnInterruptCameWhileTheVcpuHadTheProcessor() {
        assertEquals("11: 110 guest, 120 unknown, 135 host interrupt, 140 unknown\n", TrackerLog.of(RUNS + """
                120 host cpu0 lost 125 7
                130 host cpu0 irq_entry 4
                135 host cpu0 context 11
                140 host cpu0 irq_exit
                """).states());
    }

    @Test
    void whatAProcessorServedBeforeALossIsNotKnownAfterIt() {
        assertEquals("11: 110 guest, 115 host interrupt, 120 unknown\n", TrackerLog.of(RUNS + """
                115 host cpu0 irq_entry 4
                120 host cpu0 lost 125 7
                135 host cpu0 context 11
                """).states());
    }

    @Test
    void theContextTellsWhoHasTheProcessorAVcpuWaitsFor() {
        assertEquals("11: 120 make(20), 130 ld(21)\n", TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 context 21
                """).takers());
    }

    @Test
    void aVcpuThatTheContextTellsTakesTheProcessorFromTheOneThatWaits() {
        TrackerLog told = TrackerLog.of(TWO + """
                115 host cpu1 sched_switch CPU_1/KVM:12 S swapper/1:0
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 context 12
                140 host cpu0 sched_switch CPU_1/KVM:12 S ld:21
                """);
        assertEquals("11: 120 make(20), 130 CPU 1/KVM(12), 140 ld(21)\n", told.takers());
        assertEquals("12: 95 cpu1, 115 -, 130 cpu0, 140 -\n11: 110 cpu0, 120 -\n", told.processors());
    }

    /** The other slept in the kernel, and is still there. */
    @Test
    void aVcpuInPlaceOfAnotherIsTheOnlyOneThere() {
        TrackerLog told = TrackerLog.of(TWO + """
                115 host cpu1 sched_switch CPU_1/KVM:12 D swapper/1:0
                120 host cpu0 context 12
                125 host cpu0 kvm_exit HLT
                """);
        assertEquals("12: 95 guest, 115 blocked, 120 host kernel\n11: 110 guest, 120 unknown\n", told.states());
    }

    /** It cannot still be in the guest that it entered elsewhere. */
    @Test
    void aVcpuOnAnotherProcessorLeftTheFirstUnseen() {
        TrackerLog told = TrackerLog.of(RUNS + """
                120 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                130 host cpu1 kvm_entry
                140 host cpu0 irq_entry 4
                150 host cpu1 kvm_exit HLT
                """);
        assertEquals("11: 110 guest, 120 unknown, 130 guest, 150 host kernel\n", told.states());
        assertEquals("11: 110 cpu0, 120 cpu1\n", told.processors());
    }

    @Test
    void whatHappensWhereAVcpuWasIsNotItsOwn() {
        assertEquals("11: 110 guest, 120 unknown, 140 guest, 160 host kernel\n", TrackerLog.of(RUNS + """
                120 host cpu0 context 20
                130 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                140 host cpu1 kvm_entry
                150 host cpu0 irq_entry 4
                160 host cpu1 kvm_exit HLT
                """).states());
    }

    @Test
    void whoHasAProcessorAfterALossIsNotKnown() {
        assertEquals("12: 130 make(20), 140 -\n", TrackerLog.of("80 host cpu0 sched_switch swapper/0:0 R cc:30\n" + TWO + """
                115 host cpu0 sched_switch CPU_0/KVM:11 S cc:30
                120 host cpu0 lost 125 7
                130 host cpu1 sched_switch CPU_1/KVM:12 R make:20
                140 host cpu1 sched_migrate_task CPU_1/KVM:12 cpu0
                """).takers());
    }

    @Test
    void anIdOfANewThreadIsNotTheVcpusAnyMore() {
        TrackerLog told = TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu1 fork cc:12 12
                140 host cpu1 fork cc:11 11
                150 host cpu0 sched_switch make:20 S cc:11
                160 host cpu0 sched_switch cc:11 S make:20
                """);
        assertEquals("11: 110 guest, 120 preempted, 140 unknown\n", told.states());
        assertEquals("11: 120 make(20), 140 -\n", told.takers());
        assertEquals("11: 110 vCPU 0 from 110 of no process, 140 ends\n", told.identities());
    }

    @Test
    void aThreadThatEndsHasNoProcessor() {
        TrackerLog told = TrackerLog.of(RUNS + """
                120 host cpu0 irq_entry 4
                130 host cpu0 thread_exit CPU_0/KVM:11
                """);
        assertEquals("11: 110 cpu0, 130 -\n", told.processors());
        assertEquals("11: 120 irq 4, 130 -\n", told.takers());
        assertEquals("11: 110 guest, 120 host interrupt, 130 unknown\n", told.states());
    }

    @Test
    void anyEventOfTheHypervisorTellsThatTheThreadIsInTheKernelAfterALoss() {
        assertEquals("11: 110 guest, 120 unknown, 140 host kernel\n", TrackerLog.of(RUNS + """
                120 host cpu0 lost 125 7
                130 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                140 host cpu0 kvm_other
                """).states());
    }

    @Test
    void afterALossASystemCallShowsWhatTheThreadOfTheNextSwitchDoes() {
        assertEquals("11: 110 guest, 120 unknown, 140 VMM, 150 host kernel, 160 blocked\n", TrackerLog.of(RUNS + """
                120 host cpu0 lost 125 7
                140 host cpu0 syscall_exit
                150 host cpu0 syscall_entry
                160 host cpu0 sched_switch CPU_0/KVM:11 S bash:10
                """).states());
    }

    /** The processor of which packets are missing may take any vCPU that does not run elsewhere. */
    @Test
    void whilePacketsAreMissingAVcpuThatLeavesAnotherProcessorIsUnknown() {
        assertEquals("""
                12: 95 guest, 130 host kernel, 140 unknown, 250 host kernel, 260 halted
                11: 110 guest, 120 unknown, 220 guest, 230 host kernel
                """, TrackerLog.of(TWO + """
                120 host cpu0 lost_packets 200 1
                130 host cpu1 kvm_exit HLT
                140 host cpu1 sched_switch CPU_1/KVM:12 S swapper/1:0
                200 host cpu0 lost_packets 200 0
                210 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                215 host cpu0 kvm_other
                220 host cpu0 kvm_entry
                230 host cpu0 kvm_exit IOIO
                240 host cpu1 sched_switch swapper/1:0 R CPU_1/KVM:12
                245 host cpu1 kvm_other
                250 host cpu1 kvm_exit HLT
                260 host cpu1 sched_switch CPU_1/KVM:12 S swapper/1:0
                """).states());
    }

    @Test
    void whereMissingPacketsEndAVcpuIsKnownThatLeavesAnotherProcessorThen() {
        assertEquals("12: 95 guest, 130 host kernel, 200 halted\n11: 110 guest, 120 unknown\n", TrackerLog.of(TWO + """
                120 host cpu0 lost_packets 200 1
                130 host cpu1 kvm_exit HLT
                200 host cpu0 lost_packets 200 0
                200 host cpu1 sched_switch CPU_1/KVM:12 S swapper/1:0
                """).states());
    }
}
