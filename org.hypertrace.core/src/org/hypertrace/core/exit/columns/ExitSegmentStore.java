/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.RandomAccess;

import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.segmentstore.core.ISegmentStore;

/**
 * The complete exits as a segment store of Trace Compass. Nothing is kept twice. Segments are made of the columns on request.
 * In the order of begins they are a view of the columns.
 */
public final class ExitSegmentStore extends AbstractCollection<ISegment> implements ISegmentStore<ISegment> {

    private final ExitColumns fExits;
    /** Those that are no segments, ascending: the incomplete ones, and those of tracing if they are not wanted. */
    private final int[] fLeftOut;

    public ExitSegmentStore(ExitColumns exits, boolean withoutTracing) {
        fExits = exits;
        int[] out = new int[16];
        int count = 0;
        for (int i = 0; i < exits.count(); i++) {
            if (!exits.isComplete(i) || withoutTracing && exits.isTracer(i)) {
                out = count < out.length ? out : Arrays.copyOf(out, 2 * count);
                out[count++] = i;
            }
        }
        fLeftOut = Arrays.copyOf(out, count);
    }

    /** Complete exits in the order of their begins: some early ones, then all in a row. */
    private final class Row extends AbstractList<ISegment> implements RandomAccess {
        private final int[] fEarly;
        private final int fFirst;
        private final int fSize;

        Row(int[] early, int first, int end) {
            fEarly = early;
            fFirst = first - before(first);
            fSize = early.length + end - before(end) - fFirst;
        }

        @Override
        public ISegment get(int index) {
            if (index < 0 || index >= fSize) {
                throw new IndexOutOfBoundsException(index);
            }
            return new ExitSegment(fExits, index < fEarly.length ? fEarly[index] : complete(fFirst + index - fEarly.length));
        }

        @Override
        public int size() {
            return fSize;
        }

        @Override
        public Iterator<ISegment> iterator() {
            return new Iterator<>() {
                private int fAt;
                private int fExit;
                /** The place of the next one that is left out, and which it is. */
                private int fNextOut;
                private int fOut;

                @Override
                public boolean hasNext() {
                    return fAt < fSize;
                }

                @Override
                public ISegment next() {
                    if (fAt >= fSize) {
                        throw new NoSuchElementException();
                    } else if (fAt <= fEarly.length) {
                        ISegment next = get(fAt);
                        fExit = ((ExitSegment) next).number();
                        fNextOut = before(fExit);
                        fOut = out();
                        fAt++;
                        return next;
                    }
                    fAt++;
                    for (fExit++; fExit == fOut; fExit++) {
                        fNextOut++;
                        fOut = out();
                    }
                    return new ExitSegment(fExits, fExit);
                }

                private int out() {
                    return fNextOut < fLeftOut.length ? fLeftOut[fNextOut] : -1;
                }
            };
        }
    }

    /** How many exits before this one are left out. */
    private int before(int exit) {
        int place = Arrays.binarySearch(fLeftOut, exit);
        return place < 0 ? -1 - place : place;
    }

    /** The number of the segment before which there are {@code n}. */
    private int complete(int n) {
        int low = 0;
        int high = fLeftOut.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (fLeftOut[middle] - middle <= n) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return n + low;
    }

    private Row row(long start, long end) {
        int first = fExits.firstFrom(start);
        int after = end == Long.MAX_VALUE ? fExits.count() : fExits.firstFrom(end + 1);
        List<Integer> early = new ArrayList<>();
        long touching = start == Long.MIN_VALUE ? start : start - 1;
        for (int i = fExits.lastBefore(first, touching); i >= 0; i = fExits.lastBefore(i, touching)) {
            if (Arrays.binarySearch(fLeftOut, i) < 0) {
                early.add(0, i);
            }
        }
        return new Row(early.stream().mapToInt(Integer::intValue).toArray(), first, Math.max(first, after));
    }

    @Override
    public Iterable<ISegment> getIntersectingElements(long start, long end) {
        return row(Math.min(start, end), Math.max(start, end));
    }

    @Override
    public Iterable<ISegment> getIntersectingElements(long start, long end, Comparator<ISegment> order) {
        Row row = row(Math.min(start, end), Math.max(start, end));
        ISegment before = null;
        for (ISegment segment : row) {
            if (before != null && order.compare(before, segment) > 0) {
                List<ISegment> sorted = new ArrayList<>(row);
                sorted.sort(order);
                return sorted;
            }
            before = segment;
        }
        return row;
    }

    @Override
    public Iterator<ISegment> iterator() {
        return row(Long.MIN_VALUE, Long.MAX_VALUE).iterator();
    }

    @Override
    public int size() {
        return fExits.count() - fLeftOut.length;
    }

    @Override
    public boolean remove(Object segment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> segments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> segments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void dispose() {
        // the file stays, for the next time
    }
}
