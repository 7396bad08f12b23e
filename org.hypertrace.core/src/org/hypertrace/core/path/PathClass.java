/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/** What the time of a path went to, for people: each of its segments is of exactly one class. */
public enum PathClass {
    /** The guest works. */
    WORK("work", "work"),
    /** Another has the vCPU, in the guest's eyes. */
    CONTENDED("contended", "contended"),
    /** The guest does not take an interrupt that is given to it. */
    DELIVERY("delivery", "delivery"),
    /** The vCPU is not woken yet. */
    ASLEEP("asleep", "asleep"),
    /** The host works. */
    HOST("host", "host"),
    /** Others have the host's processor. */
    PREEMPTED("preempted", "preempted"),
    /** A timer. */
    TIMER("timer", "timer"),
    /** A device of the host. */
    DEVICE("device", "device"),
    /** What comes from a network of the host. */
    NETWORK("network", "network"),
    /** A sleep that does not end. */
    UNENDED("unended", "unended"),
    /** Not recorded. */
    NOT_KNOWN("notKnown", "not recorded");

    private final String fKey;
    private final String fLabel;

    PathClass(String key, String label) {
        fKey = key;
        fLabel = label;
    }

    /** @return its stable name */
    public String key() {
        return fKey;
    }

    /** @return what it is called for people */
    public String label() {
        return fLabel;
    }

    /**
     * @param phase
     *            of a segment
     * @param state
     *            of the segment
     * @return its class
     */
    public static PathClass of(Phase phase, PathState state) {
        return switch (state) {
        case GUEST, VCPU -> phase == Phase.RUN ? WORK : phase == Phase.READY ? CONTENDED : DELIVERY;
        case HALTED, BLOCKED -> ASLEEP;
        case HOST_INTERRUPT, VMM, HOST_KERNEL -> HOST;
        case PREEMPTED, WAKING -> PREEMPTED;
        case HOST -> phase == Phase.READY ? PREEMPTED : HOST;
        case TIMER -> TIMER;
        case DEVICE -> DEVICE;
        case NETWORK -> NETWORK;
        case UNENDED -> UNENDED;
        case UNKNOWN, INTERRUPT, NOT_RECORDED, ABSENT -> NOT_KNOWN;
        };
    }
}
