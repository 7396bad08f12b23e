/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.machine.LoneVmTrace;

/**
 * The time of a trace: of an experiment, of all its traces.
 *
 * @param begin
 *            its first event, ns since the epoch
 * @param end
 *            after its last event, ns since the epoch
 */
public record TraceSpan(long begin, long end) {

    /**
     * @param trace
     *            a trace or experiment
     * @return its time; read, as nobody may have indexed the trace yet
     */
    public static TraceSpan of(ITmfTrace trace) {
        long begin = times(trace, ITmfTrace::readStart).min().orElse(0);
        return new TraceSpan(begin, Math.max(begin, times(trace, TraceSpan::end).max().orElse(0)) + 1);
    }

    /** For that of rings Trace Compass would wait a second, and then read all records. */
    private static ITmfTimestamp end(ITmfTrace trace) {
        if (trace instanceof LoneVmTrace lone) {
            return lone.end() == null ? null : TmfTimestamp.fromNanos(lone.end());
        }
        return trace.readEnd();
    }

    private static LongStream times(ITmfTrace trace, Function<ITmfTrace, ITmfTimestamp> of) {
        return TmfTraceManager.getTraceSet(trace).stream().map(one -> orNothing(one, of)).filter(Objects::nonNull)
                .mapToLong(ITmfTimestamp::toNanos);
    }

    private static ITmfTimestamp orNothing(ITmfTrace trace, Function<ITmfTrace, ITmfTimestamp> of) {
        try {
            return of.apply(trace);
        } catch (RuntimeException e) {
            // the trace was closed meanwhile: its reader then fails in one way or another, and nobody looks at the entry
            return null;
        }
    }
}
