/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Percentiles of numbers that are not kept, but for some. A sample shows where they are, about: numbers there are kept, all others are counted.
 * Where the sample misled, the counts show between which numbers the percentile is, so all are to be given once more.
 */
public final class Percentiles implements AutoCloseable {

    /** How far from its place in the sample a percentile is looked for, in standard deviations of that place. */
    private static final int FAR = 4;
    private static final int HUNDRED = 100;

    private final int[] fPercents;
    /** From one with an even index to the next one, exclusively, numbers are kept; behind the last one if there is no next one. */
    private final long[] fEdges;
    private final List<Part> fParts = new ArrayList<>();

    /**
     * @param sample
     *            some of the numbers that are to come, in any order
     * @param percents
     *            ascending, above 0
     */
    public Percentiles(long[] sample, int... percents) {
        this(percents, around(sample, percents));
    }

    private Percentiles(int[] percents, long[] edges) {
        fPercents = percents;
        fEdges = edges;
    }

    private static long[] around(long[] sample, int[] percents) {
        long[] sorted = sample.clone();
        Arrays.sort(sorted);
        long[] edges = new long[2 * percents.length];
        for (int i = 0; i < percents.length; i++) {
            double part = percents[i] / (double) HUNDRED;
            double apart = FAR * Math.sqrt(sorted.length * part * (1 - part)) + FAR;
            int from = (int) Math.floor(sorted.length * part - apart);
            int to = (int) Math.ceil(sorted.length * part + apart);
            edges[2 * i] = from < 0 ? Long.MIN_VALUE : sorted[from];
            edges[2 * i + 1] = to >= sorted.length || sorted[to] == Long.MAX_VALUE ? Long.MAX_VALUE : sorted[to] + 1;
        }
        return apart(edges);
    }

    /** Those that overlap become one; the greatest number stands for no end. */
    private static long[] apart(long[] edges) {
        int size = 0;
        for (int i = 0; i < edges.length && (size == 0 || edges[size - 1] < Long.MAX_VALUE); i += 2) {
            if (size > 0 && edges[i] <= edges[size - 1]) {
                edges[size - 1] = Math.max(edges[size - 1], edges[i + 1]);
            } else {
                edges[size++] = edges[i];
                edges[size++] = edges[i + 1];
            }
        }
        return Arrays.copyOf(edges, edges[size - 1] < Long.MAX_VALUE ? size : size - 1);
    }

    /** Gets numbers on one thread. */
    public static final class Part {

        private final long[] fWindows;
        /** By how many edges are not above. */
        private final long[] fCounts;
        private final Longs fNear = new Longs();
        private long fLeast = Long.MAX_VALUE;
        private long fMost = Long.MIN_VALUE;

        private Part(long[] edges) {
            fWindows = edges;
            fCounts = new long[edges.length + 1];
        }

        /**
         * @param numbers
         *            the next ones
         * @param count
         *            how many of these
         */
        public void add(long[] numbers, int count) {
            long least = fLeast;
            long most = fMost;
            for (int i = 0; i < count; i++) {
                least = Math.min(least, numbers[i]);
                most = Math.max(most, numbers[i]);
            }
            fLeast = least;
            fMost = most;
            long all = fNear.size();
            int counted = 0;
            for (int edge = 0; edge < fWindows.length; edge += 2) {
                int below = below(numbers, count, fWindows[edge]);
                keep(numbers, count, fWindows[edge], edge + 1 < fWindows.length ? fWindows[edge + 1] - 1 : Long.MAX_VALUE);
                int inside = (int) (fNear.size() - all);
                all += inside;
                fCounts[edge] += below - counted;
                fCounts[edge + 1] += inside;
                counted = below + inside;
            }
            fCounts[fCounts.length - 1] += (fWindows.length & 1) == 0 ? count - counted : 0;
        }

        private static int below(long[] numbers, int count, long edge) {
            int found = 0;
            for (int i = 0; i < count; i++) {
                found += numbers[i] < edge ? 1 : 0;
            }
            return found;
        }

        private void keep(long[] numbers, int count, long from, long last) {
            for (int i = 0; i < count; i++) {
                // one comparison: what is less than the first one is very great without a sign
                if (Long.compareUnsigned(numbers[i] - from, last - from) <= 0) {
                    fNear.add(numbers[i]);
                }
            }
        }
    }

    /** @return gets some of the numbers; parts are of different threads */
    public synchronized Part part() {
        Part part = new Part(fEdges);
        fParts.add(part);
        return part;
    }

    private long[] counts() {
        long[] counts = new long[fEdges.length + 1];
        fParts.forEach(part -> Arrays.setAll(counts, place -> counts[place] + part.fCounts[place]));
        return counts;
    }

    private static long rank(long all, int percent) {
        return (all * percent + HUNDRED - 1) / HUNDRED - 1;
    }

    private static int placeOf(long rank, long[] counts) {
        int place = 0;
        for (long left = rank; left >= counts[place]; place++) {
            left -= counts[place];
        }
        return place;
    }

    /** @return null if the percentiles are among the numbers that were kept; else what is to get all numbers again */
    public Percentiles again() {
        long[] counts = counts();
        long all = LongStream.of(counts).sum();
        int[] places = all == 0 ? new int[0] : Arrays.stream(fPercents).map(percent -> placeOf(rank(all, percent), counts)).toArray();
        if (Arrays.stream(places).allMatch(place -> (place & 1) != 0)) {
            return null;
        }
        long[] edges = new long[2 * places.length];
        for (int i = 0; i < places.length; i++) {
            edges[2 * i] = places[i] == 0 ? Long.MIN_VALUE : fEdges[places[i] - 1];
            edges[2 * i + 1] = places[i] == fEdges.length ? Long.MAX_VALUE : fEdges[places[i]];
        }
        return new Percentiles(fPercents, apart(edges));
    }

    /** @return the least number, those of the percents by nearest rank, and the greatest; null if there are none */
    public long[] found() {
        long[] counts = counts();
        long all = LongStream.of(counts).sum();
        if (all == 0) {
            return null;
        }
        long[] near = Ranks.of(fParts.stream().map(part -> part.fNear).toList(),
                Arrays.stream(fPercents).mapToLong(percent -> among(rank(all, percent), counts)).toArray());
        long[] answer = new long[fPercents.length + 2];
        answer[0] = fParts.stream().mapToLong(part -> part.fLeast).min().orElseThrow();
        System.arraycopy(near, 0, answer, 1, near.length);
        answer[answer.length - 1] = fParts.stream().mapToLong(part -> part.fMost).max().orElseThrow();
        return answer;
    }

    /** The rank among the numbers that were kept. */
    private static long among(long rank, long[] counts) {
        long found = rank;
        for (int place = placeOf(rank, counts) - 1; place >= 0; place -= 2) {
            found -= counts[place];
        }
        return found;
    }

    @Override
    public void close() {
        fParts.forEach(part -> part.fNear.close());
    }
}
