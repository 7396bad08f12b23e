/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/** By what a time of a restart is known. */
public enum Source {
    /** A process of the guest reported it with a mark. */
    SIGNAL("signal"),
    /** The guest's kernel reported it. */
    GUEST("guest"),
    /** The host's events show it. */
    HOST("host"),
    /** Nothing shows it. */
    ASSUMED("assumed");

    private final String fKey;

    Source(String key) {
        fKey = key;
    }

    /** @return its stable name in JSON and CSV, and for people */
    public String key() {
        return fKey;
    }
}
