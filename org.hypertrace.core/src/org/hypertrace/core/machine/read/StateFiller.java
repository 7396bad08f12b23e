/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;

/** Fills a state system from the events of hosts, all on one thread. */
public interface StateFiller extends AutoCloseable {

    /**
     * @return changes with all that decides what is found: a history with another version is made again; at least 0. Asked again at the end, it may be
     *         another one; less than 0: the history is of no use to others
     */
    int version();

    /**
     * Prepares; that may take as long as reading a guest's own trace.
     *
     * @param states
     *            is empty, and is filled from now on
     * @param monitor
     *            is reported what is read, and can cancel
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    void begin(ColumnStates states, IProgressMonitor monitor);

    /**
     * @param trace
     *            a trace or an experiment
     * @return when the history begins, ns since the epoch
     */
    default long start(ITmfTrace trace) {
        return HostTraces.begin(trace);
    }

    /** @param event the next one, in time order */
    void accept(HostEvent event);

    /** @return what it does with events first, if others do that, too; else null. To be asked after {@link #begin}. */
    default ReadTogether.Stage stage() {
        return null;
    }

    /** There are no more events. */
    void finish();

    /**
     * To be asked after {@link #finish}.
     *
     * @param last
     *            the time of the last event, ns since the epoch
     * @return when the history ends, ns since the epoch
     */
    default long end(long last) {
        return last;
    }

    /** @return states from this time on, ns since the epoch, may still change, though later events were handled */
    default long heldSince() {
        return Long.MAX_VALUE;
    }

    /** Gives back what it holds; also if it did not begin. */
    @Override
    void close();
}
