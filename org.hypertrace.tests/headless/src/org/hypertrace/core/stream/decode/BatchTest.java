/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** Batches, with the words of the ABI written out. */
class BatchTest {

    @Test
    void aFunctionRecord() {
        // v = 0x01234567, depth 3, 2^(2*2) * 5 ns: 0x01234567 << 33 | 3 << 28 | 2 << 24 | 5
        assertEquals("1000 cpu0 func_exit address=0xffffffff81234567 duration=80 depth=3 exitOnly=true\n",
                GuestStory.decoded("1000 vcpu0 nr 0x90 a3 0x2468ace32000005"));
    }

    @Test
    void switchesAreChainedPerProcessor() {
        // next 17, prev state 1, prio 120, cpu 0; next 18, state 0, prio 119; next 0, state 2, prio 140
        assertEquals("""
                400 cpu0 sched_switch nextTid=17 nextPrio=120 prevState=1
                900 cpu0 sched_switch prevTid=17 nextTid=18 nextPrio=119 prevState=0
                1000 cpu0 sched_switch prevTid=18 nextTid=0 nextPrio=140 prevState=2
                1100 cpu0 sched_switch prevTid=0 nextTid=19 nextPrio=120 prevState=0
                """, GuestStory.decoded("""
                1000 vcpu0 nr 0x92 a0 0x25800000064 a1 0x1101780000 a2 0x1200770000 a3 0x00028c0000
                1100 vcpu0 nr 0x92 a3 0x1300780000
                """));
    }

    @Test
    void aBatchOfTwoHasNoFirstRecord() {
        assertEquals("""
                900 cpu0 sched_switch nextTid=18 nextPrio=119 prevState=0
                1000 cpu0 sched_switch prevTid=18 nextTid=0 nextPrio=140 prevState=2
                """, GuestStory.decoded("1000 vcpu0 nr 0x92 a0 0x64 a2 0x1200770000 a3 0x00028c0000"));
    }

    @Test
    void whatWaitedMayBeSentWithoutALastRecord() {
        assertEquals("""
                400 cpu2 sched_switch nextTid=17 nextPrio=120 prevState=1
                900 cpu2 sched_switch prevTid=17 nextTid=18 nextPrio=119 prevState=0
                1900 cpu2 sched_switch prevTid=18 nextTid=0 nextPrio=120 prevState=1
                2900 cpu2 func_exit tid=0 address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                """, GuestStory.decoded("""
                1000 vcpu2 nr 0x92 a0 0x25800000064 a1 0x1101780002 a2 0x1200770002 a3 2
                2000 vcpu2 nr 0x92 a0 0x64 a2 0x1780002 a3 2
                3000 vcpu2 nr 0x90 a0 0x64 a2 0x200000001
                """));
    }

    @Test
    void aBatchOfNothingCannotBe() {
        assertEquals("malformed=2\n", GuestStory.decoded("""
                1000 vcpu2 nr 0x92 a0 0x64 a3 2
                2000 vcpu2 nr 0x90 a0 0x64
                """));
    }

    @Test
    void functionsBelongToTheTaskSwitchedToLast() {
        assertEquals("""
                100 cpu0 func_exit address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                200 cpu0 syscall_entry tid=5 number=1 arg0=0 arg1=0
                300 cpu0 func_exit tid=5 address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                400 cpu0 sched_switch nextTid=17 nextPrio=120 prevState=1
                500 cpu0 syscall_entry tid=5 number=1 arg0=0 arg1=0
                600 cpu0 func_exit tid=17 address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                """, GuestStory.decoded("""
                100 vcpu0 nr 0x90 a3 0x200000001
                200 vcpu0 nr 0x6c a0 5 a1 1
                300 vcpu0 nr 0x90 a3 0x200000001
                400 vcpu0 nr 0x92 a3 0x1101780000
                500 vcpu0 nr 0x6c a0 5 a1 1
                600 vcpu0 nr 0x90 a3 0x200000001
                """));
    }

    @Test
    void aSystemCallInOne() {
        assertEquals("""
                700 cpu2 syscall_entry tid=9 number=3 compat=true arg0=4 arg1=0
                1000 cpu2 syscall_exit tid=9 number=3 compat=true ret=64
                """, GuestStory.decoded("1000 vcpu2 nr 0x91 a0 0x200000009 a1 0x12c80000003 a2 64 a3 4"));
    }

    @Test
    void theSpanIsAsAnnouncedAndAtTheMost32Bits() {
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> { });
        assertEquals(0, decoder.batchSpan());
        GuestStory.hypercalls("1 vcpu0 nr 0x81 a0 0x4754524300640100").forEach(decoder::accept);
        assertEquals(100_000_000, decoder.batchSpan());
        GuestStory.hypercalls("2 vcpu0 nr 0x81 a0 0x47545243ffff0100").forEach(decoder::accept);
        assertEquals(0xffffffffL, decoder.batchSpan());
    }

    @Test
    void aNestedGuestsProcessorIsTheOneItsTaskNamedBefore() {
        assertEquals("""
                10 cpu0 sched_switch prevTid=0 nextTid=50 prevPrio=0 nextPrio=0 prevState=0 nextComm=
                20 cpu-1 of 1/4 func_exit address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                30 cpu6 of 1/4 syscall_entry tid=5 number=1 arg0=0 arg1=0
                40 cpu6 of 1/4 func_exit tid=5 address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                50 cpu1 sched_switch prevTid=0 nextTid=50 prevPrio=0 nextPrio=0 prevState=0 nextComm=
                60 cpu6 of 1/4 func_exit tid=5 address=0xffffffff80000001 duration=1 depth=0 exitOnly=true
                """, GuestStory.decoded("""
                10 vcpu0 nr 0x66 a0 50
                20 vcpu0 level 1 nested 4 nr 0x90 a3 0x200000001
                30 vcpu0 level 1 nested 4 nr 0x6c a0 0x600000005 a1 1
                40 vcpu0 level 1 nested 4 nr 0x90 a3 0x200000001
                50 vcpu1 nr 0x66 a0 50 a1 0x1000000000000
                60 vcpu1 level 1 nested 4 nr 0x90 a3 0x200000001
                """));
    }
}
