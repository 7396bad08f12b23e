/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A row: an attribute of the state system during the life of what the row stands for. Outside of it nothing is shown.
 *
 * @param quark
 *            the attribute; -1 if the row shows one and the same state during all its life
 * @param begin
 *            of the life, ns since the epoch
 * @param end
 *            of the life (exclusive), ns since the epoch
 * @param looks
 *            what its values look like
 */
public record StateRow(int quark, long begin, long end, Looks looks) implements Row {

    /** What a state looks like. */
    public record Look(String label, OutputElementStyle style) { }

    /** How values of an attribute look. */
    @FunctionalInterface
    public interface Looks {
        /**
         * @param value
         *            a value, null where the attribute has none
         * @param time
         *            when it begins, ns since the epoch
         * @return its look; null: nothing is shown
         * @throws StateSystemDisposedException
         *             if the trace was closed meanwhile
         */
        Look of(Object value, long time) throws StateSystemDisposedException;
    }

    /**
     * @param from
     *            its begin, ns since the epoch
     * @param until
     *            its end (exclusive)
     * @param look
     *            what it looks like; null: nothing is shown
     * @return a state of a row
     */
    public static ITimeGraphState state(long from, long until, Look look) {
        // Trace Compass takes a state of this value without label and style as "nothing is here"
        return look == null ? new TimeGraphState(from, until - from, Integer.MIN_VALUE)
                : new TimeGraphState(from, until - from, PlainText.line(look.label()), look.style());
    }

    @Override
    public Collection<Integer> quarks() {
        return quark < 0 ? List.of() : List.of(quark);
    }

    @Override
    public void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to)
            throws StateSystemDisposedException {
        if (quark < 0) {
            add(begin, end, null, to);
        }
        for (ITmfStateInterval interval : intervals.getOrDefault(quark, List.of())) {
            add(Math.max(begin, interval.getStartTime()), Math.min(end, interval.getEndTime() + 1), interval.getValue(), to);
        }
    }

    private void add(long from, long until, Object value, List<ITimeGraphState> to) throws StateSystemDisposedException {
        if (from < until) {
            to.add(state(from, until, looks.of(value, from)));
        }
    }
}
