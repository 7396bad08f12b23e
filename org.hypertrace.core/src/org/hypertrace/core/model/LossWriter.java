/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineAttributes;

/** Writes what is missing of hosts' events. */
final class LossWriter {

    /** More stretches than anybody looks at; the last one kept reaches over all that follow. */
    private static final int MAX_STRETCHES = 1 << 12;

    /** What is missing of a host's events so far. */
    private static final class Sums {
        private long fDiscarded;
        private int fUncounted;
        private long fMisplaced;
        private int fStretches;
    }

    private final ITmfStateSystemBuilder fStates;
    private final int[] fHosts;
    private final Sums[] fSums;

    /** @param hosts the places of the hosts, by their running numbers */
    LossWriter(ITmfStateSystemBuilder states, int[] hosts) {
        fStates = states;
        fHosts = hosts;
        fSums = new Sums[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            fSums[i] = new Sums();
        }
    }

    void lost(HostEvent.LostEvents event) {
        Sums sums = fSums[event.host()];
        if (event.count() == 0) {
            return;
        }
        switch (event.loss()) {
        case DISCARDED -> {
            if (event.count() == HostEvent.UNCOUNTED) {
                set(event, ++sums.fUncounted, MachineAttributes.UNCOUNTED);
            } else {
                sums.fDiscarded += event.count();
                set(event, sums.fDiscarded, MachineAttributes.LOST);
            }
        }
        case MISPLACED -> {
            sums.fMisplaced += event.count();
            set(event, sums.fMisplaced, MachineAttributes.MISPLACED);
        }
        case PACKETS -> missing(event, sums);
        }
    }

    private void missing(HostEvent.LostEvents event, Sums sums) {
        boolean further = sums.fStretches == MAX_STRETCHES;
        sums.fStretches += further ? 0 : 1;
        String stretch = Integer.toString(sums.fStretches);
        if (!further) {
            set(event, event.time(), MachineAttributes.MISSING, stretch, MachineAttributes.BEGIN);
            set(event, event.cpu(), MachineAttributes.MISSING, stretch, MachineAttributes.CPU);
        }
        set(event, event.end(), MachineAttributes.MISSING, stretch, MachineAttributes.END);
        set(event, further ? HostEvent.UNCOUNTED : event.count(), MachineAttributes.MISSING, stretch, MachineAttributes.PACKETS);
    }

    private void set(HostEvent.LostEvents event, Object value, String... path) {
        fStates.modifyAttribute(event.time(), value, fStates.getQuarkRelativeAndAdd(fHosts[event.host()], path));
    }
}
