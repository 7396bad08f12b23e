/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.Locale;

/** What a guest's kernel was asked for, or why it starts again. */
public enum ShutdownKind {
    /** To start again. */
    REBOOT("reboot", "kernel_restart"),
    /** To switch the machine off. */
    POWEROFF("poweroff", "kernel_power_off"),
    /** To stop. */
    HALT("halt", "kernel_halt"),
    /** To start another kernel without firmware. */
    KEXEC("kexec", "kernel_kexec"),
    /** Nobody asked: the kernel panicked; no notifier of restarts is called, no device is shut down. */
    PANIC("panic", "panic");

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

    public static ShutdownKind of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }

    /**
     * @param words
     *            the name of a step or a stage, null if it has none
     * @return of which kind a shutdown with it is, null if it may be any
     */
    static ShutdownKind requested(String words) {
        String name = words == null ? "" : words.toLowerCase(Locale.ROOT);
        if (name.contains("kexec")) {
            return KEXEC;
        }
        if (name.contains("power_off") || name.contains("power off") || name.contains("poweroff")) {
            return POWEROFF;
        }
        return name.contains("restart") || name.contains("reboot") && !name.contains("notif") && !name.contains("migrate") ? REBOOT
                : name.endsWith("halt") ? HALT : null;
    }
}
