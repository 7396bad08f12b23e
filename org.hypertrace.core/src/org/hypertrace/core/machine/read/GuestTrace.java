/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.Machines;

/**
 * A trace of a guest, and whose it is.
 *
 * @param host
 *            the running number of the VM's host; -1 if it is none of these
 * @param key
 *            the VM's key, null if it is known by its name only
 * @param name
 *            the VM's name, null if it is known by its key
 */
public record GuestTrace(ITmfTrace trace, int host, String key, String name) {

    /** @return whether it is of this VM of its host, or of a guest nested in that */
    public boolean isOf(Machines.Vm vm) {
        return key != null ? key.equals(vm.key()) : name != null && name.equals(vm.name());
    }
}
