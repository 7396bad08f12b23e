/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * How many events of a trace stand at times at which they cannot have been. Only who reads all events knows, so this grows while a
 * pass reads; of several passes that counts which came across most.
 *
 * @param behind
 *            stand behind later ones, and are left out
 * @param outside
 *            stand outside the times that their packet names, by little
 */
record EventTimes(int behind, int outside) {

    private static final EventTimes RIGHT = new EventTimes(0, 0);
    private static final Map<ITmfTrace, EventTimes> BY_TRACE = Collections.synchronizedMap(new WeakHashMap<>());

    /** What passes came across in a trace so far. */
    static EventTimes of(ITmfTrace trace) {
        return BY_TRACE.getOrDefault(trace, RIGHT);
    }

    /** A pass came across so many in a trace. */
    static void found(ITmfTrace trace, int behind, int outside) {
        BY_TRACE.merge(trace, new EventTimes(behind, outside),
                (a, b) -> new EventTimes(Math.max(a.behind, b.behind), Math.max(a.outside, b.outside)));
    }
}
