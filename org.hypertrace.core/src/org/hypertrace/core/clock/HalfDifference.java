/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * The greatest difference of two lines at the bounds in uneven runs. It is at one of both ends, but for what is rounded down: each line by less than a
 * ns. So it is looked for from both ends, until the difference is so small that no bound between can have more.
 */
final class HalfDifference {

    private static final int ROUNDED = 2;

    private final List<CpuPairs> fCpus;
    private final PiecewiseClock fOne;
    private final PiecewiseClock fOther;
    private long fMost = -1;

    private HalfDifference(List<CpuPairs> cpus, PiecewiseClock one, PiecewiseClock other) {
        fCpus = cpus;
        fOne = one;
        fOther = other;
    }

    /**
     * @param cpus
     *            pairs of each processor; the stamp comes first
     * @param one
     *            a line
     * @param other
     *            another line
     * @return the greatest difference, ns; -1 if there is no uneven run
     */
    static long greatest(List<CpuPairs> cpus, PiecewiseClock one, PiecewiseClock other) {
        HalfDifference found = new HalfDifference(cpus, one, other);
        Walk up = found.new Walk(1);
        Walk down = found.new Walk(-1);
        while (found.fMost < 0 && up.goesOn()) {
            // to the first one
        }
        while (down.fIsEven && down.goesOn()) {
            // to the last one
        }
        while (!up.fIsSmall && up.goesOn()) {
            // as long as more is possible
        }
        while (!up.fIsOver && !down.fIsSmall && down.goesOn()) {
            // the same from the end
        }
        return found.fMost;
    }

    /** Through the bounds of all processors in order of their readings, or back. */
    private final class Walk {

        private final int fStep;
        private final long[] fEvents;
        private long fRank;
        private boolean fIsEven = true;
        private boolean fIsSmall;
        private boolean fIsOver;

        Walk(int step) {
            fStep = step;
            fEvents = new long[fCpus.size()];
            for (int i = 0; i < fEvents.length; i++) {
                fEvents[i] = next(i, step > 0 ? 0 : fCpus.get(i).guest().size() - 1);
            }
            fRank = step > 0 ? 0 : new Ranks(fCpus).size() - 1;
        }

        /** The next event with a bound; one that is not there if there is none. */
        private long next(int cpu, long from) {
            CpuPairs pairs = fCpus.get(cpu);
            long event = from;
            while (event >= 0 && event < pairs.guest().size() && pairs.matches().get(event) < 0) {
                event += fStep;
            }
            return event;
        }

        /** Looks at the next bound; false if there is none. */
        boolean goesOn() {
            int first = -1;
            long reading = 0;
            for (int i = 0; i < fEvents.length; i++) {
                GuestTimes guest = fCpus.get(i).guest();
                if (fEvents[i] >= 0 && fEvents[i] < guest.size()) {
                    long here = guest.reading(fEvents[i]);
                    // of equal readings those of the first processors come first, from the end those of the last
                    boolean isNext = first < 0 || (fStep > 0 ? here < reading : here >= reading);
                    first = isNext ? i : first;
                    reading = isNext ? here : reading;
                }
            }
            fIsOver = first < 0;
            if (fIsOver) {
                return false;
            }
            fEvents[first] = next(first, fEvents[first] + fStep);
            long difference = Math.abs(fOne.at(reading) - fOther.at(reading));
            fIsEven = Ranks.isEvenRun(fRank);
            fMost = fIsEven ? fMost : Math.max(fMost, difference);
            fIsSmall = difference + ROUNDED <= fMost;
            fRank += fStep;
            return true;
        }
    }

    /**
     * In which run of 64 a bound is, of the bounds of all processors in order of their readings, if the stamp comes first: then each pair that is not
     * crossed has one.
     */
    static final class Ranks {

        static final int RUN = 64;

        private final List<CpuPairs> fCpus;

        /** @param cpus pairs of each processor, which do not change any more */
        Ranks(List<CpuPairs> cpus) {
            fCpus = cpus;
        }

        static boolean isEvenRun(long rank) {
            return (rank / RUN & 1) == 0;
        }

        /** @return how many bounds there are */
        long size() {
            return fCpus.stream().mapToLong(cpu -> cpu.uncrossedBefore(cpu.guest().size())).sum();
        }

        /** @return whether the bound of an event of one of the processors is in an even run */
        boolean isEven(CpuPairs of, long event) {
            long reading = of.guest().reading(event);
            long rank = 0;
            boolean isFirst = true;
            for (CpuPairs cpu : fCpus) {
                isFirst &= cpu != of;
                // of equal readings those of the first processors come first
                rank += cpu.uncrossedBefore(cpu == of ? event : cpu.guest().firstFrom(isFirst ? reading + 1 : reading));
            }
            return isEvenRun(rank);
        }
    }
}
