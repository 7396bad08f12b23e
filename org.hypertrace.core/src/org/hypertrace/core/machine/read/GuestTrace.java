/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.clock.kept.KeptTransform;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;

/**
 * A trace of a guest, and whose it is.
 *
 * @param host
 *            the running number of the VM's host; -1 if it is none of these
 * @param key
 *            the VM's key, null if it is known by its name only
 * @param name
 *            the VM's name, null if it is known by its key
 * @param vm
 *            the place of the VM in the manifest, if what its guest does is known by this trace only; else -1
 */
public record GuestTrace(ITmfTrace trace, int host, String key, String name, int vm) {

    /** Adds the traces of a host's VMs that its manifest names. */
    static void collect(int number, HostTraces.Host host, Map<Path, ITmfTrace> named, List<GuestTrace> to) {
        Manifest manifest = host.manifest();
        for (int i = 0; manifest != null && i < manifest.vms().size(); i++) {
            Manifest.Vm vm = manifest.vms().get(i);
            ITmfTrace trace = vm.guestTrace() == null ? null : named.get(vm.guestTrace());
            if (trace != null) {
                String key = manifest.keyOf(vm);
                to.add(new GuestTrace(trace, number, key, key == null ? vm.name() : null,
                        isSource(trace) && host.recorded().hasTransitions() ? i : -1));
            }
        }
    }

    /** Whether what a guest does is known by this trace, and by nothing else: it is on the host's clock, and no hypercall reports anything. */
    static boolean isSource(ITmfTrace trace) {
        GuestTransform clock = clock(trace);
        return clock != null && clock.isSource();
    }

    /** How a trace is on its host's clock, as we found it; null if it is not. Trace Compass keeps a line itself, and nothing else. */
    static GuestTransform clock(ITmfTrace trace) {
        ITmfTimestampTransform set = trace.getTimestampTransform();
        if (set instanceof GuestTransform transform) {
            return transform;
        }
        try {
            KeptClock kept = KeptTransform.isNone(set) || !(trace instanceof TmfTrace own) ? null : KeptClock.of(own.getResource());
            return kept != null && set.equals(kept.transform()) ? kept.exactTransform() : null;
        } catch (IOException e) {
            // Synchronize Guests reports it
            return null;
        }
    }

    /** @return what is kept of the clock that its times are by; null if nothing is, or if they are by what the user has set */
    public KeptClock keptClock() {
        try {
            KeptClock kept = trace instanceof TmfTrace own ? KeptClock.of(own.getResource()) : null;
            ITmfTimestampTransform set = trace.getTimestampTransform();
            return kept != null && (kept.clock() == null ? KeptTransform.isNone(set) : set instanceof GuestTransform || set.equals(kept.transform()))
                    ? kept : null;
        } catch (IOException e) {
            // the next opening makes it anew
            return null;
        }
    }

    /**
     * @param traces
     *            those that it is one of
     * @param machines
     *            the hosts and their VMs
     * @return whose it is, null if that VM did not run
     */
    public VmName vmOf(HostTraces traces, List<Machines.Host> machines) {
        String id = traces.hosts().get(host).id();
        return machines.stream().filter(one -> one.id().equals(id)).flatMap(one -> one.vms().stream()).filter(this::isOf).findFirst().map(Machines.Vm::who)
                .orElse(null);
    }

    /**
     * @param traces
     *            that it is one of
     * @return whether it is a guest's own recording of which no pass handles an event: hypercalls report what the guest does
     */
    public boolean isSilent(HostTraces traces) {
        return host >= 0 && vm < 0 && traces.ownGuestOf(trace) < 0 && traces.aloneOf(trace) < 0
                && !TraceEnvironment.of(trace).containsKey(TraceEnvironment.GUEST_VM);
    }

    /** @return whether its own recording has the containers of its threads */
    public boolean reportsNamespaces() {
        Set<String> names = new HashSet<>();
        RecordedEvents.collect(trace, names, new HashSet<>());
        return trace instanceof CtfTmfTrace && names.stream().anyMatch(HostLayout::isNamespace);
    }

    /** @return whether it is of this VM of its host, or of a guest nested in that */
    public boolean isOf(Machines.Vm vm) {
        return key != null ? key.equals(vm.key()) : name != null && name.equals(vm.name());
    }
}
