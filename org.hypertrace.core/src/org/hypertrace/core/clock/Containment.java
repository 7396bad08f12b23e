/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

/** A guest has events only while its vCPU is in the guest: what that bounds, and which events contradict it. */
final class Containment {

    private Containment() {
    }

    /**
     * @param slack
     *            by how much a reading may be rounded, ns
     * @return for each event of the guest that is in a stay of its vCPU by that clock: the stay
     */
    static BoundCursor bounds(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack) {
        return new BoundCursor() {
            private long fEvent = -1;
            private long fStay = -1;

            @Override
            public boolean next() {
                while (++fEvent < guest.size()) {
                    long time = clock.at(guest.reading(fEvent));
                    while (fStay + 1 < vcpu.stays() && vcpu.begin(fStay + 1) <= time) {
                        fStay++;
                    }
                    if (fStay >= 0 && time <= vcpu.end(fStay)) {
                        return true;
                    }
                    if (slack > 0 && (fStay >= 0 && time <= vcpu.end(fStay) + slack)) {
                        return true;
                    }
                    if (slack > 0 && fStay + 1 < vcpu.stays() && vcpu.begin(fStay + 1) <= time + slack) {
                        fStay++;
                        return true;
                    }
                }
                return false;
            }

            @Override
            public long reading() {
                return guest.reading(fEvent);
            }

            @Override
            public long low() {
                return vcpu.begin(fStay);
            }

            @Override
            public long high() {
                return vcpu.end(fStay);
            }
        };
    }

    /** Counts the events that lie outside all stays of their vCPU, of those between its first entry and its last exit. */
    static void count(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack, Violations to) {
        long stay = -1;
        for (long event = 0; event < guest.size(); event++) {
            long time = clock.at(guest.reading(event));
            to.event();
            if (vcpu.stays() == 0 || time < vcpu.firstEntry() || time >= vcpu.lastExit()) {
                to.notBounded();
                continue;
            }
            while (stay + 1 < vcpu.stays() && vcpu.begin(stay + 1) <= time) {
                stay++;
            }
            while (stay >= 0 && vcpu.begin(stay) > time) {
                stay--;
            }
            long after = stay < 0 ? Long.MAX_VALUE : time - vcpu.end(stay);
            if (after > 0 && stay >= 0) {
                long before = stay + 1 < vcpu.stays() ? vcpu.begin(stay + 1) - time : Long.MAX_VALUE;
                long distance = Math.min(after, before);
                if (distance > slack) {
                    to.violation(distance);
                }
            }
        }
    }
}
