/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.kept;

import java.io.IOException;

import org.eclipse.core.resources.IResource;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;

/** The clock on which a trace of ours shows its times: what was set in Trace Compass, else what is kept beside the trace. */
public final class KeptTransform {

    private GuestTransform fKept;

    /**
     * Reads what is kept. To be called before any time of the trace is asked for.
     *
     * @param trace
     *            a trace in a project; null for one that is in none
     * @throws TmfTraceException
     *             if the file is wrong
     */
    public void read(IResource trace) throws TmfTraceException {
        try {
            KeptClock kept = KeptClock.of(trace);
            fKept = kept == null ? null : kept.exactTransform();
        } catch (IOException e) {
            throw new TmfTraceException(e.getMessage(), e);
        }
    }

    /**
     * @param set
     *            what Trace Compass keeps for the trace
     * @return what counts
     */
    public ITmfTimestampTransform or(ITmfTimestampTransform set) {
        return fKept == null || !isNone(set) ? set : fKept;
    }

    /** @return whether nothing was set in Trace Compass */
    public static boolean isNone(ITmfTimestampTransform set) {
        return set.equals(TimestampTransformFactory.getDefaultTransform());
    }
}
