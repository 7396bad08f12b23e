/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Random;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.testing.log.ExitLog;
import org.hypertrace.testing.story.Nonsense;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exits of a guest's guest are reported beside those of the vCPU that runs it; nothing is changed in these. Thread 11 is the vCPU. */
class NestedExitsTest {

    static final String RUNS = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            """;
    /** The VM's hypervisor enters its guest at 130. */
    static final String ENTERS = RUNS + """
            120 host cpu0 kvm_exit VMRUN
            125 host cpu0 nested_vmenter 0x1000
            130 host cpu0 kvm_entry
            """;
    static final String ENTERED = "11: 120-130 VMRUN on cpu0, 10 host kernel\n";

    @Test
    void theHostHandlesAnExitAlone() {
        assertFound(ENTERED + """
                11: 140-150 NPF on cpu0, 10 host kernel
                11/n0: 140-150 NPF on cpu0 x1, 10 host kernel
                """, "ENTER_EVENTS 1 EXIT_EVENTS 1 INSTRUCTIONS 1", ENTERS + """
                140 host cpu0 kvm_exit NPF
                141 host cpu0 nested_vmexit NPF
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void theHypervisorInTheVmHandlesItWithExitsOfItsOwn() {
        ExitLog reported = ExitLog.of(ENTERS + """
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 nested_vmexit VMMCALL
                145 host cpu0 nested_vmexit_inject VMMCALL
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit MSR
                165 host cpu0 kvm_entry
                180 host cpu0 kvm_exit VMRUN
                185 host cpu0 nested_vmenter 0x1000
                190 host cpu0 kvm_entry
                200 host cpu0 other
                """);
        assertEquals(ENTERED + """
                11: 140-150 VMMCALL on cpu0, 10 host kernel
                11: 160-165 MSR on cpu0, 5 host kernel
                11: 180-190 VMRUN on cpu0, 10 host kernel
                11/n0: 140-190 VMMCALL on cpu0 x3 forwarded, 25 guest, 25 host kernel""", reported.exits());
        assertEquals("""
                11: ENTERED 55 EXIT 35; COMPLETE 4 ENDED_ENTERED 1
                11/n0: OUTSIDE 5 ENTERED 20 EXIT 50; COMPLETE 1 ENDED_ENTERED 1""", reported.times());
    }

    @Test
    void anInterruptOfTheHostMayEndInTheHypervisorInTheVm() {
        // the exit itself is the host's, but it has something for the VM then
        assertFound(ENTERED + """
                11: 140-150 INTR on cpu0, 10 host kernel
                11: 160-170 VMRUN on cpu0, 10 host kernel
                11/n0: 140-170 INTR on cpu0 x2 forwarded, 10 guest, 20 host kernel
                """, "ENTER_EVENTS 2 EXIT_EVENTS 1 INJECT_EVENTS 1 INSTRUCTIONS 2", ENTERS + """
                140 host cpu0 kvm_exit INTR
                141 host cpu0 nested_vmexit INTR
                147 host cpu0 nested_vmexit_inject INTR
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMRUN
                165 host cpu0 nested_vmenter 0x1000
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void aHypercallThatTheHypervisorInTheVmHandsOnIsItsTracersToo() {
        assertFound(ENTERED + """
                11: 140-150 VMMCALL on cpu0, 10 host kernel
                11: 160-170 VMMCALL tracer 0x66 tracer on cpu0, 10 host kernel
                11: 180-190 VMRUN on cpu0, 10 host kernel
                11/n0: 140-190 VMMCALL tracer on cpu0 x3 forwarded, 20 guest, 30 host kernel
                11: 200-210 VMMCALL hypercall 5 on cpu0, 10 host kernel
                11/n0: 200-210 VMMCALL hypercall 5 on cpu0 x1, 10 host kernel
                """, "ENTER_EVENTS 2 EXIT_EVENTS 2 INJECT_EVENTS 1 INSTRUCTIONS 2", ENTERS + """
                140 host cpu0 kvm_exit VMMCALL
                141 host cpu0 nested_vmexit VMMCALL
                145 host cpu0 nested_vmexit_inject VMMCALL
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMMCALL
                161 host cpu0 kvm_hypercall 0x10066 0x100000002 0 'sh' 0
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit VMRUN
                185 host cpu0 nested_vmenter 0x1000
                190 host cpu0 kvm_entry
                200 host cpu0 kvm_exit VMMCALL
                201 host cpu0 nested_vmexit VMMCALL
                202 host cpu0 kvm_hypercall 5 0 0 0 0
                210 host cpu0 kvm_entry
                """);
    }

    @Test
    void twoThatShareAVcpuAreDistinguishedByTheirBlocks() {
        assertFound(ENTERED + """
                11: 140-150 HLT on cpu0, 10 host kernel
                11: 160-170 VMRUN on cpu0, 10 host kernel
                11: 180-190 HLT on cpu0, 10 host kernel
                11: 200-210 VMRUN on cpu0, 10 host kernel
                11/n0: 140-210 HLT on cpu0 x4 forwarded, 30 guest, 40 host kernel
                11/n1: 180-210 broken off
                """, "ENTER_EVENTS 3 EXIT_EVENTS 2 INJECT_EVENTS 2 INSTRUCTIONS 3", ENTERS + """
                140 host cpu0 kvm_exit HLT
                141 host cpu0 nested_vmexit HLT
                142 host cpu0 nested_vmexit_inject HLT
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMRUN
                165 host cpu0 nested_vmenter 0x2000
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit HLT
                181 host cpu0 nested_vmexit HLT
                182 host cpu0 nested_vmexit_inject HLT
                190 host cpu0 kvm_entry
                200 host cpu0 kvm_exit VMRUN
                205 host cpu0 nested_vmenter 0x1000
                210 host cpu0 kvm_entry
                """);
    }

    @Test
    void oneThatAnotherVcpuEntersGoesOnThere() {
        ExitLog reported = ExitLog.of("""
                90 host cpu0 fork CPU_0/KVM:11 9
                90 host cpu0 fork CPU_1/KVM:12 9
                100 host cpu1 sched_switch bash:13 S CPU_1/KVM:12
                """ + ENTERS + """
                140 host cpu0 kvm_exit HLT
                141 host cpu0 nested_vmexit HLT
                142 host cpu0 nested_vmexit_inject HLT
                144 host cpu0 kvm_entry
                145 host cpu1 kvm_entry
                150 host cpu1 kvm_exit VMRUN
                155 host cpu1 nested_vmenter 0x1000
                160 host cpu1 kvm_entry
                170 host cpu1 kvm_exit NPF
                171 host cpu1 nested_vmexit NPF
                180 host cpu1 kvm_entry
                """);
        assertEquals("""
                11/n0: 140-160 HLT on cpu0 migrated x1 forwarded, 11 guest, 9 host kernel
                12/n0: 170-180 NPF on cpu1 x1, 10 host kernel""", nested(reported));
    }

    @Test
    void aVcpuThatEndsTakesItAlong() {
        ExitLog reported = ExitLog.of(ENTERS + """
                140 host cpu0 kvm_exit NPF
                141 host cpu0 nested_vmexit NPF
                145 host cpu0 thread_exit CPU_0/KVM:11
                146 host cpu0 sched_switch CPU_0/KVM:11 X bash:10
                160 host cpu0 other
                """);
        assertEquals("11/n0: 140-145 broken off", nested(reported));
        assertEquals("11/n0: OUTSIDE 5 ENTERED 10 UNFINISHED 5; UNFINISHED 1", reported.times().split("\n")[1]);
        assertEquals("ENTER_EVENTS 1 EXIT_EVENTS 1 INSTRUCTIONS 1 OUT_OF_SIGHT 1", reported.nested());
    }

    @Test
    void lostEventsLeaveOpenWhoRuns() {
        ExitLog reported = ExitLog.of(ENTERS + """
                140 host cpu0 kvm_exit NPF
                141 host cpu0 nested_vmexit NPF
                145 host cpu0 lost 150 7
                151 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                155 host cpu0 kvm_entry
                160 host cpu0 kvm_exit NPF
                161 host cpu0 nested_vmexit NPF
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit NPF
                181 host cpu0 nested_vmexit NPF
                190 host cpu0 kvm_entry
                """);
        assertEquals("""
                11/n0: 140-145 broken off
                11/n0: 180-190 NPF on cpu0 x1, 10 host kernel""", nested(reported));
        assertEquals("ENTER_EVENTS 1 EXIT_EVENTS 3 INSTRUCTIONS 1 EXIT_WITHOUT_ENTER 1 OUT_OF_SIGHT 1", reported.nested());
    }

    @Test
    void itsThreadMayMoveInTheMiddle() {
        assertFound(ENTERED + """
                11: 140-170 INTR on cpu0 migrated, 10 host kernel, 20 preempted
                11/n0: 140-170 INTR on cpu0 migrated x1, 10 host kernel, 20 preempted
                """, "ENTER_EVENTS 1 EXIT_EVENTS 1 INSTRUCTIONS 1", ENTERS + """
                140 host cpu0 kvm_exit INTR
                141 host cpu0 nested_vmexit INTR
                142 host cpu0 sched_switch CPU_0/KVM:11 R bash:10
                150 host cpu0 sched_migrate_task CPU_0/KVM:11 cpu1
                162 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                170 host cpu1 kvm_entry
                """);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void anyOrderOfEventsIsSurvivedAndNoNanosecondIsLost(long seed) {
        ExitLog reported = ExitLog.of(to -> Nonsense.of(seed, NestedExitsTest::nonsense).forEach(to));
        assertFalse(reported.exits().contains("LEFT"), reported.exits());
        assertFalse(reported.times().contains("LEFT"), reported.times());
        assertFalse(reported.nested().isEmpty());
    }

    private static HostEvent nonsense(Random random, long time, int cpu, int tid) {
        return switch (random.nextInt(12)) {
        case 0, 1, 2 -> new HostEvent.KvmEntry(time, 0, cpu);
        case 3, 4 -> new HostEvent.KvmExit(time, 0, cpu, ExitReason.SVM, 126 + random.nextInt(4), 0, 0);
        case 5, 6 -> new HostEvent.KvmOther(time, 0, cpu, Service.NESTED_EXIT, 0);
        case 7 -> new HostEvent.KvmOther(time, 0, cpu, Service.NESTED_ENTER, random.nextInt(100));
        case 8 -> new HostEvent.KvmOther(time, 0, cpu, Service.NESTED_INJECT, 0);
        case 9 -> new HostEvent.SchedSwitch(time, 0, cpu, tid, "a", random.nextInt(3), 10 + random.nextInt(4), "b");
        case 10 -> random.nextInt(20) == 0 ? new HostEvent.LostEvents(time, 0, cpu, time + 5, 3)
                : new HostEvent.SchedWakeup(time, 0, cpu, tid, cpu, random.nextBoolean());
        default -> random.nextInt(20) == 0 ? new HostEvent.ThreadEnds(time, 0, cpu, tid) : new HostEvent.Other(time, 0, cpu);
        };
    }

    static String nested(ExitLog reported) {
        return String.join("\n", reported.exits().lines().filter(line -> line.contains("/n")).toList());
    }

    static void assertFound(String exits, String nested, String story) {
        ExitLog reported = ExitLog.of(story);
        assertEquals(exits.strip(), reported.exits());
        assertEquals(nested, reported.nested());
        assertFalse(reported.times().contains("LEFT"), reported.times());
    }
}
