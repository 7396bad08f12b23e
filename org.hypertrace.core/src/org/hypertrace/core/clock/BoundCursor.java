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

    /** Gives all to a sink in order of their readings; of equal ones those of the first cursor first. */
    static void merge(List<BoundCursor> cursors, long slack, BoundSink to) {
        BoundCursor[] open = cursors.stream().filter(BoundCursor::next).toArray(BoundCursor[]::new);
        int count = open.length;
        while (count > 0) {
            int first = 0;
            for (int i = 1; i < count; i++) {
                first = open[i].reading() < open[first].reading() ? i : first;
            }
            BoundCursor cursor = open[first];
            long low = cursor.low();
            long high = cursor.high();
            to.bound(cursor.reading(), low == BoundSink.NO_LOW ? low : low - slack, high == BoundSink.NO_HIGH ? high : high + slack);
            if (!cursor.next()) {
                System.arraycopy(open, first + 1, open, first, --count - first);
            }
        }
    }
}
