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

    /**
     * Which exits are segments.
     *
     * @param out
     *            those that are none, ascending: the incomplete ones, and those of tracing if they are not wanted
     */
    private record Complete(ExitColumns exits, int[] out) {

        /** How many exits before this one are left out. */
        int before(int exit) {
            int place = Arrays.binarySearch(out, exit);
            return place < 0 ? -1 - place : place;
        }

        /** The number of the segment before which there are {@code n}. */
        int number(int n) {
            int low = 0;
            int high = out.length;
            while (low < high) {
                int middle = low + high >>> 1;
                if (out[middle] - middle <= n) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return n + low;
        }
    }

    /** Null once it is disposed of: views keep stores of traces that are closed. */
    private volatile Complete fComplete;

    public ExitSegmentStore(ExitColumns exits, boolean withoutTracing) {
        int[] out = new int[16];
        int count = 0;
        for (int i = 0; i < exits.count(); i++) {
            if (!exits.isComplete(i) || withoutTracing && exits.isTracer(i)) {
                out = count < out.length ? out : Arrays.copyOf(out, 2 * count);
                out[count++] = i;
            }
        }
        fComplete = new Complete(exits, Arrays.copyOf(out, count));
    }

    /** Complete exits in the order of their begins: some early ones, then all in a row. */
    private static final class Row extends AbstractList<ISegment> implements RandomAccess {
        private final Complete fOf;
        private final int[] fEarly;
        private final int fFirst;
        private final int fSize;

        Row(Complete of, int[] early, int first, int end) {
            fOf = of;
            fEarly = early;
            fFirst = first - of.before(first);
            fSize = early.length + end - of.before(end) - fFirst;
        }

        @Override
        public ISegment get(int index) {
            if (index < 0 || index >= fSize) {
                throw new IndexOutOfBoundsException(index);
            }
            return new ExitSegment(fOf.exits, index < fEarly.length ? fEarly[index] : fOf.number(fFirst + index - fEarly.length));
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
                        fNextOut = fOf.before(fExit);
                        fOut = out();
                        fAt++;
                        return next;
                    }
                    fAt++;
                    for (fExit++; fExit == fOut; fExit++) {
                        fNextOut++;
                        fOut = out();
                    }
                    return new ExitSegment(fOf.exits, fExit);
                }

                private int out() {
                    return fNextOut < fOf.out.length ? fOf.out[fNextOut] : -1;
                }
            };
        }
    }

    private List<ISegment> row(long start, long end) {
        Complete complete = fComplete;
        if (complete == null) {
            return List.of();
        }
        ExitColumns exits = complete.exits;
        int first = exits.firstFrom(start);
        int after = end == Long.MAX_VALUE ? exits.count() : exits.firstFrom(end + 1);
        List<Integer> early = new ArrayList<>();
        long touching = start == Long.MIN_VALUE ? start : start - 1;
        for (int i = exits.lastBefore(first, touching); i >= 0; i = exits.lastBefore(i, touching)) {
            if (Arrays.binarySearch(complete.out, i) < 0) {
                early.add(0, i);
            }
        }
        return new Row(complete, early.stream().mapToInt(Integer::intValue).toArray(), first, Math.max(first, after));
    }

    @Override
    public Iterable<ISegment> getIntersectingElements(long start, long end) {
        return row(Math.min(start, end), Math.max(start, end));
    }

    @Override
    public Iterable<ISegment> getIntersectingElements(long start, long end, Comparator<ISegment> order) {
        List<ISegment> row = row(Math.min(start, end), Math.max(start, end));
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
        Complete complete = fComplete;
        return complete == null ? 0 : complete.exits.count() - complete.out.length;
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

    /** It is empty from now on; the file stays, for the next time. */
    @Override
    public void dispose() {
        fComplete = null;
    }
}
