/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Residual;

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

    private static final class Stays extends BoundCursor {

        private final LongsReader fReadings;
        private final LongsReader fBegins;
        private final LongsReader fEnds;
        private final ClockConversion fClock;
        private final long fEvents;
        private final long fStays;
        private final long fSlack;
        private long fEvent;
        private long fStay = -1;
        private long fBegin = Long.MIN_VALUE;
        private long fEnd = Long.MIN_VALUE;
        /** When the next stay begins; the greatest number if there is none. */
        private long fNextBegin;

        Stays(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack) {
            fReadings = guest.readings();
            fBegins = vcpu.begins();
            fEnds = vcpu.ends();
            fClock = clock;
            fEvents = guest.size();
            fStays = vcpu.stays();
            fSlack = slack;
            fNextBegin = fStays == 0 ? Long.MAX_VALUE : fBegins.get(0);
        }

        @Override
        protected void fill() {
            for (; hasRoom() && fEvent < fEvents; fEvent++) {
                long reading = fReadings.get(fEvent);
                long time = fClock.at(reading);
                while (fNextBegin <= time && fStay + 1 < fStays) {
                    go();
                }
                if (fStay >= 0 && time <= fEnd + fSlack) {
                    give(reading, fBegin, fEnd);
                } else if (fSlack > 0 && fStay + 1 < fStays && fNextBegin <= time + fSlack) {
                    go();
                    give(reading, fBegin, fEnd);
                }
            }
        }

        private void go() {
            fStay++;
            fBegin = fNextBegin;
            fEnd = fEnds.get(fStay);
            fNextBegin = fStay + 1 < fStays ? fBegins.get(fStay + 1) : Long.MAX_VALUE;
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

    /** Counts the events that lie outside all stays of their vCPU, of those between its first entry and its last exit. Where the host lost events, none do. */
    static void count(GuestTimes guest, VcpuTimes vcpu, ClockConversion clock, long slack, Violations to) {
        LongsReader readings = guest.readings();
        Place place = new Place(vcpu, slack);
        Blocks.of(guest.size(), (from, until) -> {
            for (long event = from; event < until; event++) {
                long reading = readings.get(event);
                place.event(reading, clock.at(reading));
            }
        });
        place.countedIn(to, guest.size());
    }

    /** The events that lie outside: with the times as recorded, with an offset, and by a clock. */
    record Outside(Violations recorded, Violations coarse, Violations joined) {

        Outside() {
            this(new Violations(), new Violations(), new Violations());
        }

        /** Counts those of a processor; without a clock the offset counts. What makes delays of their times is null if these are of no interest. */
        static Outside of(OffsetSearch.Cpu cpu, PiecewiseClock clock, long offset, long slack, PairDelays.OfCpu delays) {
            Outside found = new Outside();
            LongsReader readings = cpu.guest().readings();
            Place recorded = new Place(cpu.vcpu(), slack);
            Place coarse = new Place(cpu.vcpu(), slack);
            Place joined = new Place(cpu.vcpu(), slack);
            long[] times = new long[LongsReader.BLOCK];
            for (long from = 0; from < cpu.guest().size(); from += LongsReader.BLOCK) {
                int count = (int) Math.min(LongsReader.BLOCK, cpu.guest().size() - from);
                long[] block = readings.block(from);
                times(clock, offset, block, times, count);
                recorded.events(block, block, count);
                both(joined, coarse, block, times, offset, count);
                if (delays != null) {
                    delays.events(from, times, count);
                }
            }
            recorded.countedIn(found.recorded, cpu.guest().size());
            coarse.countedIn(found.coarse, cpu.guest().size());
            joined.countedIn(found.joined, cpu.guest().size());
            return found;
        }

        private static void times(PiecewiseClock clock, long offset, long[] readings, long[] to, int count) {
            for (int i = 0; i < count; i++) {
                to[i] = clock == null ? readings[i] + offset : clock.at(readings[i]);
            }
        }

        private static void both(Place joined, Place coarse, long[] readings, long[] times, long offset, int count) {
            for (int i = 0; i < count; i++) {
                joined.event(readings[i], times[i]);
                // nearly always both are in the same stay
                if (!joined.isSurelyIn(readings[i] + offset)) {
                    coarse.follow(joined);
                    coarse.event(readings[i], readings[i] + offset);
                }
            }
        }

        Outside plus(Outside other) {
            recorded.add(other.recorded);
            coarse.add(other.coarse);
            joined.add(other.joined);
            return this;
        }
    }

    /** Where times are among the stays of a vCPU. */
    static final class Place {

        private final VcpuTimes fVcpu;
        private final LongsReader fBegins;
        private final LongsReader fEnds;
        private final long fStays;
        private final long fFirstEntry;
        private final long fLastExit;
        private final long fSlack;
        private final List<Residual> fKnown = new ArrayList<>();
        private long fStay = -1;
        private long fBegin = Long.MIN_VALUE;
        private long fEnd = Long.MIN_VALUE;
        /** When the next stay begins. */
        private long fNext;
        private long fBeyond;
        private long fCount;
        private long fWorst;
        private long fDistance;

        Place(VcpuTimes vcpu, long slack) {
            fVcpu = vcpu;
            fBegins = vcpu.begins();
            fEnds = vcpu.ends();
            fStays = vcpu.stays();
            fFirstEntry = vcpu.firstEntry();
            fLastExit = vcpu.lastExit();
            fSlack = slack;
            fNext = fStays == 0 ? Long.MAX_VALUE : fBegins.get(0);
        }

        /** Whether that is in the stay of the last event, and not where it ends. */
        boolean isSurelyIn(long time) {
            return time >= fBegin && time < fEnd;
        }

        /** Goes to where another one is. */
        void follow(Place other) {
            fStay = other.fStay;
            fBegin = other.fBegin;
            fEnd = other.fEnd;
            fNext = other.fNext;
        }

        void events(long[] readings, long[] times, int count) {
            for (int i = 0; i < count; i++) {
                event(readings[i], times[i]);
            }
        }

        void event(long reading, long time) {
            if (fStays == 0 || time < fFirstEntry || time >= fLastExit) {
                fBeyond++;
                return;
            }
            while (time >= fNext && fStay + 1 < fStays) {
                fStay++;
                fBegin = fNext;
                fEnd = fEnds.get(fStay);
                fNext = nextBegin();
            }
            while (time < fBegin && fStay >= 0) {
                fStay--;
                fNext = fBegin;
                fBegin = fStay < 0 ? Long.MIN_VALUE : fBegins.get(fStay);
                fEnd = fStay < 0 ? Long.MIN_VALUE : fEnds.get(fStay);
            }
            if (fStay >= 0 && time > fEnd) {
                long before = fStay + 1 < fStays ? fNext - time : Long.MAX_VALUE;
                violation(reading, time, time - fEnd <= before ? fEnd - time : before);
            }
        }

        private long nextBegin() {
            return fStay + 1 < fStays ? fBegins.get(fStay + 1) : Long.MAX_VALUE;
        }

        private void violation(long reading, long time, long residual) {
            long distance = Math.abs(residual);
            if (distance > fSlack && fVcpu.isLostAfter(fStay)) {
                fBeyond++;
            } else if (distance > fSlack) {
                fDistance = distance;
                fCount++;
                fWorst = Math.max(fWorst, distance);
                if (fKnown.size() < Violations.MOST_KNOWN) {
                    fKnown.add(new Residual(reading, time, residual));
                }
            }
        }

        /** How far the last event is outside, since this was asked last; 0 if it is not. */
        long distance() {
            long distance = fDistance;
            fDistance = 0;
            return distance;
        }

        void countedIn(Violations to, long events) {
            to.add(events, fBeyond, fCount, fWorst);
            to.know(fKnown);
        }
    }
}
