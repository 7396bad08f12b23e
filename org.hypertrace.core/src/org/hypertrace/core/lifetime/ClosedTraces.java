/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.lifetime;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

/** Ends what is {@link Kept} for a trace or experiment when Trace Compass closes it. */
public final class ClosedTraces {

    private static final ClosedTraces LISTENER = new ClosedTraces();

    static {
        TmfSignalManager.register(LISTENER);
    }

    private ClosedTraces() {
    }

    /**
     * @param <V>
     *            what is kept
     * @return values by traces and experiments, until these are closed
     */
    public static <V> Kept<ITmfTrace, V> kept() {
        return new Kept<>();
    }

    /** Trace Compass ends: it complains of those who still listen. */
    static void stop() {
        TmfSignalManager.deregister(LISTENER);
    }

    /** @param signal that a trace or experiment is closed */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        close(signal.getTrace());
    }

    /** @param trace a trace or experiment: nothing is kept any more for it and its traces */
    public static void close(ITmfTrace trace) {
        Kept.close(trace);
        TmfTraceManager.getTraceSet(trace).forEach(Kept::close);
    }
}
