/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/** The interval of an attribute that contains a time, for ascending times. */
public final class AtTime {

    private final List<ITmfStateInterval> fIntervals;
    private int fNext;

    /**
     * @param intervals
     *            in time order, by quark
     * @param quark
     *            the attribute
     */
    public AtTime(Map<Integer, List<ITmfStateInterval>> intervals, int quark) {
        fIntervals = intervals.getOrDefault(quark, List.of());
    }

    /**
     * @param time
     *            not before that of the last call, ns since the epoch
     * @return null if there is none
     */
    public ITmfStateInterval get(long time) {
        while (fNext < fIntervals.size() && fIntervals.get(fNext).getEndTime() < time) {
            fNext++;
        }
        return fNext < fIntervals.size() && fIntervals.get(fNext).getStartTime() <= time ? fIntervals.get(fNext) : null;
    }
}
