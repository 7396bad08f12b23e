/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.event.GuestEvent;

/**
 * The interrupts that a guest serves on a vCPU, nested in each other. While a tracer is switched on or after losses, ends and
 * beginnings do not pair up: an end without beginning ends nothing; an end ends also what began inside; what begins while it
 * is open has lost its end; and none outlasts a switch.
 */
final class Interrupts {

    private enum Kind { IRQ, APIC, HRTIMER, SOFTIRQ, TIMER }

    /** More than a processor can nest. */
    private static final int MAX = 16;

    private final Kind[] fKinds = new Kind[MAX];
    private final long[] fNumbers = new long[MAX];
    private int fDepth;

    /** @return null outside of interrupts */
    GuestMode mode() {
        for (int i = fDepth - 1; i >= 0; i--) {
            switch (fKinds[i]) {
            case IRQ, APIC -> {
                return GuestMode.IRQ;
            }
            case SOFTIRQ, TIMER -> {
                return GuestMode.SOFTIRQ;
            }
            case HRTIMER -> {
                // in whatever runs it: an interrupt or a softirq
            }
            }
        }
        return fDepth == 0 ? null : GuestMode.IRQ;
    }

    void clear() {
        fDepth = 0;
    }

    void accept(GuestEvent event) {
        if (event instanceof GuestEvent.IrqEntry e) {
            begins(Kind.IRQ, e.irq());
        } else if (event instanceof GuestEvent.IrqExit e) {
            ends(Kind.IRQ, e.irq());
        } else if (event instanceof GuestEvent.Softirq e) {
            accept(event, Kind.SOFTIRQ, e.vec());
        } else if (event instanceof GuestEvent.ApicVector e) {
            accept(event, Kind.APIC, e.vector());
        } else if (event instanceof GuestEvent.Hrtimer e) {
            accept(event, Kind.HRTIMER, e.timer());
        } else if (event instanceof GuestEvent.Timer e) {
            accept(event, Kind.TIMER, e.timer());
        }
    }

    private void accept(GuestEvent event, Kind kind, long number) {
        switch (event.kind()) {
        case IRQ_SOFTIRQ_ENTRY, APIC_VECTOR_ENTRY, TIMER_HRTIMER_EXPIRE_ENTRY, TIMER_EXPIRE_ENTRY -> begins(kind, number);
        case IRQ_SOFTIRQ_EXIT, APIC_VECTOR_EXIT, TIMER_HRTIMER_EXPIRE_EXIT, TIMER_EXPIRE_EXIT -> ends(kind, number);
        default -> {
            // a softirq is raised, a timer is set: nothing begins
        }
        }
    }

    private void begins(Kind kind, long number) {
        ends(kind, number);
        if (fDepth < MAX) {
            fKinds[fDepth] = kind;
            fNumbers[fDepth++] = number;
        }
    }

    private void ends(Kind kind, long number) {
        for (int i = fDepth - 1; i >= 0; i--) {
            if (fKinds[i] == kind && fNumbers[i] == number) {
                fDepth = i;
                return;
            }
        }
    }
}
