/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/** The points of a restart in their order, each with the phase that begins with it. */
public enum Point {
    /** The controller orders the node to restart. */
    ORDERED("ordered", "prepare"),
    /** The node begins to stop: its application, its user space or its kernel. */
    DOWN("down", "stop"),
    /** The kernel begins to shut down. */
    KERNEL_DOWN("kernelDown", "shutdown"),
    /** The kernel did its last. */
    LAST("last", "reset"),
    /** The machine was reset, or is gone. */
    ENDED("ended", "off"),
    /** The machine begins to run. */
    LAUNCHED("launched", "firmware"),
    /** The kernel begins. */
    KERNEL("kernel", "kernel"),
    /** The first initcall level begins. */
    LEVELS("levels", "levels"),
    /** User space begins. */
    USER_SPACE("userspace", "user space"),
    /** The guest reports that it is ready. */
    READY("ready", "application"),
    /** The application reports that it serves. */
    SERVES("serves", "notice"),
    /** The controller reports that the node is back. */
    NOTICED("noticed", "notice");

    private final String fKey;
    private final String fPhase;

    Point(String key, String phase) {
        fKey = key;
        fPhase = phase;
    }

    /** @return its stable name in JSON and CSV */
    public String key() {
        return fKey;
    }

    /** @return the name of the phase that begins with it */
    public String phase() {
        return fPhase;
    }
}
