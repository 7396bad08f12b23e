/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.List;

/** A boot or a shutdown with its figures: it can be compared with others of its kind, and be held against budgets. */
public interface Run {

    /**
     * Something in a run that took time.
     *
     * @param kind
     *            {@code level}, {@code initcall}…; of all of it {@code boot} or {@code shutdown}
     * @param name
     *            its name, null of all of it
     * @param duration
     *            ns; of what never ended as long as it was seen
     * @param spent
     *            where it went, null if not known
     */
    record Timed(String kind, String name, long duration, boolean open, TimeSplit spent) { }

    /** @return the name of the trace it is of, for people */
    String trace();

    /** @return what the figures are of */
    GuestRun what();

    /** @return whether it was seen, so that there is a duration */
    boolean isMeasured();

    /** @return whether it reports more than that the machine ran: it is preferred to those that do not */
    boolean isReported();

    /** @return whether its end was seen */
    boolean isComplete();

    /** @return whether it broke before it was done */
    boolean hasFailed();

    /** @return ns */
    long duration();

    /** @return all of it - if that can be held against anything -, and what is in it, in its order */
    List<Timed> timed();
}
