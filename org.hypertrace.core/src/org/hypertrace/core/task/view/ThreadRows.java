/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

/** A data provider with rows of guests' threads, so that a view can go from a row of one to that of another. */
public interface ThreadRows {

    /** The row is of no thread. */
    int NONE = -1;

    /**
     * @param row
     *            the id of a row
     * @return the place of its thread in the model of the trace; {@link #NONE} if it is of none
     */
    int thread(long row);
}
