/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

/** What a guest's kernel was asked for. */
public enum ShutdownKind {
    /** To start again. */
    REBOOT("reboot", "kernel_restart"),
    /** To switch the machine off. */
    POWEROFF("poweroff", "kernel_power_off"),
    /** To stop. */
    HALT("halt", "kernel_halt"),
    /** To start another kernel without firmware. */
    KEXEC("kexec", "kernel_kexec");

    private static final ShutdownKind[] VALUES = values();

    private final String fKey;
    private final String fFunction;

    ShutdownKind(String key, String function) {
        fKey = key;
        fFunction = function;
    }

    /** @return its stable name in JSON and CSV, and for people */
    public String key() {
        return fKey;
    }

    /** @return the kernel's function that does it */
    String function() {
        return fFunction;
    }

    static ShutdownKind of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }
}
