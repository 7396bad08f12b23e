/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** Who is believed what, and what is contradictory in other ways. */
class TrustTest {

    @Test
    void ofAProcessOnlyMarksAndTheirTextsAreBelieved() {
        assertEquals("""
                10 cpu1 irq_softirq_entry vec=1
                20 cpu1 mark tid=7 value=42
                30 cpu1 text type=MARK text=hello begin=30 complete=true
                forged=7
                """, GuestStory.decoded("""
                10 vcpu1 nr 0x70 a0 0x100000001
                20 vcpu1 user nr 0x84 a0 0x100000007 a1 42
                30 vcpu1 user nr 0x80 a0 0x300000005 a1 0x6f6c6c6568
                40 vcpu1 user nr 0x80 a0 0x100000005 a1 0x6f6c6c6568
                50 vcpu1 user nr 0x66 a0 1
                60 vcpu1 user nr 0x81 a0 0x4754524300000101
                70 vcpu1 user nr 0x85 a0 1
                80 vcpu1 user nr 0x99
                90 vcpu1 user nr 5
                95 vcpu1 user level 1 nr 0x84
                """));
    }

    @Test
    void aForgedSwitchChangesNothing() {
        assertEquals("""
                10 cpu0 sched_switch prevTid=1 nextTid=2 prevPrio=0 nextPrio=0 prevState=0 nextComm=
                30 cpu0 func_exit tid=2 address=0xffffffff80000010 duration=5 depth=1 exitOnly=true
                forged=1
                """, GuestStory.decoded("""
                10 vcpu0 nr 0x66 a0 0x100000002
                20 vcpu0 user nr 0x66 a0 0x200000003
                30 vcpu0 nr 0x90 a3 0x2010000005
                """));
    }

    @Test
    void aProcessCannotMakeTheKernelsNumbersLookLost() {
        assertEquals("""
                10 cpu0 irq_softirq_entry vec=1
                20 cpu0 mark tid=7 value=0
                30 cpu0 irq_softirq_entry vec=1
                """, GuestStory.decoded("""
                10 vcpu0 nr 0x70 a0 1 #5
                20 vcpu0 user nr 0x84 a0 7 #900
                30 vcpu0 nr 0x70 a0 1 #6
                """));
    }

    @Test
    void bootCodeAtLowAddressesIsBelievedUntilTheKernelReportedFromHighOnes() {
        assertEquals("""
                10 cpu0 stage stage=1 tsc=9 name=
                20 cpu0 irq_softirq_entry vec=1
                forged=2
                """, GuestStory.decoded("""
                10 vcpu0 user nr 0x85 a0 1 a1 9
                15 vcpu0 user nr 0x70 a0 1
                20 vcpu0 nr 0x70 a0 1
                30 vcpu0 user nr 0x85 a0 1 a1 9
                """));
    }

    @Test
    void theHostReportsOnlyInARing() {
        assertEquals("""
                10 cpu0 host_exit isa=1 reason=12 rip=0 info=0 physicalCpu=3
                forged=1
                """, GuestStory.decoded("""
                10 vcpu0 ring nr 0xa0 a0 0x10000000c a3 3
                20 vcpu0 nr 0xa0 a0 0x10000000c a3 3
                """));
    }

    @Test
    void kvmsOwnHypercallsAreNotTheGuestsEvents() {
        assertEquals("""
                10 cpu0 kvm_hypercall nr=9 a0=4096 a1=0 a2=0 a3=0
                20 cpu0 unknown nr=32 a0=0 a1=0 a2=0 a3=0
                unknownNumbers=1
                """, GuestStory.decoded("10 vcpu0 nr 9 a0 4096\n20 vcpu0 nr 0x20"));
    }

    @Test
    void valuesThatCannotBeAreMalformed() {
        assertEquals("malformed=9\n", GuestStory.decoded("""
                10 vcpu0 nr 0x64 a0 1 a1 0x8000000000000000
                11 vcpu0 nr 0x64 a0 1 a3 0xffffffff
                12 vcpu0 nr 0x65 a0 1 a1 0xffffffffffffffff
                13 vcpu0 nr 0x70 a0 0x7000000000000001
                14 vcpu0 nr 0x81 a0 0x100
                15 vcpu0 nr 0x80 a0 0x900000005
                16 vcpu0 nr 0x88 a1 6
                17 vcpu0 nr 0x90 a0 0x100000002 a1 5 a2 5 a3 5
                18 vcpu0 nested 1 nr 0x70 a0 1
                """));
    }

    @Test
    void theHostIsTrustedWhereTheGuestNamesAnotherProcessor() {
        assertEquals("""
                10 cpu1 irq_softirq_entry vec=1
                20 cpu2 irq_softirq_entry vec=1
                cpuMismatches=1
                """, GuestStory.decoded("10 vcpu1 nr 0x70 a0 0x200000001\n20 nr 0x70 a0 0x200000001"));
    }

    @Test
    void whatHasNoSenderIsBelievedAndCounted() {
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> { });
        GuestStory.hypercalls("10 vcpu0 unknown nr 0x70\n20 vcpu0 nr 0x70").forEach(decoder::accept);
        assertEquals(1, decoder.unproven());
        assertEquals(Losses.NONE, decoder.losses());
    }
}
