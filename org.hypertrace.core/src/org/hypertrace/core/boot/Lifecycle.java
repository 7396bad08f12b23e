/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

/** What a guest is about, from its launch to its end. A boot goes through these in their order; it may skip some. */
public enum Lifecycle {
    /** Firmware and boot loader: the VM runs, its kernel has not said anything. */
    FIRMWARE("firmware and loader"),
    /** The kernel runs, before its first initcall level. */
    KERNEL("kernel"),
    /** The kernel calls the initcalls, level by level. */
    LEVELS("initcall levels"),
    /** PID 1 runs. */
    USERSPACE("userspace"),
    /** The user's agent says that the guest does what it is for. */
    READY("ready"),
    /** A shutdown or restart was asked for. */
    SHUTTING_DOWN("shutting down"),
    /** The kernel did its last: the machine restarts or is off. */
    STOPPED("stopped"),
    /** The kernel panicked. */
    PANICKED("panicked");

    private final String fLabel;

    Lifecycle(String label) {
        fLabel = label;
    }

    /** @return its name for people and reports */
    public String label() {
        return fLabel;
    }
}
