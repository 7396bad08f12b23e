/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

/** Which time of threads a tree of stacks shows. */
public enum FlameMode {

    /** All of it. */
    WALL("wall"),
    /** Where the guest's scheduler had given the thread a vCPU, as the guest sees it: what exits took is the caller's. */
    ON_CPU("on-cpu"),
    /** The same time, and the exits in it as frames of their own, with what they spent their time on. */
    HYPERVISOR("hypervisor"),
    /** Where the thread waited in the guest: only that has a time, below what it waited in. */
    OFF_CPU("off-cpu");

    private final String fKey;

    FlameMode(String key) {
        fKey = key;
    }

    /** @return its stable name in reports */
    public String key() {
        return fKey;
    }
}
