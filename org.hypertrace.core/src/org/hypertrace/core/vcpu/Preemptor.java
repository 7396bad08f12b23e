/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.describe.Softirqs;
import org.hypertrace.core.event.HostEvent.Interrupt;

/**
 * Who has a processor instead of the vCPU. A thread of the host has an {@code interrupt} of null and its id as {@code number}. An interrupt
 * has the {@code number} of its kind, -1 if it has none.
 */
public record Preemptor(Interrupt interrupt, int number) {

    /** @return a value for the state system */
    public long code() {
        long kind = interrupt == null ? 0 : interrupt.ordinal() + 1L;
        return kind << 32 | number & 0xffffffffL;
    }

    /**
     * @param code
     *            a value of {@link #code()}
     * @return what it stands for
     */
    public static Preemptor of(long code) {
        int kind = (int) (code >> 32);
        return new Preemptor(kind == 0 ? null : Interrupt.values()[kind - 1], (int) code);
    }

    /** @return the name of an interrupt for people, as the kernel calls it */
    public String interruptLabel() {
        return switch (interrupt) {
        case IRQ -> "irq " + number;
        case SOFTIRQ -> "softirq " + Softirqs.name(number);
        case HRTIMER -> "hrtimer";
        case APIC -> number < 0 ? "local APIC" : "local APIC vector " + number;
        };
    }
}
