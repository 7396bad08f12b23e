/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.LongsReader;

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
        return new Stays(guest, vcpu, clock, slack);
    }

    private static final class Stays implements BoundCursor {

        private final LongsReader fReadings;
        private final LongsReader fBegins;
        private final LongsReader fEnds;
        private final ClockConversion fClock;
        private final long fEvents;
        private final long fStays;
        private final long fSlack;
        private long fEvent = -1;
        private long fStay = -1;
        private long fReading;
        private long fBegin;
        private long fEnd;

        Stays(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack) {
            fReadings = guest.readings();
            fBegins = vcpu.begins();
            fEnds = vcpu.ends();
            fClock = clock;
            fEvents = guest.size();
            fStays = vcpu.stays();
            fSlack = slack;
        }

        @Override
        public boolean next() {
            while (++fEvent < fEvents) {
                fReading = fReadings.get(fEvent);
                long time = fClock.at(fReading);
                while (fStay + 1 < fStays && fBegins.get(fStay + 1) <= time) {
                    fStay++;
                }
                if (fStay >= 0 && time <= fEnds.get(fStay) + fSlack) {
                    return isIn();
                }
                if (fSlack > 0 && fStay + 1 < fStays && fBegins.get(fStay + 1) <= time + fSlack) {
                    fStay++;
                    return isIn();
                }
            }
            return false;
        }

        private boolean isIn() {
            fBegin = fBegins.get(fStay);
            fEnd = fEnds.get(fStay);
            return true;
        }

        @Override
        public long reading() {
            return fReading;
        }

        @Override
        public long low() {
            return fBegin;
        }

        @Override
        public long high() {
            return fEnd;
        }
    }

    /** @return whether two conversions give the same bounds */
    static boolean isSame(GuestTimes guest, VcpuTimes vcpu, ClockConversion one, ClockConversion other, long slack) {
        BoundCursor a = bounds(guest, vcpu, one, slack);
        BoundCursor b = bounds(guest, vcpu, other, slack);
        while (a.next()) {
            if (!b.next() || a.reading() != b.reading() || a.low() != b.low() || a.high() != b.high()) {
                return false;
            }
        }
        return !b.next();
    }

    /** Counts the events that lie outside all stays of their vCPU, of those between its first entry and its last exit. */
    static void count(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack, Violations to) {
        LongsReader readings = guest.readings();
        Place place = new Place(vcpu, slack, to);
        Blocks.of(guest.size(), (from, until) -> {
            for (long event = from; event < until; event++) {
                place.event(clock.at(readings.get(event)));
            }
        });
    }

    /** The events that lie outside: with the times as recorded, with an offset, and by a clock. */
    record Outside(Violations recorded, Violations coarse, Violations joined) {

        Outside() {
            this(new Violations(), new Violations(), new Violations());
        }

        /** Counts those of a processor; without a clock the offset counts. */
        static Outside of(OffsetSearch.Cpu cpu, PiecewiseClock clock, long offset, long slack) {
            Outside found = new Outside();
            LongsReader readings = cpu.guest().readings();
            Place recorded = new Place(cpu.vcpu(), slack, found.recorded);
            Place coarse = new Place(cpu.vcpu(), slack, found.coarse);
            Place joined = new Place(cpu.vcpu(), slack, found.joined);
            Blocks.of(cpu.guest().size(), (from, until) -> {
                for (long event = from; event < until; event++) {
                    long reading = readings.get(event);
                    recorded.event(reading);
                    coarse.event(reading + offset);
                    joined.event(clock == null ? reading + offset : clock.at(reading));
                }
            });
            return found;
        }

        Outside plus(Outside other) {
            recorded.add(other.recorded);
            coarse.add(other.coarse);
            joined.add(other.joined);
            return this;
        }
    }

    /** Where times are among the stays of a vCPU. */
    private static final class Place {

        private final LongsReader fBegins;
        private final LongsReader fEnds;
        private final long fStays;
        private final long fFirstEntry;
        private final long fLastExit;
        private final long fSlack;
        private final Violations fTo;
        private long fStay = -1;
        private long fBegin = Long.MIN_VALUE;
        private long fEnd;
        /** When the next stay begins. */
        private long fNext;

        Place(VcpuTimes vcpu, long slack, Violations to) {
            fBegins = vcpu.begins();
            fEnds = vcpu.ends();
            fStays = vcpu.stays();
            fFirstEntry = vcpu.firstEntry();
            fLastExit = vcpu.lastExit();
            fSlack = slack;
            fTo = to;
            fNext = fStays == 0 ? Long.MAX_VALUE : fBegins.get(0);
        }

        void event(long time) {
            fTo.event();
            if (fStays == 0 || time < fFirstEntry || time >= fLastExit) {
                fTo.notBounded();
                return;
            }
            while (time >= fNext && fStay + 1 < fStays) {
                go(fStay + 1);
            }
            while (time < fBegin && fStay >= 0) {
                go(fStay - 1);
            }
            if (fStay >= 0 && time > fEnd) {
                long distance = Math.min(time - fEnd, fStay + 1 < fStays ? fNext - time : Long.MAX_VALUE);
                if (distance > fSlack) {
                    fTo.violation(distance);
                }
            }
        }

        private void go(long stay) {
            fStay = stay;
            fBegin = stay < 0 ? Long.MIN_VALUE : fBegins.get(stay);
            fEnd = stay < 0 ? 0 : fEnds.get(stay);
            fNext = stay + 1 < fStays ? fBegins.get(stay + 1) : Long.MAX_VALUE;
        }
    }
}
