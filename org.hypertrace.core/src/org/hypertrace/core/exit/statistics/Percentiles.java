/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Exact percentiles by nearest rank, of groups of lengths whose sizes are known. Few lengths are kept and sorted. Of many it is
 * first counted how many are about how long; then only those are kept that are about as long as one of the percentiles. So
 * lengths have to be reported twice where {@link #needsThemAgain}.
 */
public final class Percentiles {

    /** Larger groups are counted first. */
    private static final int LARGE = 1 << 15;
    /** Lengths that differ by less than a 128th are about the same. */
    private static final int SHIFT = 7;
    private static final int FINE = 1 << SHIFT;
    private static final int BUCKETS = (64 - SHIFT) * FINE;

    /** A large group. */
    private static final class Large {
        private final int[] fCounts = new int[BUCKETS];
        /** For every bucket: 0, or the number of its lengths' place in the list, from 1. */
        private byte[] fKept;
        private final List<long[]> fLengths = new ArrayList<>();
        private int[] fSizes;
        /** For every percentile: in which of the lists it is, and at which place. */
        private int[] fWhere;
        private int[] fPlaces;
    }

    private final int[] fPerMille;
    private final int[] fCounts;
    private final long[] fLengths;
    private final int[] fEnds;
    private final Large[] fLarge;
    private boolean fCounted;

    /**
     * @param counts
     *            how many lengths each group has
     * @param perMille
     *            the percentiles, ascending
     */
    public Percentiles(int[] counts, int... perMille) {
        fPerMille = perMille;
        fCounts = counts;
        fEnds = new int[counts.length];
        fLarge = new Large[counts.length];
        int small = 0;
        for (int group = 0; group < counts.length; group++) {
            fEnds[group] = small;
            if (counts[group] > LARGE) {
                fLarge[group] = new Large();
            } else {
                small += counts[group];
            }
        }
        fLengths = new long[small];
    }

    /** A length of a group; to be reported about all of them, and once more, if they are needed again, of all groups that are counted. */
    public void add(int group, long length) {
        Large large = fLarge[group];
        if (large == null) {
            fLengths[fEnds[group]++] = length;
        } else if (!fCounted) {
            large.fCounts[bucket(length)]++;
        } else {
            int list = large.fKept[bucket(length)] - 1;
            if (list >= 0) {
                large.fLengths.get(list)[large.fSizes[list]++] = length;
            }
        }
    }

    /** Whether lengths of a group are counted first. */
    public boolean isCounted(int group) {
        return fLarge[group] != null;
    }

    /** The sum of the squares of how far the lengths of a group that is not counted are from a number. */
    public double squares(int group, double from) {
        double squares = 0;
        for (int i = fEnds[group] - fCounts[group]; i < fEnds[group]; i++) {
            squares += (fLengths[i] - from) * (fLengths[i] - from);
        }
        return squares;
    }

    /** All lengths were reported: whether they have to be reported again. */
    public boolean needsThemAgain() {
        fCounted = true;
        boolean any = false;
        for (int group = 0; group < fLarge.length; group++) {
            if (fLarge[group] != null) {
                find(fLarge[group], fCounts[group]);
                any = true;
            }
        }
        return any;
    }

    /** Where the percentiles are, among lengths that are about the same. */
    private void find(Large large, int count) {
        large.fKept = new byte[BUCKETS];
        large.fWhere = new int[fPerMille.length];
        large.fPlaces = new int[fPerMille.length];
        int before = 0;
        int bucket = 0;
        for (int i = 0; i < fPerMille.length; i++) {
            int place = Ranks.rank(count, fPerMille[i]);
            while (before + large.fCounts[bucket] <= place) {
                before += large.fCounts[bucket++];
            }
            if (large.fKept[bucket] == 0) {
                large.fLengths.add(new long[large.fCounts[bucket]]);
                large.fKept[bucket] = (byte) large.fLengths.size();
            }
            large.fWhere[i] = large.fKept[bucket] - 1;
            large.fPlaces[i] = place - before;
        }
        large.fSizes = new int[large.fLengths.size()];
    }

    /** The percentiles of a group, after all was reported; its lengths are in another order then. */
    public long[] of(int group) {
        long[] found = new long[fPerMille.length];
        Large large = fLarge[group];
        int begin = fEnds[group] - fCounts[group];
        int[] from = new int[large == null ? 1 : large.fSizes.length];
        Arrays.fill(from, large == null ? begin : 0);
        for (int i = 0; i < found.length; i++) {
            int list = large == null ? 0 : large.fWhere[i];
            int place = large == null ? begin + Ranks.rank(fCounts[group], fPerMille[i]) : large.fPlaces[i];
            long[] lengths = large == null ? fLengths : large.fLengths.get(list);
            // what stands behind a percentile is not less: there the next ones are
            found[i] = Ranks.select(lengths, from[list], large == null ? fEnds[group] : lengths.length, place);
            from[list] = place;
        }
        return found;
    }

    /** Ascending with the length. */
    private static int bucket(long length) {
        int shift = 63 - SHIFT - Long.numberOfLeadingZeros(length | FINE - 1);
        return shift < 0 ? (int) length : (shift << SHIFT) + (int) (length >>> shift);
    }
}
