/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;

/**
 * How the TSC of a guest with rings was put on its host's clock.
 *
 * @param path
 *            the files of the rings
 * @param vm
 *            whose they are
 * @param clock
 *            of all of them
 */
public record RingTied(String path, VmName vm, TscClock clock) {

    /**
     * @param clocks
     *            what comes before the hosts' events
     * @param traces
     *            of the hosts
     * @param machines
     *            the hosts and their VMs
     * @return the same with whose they are; those of a VM that did not run are left out
     */
    public static List<RingTied> of(List<HostEvent> clocks, HostTraces traces, List<Machines.Host> machines) {
        List<RingTied> found = new ArrayList<>();
        for (HostEvent event : clocks) {
            if (event instanceof HostEvent.RingClock ring && ring.times() instanceof TscClock clock) {
                Manifest manifest = traces.hosts().get(ring.host()).manifest();
                Manifest.Vm vm = manifest.vms().get(ring.vm());
                String key = manifest.keyOf(vm);
                VmName name = new GuestTrace(null, ring.host(), key, key == null ? vm.name() : null, -1).vmOf(traces, machines);
                if (name != null) {
                    found.add(new RingTied(vm.rings().stream().map(Path::toString).collect(Collectors.joining(", ")), name, clock));
                }
            }
        }
        return found;
    }
}
