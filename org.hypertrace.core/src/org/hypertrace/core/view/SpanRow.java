/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;

/**
 * A row of spans, which are known in advance: no query of the state system is needed to draw it. Of what begins and ends between two of the
 * times that a client asks for, the longest is drawn too. So something is to be seen wherever something is.
 *
 * @param spans
 *            in time order, none begins before the one before it has ended
 * @param shift
 *            how much later they are shown, ns; less than 0: earlier
 */
public record SpanRow(List<Span> spans, long shift) implements Row {

    @Override
    public Collection<Integer> quarks() {
        return List.of();
    }

    @Override
    public void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to) {
        int next = 0; // the first that is neither drawn nor over
        int gap = 0; // the one after the gap that was drawn last
        for (int i = 0; i < times.size(); i++) {
            long time = times.get(i) - shift;
            long until = i + 1 < times.size() ? times.get(i + 1) - shift : time + 1;
            while (next < spans.size() && spans.get(next).begin() < time && spans.get(next).end() <= time) {
                next++;
            }
            int chosen = choose(next, time, until);
            if (chosen >= 0) {
                Span span = spans.get(chosen);
                to.add(StateRow.state(span.begin() + shift, span.end() + shift, span.look()));
                next = chosen + 1;
            } else if (gap < next && next < spans.size() && spans.get(next - 1).end() <= time) {
                // nothing at all is here, which is not the same as "more is here than fits"
                to.add(StateRow.state(spans.get(next - 1).end() + shift, spans.get(next).begin() + shift, null));
                gap = next;
            }
        }
    }

    /** From {@code first} on: the one at a time, else the longest that begins until the next time; -1 if there is none. */
    private int choose(int first, long time, long until) {
        int chosen = -1;
        for (int i = first; i < spans.size() && spans.get(i).begin() < until; i++) {
            if (spans.get(i).contains(time)) {
                return i;
            }
            chosen = chosen < 0 || spans.get(i).length() > spans.get(chosen).length() ? i : chosen;
        }
        return chosen;
    }

    /**
     * @param time
     *            on the row, ns since the epoch
     * @return what is shown there, null if nothing is
     */
    public Span at(long time) {
        long own = time - shift;
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).begin() <= own) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && spans.get(low - 1).contains(own) ? spans.get(low - 1) : null;
    }
}
