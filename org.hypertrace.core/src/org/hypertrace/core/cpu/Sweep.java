/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.history.ColumnStates;

/**
 * Goes through a few attributes together, in the order of time: from one change of any of them to the next. A state system in columns answers
 * each attribute in that order: very few attributes are merged as they are read. Others answer in no order; what is held to be sorted is
 * bounded: the time is gone through in pieces with so few intervals.
 */
public final class Sweep {

    /** Gets the stretches, in which no attribute changes and which follow each other without a gap. */
    @FunctionalInterface
    public interface Stretches {
        /**
         * @param begin
         *            ns since the epoch
         * @param end
         *            ns since the epoch (exclusive)
         * @param values
         *            in the order of the attributes, null where one has none; the same array every time
         * @throws StateSystemDisposedException
         *             if the trace was closed meanwhile
         */
        void add(long begin, long end, Object[] values) throws StateSystemDisposedException;

        /**
         * An attribute may have another value in the next stretch; those of which this is not called have the one they had.
         *
         * @param place
         *            of its value among the values
         */
        default void changes(int place) {
            // who looks at all values need not know
        }
    }

    /** Enough for a screen, and less than 10 MiB. */
    private static final int MOST = 1 << 16;

    private static final int FEWER = 4;
    /** Of more attributes sorting takes less time than to look at the next state of each. */
    private static final int MERGED = 4;

    private final ITmfStateSystem fStates;
    /** The attributes in order, each with its place among the values in the lower half. */
    private final long[] fPlaces;
    private final List<Integer> fPresent;
    private final int fMost;

    Sweep(ITmfStateSystem states, int... quarks) {
        this(MOST, states, quarks);
    }

    /**
     * @param most
     *            how many intervals may be held
     * @param states
     *            the model
     * @param quarks
     *            the attributes, -1 for one that is not there
     */
    public Sweep(int most, ITmfStateSystem states, int... quarks) {
        fStates = states;
        fPlaces = IntStream.range(0, quarks.length).mapToLong(i -> (long) quarks[i] << Integer.SIZE | i).sorted().toArray();
        fPresent = IntStream.of(quarks).filter(quark -> quark >= 0).boxed().toList();
        fMost = Math.max(most, quarks.length);
    }

    /**
     * @param begin
     *            of the time to go through, ns since the epoch; before the model's there is no state
     * @param end
     *            of it (exclusive)
     * @param to
     *            gets the stretches
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public void over(long begin, long end, Stretches to) throws StateSystemDisposedException {
        if (fStates instanceof ColumnStates && fPresent.size() <= MERGED && begin < end) {
            merge(begin, end, to);
            return;
        }
        long length = end - begin;
        for (long from = begin; from < end;) {
            long until = end - from <= length ? end : from + length;
            List<ITmfStateInterval> intervals = read(from, until);
            if (intervals == null) {
                length = Math.max(1, (until - from) / FEWER);
                continue;
            }
            pass(from, until, intervals, to);
            from = until;
            length = intervals.size() < fMost / FEWER ? 2 * length : length;
        }
    }

    /** Nothing is read twice, or held to be sorted. */
    private void merge(long begin, long end, Stretches to) throws StateSystemDisposedException {
        long first = Math.max(begin, fStates.getStartTime());
        List<Iterator<ITmfStateInterval>> attributes = new ArrayList<>();
        ITmfStateInterval[] next = new ITmfStateInterval[first < end ? fPresent.size() : 0];
        for (int i = 0; i < next.length; i++) {
            attributes.add(fStates.query2D(List.of(fPresent.get(i)), first, end - 1).iterator());
            next[i] = following(attributes.get(i));
        }
        Object[] values = new Object[fPlaces.length];
        long since = begin;
        for (int i = earliest(next); i >= 0; i = earliest(next)) {
            since = change(next[i], since, values, to);
            next[i] = following(attributes.get(i));
        }
        to.add(since, end, values);
    }

    private static ITmfStateInterval following(Iterator<ITmfStateInterval> attribute) {
        return attribute.hasNext() ? attribute.next() : null;
    }

    /** -1: there are no more. */
    private static int earliest(ITmfStateInterval[] next) {
        int earliest = -1;
        for (int i = 0; i < next.length; i++) {
            if (next[i] != null && (earliest < 0 || next[i].getStartTime() < next[earliest].getStartTime())) {
                earliest = i;
            }
        }
        return earliest;
    }

    /** Null: there are too many. */
    private List<ITmfStateInterval> read(long from, long until) throws StateSystemDisposedException {
        List<ITmfStateInterval> intervals = new ArrayList<>();
        long first = Math.max(from, fStates.getStartTime());
        if (!fPresent.isEmpty() && first < until) {
            for (ITmfStateInterval interval : fStates.query2D(fPresent, first, until - 1)) {
                intervals.add(interval);
                if (intervals.size() > fMost && until - from > 1) {
                    return null;
                }
            }
        }
        intervals.sort(Comparator.comparingLong(ITmfStateInterval::getStartTime));
        return intervals;
    }

    private void pass(long begin, long end, List<ITmfStateInterval> intervals, Stretches to) throws StateSystemDisposedException {
        Object[] values = new Object[fPlaces.length];
        long since = begin;
        for (ITmfStateInterval interval : intervals) {
            since = change(interval, since, values, to);
        }
        to.add(since, end, values);
    }

    /** Returns since when the values are as they are now. */
    private long change(ITmfStateInterval interval, long since, Object[] values, Stretches to) throws StateSystemDisposedException {
        long start = interval.getStartTime();
        if (start > since) {
            to.add(since, start, values);
        }
        int quark = interval.getAttribute();
        for (int i = first(quark); i < fPlaces.length && fPlaces[i] >> Integer.SIZE == quark; i++) {
            values[(int) fPlaces[i]] = interval.getValue();
            to.changes((int) fPlaces[i]);
        }
        return Math.max(since, start);
    }

    private int first(int quark) {
        int found = Arrays.binarySearch(fPlaces, (long) quark << Integer.SIZE);
        return found < 0 ? -found - 1 : found;
    }
}
