/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.task.Tasks;

/** The system calls of all guests of a trace, and their figures by VM. Views and reports ask it alike. */
public final class FoundCalls {

    /**
     * The calls of a VM.
     *
     * @param host
     *            the host that runs it
     */
    public record OfVm(Machines.Host host, Machines.Vm vm, VmSyscalls calls) { }

    private final List<String> fHosts;
    private final List<GuestCalls> fGuests;
    /** Found out once: how long calls took without the tracer does not depend on the question. */
    private final Map<GuestCalls, SoftReference<long[]>> fNet = new HashMap<>();

    /**
     * @param hosts
     *            the ids of the hosts, by their running numbers
     * @param guests
     *            the calls of each guest
     */
    public FoundCalls(List<String> hosts, List<GuestCalls> guests) {
        fHosts = hosts;
        fGuests = guests;
    }

    /**
     * @param states
     *            the model, complete
     * @param isAsked
     *            which VMs are asked for
     * @param question
     *            how to look at their calls
     * @param monitor
     *            can cancel, null if nobody can
     * @return the VMs that report system calls, and their figures
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if the monitor has cancelled it
     */
    public List<OfVm> of(ITmfStateSystem states, Predicate<VmName> isAsked, VmSyscalls.Question question, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        List<OfVm> vms = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            List<Tasks.Guest> tasks = question.byThread() ? Tasks.of(states, host) : List.of();
            for (Machines.Vm vm : host.vms()) {
                for (GuestCalls calls : fGuests) {
                    if (isAsked.test(vm.who()) && calls.vm().equals(vm.key()) && fHosts.get(calls.host()).equals(host.id())
                            && calls.count() + calls.unmatched().size() > 0) {
                        List<Tasks.Task> threads = tasks.stream().filter(guest -> guest.vm().equals(vm.key())).flatMap(guest -> guest.tasks().stream())
                                .toList();
                        vms.add(new OfVm(host, vm, VmSyscalls.of(calls, net(states, host, calls, monitor), new CallThreads(calls, threads), question)));
                    }
                }
            }
        }
        return vms;
    }

    private synchronized long[] net(ITmfStateSystem states, Machines.Host host, GuestCalls calls, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        SoftReference<long[]> kept = fNet.get(calls);
        long[] net = kept == null ? null : kept.get();
        if (net == null) {
            net = NetTimes.of(states, host.quark(), calls, monitor);
            fNet.put(calls, new SoftReference<>(net));
        }
        return net;
    }
}
