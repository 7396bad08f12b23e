/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.List;

import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.core.path.latency.SiblingWait;

/**
 * What of a VM waited for what of it that the host kept from working.
 *
 * @param who
 *            the VM
 * @param reportsScheduling
 *            whether the guest reports which threads it schedules; if not, nothing is known of threads, only of vCPUs
 * @param waits
 *            by kinds, of each those in which the holder was preempted longest first
 * @param kicks
 *            how often vCPUs were kicked
 * @param siblings
 *            which vCPU waited for which, as one of both had the processor
 * @param names
 *            what those are called
 */
public record VmLockHolders(VmName who, boolean reportsScheduling, List<LockWaits> waits, LockWaits.Kicks kicks,
        List<SiblingWait> siblings,
        PathNames names) {

    /** @return the VM's name for people */
    public String vm() {
        return who.label();
    }
}
