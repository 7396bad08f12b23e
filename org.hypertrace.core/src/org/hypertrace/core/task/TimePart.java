/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * What the real time of a guest's thread consists of. At every instant from its first event to its last switch-out one applies,
 * so they sum to it.
 */
public enum TimePart {
    /** It has a vCPU that is in the guest, in user space. */
    USER("user", "user"),
    /** The same, in a system call. */
    SYS("sys", "sys"),
    /** The same, in an interrupt that the vCPU serves meanwhile. */
    IRQ("irq", "irq"),
    /** The same, in a softirq. */
    SOFTIRQ("softirq", "softirq"),
    /** The same; no system call of it was recorded so far, so whether it is in user space is not known. */
    MODE_UNKNOWN("modeUnknown", "user or sys"),
    /** It has a vCPU that the host's kernel, an interrupt of the host or the VMM works for. */
    HYPERVISOR("hypervisor", "hypervisor"),
    /** It has a vCPU that is preempted or waking. */
    STEAL("steal", "steal"),
    /** It has a vCPU that was left to report the host something. */
    TRACER("tracer", "tracer"),
    /** It has a vCPU that is halted or blocked: the clock is wrong, or events were lost. */
    INCONSISTENT("inconsistent", "inconsistent"),
    /** It could run and waits for a vCPU. */
    WAITING("waiting", "waiting"),
    /** It waits for something else. */
    SLEEPING("sleeping", "sleeping"),
    /** Nothing recorded what it did, or what its vCPU did. */
    UNKNOWN("unknown", "unknown");

    private static final VcpuState[] STATES = VcpuState.values();

    private final String fKey;
    private final String fLabel;

    TimePart(String key, String label) {
        fKey = key;
        fLabel = label;
    }

    /** @return its stable name in JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return whether a guest knows it, too: all time with a vCPU is in one of these modes by its word */
    public boolean isMode() {
        return compareTo(MODE_UNKNOWN) <= 0;
    }

    /** What a mode of a thread that has a vCPU is, as far as its guest knows. */
    static TimePart of(GuestMode mode) {
        return switch (mode) {
        case USER -> USER;
        case SYSCALL -> SYS;
        case IRQ -> IRQ;
        case SOFTIRQ -> SOFTIRQ;
        case IDLE, RUNNING, UNKNOWN -> MODE_UNKNOWN;
        };
    }

    /** The same, by what its vCPU does; {@code state}: a code of {@link VcpuState}, or {@link VcpuTime#TRACER}. */
    static TimePart of(int state, GuestMode mode) {
        if (state == VcpuTime.TRACER) {
            return TRACER;
        }
        return switch (STATES[state]) {
        case GUEST -> of(mode);
        case HOST_INTERRUPT, VMM, HOST_KERNEL -> HYPERVISOR;
        case PREEMPTED, WAKING -> STEAL;
        case HALTED, BLOCKED -> INCONSISTENT;
        case UNKNOWN -> UNKNOWN;
        };
    }
}
