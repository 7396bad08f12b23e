/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;

/**
 * Which vCPU's thread has a processor of a host at a time, from the complete model. Times that follow each other, as in a
 * table or a search, cost a query only where a vCPU goes to or leaves a processor.
 */
final class VcpusOnCpus {

    /** A vCPU and the VM it is of. */
    record Placed(Machines.Vm vm, Machines.Vcpu vcpu) { }

    /** A vCPU with the last of its places that was asked for. */
    private static final class Place {
        private final Placed fPlaced;
        private final int fQuark;
        private ITmfStateInterval fInterval;

        Place(Placed placed, int quark) {
            fPlaced = placed;
            fQuark = quark;
        }
    }

    private final ITmfStateSystem fStates;
    private final List<Place> fPlaces = new ArrayList<>();
    /** By processor, as it is from {@code fFrom} to {@code fTo} inclusively. */
    private final Map<Integer, Placed> fByCpu = new HashMap<>();
    private long fFrom = 1;
    private long fTo;

    VcpusOnCpus(ITmfStateSystem states, Machines.Host host) {
        fStates = states;
        for (Machines.Vm vm : host.vms()) {
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                int quark = states.optQuarkRelative(vcpu.quark(), VcpuAttributes.PHYSICAL_CPU);
                if (quark >= 0) {
                    fPlaces.add(new Place(new Placed(vm, vcpu), quark));
                }
            }
        }
    }

    /** @return null if no vCPU has the processor */
    synchronized Placed at(int cpu, long time) throws StateSystemDisposedException {
        if (time < fFrom || time > fTo) {
            if (time < fStates.getStartTime() || time > fStates.getCurrentEndTime()) {
                return null;
            }
            placeAll(time);
        }
        return fByCpu.get(cpu);
    }

    private void placeAll(long time) throws StateSystemDisposedException {
        fByCpu.clear();
        fFrom = fStates.getStartTime();
        fTo = fStates.getCurrentEndTime();
        for (Place place : fPlaces) {
            if (place.fInterval == null || !place.fInterval.intersects(time)) {
                place.fInterval = fStates.querySingleState(time, place.fQuark);
            }
            fFrom = Math.max(fFrom, place.fInterval.getStartTime());
            fTo = Math.min(fTo, place.fInterval.getEndTime());
            if (place.fInterval.getValue() instanceof Integer cpu) {
                fByCpu.put(cpu, place.fPlaced);
            }
        }
    }
}
