/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

/** How a shutdown ended, as the host sees it. */
public enum ShutdownEnd {
    /** Another boot of the guest began. */
    BOOTED_AGAIN("booted again"),
    /** QEMU reset the machine. */
    RESET("reset"),
    /** QEMU is gone. */
    GONE("QEMU ended");

    private static final ShutdownEnd[] VALUES = values();

    private final String fLabel;

    ShutdownEnd(String label) {
        fLabel = label;
    }

    /** @return it in words */
    public String label() {
        return fLabel;
    }

    static ShutdownEnd of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }
}
