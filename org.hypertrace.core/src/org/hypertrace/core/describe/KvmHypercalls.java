/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import org.hypertrace.core.event.GuestEvent;

/** The hypercalls that KVM serves, which guests make in the same way as they report to us: names as in Linux' kvm_para.h. */
final class KvmHypercalls {

    private KvmHypercalls() {
    }

    static String words(GuestEvent.OtherHypercall e) {
        return switch ((int) e.nr()) {
        case 1 -> "VAPIC_POLL_IRQ";
        case 5 -> "KICK_CPU: APIC id " + Long.toUnsignedString(e.a1());
        case 9 -> "CLOCK_PAIRING: at " + EventDescriber.hex(e.a0());
        case 10 -> "SEND_IPI: vector " + (e.a3() & 0xff) + " from APIC id " + Long.toUnsignedString(e.a2()) + ", bitmap "
                + (e.a1() == 0 ? EventDescriber.hex(e.a0()) : EventDescriber.hex(e.a1()) + ' ' + EventDescriber.hex(e.a0()));
        case 11 -> "SCHED_YIELD: to APIC id " + Long.toUnsignedString(e.a0());
        case 12 -> "MAP_GPA_RANGE: " + Long.toUnsignedString(e.a1()) + " pages at " + EventDescriber.hex(e.a0());
        default -> raw(e);
        };
    }

    /** The words as they are. */
    static String raw(GuestEvent.OtherHypercall e) {
        return raw(e.nr(), e.a0(), e.a1(), e.a2(), e.a3());
    }

    static String raw(long nr, long a0, long a1, long a2, long a3) {
        return "nr " + EventDescriber.hex(nr) + ", " + EventDescriber.hex(a0) + ", " + EventDescriber.hex(a1) + ", "
                + EventDescriber.hex(a2)
                + ", " + EventDescriber.hex(a3);
    }
}
