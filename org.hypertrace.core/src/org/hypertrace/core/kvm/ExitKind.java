/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Map;

/** What a guest was left for, whoever made the processor: the vendors' reasons that mean the same are one kind. */
public enum ExitKind {
    /** The guest has nothing to do. */
    HALT,
    /** An I/O port. */
    PORT,
    /** A model specific register. */
    MSR,
    /** A control register. */
    CONTROL_REGISTER,
    /** A debug register. */
    DEBUG_REGISTER,
    /** The processor's features are asked for. */
    CPUID,
    /** The guest reports something. */
    HYPERCALL,
    /** Memory of the guest, or what looks like it and is a device. */
    MEMORY,
    /** A register of the local APIC. */
    APIC,
    /** The end of an interrupt. */
    END_OF_INTERRUPT,
    /** An interrupt for another vCPU that the processor could not deliver. */
    IPI,
    /** A time that KVM has set for the guest's timer has come. */
    TIMER,
    /** An interrupt for the host. */
    HOST_INTERRUPT,
    /** The guest can take an interrupt from now on. */
    INTERRUPT_WINDOW,
    /** The guest waits in a short loop. */
    PAUSE,
    /** The time-stamp counter, or a counter of performance. */
    COUNTER,
    /** An exception in the guest. */
    EXCEPTION,
    /** Caches, translations, descriptor tables, extended state. */
    PRIVILEGED,
    /** The guest is a hypervisor itself. */
    NESTED,
    /** Anything else. */
    OTHER;

    private static final Map<Integer, ExitKind> INTEL = Map.ofEntries(Map.entry(0, EXCEPTION), Map.entry(1, HOST_INTERRUPT),
            Map.entry(7, INTERRUPT_WINDOW), Map.entry(8, INTERRUPT_WINDOW), Map.entry(10, CPUID), Map.entry(12, HALT),
            Map.entry(13, PRIVILEGED), Map.entry(14, PRIVILEGED), Map.entry(15, COUNTER), Map.entry(16, COUNTER),
            Map.entry(18, HYPERCALL), Map.entry(28, CONTROL_REGISTER), Map.entry(29, DEBUG_REGISTER), Map.entry(30, PORT),
            Map.entry(31, MSR), Map.entry(32, MSR), Map.entry(36, HALT), Map.entry(40, PAUSE), Map.entry(43, APIC),
            Map.entry(44, APIC), Map.entry(45, END_OF_INTERRUPT), Map.entry(46, PRIVILEGED), Map.entry(47, PRIVILEGED),
            Map.entry(48, MEMORY), Map.entry(49, MEMORY), Map.entry(51, COUNTER), Map.entry(52, TIMER),
            Map.entry(54, PRIVILEGED), Map.entry(55, PRIVILEGED), Map.entry(56, APIC), Map.entry(58, PRIVILEGED));
    private static final Map<Integer, ExitKind> AMD = Map.ofEntries(Map.entry(96, HOST_INTERRUPT), Map.entry(97, HOST_INTERRUPT),
            Map.entry(100, INTERRUPT_WINDOW), Map.entry(101, CONTROL_REGISTER), Map.entry(110, COUNTER), Map.entry(111, COUNTER),
            Map.entry(114, CPUID), Map.entry(116, INTERRUPT_WINDOW), Map.entry(118, PRIVILEGED), Map.entry(119, PAUSE),
            Map.entry(120, HALT), Map.entry(121, PRIVILEGED), Map.entry(123, PORT), Map.entry(124, MSR),
            Map.entry(129, HYPERCALL), Map.entry(135, COUNTER), Map.entry(137, PRIVILEGED), Map.entry(139, HALT),
            Map.entry(140, HALT), Map.entry(141, PRIVILEGED), Map.entry(164, PRIVILEGED), Map.entry(1024, MEMORY),
            Map.entry(1025, IPI), Map.entry(1026, APIC));

    /**
     * @param isa
     *            the tracer's number of the processor's vendor
     * @param reason
     *            the vendor's code, an unsigned 32-bit number
     * @return its kind, {@link #OTHER} if the vendor is not known
     */
    public static ExitKind of(int isa, long reason) {
        if (isa == ExitReason.VMX) {
            int basic = (int) (reason & 0xffff);
            return basic >= 19 && basic <= 27 || basic == 50 || basic == 53 ? NESTED : INTEL.getOrDefault(basic, OTHER);
        }
        if (isa != ExitReason.SVM || reason > Integer.MAX_VALUE) {
            return OTHER;
        }
        if (reason < 64) {
            return reason < 32 ? CONTROL_REGISTER : DEBUG_REGISTER;
        }
        return reason < 96 ? EXCEPTION : reason >= 102 && reason <= 109 ? PRIVILEGED
                : reason >= 144 && reason < 160 ? CONTROL_REGISTER
                : reason >= 128 && reason <= 134 && reason != 129 ? NESTED : AMD.getOrDefault((int) reason, OTHER);
    }
}
