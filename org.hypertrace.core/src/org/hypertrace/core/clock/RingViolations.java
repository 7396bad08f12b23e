/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.event.TscTimes;

/** Counts the records of a guest that its clock places where their vCPU was not in the guest. */
public final class RingViolations {

    private static final class OfVcpu {
        private final Containment.Place fPlace;
        private long fRecords;

        OfVcpu(VcpuTimes times) {
            fPlace = new Containment.Place(times, 0);
        }
    }

    private final Map<Integer, OfVcpu> fVcpus = new HashMap<>();
    private final Map<Integer, Long> fStays = new HashMap<>();

    /**
     * Of a vCPU. Where a VM had two of the same number, the one that was in the guest more often counts.
     *
     * @param number
     *            of the vCPU in its VM
     * @param times
     *            what the host's events report of it, all of it
     */
    public void vcpu(int number, VcpuTimes times) {
        if (times.stays() > fStays.getOrDefault(number, 0L)) {
            fStays.put(number, times.stays());
            fVcpus.put(number, new OfVcpu(times));
        }
    }

    /**
     * A record of the guest.
     *
     * @param vcpu
     *            that wrote it
     * @param time
     *            when it was, ns since the epoch; {@link TscTimes#UNKNOWN} is not looked at
     */
    public void record(int vcpu, long time) {
        OfVcpu of = time == TscTimes.UNKNOWN ? null : fVcpus.get(vcpu);
        if (of != null) {
            of.fRecords++;
            of.fPlace.event(time, time);
        }
    }

    /** @return what was found so far; to be asked once */
    public Violations found() {
        Violations found = new Violations();
        fVcpus.values().forEach(of -> of.fPlace.countedIn(found, of.fRecords));
        return found;
    }
}
