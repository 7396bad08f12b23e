/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/** The values of all attributes at a time, also while a state system is being built. */
public final class FullState {

    private static final int TRIES = 200;
    private static final long MOMENT_NS = 1_000_000;

    private FullState() {
    }

    /**
     * @param states
     *            a state system
     * @param time
     *            ns since the epoch
     * @return the values by quark
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<ITmfStateInterval> at(ITmfStateSystem states, long time) throws StateSystemDisposedException {
        for (int left = TRIES;; left--) {
            try {
                return states.queryFullState(time);
            } catch (IllegalStateException e) {
                // Trace Compass reports it when it meets an attribute that is just being made: a moment later it is
                if (left == 0) {
                    throw e;
                }
                LockSupport.parkNanos(MOMENT_NS);
            }
        }
    }
}
