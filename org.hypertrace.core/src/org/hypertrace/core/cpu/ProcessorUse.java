/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import org.hypertrace.core.vcpu.VcpuState;

/** What a vCPU has of the processors, in the words of XenMon: at every instant of its life one of these. */
public enum ProcessorUse {
    /** Its thread has a processor. */
    GOTTEN("gotten"),
    /** It wants none: halted or blocked. */
    BLOCKED("blocked"),
    /** It wants one and has none: preempted or waking. */
    WAITING("waiting"),
    /** Not reported. */
    UNKNOWN("unknown");

    private final String fKey;

    ProcessorUse(String key) {
        fKey = key;
    }

    /** @return its stable name in JSON and CSV, and for people */
    public String key() {
        return fKey;
    }

    /**
     * @param state
     *            of a vCPU
     * @return what it is here
     */
    public static ProcessorUse of(VcpuState state) {
        return switch (state) {
        case GUEST, HOST_INTERRUPT, VMM, HOST_KERNEL -> GOTTEN;
        case HALTED, BLOCKED -> BLOCKED;
        case PREEMPTED, WAKING -> WAITING;
        case UNKNOWN -> UNKNOWN;
        };
    }

    /** @return whether a vCPU has or wants a processor then */
    public boolean wants() {
        return this == GOTTEN || this == WAITING;
    }
}
