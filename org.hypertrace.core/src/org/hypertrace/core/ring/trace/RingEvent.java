/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEventField;
import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.describe.HypercallDescriber;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.ring.RingFile;

/** A record of a ring. Its words are decoded when they are asked for. */
public final class RingEvent extends TmfEvent {

    /** Whatever a file holds, there are not more kinds of events. */
    private static final int MAX_TYPES = 1 << 10;
    private static final Map<String, ITmfEventType> TYPES = new ConcurrentHashMap<>();
    private static final Dialect VERSION_1 = Dialect.builtIn(Dialect.HYPERTRACE_1);
    private static final Map<Integer, String> OF_HOST = Map.of(0xa0, "VM exit", 0xa1, "VM entry", 0xa2, "vCPU scheduled out", 0xa3,
            "vCPU scheduled in");

    private final RingFile.Entry fEntry;
    private final int fRing;
    private HypercallDescriber fWords;
    private ITmfEventField fContent;

    RingEvent(ITmfTrace trace, RingItem item, long time) {
        super(trace, ITmfContext.UNKNOWN_RANK, TmfTimestamp.fromNanos(time), null, null);
        fEntry = item.entry();
        fRing = item.place().ring();
    }

    /** @return the record */
    public RingFile.Entry entry() {
        return fEntry;
    }

    /** @return the number of its ring in the file */
    public int ring() {
        return fRing;
    }

    /** @return what kind it is of, for people */
    public String kind() {
        String ofHost = OF_HOST.get((int) fEntry.nr() & 0xffff);
        return ofHost != null ? ofHost : words().event();
    }

    /** @return what it reports, in words */
    public String contents() {
        return words().contents();
    }

    private synchronized HypercallDescriber words() {
        if (fWords == null) {
            fWords = HypercallDescriber.of(VERSION_1, fEntry.at(getTimestamp().toNanos()), tid -> null, address -> null);
        }
        return fWords;
    }

    @Override
    public ITmfEventType getType() {
        String kind = kind();
        ITmfEventType type = TYPES.get(kind);
        return type != null ? type : TYPES.computeIfAbsent(TYPES.size() < MAX_TYPES ? kind : "others", name -> new TmfEventType(name, null));
    }

    @Override
    public String getName() {
        return getType().getName();
    }

    @Override
    public synchronized ITmfEventField getContent() {
        if (fContent == null) {
            fContent = new TmfEventField(ITmfEventField.ROOT_FIELD_ID, null, new ITmfEventField[] { field("nr", fEntry.nr()),
                    field("a0", fEntry.a0()), field("a1", fEntry.a1()), field("a2", fEntry.a2()), field("a3", fEntry.a3()) });
        }
        return fContent;
    }

    private static ITmfEventField field(String name, long value) {
        return new TmfEventField(name, value, null);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || super.equals(other) && other instanceof RingEvent event && event.fRing == fRing && event.fEntry.equals(fEntry);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fEntry.hashCode();
    }
}
