/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Reads LTTng's kernel traces from their files, which takes a tenth of the time that Trace Compass' events take. It has the same
 * events in the same order; at the first that it cannot decode it ends, and Trace Compass' reader goes on behind the last one.
 */
public final class DirectReading implements AutoCloseable {

    /** How a reading ends. */
    public enum End {
        /** All was read. */
        ALL,
        /** Who watches wanted no more. */
        STOPPED,
        /** An event cannot be decoded here. */
        REST
    }

    private static final long SECOND = 1_000_000_000;

    private final HostEventSource fSource;
    private final MergedEvents<ITmfTrace> fEvents = new MergedEvents<>();
    private final List<TraceEvents> fTraces = new ArrayList<>();
    private long fCount;
    private long fEnd = Long.MIN_VALUE;

    private DirectReading(HostEventSource source) {
        fSource = source;
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @param source
     *            gets the events
     * @return the reading; null if that is a matter of Trace Compass' reader
     */
    public static DirectReading of(ITmfTrace trace, HostEventSource source) {
        List<ITmfTrace> traces = new ArrayList<>(TmfTraceManager.getTraceSet(trace));
        traces.removeIf(source::leavesOut);
        if (traces.isEmpty() || !traces.stream().allMatch(child -> isPlain(child) && source.canDecode(child))) {
            return null;
        }
        DirectReading reading = new DirectReading(source);
        try {
            for (ITmfTrace child : traces) {
                reading.open((MendedKernelTrace) child);
            }
            return reading;
        } catch (IOException | UnknownTypes | EventBytes.Undecodable e) {
            reading.close();
            return null;
        }
    }

    /**
     * @param trace
     *            a trace
     * @return whether its times are those of its clock, in nanoseconds, or those of a guest's clock on its host's
     */
    public static boolean isPlain(ITmfTrace trace) {
        // a transform is a line: it changes nothing if it does not change two points
        ITmfTimestampTransform transform = trace.getTimestampTransform();
        return trace instanceof MendedKernelTrace ctf && (transform instanceof GuestTransform
                || transform.transform(0) == 0 && transform.transform(SECOND * SECOND) == SECOND * SECOND)
                && ctf.timestampCyclesToNanos(SECOND) - ctf.timestampCyclesToNanos(0) == SECOND
                && ctf.timestampCyclesToNanos(SECOND * SECOND) - ctf.timestampCyclesToNanos(0) == SECOND * SECOND;
    }

    private void open(CtfTmfTrace trace) throws IOException, UnknownTypes {
        TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), fSource.kinds(trace));
        fTraces.add(events);
        long base = trace.timestampCyclesToNanos(0);
        ITmfTimestampTransform transform = trace.getTimestampTransform();
        LongUnaryOperator clock = transform instanceof GuestTransform ? time -> transform.transform(base + time) : time -> base + time;
        for (StreamEvents stream : events.streams()) {
            fEvents.add(stream, trace, clock);
            long end = stream.lastEnd();
            fEnd = end < 0 ? fEnd : Math.max(fEnd, clock.applyAsLong(end));
        }
    }

    /** The end of the packets that are read, ns since the epoch; {@link Long#MIN_VALUE} if there are none. */
    long end() {
        return fEnd;
    }

    /**
     * Reads the events.
     *
     * @param goesOn
     *            gets the time of the next event, ns since the epoch; returns whether it is wanted
     * @param to
     *            gets what they report
     * @return how it ended
     * @throws DamagedTrace
     *             if the times of events cannot be, or a file cannot be read any more
     */
    public End read(LongPredicate goesOn, Consumer<HostEvent> to) {
        try {
            return readAll(goesOn, to);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InternalError e) {
            throw shorter();
        }
    }

    /** @return what an {@link InternalError} is: Java reports so that a mapped file became shorter, sometimes only a while later */
    public static DamagedTrace shorter() {
        return new DamagedTrace("a file of the trace became shorter while it was read");
    }

    private End readAll(LongPredicate goesOn, Consumer<HostEvent> to) throws IOException {
        while (true) {
            try {
                if (!fEvents.next()) {
                    return End.ALL;
                }
            } catch (EventBytes.Undecodable e) {
                return End.REST;
            }
            long time = fEvents.time();
            if (!goesOn.test(time)) {
                return End.STOPPED;
            }
            fCount++;
            fSource.read(fEvents.of(), fEvents.events(), time, to);
        }
    }

    /** @return how many events were read: Trace Compass' reader goes on behind them */
    public long count() {
        return fCount;
    }

    @Override
    public void close() {
        boolean isShorter = false;
        for (TraceEvents trace : fTraces) {
            try {
                trace.close();
            } catch (IOException e) {
                // nothing is written to it
            } catch (InternalError e) {
                isShorter = true;
            }
        }
        if (isShorter) {
            throw shorter();
        }
    }
}
