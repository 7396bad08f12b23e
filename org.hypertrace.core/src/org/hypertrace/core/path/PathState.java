/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Arrays;

import org.hypertrace.core.vcpu.VcpuState;

/** What the last link of a chain is in: a state of its vCPU, or what is waited for. */
public enum PathState {
    /** The guest has the processor. */
    GUEST("guest", "guest"),
    /** The host serves an interrupt on the vCPU's processor. */
    HOST_INTERRUPT("hostInterrupt", "host interrupt"),
    /** The VMM works for the vCPU in user space. */
    VMM("vmm", "VMM"),
    /** The host's kernel works for the vCPU. */
    HOST_KERNEL("hostKernel", "host kernel"),
    /** Another thread has the vCPU's processor. */
    PREEMPTED("preempted", "preempted"),
    /** The vCPU has nothing to do and sleeps. */
    HALTED("halted", "halted"),
    /** The vCPU's thread sleeps. */
    BLOCKED("blocked", "blocked in the host"),
    /** The vCPU's thread was woken and does not run yet. */
    WAKING("waking", "waking"),
    /** Nobody reports what the vCPU is in. */
    UNKNOWN("unknown", "unknown"),
    /** A thread of the host, or a handler on it. */
    HOST("host", "host"),
    /** The vCPU, of which no host reports more. */
    VCPU("vCPU", "vCPU"),
    /** A timer that is not due. */
    TIMER("timer", "timer"),
    /** A device of the host. */
    DEVICE("device", "device"),
    /** What comes from a network of the host. */
    NETWORK("network", "network"),
    /** An interrupt that nobody is known to have raised. */
    INTERRUPT("interrupt", "interrupt"),
    /** What ended the sleep is not recorded, or not believable. */
    NOT_RECORDED("notRecorded", "not recorded"),
    /** The sleep goes on to the thread's end or the trace's. */
    UNENDED("unended", "sleeps on"),
    /** It is not there, yet or any more. */
    ABSENT("absent", "is not there");

    private final String fKey;
    private final String fLabel;

    PathState(String key, String label) {
        fKey = key;
        fLabel = label;
    }

    /** @return its stable name */
    public String key() {
        return fKey;
    }

    /** @return its name in the text that hashes of paths are made of: a hash is the same whatever keys a report has */
    String canonical() {
        return this == NOT_RECORDED ? "untold" : fKey;
    }

    /** @return what it is called for people */
    public String label() {
        return fLabel;
    }

    /** @return the state of a vCPU that it is, null if it is none */
    public VcpuState vcpu() {
        return Arrays.stream(VcpuState.values()).filter(state -> of(state) == this).findAny().orElse(null);
    }

    static PathState of(VcpuState state) {
        return switch (state) {
        case UNKNOWN -> UNKNOWN;
        case GUEST -> GUEST;
        case HOST_INTERRUPT -> HOST_INTERRUPT;
        case VMM -> VMM;
        case HOST_KERNEL -> HOST_KERNEL;
        case PREEMPTED -> PREEMPTED;
        case HALTED -> HALTED;
        case BLOCKED -> BLOCKED;
        case WAKING -> WAKING;
        };
    }
}
