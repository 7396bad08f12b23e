/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

/**
 * What a vCPU does by its guest's own word. The order of the constants is their code in the state system and must not change.
 */
public enum GuestMode {
    /** The idle thread has it. */
    IDLE("idle", "idle"),
    /** A thread has it; whether in user space or in the kernel is not recorded: no system call of it was recorded yet. */
    RUNNING("running", "running"),
    /** A thread has it and is in user space. */
    USER("user", "user space"),
    /** A thread has it and is in a system call. */
    SYSCALL("syscall", "system call"),
    /** An interrupt: of a device, of the local APIC, or a high resolution timer's function. */
    IRQ("irq", "interrupt"),
    /** A softirq, or a timer's function. */
    SOFTIRQ("softirq", "softirq"),
    /** Not reported. */
    UNKNOWN("unknown", "unknown");

    private static final GuestMode[] BY_CODE = values();

    private final String fKey;
    private final String fLabel;

    GuestMode(String key, String label) {
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
     * @param value
     *            a value of the state system
     * @return the mode it stands for; {@link #UNKNOWN} for anything that is none, also null
     */
    public static GuestMode of(Object value) {
        return value instanceof Integer i && i >= 0 && i < BY_CODE.length ? BY_CODE[i] : UNKNOWN;
    }
}
