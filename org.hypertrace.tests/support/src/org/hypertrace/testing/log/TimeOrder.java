/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

/** Sees to it that times are reported in their order. */
final class TimeOrder {

    private long fLast;

    /** @throws IllegalStateException if this time is before the one reported last */
    void next(long time) {
        if (time < fLast) {
            throw new IllegalStateException(time + " after " + fLast);
        }
        fLast = time;
    }

    /** The time reported last. */
    long last() {
        return fLast;
    }
}
