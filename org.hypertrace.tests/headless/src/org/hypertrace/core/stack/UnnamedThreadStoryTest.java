/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.StackLog;
import org.junit.jupiter.api.Test;

/** While nobody reports who has a vCPU, a thread without an id stands for it: from the guest's first event to its first switch. */
class UnnamedThreadStoryTest {

    private static final String FROM_HELLO = """
            ? -1: 50 exit: tracer;host: host kernel
            ? -1: 53 -
            ? -1: 70 exit: IOIO;host: host kernel
            ? -1: 75 -
            ? -1: 100 .
            swapper/0 0: 100 off CPU: sleeping
            swapper/0 0: 120 .
            sh 82: 100 -
            sh 82: 120 .
            """;

    @Test
    void beginsWithTheFirstEventOfTheGuest() {
        assertEquals(FROM_HELLO, reported(""));
    }

    /** Kernels of guests without any tracer of ours send them, too. */
    @Test
    void hypercallsOfKvmsOwnAreNoEventsOfTheGuest() {
        assertEquals(FROM_HELLO, reported("""
                40 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                41 host cpu0 kvm_hypercall 5 0x0 0x1 0x0 0xff
                43 host cpu0 kvm_entry
                """));
    }

    @Test
    void hypercallsOfAnUnknownNumberAreNoEventsOfTheGuest() {
        assertEquals(FROM_HELLO, reported("""
                40 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                41 host cpu0 kvm_hypercall 0xf0 0x0 0x1 0x0 0xff
                43 host cpu0 kvm_entry
                """));
    }

    /** The dialect is decided by what a guest reports; so something known follows. */
    private static String reported(String before) {
        return StackLog.of(before + """
                50 vcpu0 hello 0 took 3
                70 host cpu0 kvm_exit IOIO
                75 host cpu0 kvm_entry
                100 vcpu0 switch swapper/0:0 S sh:82
                120 host cpu0 other
                """).paths();
    }
}
