/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/**
 * The states of attributes at a time, asked one by one, also while a state system is being built. Of a model with hundreds of thousands of
 * attributes few are wanted.
 */
public final class StatesAt {

    private final ITmfStateSystem fStates;
    private final long fTime;
    /** What was asked for last: of many attributes the value is wanted, and since when. */
    private int fQuark = -1;
    private ITmfStateInterval fState;

    /**
     * @param states
     *            a state system
     * @param time
     *            ns since the epoch
     * @throws StateSystemDisposedException
     *             if the trace was closed
     */
    public StatesAt(ITmfStateSystem states, long time) throws StateSystemDisposedException {
        fStates = states;
        fTime = time;
        if (states.getNbAttributes() > 0) {
            states.querySingleState(time, 0);
        }
    }

    /**
     * @param quark
     *            of an attribute, less than 0 for none
     * @return its value, null for none, or if the trace was closed meanwhile: then nobody looks at the answer
     */
    public Object value(int quark) {
        ITmfStateInterval state = state(quark);
        return state == null ? null : state.getValue();
    }

    /**
     * @param quark
     *            of an attribute, less than 0 for none
     * @return since when it has its value, ns since the epoch; the time asked for if there is no attribute
     */
    public long since(int quark) {
        ITmfStateInterval state = state(quark);
        return state == null ? fTime : state.getStartTime();
    }

    private ITmfStateInterval state(int quark) {
        if (quark < 0 || quark == fQuark) {
            return quark < 0 ? null : fState;
        }
        try {
            fState = fStates.querySingleState(fTime, quark);
            fQuark = quark;
            return fState;
        } catch (StateSystemDisposedException e) {
            return null;
        }
    }
}
