/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceEnvironment;

/** A trace that a guest recorded itself, to be put on its host's clock, and the VM whose it is. */
record OwnTarget(GuestTrace trace, Manifest.Vm vm) {

    /** All of a trace or an experiment: those that were extracted are on the host's clock. */
    static List<OwnTarget> of(HostTraces traces) {
        List<OwnTarget> found = new ArrayList<>();
        for (GuestTrace guest : traces.guests()) {
            if (guest.host() >= 0 && guest.trace() instanceof IKernelTrace
                    && !TraceEnvironment.of(guest.trace()).containsKey(TraceEnvironment.GUEST_VM)) {
                Path path = Path.of(guest.trace().getPath()).toAbsolutePath().normalize();
                manifest(traces, guest.host()).vms().stream().filter(vm -> path.equals(vm.guestTrace())).findFirst()
                        .ifPresent(vm -> found.add(new OwnTarget(guest, vm)));
            }
        }
        return found;
    }

    /** Null if a host has none. */
    static Manifest manifest(HostTraces traces, int host) {
        return traces.hosts().get(host).manifest();
    }
}
