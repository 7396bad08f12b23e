/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.List;

/**
 * A row of the tables: how long something took in a recording.
 *
 * @param vm
 *            its name, empty if nobody gave it one
 * @param run
 *            which boot or shutdown of the VM, from 1; 0 if it is of the VM
 * @param kind
 *            one of {@link #KINDS}
 * @param name
 *            of a level, initcall, …
 * @param level
 *            what it is a part of, empty if of nothing
 * @param begin
 *            ns since the epoch; -1 if it is a sum
 * @param ns
 *            how long it took
 * @param states
 *            the same split into {@link #STATES}, ns; empty if nobody reports that
 */
record Figure(String vm, int run, String kind, String name, String level, long begin, long ns, long[] states) implements Serializable {

    /** In the order of the page: what is more special is first. */
    static final List<String> KINDS = List.of("initcall", "device", "notifier", "exit-reason", "host-state", "path-class", "level", "step",
            "upgrade-phase", "upgrade-window", "phase", "boot", "shutdown", "vm");
    /** As the reports name them. */
    static final List<String> STATES = List.of("unknown", "guest", "hostInterrupt", "vmm", "hostKernel", "preempted", "halted", "blocked", "waking");
}
