/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

/** What a guest is about, from its launch to its end. A boot goes through these in their order; it may skip some. */
public enum Lifecycle {
    /** The VM runs, its kernel has not reported anything: firmware and boot loader, if the next is the kernel's begin. */
    LAUNCHED("launched"),
    /** Firmware and boot loader: the VM runs, and the kernel's first words follow. Only reported afterwards, never stored. */
    FIRMWARE("firmware and loader"),
    /** The kernel runs, before its first initcall level. */
    KERNEL("kernel"),
    /** The kernel calls the initcalls, level by level. */
    LEVELS("initcall levels"),
    /** Packets of the host's trace are missing: what the guest was about then is not known. Only reported afterwards, never stored. */
    UNKNOWN("unknown (packets are missing)"),
    /** The kernel runs and does not report what it is about: tracing began later, or user space was not recorded to begin. */
    RUNNING("running"),
    /** PID 1 runs. */
    USERSPACE("userspace"),
    /** The user's agent reports that the guest does what it is for. */
    READY("ready"),
    /** A shutdown or restart was asked for. */
    SHUTTING_DOWN("shutting down"),
    /** The kernel did its last: the machine restarts or is off. */
    STOPPED("stopped"),
    /** The kernel panicked. */
    PANICKED("panicked");

    private static final Lifecycle[] VALUES = values();

    private final String fLabel;

    Lifecycle(String label) {
        fLabel = label;
    }

    /** @return its name for people and reports */
    public String label() {
        return fLabel;
    }

    /**
     * @param value
     *            of the state system
     * @return what it stands for, null if for none
     */
    public static Lifecycle of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }
}
