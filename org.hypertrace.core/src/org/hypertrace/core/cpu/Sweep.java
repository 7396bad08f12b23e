/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/**
 * Goes through a few attributes together, in the order of time: from one change of any of them to the next. The state
 * system answers in no order; what is held to be sorted is bounded, by halving the time until so few intervals are in it.
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
    }

    /** Enough for a screen, and less than 10 MiB. */
    private static final int MOST = 1 << 16;

    private final ITmfStateSystem fStates;
    private final int[] fQuarks;
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
        fQuarks = quarks;
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
        if (begin >= end) {
            return;
        }
        List<ITmfStateInterval> intervals = new ArrayList<>();
        long first = Math.max(begin, fStates.getStartTime());
        if (!fPresent.isEmpty() && first < end) {
            for (ITmfStateInterval interval : fStates.query2D(fPresent, first, end - 1)) {
                intervals.add(interval);
                if (intervals.size() > fMost && end - begin > 1) {
                    long middle = begin + (end - begin) / 2;
                    over(begin, middle, to);
                    over(middle, end, to);
                    return;
                }
            }
        }
        intervals.sort(Comparator.comparingLong(ITmfStateInterval::getStartTime));
        Object[] values = new Object[fQuarks.length];
        long since = begin;
        for (ITmfStateInterval interval : intervals) {
            if (interval.getStartTime() > since) {
                to.add(since, interval.getStartTime(), values);
                since = interval.getStartTime();
            }
            for (int i = 0; i < fQuarks.length; i++) {
                if (fQuarks[i] == interval.getAttribute()) {
                    values[i] = interval.getValue();
                }
            }
        }
        to.add(since, end, values);
    }
}
