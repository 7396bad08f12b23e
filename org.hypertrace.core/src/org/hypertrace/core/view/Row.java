/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;

/** What an entry of a view over time shows. */
public interface Row {

    /** @return the attributes of the state system that it is made of */
    Collection<Integer> quarks();

    /**
     * Appends its states in time order.
     *
     * @param intervals
     *            those of the attributes that contain one of the times, by quark and in time order
     * @param times
     *            ascending, ns since the epoch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to)
            throws StateSystemDisposedException;
}
