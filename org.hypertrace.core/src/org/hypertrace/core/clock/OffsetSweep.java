/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.Arrays;
import java.util.List;

/**
 * How many events of a guest lie outside the stays of their vCPUs, at all offsets in bins. It goes by windows of bins: each event adds a miss to the
 * bins between two stays. More events are asked only while a bin of the window has few enough misses. So what is left has exact counts, and
 * what is left out has too many.
 */
final class OffsetSweep {

    /** Of a window, 128 KB: its counts stay in the processor's cache. */
    private static final int BINS = 1 << 15;
    /** So many events are asked first: at a wrong offset they are enough for nearly all windows. */
    private static final int FIRST_ASKED = 32;
    /** Events far from each other come first: a wrong offset is seen soon. */
    private static final int PHASES = 16;

    /** Gets the bins that are not left out, in order of their offsets. */
    @FunctionalInterface
    interface Bins {
        void bin(long offset, long misses);
    }

    private final VcpuTimes[] fVcpus;
    private final long[] fReadings;
    /** Of each bin how many more misses it has than the one before. */
    private final int[] fChange = new int[BINS + 1];
    private final long fMostProbes;
    private long fProbes;

    /**
     * @param cpus
     *            processors of the guest
     * @param asked
     *            of each processor the readings that count
     * @param mostProbes
     *            after so many the search ends
     */
    OffsetSweep(List<OffsetSearch.Cpu> cpus, List<long[]> asked, long mostProbes) {
        int count = asked.stream().mapToInt(readings -> readings.length).sum();
        fVcpus = new VcpuTimes[count];
        fReadings = new long[count];
        fMostProbes = mostProbes;
        int to = 0;
        for (int phase = 0; phase < PHASES; phase++) {
            for (int cpu = 0; cpu < cpus.size(); cpu++) {
                for (int i = phase; i < asked.get(cpu).length; i += PHASES) {
                    fVcpus[to] = cpus.get(cpu).vcpu();
                    fReadings[to++] = asked.get(cpu)[i];
                }
            }
        }
    }

    /** How often a stay or a bin was looked at. */
    long probes() {
        return fProbes;
    }

    /** Gives the bins from one offset to another that have at most so many misses; fewer bins if there are too many probes. */
    void sweep(long from, long to, long mostMisses, Bins sink) {
        for (long begin = from; begin <= to && fProbes < fMostProbes; begin += BINS * OffsetSearch.BIN) {
            int bins = (int) Math.min(BINS, (to - begin) / OffsetSearch.BIN + 1);
            if (ask(begin, bins, mostMisses)) {
                long misses = 0;
                for (int bin = 0; bin < bins; bin++) {
                    misses += fChange[bin];
                    if (misses <= mostMisses) {
                        sink.bin(begin + bin * OffsetSearch.BIN, misses);
                    }
                }
            }
        }
    }

    /** Counts the misses of a window; false as soon as all bins have too many. */
    private boolean ask(long begin, int bins, long mostMisses) {
        Arrays.fill(fChange, 0, bins + 1, 0);
        int next = 0;
        for (int more = FIRST_ASKED; next < fReadings.length; more *= 2) {
            for (int end = Math.min(fReadings.length - next, more) + next; next < end; next++) {
                miss(fVcpus[next], fReadings[next] + begin, bins);
            }
            if (!isAnyLeft(bins, mostMisses)) {
                return false;
            }
        }
        return true;
    }

    /** An event at that time by the first bin of the window misses the bins in which no stay can hold it. */
    private void miss(VcpuTimes vcpu, long time, int bins) {
        long end = time + bins * OffsetSearch.BIN;
        long stays = vcpu.stays();
        int free = 0;
        long stay = Math.max(0, vcpu.stayAt(time));
        long first = stay;
        for (long begin; stay < stays && (begin = vcpu.begin(stay)) < end; stay++) {
            long last = vcpu.end(stay);
            if (last >= time) {
                int hit = begin <= time ? 0 : (int) ((begin - time) / OffsetSearch.BIN);
                if (hit > free) {
                    fChange[free]++;
                    fChange[hit]--;
                }
                free = Math.max(free, (int) Math.min(bins, (last - time) / OffsetSearch.BIN + 1));
            }
        }
        fProbes += stay - first;
        if (free < bins) {
            fChange[free]++;
            fChange[bins]--;
        }
    }

    private boolean isAnyLeft(int bins, long mostMisses) {
        fProbes += bins;
        long misses = 0;
        for (int bin = 0; bin < bins; bin++) {
            misses += fChange[bin];
            if (misses <= mostMisses) {
                return true;
            }
        }
        return false;
    }
}
