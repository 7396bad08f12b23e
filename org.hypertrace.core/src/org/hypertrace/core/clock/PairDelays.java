/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

import org.hypertrace.core.clock.ClockQuality.Delays;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.column.Percentiles;
import org.hypertrace.core.clock.line.PiecewiseClock;

/** By how much the exit of each hypercall was after the time that a clock makes of the stamp. Who asks for these times anyway gives them. */
final class PairDelays implements AutoCloseable {

    private static final long NONE = -1;
    /** One event of so many is in the sample. */
    private static final long EACH = 64;

    private final List<CpuPairs> fCpus;
    private final PiecewiseClock fClock;
    private Percentiles fValues;

    /**
     * @param cpus
     *            pairs of each processor
     * @param clock
     *            what makes times of their stamps
     */
    PairDelays(List<CpuPairs> cpus, PiecewiseClock clock) {
        fCpus = cpus;
        fClock = clock;
        fValues = new Percentiles(cpus.stream().flatMapToLong(this::sample).toArray(), 50, 90, 99);
    }

    private LongStream sample(CpuPairs cpu) {
        return LongStream.iterate(0, event -> event < cpu.matches().size(), event -> event + EACH).filter(event -> cpu.matches().get(event) != NONE)
                .map(event -> cpu.vcpu().exitBefore(CpuPairs.plain(cpu.matches().get(event))) - fClock.at(cpu.guest().reading(event)));
    }

    /** What gets all times of one processor. */
    final class OfCpu {

        private final LongsReader fMatches;
        private final LongsReader fExits;
        private final Percentiles.Part fTo = fValues.part();
        private final long[] fDelays = new long[LongsReader.BLOCK];

        private OfCpu(CpuPairs cpu) {
            fMatches = cpu.matches().reader();
            fExits = cpu.vcpu().exits();
        }

        /**
         * @param from
         *            the first event of a block
         * @param times
         *            what the clock makes of the stamps of the block
         * @param count
         *            how many events it has
         */
        void events(long from, long[] times, int count) {
            long[] matches = fMatches.block(from);
            int size = 0;
            for (int i = 0; i < count; i++) {
                if (matches[i] != NONE) {
                    fDelays[size++] = fExits.get(CpuPairs.plain(matches[i])) - times[i];
                }
            }
            fTo.add(fDelays, size);
        }
    }

    /** @return what gets all times of a processor, by its place in the list */
    OfCpu of(int cpu) {
        return new OfCpu(fCpus.get(cpu));
    }

    /** @return the delays, when all times came; null if there are none */
    Delays found() {
        for (Percentiles again = fValues.again(); again != null; again = again.again()) {
            fValues.close();
            fValues = again;
            fCpus.parallelStream().forEach(this::times);
        }
        long[] found = fValues.found();
        return found == null ? null : new Delays(found[0], found[1], found[2], found[3], found[4]);
    }

    private void times(CpuPairs cpu) {
        OfCpu to = new OfCpu(cpu);
        LongsReader readings = cpu.guest().readings();
        for (long from = 0; from < cpu.guest().size(); from += LongsReader.BLOCK) {
            int count = (int) Math.min(LongsReader.BLOCK, cpu.guest().size() - from);
            to.events(from, Arrays.stream(readings.block(from), 0, count).map(fClock::at).toArray(), count);
        }
    }

    @Override
    public void close() {
        fValues.close();
    }
}
