/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

/** What a part of a shutdown is. */
public enum StepKind {
    /** A step that the guest reports as one. */
    STEP,
    /** The shutdown of a device. */
    DEVICE,
    /** A function that wants to know when the kernel restarts. */
    NOTIFIER,
    /** A function that the kernel's function for the shutdown calls, however deep; its name shows what it is. */
    FUNCTION;

    private static final StepKind[] VALUES = values();

    public static StepKind of(Object value) {
        return value instanceof Integer code && code >= 0 && code < VALUES.length ? VALUES[code] : null;
    }
}
