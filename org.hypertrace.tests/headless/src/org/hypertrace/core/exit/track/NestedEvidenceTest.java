/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.testing.log.ExitLog;
import org.junit.jupiter.api.Test;

/** By what exits of a nested guest are known: entries, instructions, exits that its hypervisor confirms. */
class NestedEvidenceTest {

    @Test
    void itIsSeenByItsExitsWhereNoEntryIsReported() {
        // as on Intel before Linux 6.0; the first one comes too early to be understood
        NestedExitsTest.assertFound(NestedExitsTest.ENTERED + """
                11: 140-150 NPF on cpu0, 10 host kernel
                11: 160-170 IOIO on cpu0, 10 host kernel
                11: 180-190 VMRUN on cpu0, 10 host kernel
                11/n0: 160-190 IOIO on cpu0 x2 forwarded, 10 guest, 20 host kernel
                """, "EXIT_EVENTS 2 INJECT_EVENTS 1 INSTRUCTIONS 2 GUESSED_ENTRIES 1 EXIT_WITHOUT_ENTER 1",
                NestedExitsTest.ENTERS.replaceAll(".*nested_vmenter.*\n", "") + """
                140 host cpu0 kvm_exit NPF
                141 host cpu0 nested_vmexit NPF
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit IOIO
                161 host cpu0 nested_vmexit IOIO
                165 host cpu0 nested_vmexit_inject IOIO
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit VMRUN
                190 host cpu0 kvm_entry
                """);
    }

    @Test
    void theInstructionAloneDoesNotReportWhoseExitsCome() {
        NestedExitsTest.assertFound(NestedExitsTest.ENTERED + "11: 140-150 NPF on cpu0, 10 host kernel\n", "",
                NestedExitsTest.ENTERS.replaceAll(".*nested_vmenter.*\n", "") + """
                140 host cpu0 kvm_exit NPF
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void anInstructionThatFailsEntersNothing() {
        ExitLog reported = ExitLog.of(NestedExitsTest.ENTERS + """
                140 host cpu0 kvm_exit HLT
                141 host cpu0 nested_vmexit HLT
                142 host cpu0 nested_vmexit_inject HLT
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMRUN
                170 host cpu0 kvm_entry
                180 host cpu0 kvm_exit CPUID
                190 host cpu0 kvm_entry
                """);
        assertEquals("11/n0: 140-190 broken off", NestedExitsTest.nested(reported));
        assertEquals("11/n0: OUTSIDE 5 ENTERED 10 UNFINISHED 50; UNFINISHED 1", reported.times().split("\n")[1]);
    }

    @Test
    void whatIsEnteredTwiceWasLeftUnseen() {
        NestedExitsTest.assertFound(NestedExitsTest.ENTERED + """
                11/n0: 140-145 broken off
                11: 140-150 VMRUN on cpu0, 10 host kernel
                11: 160-170 NPF on cpu0, 10 host kernel
                11/n0: 160-170 NPF on cpu0 x1, 10 host kernel
                """, "ENTER_EVENTS 2 EXIT_EVENTS 1 INSTRUCTIONS 1 ENTERED_TWICE 1", NestedExitsTest.ENTERS + """
                140 host cpu0 kvm_exit VMRUN
                145 host cpu0 nested_vmenter 0x1000
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit NPF
                161 host cpu0 nested_vmexit NPF
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void anExitThatTheHypervisorDoesNotConfirmIsTheVmsOwn() {
        NestedExitsTest.assertFound(NestedExitsTest.ENTERED + """
                11: 140-150 NPF on cpu0, 10 host kernel
                11/n0: 140-150 NPF on cpu0 x1, 10 host kernel
                11/n0: 160-170 broken off
                11: 160-170 CPUID on cpu0, 10 host kernel
                """, "ENTER_EVENTS 1 EXIT_EVENTS 1 INSTRUCTIONS 1 UNCONFIRMED 1", NestedExitsTest.ENTERS + """
                140 host cpu0 kvm_exit NPF
                141 host cpu0 nested_vmexit NPF
                150 host cpu0 kvm_entry
                160 host cpu0 kvm_exit CPUID
                170 host cpu0 kvm_entry
                """);
    }

    @Test
    void whatIsGivenOnWithoutAnEntryIsCounted() {
        ExitLog reported = ExitLog.of(NestedExitsTest.RUNS + """
                120 host cpu0 kvm_exit VMRUN
                125 host cpu0 nested_vmexit_inject 0xffffffff
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit VMRUN
                145 host cpu0 nested_vmenter 0x1000
                150 host cpu0 kvm_entry
                """);
        assertEquals("ENTER_EVENTS 1 INJECT_EVENTS 1 INSTRUCTIONS 2 INJECT_WITHOUT_ENTER 1", reported.nested());
    }
}
