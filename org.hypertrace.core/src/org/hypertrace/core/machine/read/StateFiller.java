/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;

/** Fills a state system from the events of hosts, all on one thread. */
public interface StateFiller extends AutoCloseable {

    /** @return changes with all that decides what is found: a history with another version is made again; at least 0 */
    int version();

    /** @param states is empty, and is filled from now on */
    void begin(ColumnStates states);

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
