/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundSink;

/**
 * Looks for the offset of a guest's clock at which most of its events lie in a stay of their vCPU. Bins are 2 µs wide; some 2000 events are asked.
 */
final class OffsetSearch {

    static final long BIN = 2000;
    /** Rivals nearer than this are the same offset. */
    private static final long NEAR = 200_000;
    private static final int ASKED = 2000;
    /** Fewer events cannot be clearly more than 0: 3 * sqrt(9) is 9. */
    private static final int FEWEST = 10;
    /** Offsets further apart, ns, are hostile: 36 years. */
    private static final long LONGEST = 1L << 60;

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
     *            how many stays and bins were looked at
     * @param took
     *            how long that was looked for, by the clock, ns
     */
    record Found(long offset, long most, long asked, long elsewhere, boolean accepted, long probes, long took) {

        /** The same as the last one of several searches. */
        Found since(long began) {
            return new Found(offset, most, asked, elsewhere, accepted, probes, System.nanoTime() - began);
        }
    }

    private final long fBegan = System.nanoTime();
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
        int[] points = new int[bins + 1];
        for (int i = 0; i < fCpus.size(); i++) {
            new NearStays(fCpus.get(i).vcpu(), fAsked.get(i), centre - reach, centre + reach).addTo(points, bins);
        }
        int most = 0;
        int first = 0;
        int last = 0;
        int now = 0;
        for (int bin = 0; bin < bins; bin++) {
            now += points[bin];
            points[bin] = now;
            if (now >= most) {
                first = now > most ? bin : first;
                last = bin;
                most = now;
            }
        }
        int middle = (first + last) / 2;
        int apart = (int) (NEAR / BIN);
        int elsewhere = Math.max(most(points, 0, middle - apart), most(points, middle + apart + 1, bins));
        return found(centre - reach + middle * BIN, most, elsewhere);
    }

    private static int most(int[] points, int from, int to) {
        int most = 0;
        for (int bin = from; bin < to; bin++) {
            most = Math.max(most, points[bin]);
        }
        return most;
    }

    /**
     * The stays of a vCPU near its events, wherever the offset is looked for. A block of stays is compared with all events near it: so its numbers, and
     * the bins that these events share, stay in the processor's cache.
     */
    private final class NearStays {
        /** A remainder of a bin has so many bits: then a difference of two numbers has the whole bins above them, rounded down. */
        private static final int BITS = 11;

        private final VcpuTimes fVcpu;
        private final long[] fReadings;
        private final long fLeast;
        /** Of each event: its first stay, and the one behind its last. */
        private final long[] fFrom;
        private final long[] fTo;
        private final long[] fBegins = new long[LongsReader.BLOCK];
        private final long[] fEnds = new long[LongsReader.BLOCK];

        /** @param least the first offset @param greatest the last one */
        NearStays(VcpuTimes vcpu, long[] readings, long least, long greatest) {
            fVcpu = vcpu;
            fReadings = readings;
            fLeast = least;
            fFrom = new long[readings.length];
            fTo = new long[readings.length];
            for (int i = 0; i < readings.length; i++) {
                fFrom[i] = Math.max(0, vcpu.stayAt(readings[i] + least));
                long stays = Math.max(0, vcpu.stayAt(readings[i] + greatest - 1) + 1 - fFrom[i]);
                stays = Math.min(stays, fMostProbes - fProbes);
                fTo[i] = fFrom[i] + stays;
                fProbes += stays;
            }
        }

        /** Adds to each bin how many more stays hold an event there than in the bin before. */
        void addTo(int[] points, int bins) {
            LongsReader begins = fVcpu.begins();
            LongsReader ends = fVcpu.ends();
            int event = 0;
            for (long block = 0; event < fTo.length; block += LongsReader.BLOCK) {
                while (event < fTo.length && fTo[event] <= block) {
                    event++;
                }
                if (event < fTo.length) {
                    block = Math.max(block, fFrom[event] / LongsReader.BLOCK * LongsReader.BLOCK);
                    int stays = (int) Math.min(LongsReader.BLOCK, fVcpu.stays() - block);
                    long origin = fVcpu.begin(block);
                    toBins(begins.block(block), origin, fBegins, stays);
                    toBins(ends.block(block), origin, fEnds, stays);
                    for (int i = event; i < fTo.length && fFrom[i] < block + LongsReader.BLOCK; i++) {
                        add((int) Math.max(0, fFrom[i] - block), (int) Math.min(stays, fTo[i] - block), inBins(fReadings[i] + fLeast - origin), points, bins);
                    }
                }
            }
        }

        private void add(int from, int to, long event, int[] points, int bins) {
            for (int stay = from; stay < to; stay++) {
                int last = (int) Math.min(bins - 1, fEnds[stay] - event >> BITS);
                if (last >= 0) {
                    points[(int) Math.max(0, fBegins[stay] - event >> BITS)]++;
                    points[last + 1]--;
                }
            }
        }

        private static void toBins(long[] times, long origin, long[] to, int count) {
            for (int i = 0; i < count; i++) {
                to[i] = inBins(times[i] - origin);
            }
        }

        /** Whole bins, and the remainder in the bits below. */
        private static long inBins(long time) {
            return (Math.floorDiv(time, BIN) << BITS) + Math.floorMod(time, BIN);
        }
    }

    private Found found(long offset, long most, long elsewhere) {
        boolean clear = most > elsewhere && (most - elsewhere) * (most - elsewhere) > 9 * most;
        return new Found(offset, most, fCount, elsewhere, fCount > 0 && most * 1000 >= fCount * 995 && clear && fProbes < fMostProbes, fProbes,
                System.nanoTime() - fBegan);
    }

    /**
     * All offsets at which the guest's events overlap the lives of their vCPUs. No offset is missed, unless there are too many probes. What is near to
     * the most is looked for only if an offset has enough.
     */
    Found everywhere() {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (int i = 0; i < fCpus.size(); i++) {
            VcpuTimes vcpu = fCpus.get(i).vcpu();
            long[] asked = fAsked.get(i);
            if (asked.length > 0 && vcpu.stays() > 0) {
                if (!isSmall(asked[0]) || !isSmall(asked[asked.length - 1]) || !isSmall(vcpu.begin(0)) || !isSmall(vcpu.lastExit())) {
                    return found(0, 0, 0);
                }
                from = Math.min(from, vcpu.begin(0) - asked[asked.length - 1]);
                to = Math.max(to, vcpu.lastExit() - asked[0]);
            }
        }
        // too few are never clearly more than none
        if (fCount < FEWEST || from > to || to - from > LONGEST) {
            return found(0, 0, 0);
        }
        long enough = (fCount * 995 + 999) / 1000;
        OffsetSweep sweep = new OffsetSweep(fCpus, fAsked, fMostProbes);
        boolean[] any = { false };
        sweep.sweep(from, to, fCount - enough, (offset, misses) -> any[0] = true);
        Best best = new Best(from);
        if (any[0]) {
            sweep.sweep(from, to, fCount - Math.max(1, enough - (long) Math.ceil(3 * Math.sqrt(enough))), (offset, misses) -> best.add(offset, fCount - misses));
        }
        fProbes += sweep.probes();
        return best.found();
    }

    private static boolean isSmall(long time) {
        return time > -BoundSink.LIMIT && time < BoundSink.LIMIT;
    }

    /** The bins with most events in stays, and of each cluster of others the best. */
    private final class Best {
        private final long fFrom;
        private long fMost;
        private long fFirst;
        private long fLast;
        /** The best bins seen at some distance: first bin and score of each cluster, a few. */
        private final List<long[]> fRivals = new ArrayList<>();

        Best(long from) {
            fFrom = from;
            fFirst = from;
            fLast = from;
        }

        void add(long begin, long score) {
            fFirst = score > fMost ? begin : fFirst;
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
            long offset = fMost == 0 ? 0 : fFrom + (fFirst - fFrom + fLast - fFrom) / 2 / BIN * BIN;
            long elsewhere = 0;
            for (long[] rival : fRivals) {
                if (rival[0] + NEAR / 2 < offset - NEAR || rival[0] > offset + NEAR) {
                    elsewhere = Math.max(elsewhere, rival[1]);
                }
            }
            return OffsetSearch.this.found(offset, fMost, elsewhere);
        }
    }
}
