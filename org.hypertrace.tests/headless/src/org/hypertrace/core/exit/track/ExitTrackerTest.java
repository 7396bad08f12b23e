/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Random;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.log.ExitLog;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.story.Nonsense;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exit lasts to the next entry; whatever is missing is counted, and no nanosecond is lost. Thread 11 is the vCPU. */
class ExitTrackerTest {

    private static final String RUNS = "100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11\n";
    private static final String ENTERS = RUNS + "110 host cpu0 kvm_entry\n";

    @Test
    void anExitLastsToTheNextEntryAndIsSplitIntoStates() {
        assertFound("""
                11: 120-150 HLT on cpu0, 5 host kernel, 18 halted, 7 waking
                """,
                "11: ENTERED 20 EXIT 30; COMPLETE 1 ENDED_ENTERED 1", ENTERS + """
                120 host cpu0 kvm_exit HLT
                122 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                140 host cpu0 sched_waking CPU_0/KVM:11 cpu0
                147 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                150 host cpu0 kvm_entry
                160 host cpu0 other
                """);
    }

    @Test
    void whatTheHostDoesBeforeTheExitEventBelongsToNoExit() {
        ExitLog reported = ExitLog.of(ENTERS + """
                115 host cpu0 irq_entry 4
                118 host cpu0 irq_exit
                120 host cpu0 kvm_exit INTR
                130 host cpu0 kvm_entry
                """);
        assertEquals("11: 120-130 INTR on cpu0, 10 host kernel", reported.exits());
        assertEquals("11: ENTERED 10 EXIT 10; COMPLETE 1 ENDED_ENTERED 1", reported.times());
    }

    @Test
    void hardwareReportsWhatAnExitIsAbout() {
        assertFound("""
                11: 120-130 IOIO port out 0x3f8 on cpu0, 10 host kernel
                11: 140-150 IOIO port in 0x71 on cpu0, 10 host kernel
                11: 160-170 NPF page 0x1000 on cpu0, 10 host kernel
                11: 180-190 NPF MMIO write 0xfee000b0 on cpu0, 10 host kernel
                """, ENTERS + """
                120 host cpu0 kvm_exit IOIO 0 0 0x3f80010
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit IOIO 0 0 0x710011
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit NPF 0 0 0x100000004 0x1234
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit NPF 0 0 0x10000000e 0xfee000b0
                190 host cpu0 kvm_entry
                """);
    }

    @Test
    void elseTheHypervisorsFirstEventDoes() {
        assertFound("""
                11: 120-130 MSR MSR write 0x6e0 on cpu0, 10 host kernel
                11: 140-150 VINTR vector 0xec on cpu0, 10 host kernel
                11: 160-170 IOIO port out 0x3f8 on cpu0, 10 host kernel
                11: 180-190 MSR on cpu0, 10 host kernel
                """, ENTERS + """
                120 host cpu0 kvm_exit MSR 0 0 1 0
                122 host cpu0 kvm_service MSR_WRITE 0x6e0
                124 host cpu0 kvm_service MSR_WRITE 0x830
                126 host cpu0 kvm_service INJECTION 0xec
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit VINTR 0 0 0 0
                142 host cpu0 kvm_service INJECTION 0xec
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit IOIO 0 0 0x3f80010
                162 host cpu0 kvm_service PORT_WRITE 0x99
                170 host cpu0 kvm_entry
                172 host cpu0 kvm_service CPUID 1
                180 host cpu0 kvm_exit MSR 0 0 1 0
                190 host cpu0 kvm_entry
                """);
    }

    @Test
    void hypercallsOfTheTracerAreReported() {
        // the upper half of the number is the tracer's sequence number
        assertFound("""
                11: 120-130 VMMCALL hypercall 5 on cpu0, 10 host kernel
                11: 140-150 VMMCALL tracer 0x66 tracer on cpu0, 10 host kernel
                """, ENTERS + """
                120 host cpu0 kvm_exit VMMCALL
                121 host cpu0 kvm_hypercall 5 0 0 0 0
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 kvm_hypercall 0x700000066 0x100000002 0 'sh' 0
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void aTraceThatBeginsInTheGuestBeginsWithAnExit() {
        assertFound("11: 120-130 INTR on cpu0, 10 host kernel", "11: OUTSIDE 20 EXIT 10; COMPLETE 1 AFTER_NO_ENTRY 1 ENDED_ENTERED 1",
                """
                100 host cpu0 other
                120 host cpu0 kvm_exit INTR
                130 host cpu0 kvm_entry
                130 host cpu0 sched_switch CPU_0/KVM:11 R bash:10
                """);
    }

    @Test
    void ofTwoExitsInARowTheFirstIsBrokenOff() {
        assertFound("""
                11: 120-125 broken off
                11: 125-130 IOIO on cpu0, 5 host kernel
                """, "11: ENTERED 10 EXIT 5 BROKEN 5; COMPLETE 1 WITHOUT_ENTRY 1 AFTER_NO_ENTRY 1 ENDED_ENTERED 1", ENTERS + """
                120 host cpu0 kvm_exit INTR
                125 host cpu0 kvm_exit IOIO
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void twoEntriesInARowAreLegal() {
        assertFound("11: 120-130 IOIO on cpu0, 10 host kernel",
                "11: ENTERED 10 EXIT 10; COMPLETE 1 ENTRY_AGAIN 1 ENDED_ENTERED 1", ENTERS + """
                115 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void anExitGoesOnWhereItsThreadGoes() {
        assertFound("11: 120-150 INTR on cpu0 migrated, 10 host kernel, 20 preempted", ENTERS + """
                120 host cpu0 kvm_exit INTR
                122 host cpu0 sched_switch CPU_0/KVM:11 R bash:10
                130 host cpu0 sched_migrate_task CPU_0/KVM:11 cpu1
                142 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                150 host cpu1 kvm_entry
                """);
    }

    @Test
    void anExitOfAVcpuThatEndsIsUnfinished() {
        assertFound("11: 120-125 broken off", "11: ENTERED 10 UNFINISHED 5; UNFINISHED 1", ENTERS + """
                120 host cpu0 kvm_exit 127
                125 host cpu0 thread_exit CPU_0/KVM:11
                126 host cpu0 sched_switch CPU_0/KVM:11 X bash:10
                140 host cpu0 other
                """);
    }

    @Test
    void soIsOneAtTheTracesEnd() {
        assertFound("11: 120-140 broken off", "11: ENTERED 10 UNFINISHED 20; UNFINISHED 1", ENTERS + """
                120 host cpu0 kvm_exit HLT
                122 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                140 host cpu0 other
                """);
    }

    @Test
    void lostEventsBreakAnExitOff() {
        assertFound("""
                11: 120-125 broken off
                11: 150-160 IOIO on cpu0, 10 host kernel
                """, "11: OUTSIDE 20 ENTERED 15 EXIT 10 BROKEN 5; COMPLETE 1 LOST 1 ENDED_ENTERED 1", ENTERS + """
                120 host cpu0 kvm_exit INTR
                125 host cpu0 lost 140 9
                141 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                145 host cpu0 kvm_entry
                150 host cpu0 kvm_exit IOIO
                160 host cpu0 kvm_entry
                """);
    }

    @Test
    void reasonsWithTheHighestBitStayNumbers() {
        assertFound("11: 120-130 2147483694 on cpu0, 10 host kernel", ENTERS + """
                120 host cpu0 kvm_exit 2147483694
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void aGuestOfNumbersThatCannotBeIsKnownByItsThread() {
        assertFound("""
                11: 120-130 IOIO on cpu0, 10 host kernel
                12: 120-140 IOIO on cpu1, 20 host kernel
                """, RUNS + """
                100 host cpu1 sched_switch bash:13 S CPU_0/KVM:12
                110 host cpu0 kvm_entry
                110 host cpu1 kvm_entry
                120 host cpu0 kvm_exit IOIO 2147483647
                120 host cpu1 kvm_exit IOIO 2147483647
                130 host cpu0 kvm_entry
                140 host cpu1 kvm_entry
                """);
    }

    /** Parts sum to lengths and phases to lifetimes, see ExitLog; and there are as many exits as were reported. */
    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void noNanosecondIsLost(long seed) {
        ExitLog reported = ExitLog.of(new RandomScenario(seed, 1_500, 0).scenario()::report);
        assertFalse(reported.exits().contains("LEFT"), reported.exits());
        assertFalse(reported.times().contains("LEFT"), reported.times());
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void anyOrderOfEventsIsSurvivedAndNoNanosecondIsLost(long seed) {
        ExitLog reported = ExitLog.of(to -> Nonsense.of(seed, ExitTrackerTest::nonsense).forEach(to));
        assertFalse(reported.exits().contains("LEFT"), reported.exits());
        assertFalse(reported.times().contains("LEFT"), reported.times());
        assertFalse(reported.times().isEmpty());
    }

    private static HostEvent nonsense(Random random, long time, int cpu, int tid) {
        return switch (random.nextInt(12)) {
        case 0, 1, 2 -> new HostEvent.KvmEntry(time, 0, cpu);
        case 3, 4, 5 -> new HostEvent.KvmExit(time, 0, cpu, random.nextInt(3), random.nextInt() & 0xffffffffL,
                random.nextInt(), random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        case 6 -> new HostEvent.KvmOther(time, 0, cpu, Service.values()[random.nextInt(Service.values().length)],
                random.nextLong());
        case 7 -> new HostEvent.KvmHypercall(time, 0, cpu, random.nextInt(200), random.nextLong(), 0, 0, 0);
        case 8 -> new HostEvent.SchedSwitch(time, 0, cpu, tid, "a", random.nextInt(40), 10 + random.nextInt(4), "b");
        case 9 -> new HostEvent.SchedWakeup(time, 0, cpu, tid, cpu, random.nextBoolean());
        case 10 -> random.nextInt(20) == 0 ? new HostEvent.LostEvents(time, 0, cpu, time + 5, 3)
                : new HostEvent.KvmUserspaceExit(time, 0, cpu);
        default -> random.nextInt(20) == 0 ? new HostEvent.ThreadEnds(time, 0, cpu, tid) : new HostEvent.Other(time, 0, cpu);
        };
    }

    @Test
    void everyVendorHasItsNames() {
        assertEquals("EPT_MISCONFIG, EPT_MISCONFIG+0x80000000, 0x8000ffff, 127", String.join(", ", ExitReason.label(ExitReason.VMX, 49),
                ExitReason.label(ExitReason.VMX, 0x80000031L), ExitReason.label(ExitReason.VMX, 0x8000ffffL),
                ExitReason.label(ExitReason.VMX, 127)));
        assertEquals("NPF, INVALID, 3000000000", String.join(", ", ExitReason.label(ExitReason.SVM, 1024),
                ExitReason.label(ExitReason.SVM, 0xffffffffL), ExitReason.label(ExitReason.SVM, 3_000_000_000L)));
        assertEquals("WFx, HVC64, DABT_LOW, IRQ, 62, 3000000000", String.join(", ", ExitReason.label(ExitReason.ARM, 1),
                ExitReason.label(ExitReason.ARM, 0x16), ExitReason.label(ExitReason.ARM, 0x24),
                ExitReason.label(ExitReason.ARM, ExitReason.ARM_OTHER), ExitReason.label(ExitReason.ARM, 62),
                ExitReason.label(ExitReason.ARM, 3_000_000_000L)));
    }

    @Test
    void theReasonOfAnUnknownVendorIsANumber() {
        assertEquals("3000000000", ExitReason.label(7, 3_000_000_000L));
    }

    private static void assertFound(String exits, String story) {
        assertEquals(exits.strip(), ExitLog.of(story).exits());
    }

    private static void assertFound(String exits, String times, String story) {
        assertFound(exits, story);
        assertEquals(times, ExitLog.of(story).times());
    }
}
