/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/** What a thread, of the host or of a guest, is in. The order is the code in files. */
public enum ThreadState {
    /** It has a processor of the host, or a vCPU. */
    RUN,
    /** It could run and waits for one. */
    READY,
    /** It sleeps until somebody wakes it. */
    BLOCKED,
    /** Not reported. */
    UNKNOWN,
    /** It has ended. */
    DEAD;

    private static final ThreadState[] BY_CODE = values();

    /** @return the state with this code */
    public static ThreadState of(int code) {
        return BY_CODE[code];
    }
}
