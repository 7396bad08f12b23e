/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.hypertrace.core.clock.ClockConversion;

/**
 * Shows the events of a guest's own trace at their times on the host's clock: exactly, in any number of pieces. It is never written: Trace Compass
 * could not read it back.
 */
public final class GuestTransform implements ITmfTimestampTransform {

    private static final long serialVersionUID = 1;

    private final transient ClockConversion fClock;

    /** @param clock the guest's clock on the host's */
    public GuestTransform(ClockConversion clock) {
        fClock = clock;
    }

    @Override
    public ITmfTimestamp transform(ITmfTimestamp timestamp) {
        return TmfTimestamp.fromNanos(transform(timestamp.toNanos()));
    }

    @Override
    public long transform(long timestamp) {
        return fClock.at(timestamp);
    }

    /** Offsets of the user's are on top of a trace as recorded, not of this. */
    @Override
    public ITmfTimestampTransform composeWith(ITmfTimestampTransform other) {
        return this;
    }
}
