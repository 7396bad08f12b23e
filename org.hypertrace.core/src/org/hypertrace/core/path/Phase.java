/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/** What the last link of a chain is to the one before it. */
public enum Phase {
    /** It works, or has the vCPU on which it would. */
    RUN("run"),
    /** It could work and waits for its vCPU, or on the host for its processor. */
    READY("ready"),
    /** An interrupt is due, raised or injected, and its handler does not run yet. */
    DELIVER("deliver"),
    /** Nobody known works. */
    WAIT("wait");

    private final String fKey;

    Phase(String key) {
        fKey = key;
    }

    /** @return its stable name */
    public String key() {
        return fKey;
    }
}
