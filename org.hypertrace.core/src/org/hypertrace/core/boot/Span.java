/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import org.hypertrace.core.provider.StateRow.Look;

/**
 * A state in a row of boots.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive, ns since the epoch; what takes no time by the guest's clock ends when it begins
 * @param look
 *            how it is shown
 * @param what
 *            the {@link GuestBoot.Stage}, {@link GuestBoot.Level} or {@link InitcallRun} that it stands for
 */
public record Span(long begin, long end, Look look, Object what) {

    /** @return ns */
    public long length() {
        return end - begin;
    }

    /**
     * @param time
     *            ns since the epoch
     * @return whether it is there then
     */
    public boolean contains(long time) {
        return begin <= time && (time < end || begin == end && time == begin);
    }
}
