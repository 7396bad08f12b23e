/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TrackerLog;
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
    void theContextOfAnEventReportsWhoHasTheProcessor() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu0 context 20
                130 host cpu0 context 11
                140 host cpu0 kvm_entry
                """);
        assertEquals("11: 110 guest, 120 unknown, 140 guest\n", reported.states());
        assertEquals("11: 110 cpu0, 120 -, 130 cpu0\n", reported.processors());
    }

    @Test
    void theContextReportsThatAnInterruptCameWhileTheVcpuHadTheProcessor() {
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
    void theContextReportsWhoHasTheProcessorAVcpuWaitsFor() {
        assertEquals("11: 120 make(20), 130 ld(21)\n", TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 context 21
                """).preemptors());
    }

    @Test
    void aVcpuThatTheContextReportsTakesTheProcessorFromTheOneThatWaits() {
        TrackerLog reported = TrackerLog.of(TWO + """
                115 host cpu1 sched_switch CPU_1/KVM:12 S swapper/1:0
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 context 12
                140 host cpu0 sched_switch CPU_1/KVM:12 S ld:21
                """);
        assertEquals("11: 120 make(20), 130 CPU 1/KVM(12), 140 ld(21)\n", reported.preemptors());
        assertEquals("12: 95 cpu1, 115 -, 130 cpu0, 140 -\n11: 110 cpu0, 120 -\n", reported.processors());
    }

    /** The other slept in the kernel, and is still there. */
    @Test
    void aVcpuInPlaceOfAnotherIsTheOnlyOneThere() {
        TrackerLog reported = TrackerLog.of(TWO + """
                115 host cpu1 sched_switch CPU_1/KVM:12 D swapper/1:0
                120 host cpu0 context 12
                125 host cpu0 kvm_exit HLT
                """);
        assertEquals("12: 95 guest, 115 blocked, 120 host kernel\n11: 110 guest, 120 unknown\n", reported.states());
    }

    /** It cannot still be in the guest that it entered elsewhere. */
    @Test
    void aVcpuOnAnotherProcessorLeftTheFirstUnseen() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                130 host cpu1 kvm_entry
                140 host cpu0 irq_entry 4
                150 host cpu1 kvm_exit HLT
                """);
        assertEquals("11: 110 guest, 120 unknown, 130 guest, 150 host kernel\n", reported.states());
        assertEquals("11: 110 cpu0, 120 cpu1\n", reported.processors());
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
                """).preemptors());
    }

    @Test
    void anIdOfANewThreadIsNotTheVcpusAnyMore() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu1 fork cc:12 12
                140 host cpu1 fork cc:11 11
                150 host cpu0 sched_switch make:20 S cc:11
                160 host cpu0 sched_switch cc:11 S make:20
                """);
        assertEquals("11: 110 guest, 120 preempted, 140 unknown\n", reported.states());
        assertEquals("11: 120 make(20), 140 -\n", reported.preemptors());
        assertEquals("11: 110 vCPU 0 from 110 of no process, 140 ends\n", reported.identities());
    }

    @Test
    void aThreadThatEndsHasNoProcessor() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu0 irq_entry 4
                130 host cpu0 thread_exit CPU_0/KVM:11
                """);
        assertEquals("11: 110 cpu0, 130 -\n", reported.processors());
        assertEquals("11: 120 irq 4, 130 -\n", reported.preemptors());
        assertEquals("11: 110 guest, 120 host interrupt, 130 unknown\n", reported.states());
    }

    @Test
    void anyEventOfTheHypervisorReportsThatTheThreadIsInTheKernelAfterALoss() {
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
