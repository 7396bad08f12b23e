/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Set;

/** Where one can go from a row of a data provider that knows what its rows are to each other. Times are ns since the epoch. */
public interface RowLinks {

    /** There is no such row. */
    long NONE = -1;

    /**
     * Another row and a time there.
     *
     * @param name
     *            of who is there, for people
     * @param row
     *            the id of the row, {@link RowLinks#NONE} if it has none
     * @param begin
     *            of the time
     * @param end
     *            of it (exclusive); the same as its begin if it is an instant
     */
    record Link(String name, long row, long begin, long end) { }

    /**
     * @param row
     *            the id of a row
     * @return whom one can follow there: a thread or VM; null if nobody
     */
    String followed(long row);

    /**
     * Takes its time: not for the UI thread.
     *
     * @param row
     *            the id of a row
     * @return the ids of all rows that stay if its thread or VM is followed: its own, those above them, and those of its preemptors
     */
    Set<Long> rowsOf(long row);

    /**
     * @param row
     *            the id of a row
     * @param time
     *            on the row
     * @return who had the processor instead then, and for how long; null if nobody
     */
    Link preemptor(long row, long time);

    /**
     * @param row
     *            the id of a row
     * @return whether somebody is woken there, so that {@link #waker} can be asked for
     */
    default boolean isWoken(@SuppressWarnings("unused") long row) {
        return false;
    }

    /**
     * Takes its time: not for the UI thread. Gathers who wakes whom if that was not done yet.
     *
     * @param row
     *            the id of a row
     * @param time
     *            on the row
     * @return who ended the last sleep by then, and when; null if that is not known
     */
    default Link waker(@SuppressWarnings("unused") long row, @SuppressWarnings("unused") long time) {
        return null;
    }
}
