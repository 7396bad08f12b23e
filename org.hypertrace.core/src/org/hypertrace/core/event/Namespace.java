/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

import java.util.Locale;

/** What a namespace is of, in the order in which containers are named by them. */
public enum Namespace {
    /** Ids of processes. */
    PID,
    /** Network devices, addresses, ports. */
    NET,
    /** The host's name. */
    UTS,
    /** Shared memory, semaphores, message queues. */
    IPC;

    /** @return as Linux and LTTng call it: {@code pid_ns} */
    public String label() {
        return name().toLowerCase(Locale.ROOT) + "_ns";
    }
}
