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

    private final TscClock fClock;
    private final Map<Integer, OfVcpu> fVcpus = new HashMap<>();
    private final Map<Integer, Long> fStays = new HashMap<>();
    private long fAsked;
    private long fRefuting;

    /** @param clock places the records */
    public RingViolations(TscClock clock) {
        fClock = clock;
    }

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
     * @param tsc
     *            its stamp; one whose time is not known is not looked at
     * @param sets
     *            how often the TSC had been set anew
     */
    public void record(int vcpu, long tsc, int sets) {
        long time = fClock.at(tsc, sets);
        OfVcpu of = time == TscTimes.UNKNOWN ? null : fVcpus.get(vcpu);
        if (of != null) {
            of.fRecords++;
            of.fPlace.event(time, time);
            long distance = of.fPlace.distance();
            fAsked++;
            fRefuting += distance > 0 && !fClock.mayBeOff(tsc, time, distance) ? 1 : 0;
        }
    }

    /** @return whether more than one record in a thousand contradicts the clock by more than that is uncertain */
    public boolean isRefuted() {
        return fRefuting * 1000 > fAsked;
    }

    /** @return what was found so far; to be asked once */
    public Violations found() {
        Violations found = new Violations();
        fVcpus.values().forEach(of -> of.fPlace.countedIn(found, of.fRecords));
        return found;
    }
}
