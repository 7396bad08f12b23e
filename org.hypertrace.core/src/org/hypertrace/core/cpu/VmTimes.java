/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;

/** The times of the states of VMs in a stretch of time: read once, however many ask for them. */
public final class VmTimes {

    private record Of(String host, String vm) { }

    private final ITmfStateSystem fStates;
    private final long fFrom;
    private final long fTo;
    private final IProgressMonitor fMonitor;
    private final Map<Of, StateTimes> fTimes = new HashMap<>();

    /**
     * @param states
     *            the model, complete
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive), ns since the epoch
     * @param monitor
     *            can cancel
     */
    public VmTimes(ITmfStateSystem states, long from, long to, IProgressMonitor monitor) {
        fStates = states;
        fFrom = from;
        fTo = to;
        fMonitor = monitor;
    }

    /** @return the model */
    public ITmfStateSystem states() {
        return fStates;
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            one of its VMs
     * @return the times of its vCPUs
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public StateTimes of(Machines.Host host, Machines.Vm vm) throws StateSystemDisposedException {
        Of of = new Of(host.id(), vm.key());
        StateTimes known = fTimes.get(of);
        if (known == null) {
            known = StateTimes.of(fStates, host, vm.vcpus(), fFrom, fTo, fMonitor);
            fTimes.put(of, known);
        }
        return known;
    }
}
