/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks for the offset of a guest's clock at which most of its events lie in a stay of their vCPU. Bins are 2 µs wide; some 2000 events are asked.
 */
final class OffsetSearch {

    static final long BIN = 2000;
    /** Rivals nearer than this are the same offset. */
    private static final long NEAR = 200_000;
    private static final int ASKED = 2000;
    /** Coarsest bins of the wide search: 2 µs * 2^12, some 8 ms. */
    private static final int COARSEST = 12;

    /** A processor of the guest, and the vCPU that it is thought to be. */
    record Cpu(GuestTimes guest, VcpuTimes vcpu) { }

    /**
     * What a search found.
     *
     * @param offset
     *            host time minus reading, ns; 0 if nothing was found
     * @param most
     *            how many events lie in a stay there
     * @param asked
     *            how many were asked
     * @param elsewhere
     *            the most at any offset further than 200 µs; a wide search knows only those that come near to {@code most}
     * @param accepted
     *            whether 99.5 % lie in a stay, and clearly fewer elsewhere
     * @param probes
     *            how often an event was compared with a stay or a bin
     */
    record Found(long offset, long most, long asked, long elsewhere, boolean accepted, long probes) { }

    private final List<Cpu> fCpus;
    private final List<long[]> fAsked = new ArrayList<>();
    private long fCount;
    private long fProbes;
    private final long fMostProbes;

    OffsetSearch(List<Cpu> cpus, long mostProbes) {
        fCpus = cpus;
        fMostProbes = mostProbes;
        long events = cpus.stream().mapToLong(cpu -> cpu.guest().size()).sum();
        long step = Math.max(1, (events + ASKED - 1) / ASKED);
        for (Cpu cpu : cpus) {
            long[] asked = new long[(int) ((cpu.guest().size() + step - 1) / step)];
            for (int i = 0; i < asked.length; i++) {
                asked[i] = cpu.guest().reading(i * step);
            }
            fAsked.add(asked);
            fCount += asked.length;
        }
    }

    /** All offsets at most {@code reach} from the centre, ns. */
    Found near(long centre, long reach) {
        int bins = (int) (2 * reach / BIN) + 1;
        int[] change = new int[bins + 1];
        for (int i = 0; i < fCpus.size(); i++) {
            VcpuTimes vcpu = fCpus.get(i).vcpu();
            for (long reading : fAsked.get(i)) {
                long middle = reading + centre;
                for (long stay = Math.max(0, vcpu.stayAt(middle - reach)); stay < vcpu.stays() && vcpu.begin(stay) < middle + reach
                        && fProbes < fMostProbes; stay++) {
                    fProbes++;
                    if (vcpu.end(stay) >= middle - reach) {
                        change[(int) ((Math.max(-reach, vcpu.begin(stay) - middle) + reach) / BIN)]++;
                        change[(int) ((Math.min(reach, vcpu.end(stay) - middle) + reach) / BIN) + 1]--;
                    }
                }
            }
        }
        int most = 0;
        int first = 0;
        int last = 0;
        int points = 0;
        int[] scores = new int[bins];
        for (int bin = 0; bin < bins; bin++) {
            points += change[bin];
            scores[bin] = points;
            first = points > most ? bin : first;
            last = points >= most ? bin : last;
            most = Math.max(most, points);
        }
        long offset = centre - reach + (first + last) / 2 * BIN;
        int elsewhere = 0;
        for (int bin = 0; bin < bins; bin++) {
            if (Math.abs(centre - reach + bin * BIN - offset) > NEAR) {
                elsewhere = Math.max(elsewhere, scores[bin]);
            }
        }
        return found(offset, most, elsewhere);
    }

    private Found found(long offset, long most, long elsewhere) {
        boolean clear = most > elsewhere && (most - elsewhere) * (most - elsewhere) > 9 * most;
        return new Found(offset, most, fCount, elsewhere, fCount > 0 && most * 1000 >= fCount * 995 && clear && fProbes < fMostProbes, fProbes);
    }

    /**
     * All offsets at which the guest's events overlap the lives of their vCPUs: wide bins first. A bin is halved as long as enough events may lie in a
     * stay somewhere in it. So no offset is missed, unless there are too many probes.
     */
    Found everywhere() {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (int i = 0; i < fCpus.size(); i++) {
            VcpuTimes vcpu = fCpus.get(i).vcpu();
            long[] asked = fAsked.get(i);
            if (asked.length > 0 && vcpu.stays() > 0) {
                from = Math.min(from, vcpu.begin(0) - asked[asked.length - 1]);
                to = Math.max(to, vcpu.lastExit() - asked[0]);
            }
        }
        long enough = (fCount * 995 + 999) / 1000;
        Wide wide = new Wide(from, enough, enough - (long) Math.ceil(3 * Math.sqrt(enough)));
        long width = BIN << COARSEST;
        for (long begin = from; begin <= to && fProbes < fMostProbes; begin += width) {
            wide.look(begin, COARSEST);
        }
        return wide.found();
    }

    /** The bins that are not ruled out, of each cluster the best. */
    private final class Wide {
        private final long fFrom;
        private final long fFloor;
        private long fMost;
        private long fFirst;
        private long fLast;
        /** The best bins seen at some distance: first bin and score of each cluster, a few. */
        private final List<long[]> fRivals = new ArrayList<>();

        Wide(long from, long enough, long floor) {
            fFrom = from;
            fFloor = Math.max(1, Math.min(floor, enough));
        }

        void look(long begin, int level) {
            long score = score(begin, begin + (BIN << level), fFloor);
            if (score < fFloor || fProbes >= fMostProbes) {
                return;
            }
            if (level > 0) {
                look(begin, level - 1);
                look(begin + (BIN << level - 1), level - 1);
                return;
            }
            if (score > fMost) {
                fFirst = begin;
            }
            fLast = score >= fMost ? begin : fLast;
            fMost = Math.max(fMost, score);
            long[] last = fRivals.isEmpty() ? null : fRivals.get(fRivals.size() - 1);
            if (last != null && begin - last[0] < NEAR / 2) {
                last[1] = Math.max(last[1], score);
            } else if (fRivals.size() < 1 << 16) {
                fRivals.add(new long[] { begin, score });
            }
        }

        Found found() {
            long offset = fFrom + (fFirst - fFrom + fLast - fFrom) / 2 / BIN * BIN;
            long elsewhere = 0;
            for (long[] rival : fRivals) {
                if (rival[0] + NEAR / 2 < offset - NEAR || rival[0] > offset + NEAR) {
                    elsewhere = Math.max(elsewhere, rival[1]);
                }
            }
            return OffsetSearch.this.found(offset, fMost, elsewhere);
        }
    }

    /** How many events may lie in a stay at an offset from {@code from} until before {@code to}; less than {@code floor} need not be exact. */
    private long score(long from, long to, long floor) {
        long misses = fCount - floor;
        // events far from each other first: a wrong offset is seen soon
        for (int phase = 0; phase < 16; phase++) {
            for (int i = 0; i < fCpus.size(); i++) {
                VcpuTimes vcpu = fCpus.get(i).vcpu();
                long[] asked = fAsked.get(i);
                for (int k = phase; k < asked.length; k += 16) {
                    fProbes++;
                    long stay = vcpu.stayAt(asked[k] + to - 1);
                    if ((stay < 0 || vcpu.end(stay) < asked[k] + from) && --misses < 0) {
                        return floor - 1;
                    }
                }
            }
        }
        return floor + misses;
    }
}
