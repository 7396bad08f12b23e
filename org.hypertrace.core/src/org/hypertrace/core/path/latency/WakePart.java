/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import org.hypertrace.core.vcpu.VcpuState;

/** What a thread of a guest waited for from when it was woken until it ran. There are all of it, and its parts, which sum to it. */
public enum WakePart {
    /** The wait as a whole. */
    WHOLE("whole", "woken to running"),
    /** Its vCPU has no processor of the host: preempted, waking, halted or blocked. */
    NOT_SCHEDULED("notScheduled", "vCPU not scheduled"),
    /** The host works for the vCPU: host interrupt, VMM or host kernel. */
    IN_HOST("inHost", "vCPU in the host"),
    /** The vCPU runs, but something else in the guest. */
    GUEST("guest", "guest's own scheduler"),
    /** What the vCPU does is not recorded. */
    UNKNOWN("unknown", "not recorded");

    private final String fKey;
    private final String fLabel;

    WakePart(String key, String label) {
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

    static WakePart of(VcpuState state) {
        return switch (state) {
        case PREEMPTED, WAKING, HALTED, BLOCKED -> NOT_SCHEDULED;
        case HOST_INTERRUPT, VMM, HOST_KERNEL -> IN_HOST;
        case GUEST -> GUEST;
        case UNKNOWN -> UNKNOWN;
        };
    }
}
