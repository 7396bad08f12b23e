/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/**
 * A time, and by what it is known.
 *
 * @param time
 *            ns since the epoch
 * @param by
 *            by what
 */
public record Known(long time, Source by) {

    static Known of(long time, Source by) {
        return time < 0 ? null : new Known(time, by);
    }

    static Known earlier(Known one, Known other) {
        return one == null || other != null && other.time < one.time ? other : one;
    }
}
