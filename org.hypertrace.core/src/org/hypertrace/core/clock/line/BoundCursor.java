/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.util.List;

/** Bounds one after the other, in order of their readings. They come in blocks: a loop over one of these asks nobody for the next bound. */
public abstract class BoundCursor {

    /** So many at most are in a block. */
    private static final int BLOCK = 1 << 9;

    private final long[] fReadings = new long[BLOCK];
    private final long[] fLows = new long[BLOCK];
    private final long[] fHighs = new long[BLOCK];
    private int fCount;
    private int fAt;

    /** Gives the next ones to {@link #give}, as many as a block has; none at the end. */
    protected abstract void fill();

    /** @return whether the block has room for more */
    protected final boolean hasRoom() {
        return fCount < BLOCK;
    }

    /** Puts a bound into the block. */
    protected final void give(long reading, long low, long high) {
        fReadings[fCount] = reading;
        fLows[fCount] = low;
        fHighs[fCount++] = high;
    }

    /** @return how many bounds the next block has, 0 at the end */
    public final int nextBlock() {
        fCount = 0;
        fAt = -1;
        fill();
        return fCount;
    }

    /** @return whether there is another one; the methods without an index are about it */
    public final boolean next() {
        if (++fAt < fCount) {
            return true;
        }
        boolean isAny = nextBlock() > 0;
        fAt = 0;
        return isAny;
    }

    /** @return what the clock shows */
    public final long reading() {
        return fReadings[fAt];
    }

    /** @return the lower bound, {@link BoundSink#NO_LOW} if there is none */
    public final long low() {
        return fLows[fAt];
    }

    /** @return the upper bound, {@link BoundSink#NO_HIGH} if there is none */
    public final long high() {
        return fHighs[fAt];
    }

    final long reading(int inBlock) {
        return fReadings[inBlock];
    }

    final long low(int inBlock) {
        return fLows[inBlock];
    }

    final long high(int inBlock) {
        return fHighs[inBlock];
    }

    /** @param to gets what is left */
    public final void drain(BoundSink to) {
        while (next()) {
            to.bound(reading(), low(), high());
        }
    }

    /**
     * @param cursors
     *            bounds of a processor each
     * @param slack
     *            by how much each is wider on both sides
     * @return all of these in order of their readings, of equal ones those of the first cursor first
     */
    public static BoundCursor merge(List<BoundCursor> cursors, long slack) {
        return new Merged(cursors, slack);
    }

    static long lower(long low, long slack) {
        return low == BoundSink.NO_LOW ? low : low - slack;
    }

    static long higher(long high, long slack) {
        return high == BoundSink.NO_HIGH ? high : high + slack;
    }

    /** Bounds of several processors, in order of their readings; of equal ones those of the first come first. */
    private static final class Merged extends BoundCursor {

        private final BoundCursor[] fOpen;
        private final long[] fNext;
        private final long fSlack;
        private int fLeft;

        private Merged(List<BoundCursor> cursors, long slack) {
            fOpen = cursors.stream().filter(BoundCursor::next).toArray(BoundCursor[]::new);
            fLeft = fOpen.length;
            fNext = new long[fLeft];
            for (int i = 0; i < fLeft; i++) {
                fNext[i] = fOpen[i].reading();
            }
            fSlack = slack;
        }

        @Override
        protected void fill() {
            while (fLeft > 0 && hasRoom()) {
                int first = 0;
                for (int i = 1; i < fLeft; i++) {
                    first = fNext[i] < fNext[first] ? i : first;
                }
                BoundCursor of = fOpen[first];
                give(fNext[first], lower(of.low(), fSlack), higher(of.high(), fSlack));
                if (of.next()) {
                    fNext[first] = of.reading();
                } else {
                    fLeft--;
                    System.arraycopy(fOpen, first + 1, fOpen, first, fLeft - first);
                    System.arraycopy(fNext, first + 1, fNext, first, fLeft - first);
                }
            }
        }
    }
}
