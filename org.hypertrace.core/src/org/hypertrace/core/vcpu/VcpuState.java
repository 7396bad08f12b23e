/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.provider.Styles;

/**
 * Where a nanosecond of a virtual CPU went. At every instant of its life a vCPU is in exactly one of these states; the
 * order of the constants is their code in the state system and must not change.
 */
public enum VcpuState {
    /** Not told: before the first event that decides, and after lost events until the next one that does. */
    UNKNOWN("unknown", "unknown", Styles.UNKNOWN),
    /** The guest's code has the processor. */
    GUEST("guest", "guest", Styles.GUEST),
    /** The host serves an interrupt, a softirq or a timer on the vCPU's processor. */
    HOST_INTERRUPT("hostInterrupt", "host interrupt", Styles.HOST_INTERRUPT),
    /** The hypervisor's process works for the vCPU in user space. */
    VMM("vmm", "VMM", Styles.VMM),
    /** The host's kernel works in the vCPU's thread: mostly to handle a VM exit. */
    HOST_KERNEL("hostKernel", "host kernel", Styles.HOST_KERNEL),
    /** The vCPU's thread is runnable and another thread has its processor. */
    PREEMPTED("preempted", "preempted", Styles.PREEMPTED),
    /** The guest has nothing to do: its vCPU executed HLT and sleeps. */
    HALTED("halted", "halted", Styles.HALTED),
    /** The vCPU's thread sleeps for any other reason. */
    BLOCKED("blocked", "blocked", Styles.BLOCKED),
    /** The vCPU's thread was woken from its sleep and has not run yet. */
    WAKING("waking", "waking", Styles.WAKING);

    private static final VcpuState[] BY_CODE = values();

    private final String fKey;
    private final String fLabel;
    private final Styles fStyle;

    VcpuState(String key, String label, Styles style) {
        fKey = key;
        fLabel = label;
        fStyle = style;
    }

    /** @return its stable name in JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return its name for people */
    public String label() {
        return fLabel;
    }

    /** @return how it looks */
    public Styles style() {
        return fStyle;
    }

    /**
     * @param code
     *            a value of the state system
     * @return the state it stands for; {@link #UNKNOWN} for anything that is none, also null
     */
    public static VcpuState of(Object code) {
        return code instanceof Integer i && i >= 0 && i < BY_CODE.length ? BY_CODE[i] : UNKNOWN;
    }
}
