/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Complete exits as points to be drawn: when each began, and how long it took. As many exits may be in sight as there are in the trace. So
 * of those that fall into one cell only the first is a point. A cell is a column of the picture, a kind of exits, and lengths that are
 * alike. These differ by less than a 512th of the longest one. The longest exits are all points.
 */
public final class ExitPoints {

    /** So many bits of the longest length count. */
    private static final int BITS = 10;
    /** The longest length is by itself. */
    private static final int LONGEST = 1 << BITS;
    private static final int WORDS = LONGEST / Long.SIZE + 1;

    /**
     * The points of exits of one kind.
     *
     * @param kind
     *            the number of the kind
     * @param begins
     *            when each began, ns since the epoch, ascending
     * @param lengths
     *            of each, ns
     */
    public record Series(int kind, long[] begins, double[] lengths) { }

    /** Points that are still found. */
    private static final class Found {
        private long[] fBegins = new long[64];
        private double[] fLengths = new double[64];
        private int fCount;
        private final long[] fTaken = new long[WORDS];

        void add(long begin, long length) {
            if (fCount == fBegins.length) {
                fBegins = Arrays.copyOf(fBegins, 2 * fCount);
                fLengths = Arrays.copyOf(fLengths, 2 * fCount);
            }
            fBegins[fCount] = begin;
            fLengths[fCount++] = length;
        }

        boolean take(int part) {
            boolean isFirst = (fTaken[part >> 6] & 1L << part) == 0;
            fTaken[part >> 6] |= 1L << part;
            return isFirst || part == LONGEST;
        }

        Series series(int kind) {
            return new Series(kind, Arrays.copyOf(fBegins, fCount), Arrays.copyOf(fLengths, fCount));
        }
    }

    private final ExitColumns fExits;
    private final boolean fWithoutTracing;
    private final BitSet fKinds = new BitSet();
    /** The longest length of each block, of whatever kind. */
    private final long[] fLongest;

    /** @param withoutTracing whether exits for tracing are left out */
    public ExitPoints(ExitColumns exits, boolean withoutTracing) {
        fExits = exits;
        fWithoutTracing = withoutTracing;
        fLongest = new long[(exits.count() >> ExitBlock.SHIFT) + 1];
        ExitBlock block = new ExitBlock(exits);
        for (int i = 0; i << ExitBlock.SHIFT < exits.count(); i++) {
            block.move(i, 0, exits.count());
            long[] lengths = block.lengths();
            short[] reasons = block.reasons();
            short[] flags = block.flags();
            for (int exit = 0; exit < block.count(); exit++) {
                if (lengths[exit] >= 0 && !(withoutTracing && (flags[exit] & ExitFile.TRACER) != 0)) {
                    fKinds.set(ExitColumns.kind(reasons[exit], flags[exit]));
                    fLongest[i] = Math.max(fLongest[i], lengths[exit]);
                }
            }
        }
    }

    /** @return the numbers of the kinds of exits that occur */
    public List<Integer> kinds() {
        return fKinds.stream().boxed().toList();
    }

    /** @return the name of a kind: the reason, and whether it is the tracer's or a nested guest's */
    public String name(int kind) {
        return fExits.names().get(kind);
    }

    /**
     * @param times
     *            where the columns of the picture begin, ascending; the last is the last moment in sight
     * @param kinds
     *            the kinds of exits that are asked for
     * @param cancelled
     *            whether nobody wants the answer any more
     * @return the points by kinds, as these were asked for; null if it was cancelled
     */
    public List<Series> within(long[] times, List<Integer> kinds, BooleanSupplier cancelled) {
        Found[] found = new Found[fExits.names().size()];
        kinds.stream().filter(kind -> kind >= 0 && fKinds.get(kind)).forEach(kind -> found[kind] = new Found());
        long last = times[times.length - 1];
        int from = fExits.firstFrom(times[0]);
        int end = last == Long.MAX_VALUE ? fExits.count() : fExits.firstFrom(last + 1);
        long longest = longest(from, end, found);
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(longest) - BITS);
        ExitBlock block = new ExitBlock(fExits);
        int column = 0;
        for (int i = from >> ExitBlock.SHIFT; i << ExitBlock.SHIFT < end; i++) {
            if (cancelled.getAsBoolean()) {
                return null;
            }
            block.move(i, from, end);
            long[] begins = block.begins();
            long[] lengths = block.lengths();
            short[] reasons = block.reasons();
            short[] flags = block.flags();
            for (int exit = 0; exit < block.count(); exit++) {
                Found of = lengths[exit] < 0 ? null : found[ExitColumns.kind(reasons[exit], flags[exit])];
                if (of == null || fWithoutTracing && (flags[exit] & ExitFile.TRACER) != 0) {
                    continue;
                }
                if (column + 1 < times.length && begins[exit] >= times[column + 1]) {
                    column = column(times, column + 1, begins[exit]);
                    clear(found);
                }
                if (of.take(lengths[exit] == longest ? LONGEST : (int) (lengths[exit] >> shift))) {
                    of.add(begins[exit], lengths[exit]);
                }
            }
        }
        List<Series> series = new ArrayList<>();
        kinds.stream().filter(kind -> kind >= 0 && fKinds.get(kind)).forEach(kind -> series.add(found[kind].series(kind)));
        return series;
    }

    /** The length of the longest one that is asked for. */
    private long longest(int from, int end, Found[] found) {
        long longest = 0;
        ExitBlock block = new ExitBlock(fExits);
        for (int i = from >> ExitBlock.SHIFT; i << ExitBlock.SHIFT < end; i++) {
            block.move(i, from, end);
            // most blocks have none that is longer
            long[] lengths = fLongest[i] > longest ? block.lengths() : null;
            short[] reasons = lengths == null ? null : block.reasons();
            short[] flags = lengths == null ? null : block.flags();
            for (int exit = 0; lengths != null && exit < block.count(); exit++) {
                if (lengths[exit] > longest && found[ExitColumns.kind(reasons[exit], flags[exit])] != null
                        && !(fWithoutTracing && (flags[exit] & ExitFile.TRACER) != 0)) {
                    longest = lengths[exit];
                }
            }
        }
        return longest;
    }

    private static int column(long[] times, int first, long time) {
        int column = first;
        while (column + 1 < times.length && time >= times[column + 1]) {
            column++;
        }
        return column;
    }

    private static void clear(Found[] found) {
        for (Found each : found) {
            if (each != null) {
                Arrays.fill(each.fTaken, 0);
            }
        }
    }
}
