/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

/**
 * Where a nanosecond of a virtual CPU went. At every instant of its life a vCPU is in exactly one of these states; the
 * order of the constants is their code in the state system and must not change.
 */
public enum VcpuState {
    /** Not reported: before the first event that decides, and after lost events until the next one that does. */
    UNKNOWN("unknown", "unknown"),
    /** The guest's code has the processor. */
    GUEST("guest", "guest"),
    /** The host serves an interrupt, a softirq or a timer on the vCPU's processor. */
    HOST_INTERRUPT("hostInterrupt", "host interrupt"),
    /** The hypervisor's process works for the vCPU in user space. */
    VMM("vmm", "VMM"),
    /** The host's kernel works in the vCPU's thread: mostly to handle a VM exit. */
    HOST_KERNEL("hostKernel", "host kernel"),
    /** The vCPU's thread is runnable and another thread has its processor. */
    PREEMPTED("preempted", "preempted"),
    /** The guest has nothing to do: its vCPU executed HLT and sleeps. */
    HALTED("halted", "halted"),
    /** The vCPU's thread sleeps for any other reason. */
    BLOCKED("blocked", "blocked"),
    /** The vCPU's thread was woken from its sleep and has not run yet. */
    WAKING("waking", "waking");

    private static final VcpuState[] BY_CODE = values();

    private final String fKey;
    private final String fLabel;

    VcpuState(String key, String label) {
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

    /**
     * @param code
     *            a value of the state system, see {@link VcpuAttributes#STATE}, or a code alone
     * @return the state it stands for; {@link #UNKNOWN} for anything that is none, also null
     */
    public static VcpuState of(Object code) {
        if (!(code instanceof Integer value) || value < 0) {
            return UNKNOWN;
        }
        int i = VcpuAttributes.code(value);
        return i < BY_CODE.length ? BY_CODE[i] : UNKNOWN;
    }
}
