/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/**
 * The intervals of many attributes together, piece after piece of a stretch of time, so that memory does not grow with the
 * trace. Pieces are as long as about {@value #AIM} intervals lie in them.
 */
public final class Chunks {

    private static final int AIM = 1 << 16;

    /** What is done with the pieces. */
    @FunctionalInterface
    public interface Piece {
        /**
         * @param begin
         *            of the piece, ns since the epoch
         * @param end
         *            of it (exclusive)
         * @param intervals
         *            those that intersect it by their attributes, in time order
         * @throws StateSystemDisposedException
         *             if the trace was closed meanwhile
         */
        void take(long begin, long end, Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException;
    }

    private final ITmfStateSystem fStates;
    private final Collection<Integer> fQuarks;

    /**
     * @param states
     *            the model
     * @param quarks
     *            the attributes
     */
    public Chunks(ITmfStateSystem states, Collection<Integer> quarks) {
        fStates = states;
        fQuarks = quarks;
    }

    /**
     * @param begin
     *            of the stretch, ns since the epoch, within the time of the model
     * @param end
     *            of it (exclusive)
     * @param piece
     *            gets the pieces, in their order
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public void forEach(long begin, long end, Piece piece) throws StateSystemDisposedException {
        long length = Math.max(1, (end - begin) / 16);
        for (long from = begin; from < end;) {
            long to = end - from <= length ? end : from + length;
            Map<Integer, List<ITmfStateInterval>> intervals = new HashMap<>();
            int count = read(from, to, intervals);
            if (count > AIM + fQuarks.size() && to - from > 1) {
                length = Math.max(1, (to - from) / 4);
                continue;
            }
            for (List<ITmfStateInterval> list : intervals.values()) {
                list.sort(Comparator.comparingLong(ITmfStateInterval::getStartTime));
            }
            piece.take(from, to, intervals);
            from = to;
            length = count < AIM / 4 ? length * 2 : length;
        }
    }

    /** @return how many there are, or enough to know that they are too many */
    private int read(long from, long to, Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException {
        int count = 0;
        for (ITmfStateInterval interval : fStates.query2D(fQuarks, from, to - 1)) {
            intervals.computeIfAbsent(interval.getAttribute(), quark -> new ArrayList<>()).add(interval);
            if (++count > AIM + fQuarks.size() && to - from > 1) {
                break;
            }
        }
        return count;
    }
}
