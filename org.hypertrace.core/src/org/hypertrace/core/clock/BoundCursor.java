/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

/** Bounds one after the other, in order of their readings. */
interface BoundCursor {

    /** @return whether there is another one; the other methods are about it */
    boolean next();

    long reading();

    /** {@link BoundSink#NO_LOW} if there is none. */
    long low();

    /** {@link BoundSink#NO_HIGH} if there is none. */
    long high();

    /** Gives what is left to a sink. */
    default void drain(BoundSink to) {
        while (next()) {
            to.bound(reading(), low(), high());
        }
    }

    /** All of these in order of their readings, of equal ones those of the first cursor first; each is wider by the slack on both sides. */
    static BoundCursor merge(List<BoundCursor> cursors, long slack) {
        return new MergedBounds(cursors, slack);
    }
}
