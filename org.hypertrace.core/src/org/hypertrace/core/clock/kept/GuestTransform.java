/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import java.util.Map;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.hypertrace.core.clock.line.ClockConversion;

/**
 * Shows the events of a guest's own trace at their times on the host's clock: exactly, in any number of pieces. It is never written: Trace Compass
 * could not read it back.
 */
public final class GuestTransform implements ITmfTimestampTransform {

    private static final long serialVersionUID = 1;

    private final transient ClockConversion fClock;
    private final transient Map<Integer, Integer> fVcpus;

    /** @param clock the guest's clock on the host's */
    public GuestTransform(ClockConversion clock) {
        this(clock, null);
    }

    /**
     * @param clock
     *            the guest's clock on the host's
     * @param vcpus
     *            of each processor of the guest the number of its vCPU, if the guest reports nothing by hypercall; else null
     */
    public GuestTransform(ClockConversion clock, Map<Integer, Integer> vcpus) {
        fClock = clock;
        fVcpus = vcpus;
    }

    /** @return whether what the guest does is known by this trace, and by nothing else */
    public boolean isSource() {
        return fVcpus != null;
    }

    /**
     * @param cpu
     *            a processor of the guest
     * @return the number of its vCPU: the same, unless another one was found
     */
    public int vcpuOf(int cpu) {
        return fVcpus == null ? cpu : fVcpus.getOrDefault(cpu, cpu);
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
