/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.List;

import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.latency.SiblingWait;
import org.hypertrace.core.path.latency.WakeFigures;

/**
 * How long threads of a VM's guest that were woken waited until they ran, and its vCPUs for each other.
 *
 * @param who
 *            the VM
 * @param reportsScheduling
 *            whether the guest reports which threads it schedules; if not, nothing is known of waits
 * @param waits
 *            of the VM, of its vCPUs, of its threads
 * @param siblings
 *            which vCPU waited for which
 * @param names
 *            what those are called
 */
public record VmLatencies(VmName who, boolean reportsScheduling, List<WakeFigures> waits, List<SiblingWait> siblings,
        PathNames names) {

    /** @return the VM's name for people */
    public String vm() {
        return who.label();
    }
}
