/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

/** How a boot, or the shutdown at its end, ended. One without an ending was still running at the end of the trace. */
public enum Ending {
    /** Another boot of the same guest began: it shows it. */
    BOOTED_AGAIN("booted again"),
    /** QEMU reset the machine. */
    RESET("reset"),
    /** The last thread of its vCPUs ended: QEMU is gone. */
    GONE("QEMU ended");

    private static final Ending[] VALUES = values();

    private final String fLabel;

    Ending(String label) {
        fLabel = label;
    }

    /** @return it in words */
    public String label() {
        return fLabel;
    }

    /**
     * @param value
     *            a code of the state tree, null if it has none
     * @return which it is, null if none
     */
    public static Ending of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }
}
