/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.kvm.EventFields;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.EventOrder;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * Reads when the events of a guest's own trace were, on which processor, and what identifies them: from the files of LTTng. Other traces go by Trace
 * Compass' events, and so does the rest of a trace behind an event that cannot be decoded here.
 */
final class OwnTraceReading {

    /** After so many events the monitor is asked. */
    private static final int LOOK = 1 << 12;

    private final CtfTmfTrace fTrace;
    private final GuestClock fTo;
    private final EventOrder fOrder;
    private final IProgressMonitor fMonitor;
    private final Map<HostEventReader.Kind, OwnEvent> fKnown = new IdentityHashMap<>();
    private long fCount;

    private OwnTraceReading(CtfTmfTrace trace, GuestClock to, EventOrder order, IProgressMonitor monitor) {
        fTrace = trace;
        fTo = to;
        fOrder = order;
        fMonitor = monitor;
    }

    /** @throws IllegalStateException if the trace cannot be read, with the cause */
    static void read(ITmfTrace trace, GuestClock to, IProgressMonitor monitor) {
        EventOrder order = new EventOrder(Set.of());
        long count = 0;
        if (DirectReading.isPlain(trace) && !(trace.getTimestampTransform() instanceof GuestTransform)) {
            OwnTraceReading reading = new OwnTraceReading((CtfTmfTrace) trace, to, order, monitor);
            try {
                if (reading.readAll()) {
                    return;
                }
            } catch (InternalError e) {
                throw DirectReading.shorter();
            }
            count = reading.fCount;
        }
        OwnTraceRequest.read(trace, to, order, count, monitor);
    }

    /** Returns false if there is more that cannot be decoded here. */
    private boolean readAll() {
        long base = fTrace.timestampCyclesToNanos(0);
        try (TraceEvents events = TraceEvents.of(Path.of(fTrace.getPath()), this::kind)) {
            MergedEvents<ITmfTrace> merged = new MergedEvents<>();
            for (StreamEvents stream : events.streams()) {
                merged.add(stream, fTrace, time -> base + time);
            }
            while (merged.next()) {
                if (fCount % LOOK == 0 && fMonitor.isCanceled()) {
                    return true;
                }
                fCount++;
                handle(merged.events(), merged.time());
            }
            return true;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (UnknownTypes | EventBytes.Undecodable e) {
            return false;
        }
    }

    private HostEventReader.Kind kind(String name) {
        OwnEvent known = OwnEvent.of(name);
        HostEventReader.Kind kind = known == null ? null : HostEventReader.Kind.of(known.fields());
        if (kind != null) {
            fKnown.put(kind, known);
        }
        return kind;
    }

    /** Trace Compass' reader throws what is damaged, too. */
    private void handle(StreamEvents event, long time) throws DamagedTrace {
        boolean isLost = event.isLost();
        fOrder.place(fTrace, event.name(), isLost ? null : event.packet(), event.time(), time);
        OwnEvent known = isLost ? null : fKnown.get(event.kind());
        if (event.cpu() >= 0) {
            EventFields fields = event.fields();
            fTo.guestEvent(event.cpu(), time, known == null ? MatchKey.NONE : known.key(field -> fields.number(field, OwnEvent.ABSENT)));
        }
    }
}
