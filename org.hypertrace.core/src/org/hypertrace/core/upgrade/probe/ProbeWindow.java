/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

/**
 * A time in which a prober missed answers. Each of its edges is between two times, ns since the epoch.
 *
 * @param from
 *            the last question before, which was answered, was sent then
 * @param begin
 *            the first question without an answer was sent then
 * @param latest
 *            and had arrived then: the true begin is from {@code from} to this
 * @param last
 *            the last question without an answer was sent then
 * @param end
 *            the answer after it came then: the true end is from {@code last} to this; {@link Long#MAX_VALUE} if none came
 * @param questions
 *            how many in a row lacked an answer
 */
public record ProbeWindow(long from, long begin, long latest, long last, long end, int questions) {

    /** @return whether an answer came after it */
    public boolean isClosed() {
        return end != Long.MAX_VALUE;
    }

    /** How far a time is before the first or behind the last at which it can begin, ns; 0: in between. */
    long beginOff(long time) {
        return time < from ? time - from : Math.max(0, time - latest);
    }

    /** The same of its end. */
    long endOff(long time) {
        return time < last ? time - last : Math.max(0, time - end);
    }

    /** The one that both are in. */
    static ProbeWindow hull(ProbeWindow one, ProbeWindow other) {
        return one == null ? other : new ProbeWindow(one.from, one.begin, one.latest, other.last, other.end, one.questions + other.questions);
    }
}
