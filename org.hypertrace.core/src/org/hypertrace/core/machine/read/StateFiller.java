/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;

/** Fills a state system from the events of hosts, all on one thread. */
public interface StateFiller extends AutoCloseable {

    /** @return changes with all that decides what is found: a history with another version is made again; at least 0 */
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

    /** @param event the next one, in time order */
    void accept(HostEvent event);

    /** @return what it does with events first, if others do that, too; else null. To be asked after {@link #begin}. */
    default ReadTogether.Stage stage() {
        return null;
    }

    /** There are no more events. */
    void finish();

    /** @return states from this time on, ns since the epoch, may still change, though later events were handled */
    default long heldSince() {
        return Long.MAX_VALUE;
    }

    /** Gives back what it holds; also if it did not begin. */
    @Override
    void close();
}
