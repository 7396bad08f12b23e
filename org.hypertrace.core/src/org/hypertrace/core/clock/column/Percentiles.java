/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Percentiles of numbers that are not kept: they come twice. First they are counted by their highest bits, then those around a percentile are compared. */
public final class Percentiles implements AutoCloseable {

    /** By so many of their highest bits numbers are distinguished at first. */
    private static final int BITS = 11;
    private static final int HALF = 1 << BITS - 1;
    private static final int BUCKETS = (Long.SIZE - BITS) * HALF + HALF;

    /** By bucket, negative numbers first. */
    private final long[] fCounts = new long[2 * BUCKETS];
    private final Longs fNear = new Longs();
    private boolean[] fWanted;
    private long fLeast = Long.MAX_VALUE;
    private long fMost = Long.MIN_VALUE;

    private Percentiles() {
    }

    /** @param number the next one of a source */
    public void add(long number) {
        int bucket = number < 0 ? BUCKETS - 1 - bucket(~number) : BUCKETS + bucket(number);
        if (fWanted == null) {
            fCounts[bucket]++;
            fLeast = Math.min(fLeast, number);
            fMost = Math.max(fMost, number);
        } else if (fWanted[bucket]) {
            fNear.add(number);
        }
    }

    /** Of a number that is not negative. */
    private static int bucket(long number) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(number) - BITS);
        return shift * HALF + (int) (number >>> shift);
    }

    /**
     * @param sources
     *            give numbers, each the same ones whenever it is asked; beside each other on several threads
     * @param percents
     *            ascending, above 0
     * @return the least number, those of the percents by nearest rank, and the greatest; null if there are none
     */
    public static long[] of(List<Consumer<Percentiles>> sources, int... percents) {
        List<Percentiles> parts = sources.stream().map(source -> new Percentiles()).toList();
        try {
            give(sources, parts);
            long[] counts = new long[2 * BUCKETS];
            parts.forEach(part -> Arrays.setAll(counts, bucket -> counts[bucket] + part.fCounts[bucket]));
            long all = Arrays.stream(counts).sum();
            if (all == 0) {
                return null;
            }
            boolean[] wanted = new boolean[counts.length];
            long[] ranks = new long[percents.length];
            for (int i = 0; i < percents.length; i++) {
                ranks[i] = (all * percents[i] + 99) / 100 - 1;
                wanted[bucketOf(ranks[i], counts)] = true;
            }
            parts.forEach(part -> part.fWanted = wanted);
            give(sources, parts);
            long[] found = Ranks.of(parts.stream().map(part -> part.fNear).toList(), Arrays.stream(ranks).map(rank -> among(rank, counts, wanted)).toArray());
            long[] answer = new long[percents.length + 2];
            answer[0] = parts.stream().mapToLong(part -> part.fLeast).min().orElseThrow();
            System.arraycopy(found, 0, answer, 1, found.length);
            answer[answer.length - 1] = parts.stream().mapToLong(part -> part.fMost).max().orElseThrow();
            return answer;
        } finally {
            parts.forEach(Percentiles::close);
        }
    }

    private static void give(List<Consumer<Percentiles>> sources, List<Percentiles> to) {
        IntStream.range(0, to.size()).parallel().forEach(i -> sources.get(i).accept(to.get(i)));
    }

    private static int bucketOf(long rank, long[] counts) {
        int bucket = 0;
        for (long left = rank; left >= counts[bucket]; bucket++) {
            left -= counts[bucket];
        }
        return bucket;
    }

    /** The rank among the numbers of those buckets that are wanted. */
    private static long among(long rank, long[] counts, boolean[] wanted) {
        long found = rank;
        long left = rank;
        for (int bucket = 0; left >= counts[bucket]; bucket++) {
            left -= counts[bucket];
            found -= wanted[bucket] ? 0 : counts[bucket];
        }
        return found;
    }

    @Override
    public void close() {
        fNear.close();
    }
}
