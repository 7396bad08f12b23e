/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines.Vm;

/**
 * When there were VMs: from the begin of the first vCPU to the end of the last one.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            ns since the epoch, later than the begin
 */
public record VmLives(long begin, long end) {

    /**
     * @param states
     *            the complete model
     * @return the lives of its VMs on all hosts; all that was recorded if there is none
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static VmLives of(ITmfStateSystem states) throws StateSystemDisposedException {
        List<Vm> vms = Machines.of(states).stream().flatMap(host -> host.vms().stream()).toList();
        long begin = vms.stream().mapToLong(Vm::begin).min().orElse(0);
        long end = vms.stream().mapToLong(Vm::end).max().orElse(0);
        return begin < end ? new VmLives(begin, end) : new VmLives(states.getStartTime(), states.getCurrentEndTime());
    }
}
