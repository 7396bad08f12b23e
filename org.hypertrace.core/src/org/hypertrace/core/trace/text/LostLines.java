/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfLostEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * A line reports that events of a processor are missing there. It shows no time, and has that of the line before it. So what is unknown
 * begins where the file reports it, not where the events were lost.
 */
public final class LostLines extends TmfLostEvent {

    private final int fCpu;

    /**
     * @param trace
     *            the trace
     * @param time
     *            of the line before, ns
     * @param cpu
     *            the processor
     * @param count
     *            how many, {@link org.hypertrace.core.event.HostEvent#UNCOUNTED} if that is not recorded
     */
    public LostLines(ITmfTrace trace, long time, int cpu, long count) {
        super(trace, ITmfContext.UNKNOWN_RANK, trace.createTimestamp(time), new TmfEventType("Lost events", null),
                new TmfTimeRange(trace.createTimestamp(time), trace.createTimestamp(time)), count);
        fCpu = cpu;
    }

    /** @return the processor */
    public int cpu() {
        return fCpu;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && other instanceof LostLines lost && lost.fCpu == fCpu;
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fCpu;
    }
}
