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
    private static final ITmfEventType OTHERS = new TmfEventType("others", null);
    /** By number, and the bit that distinguishes the two kinds of wakeups. Reading the words of each record would take longer. */
    private static final Map<Long, ITmfEventType> TYPES = new ConcurrentHashMap<>();
    private static final Dialect VERSION_1 = Dialect.builtIn(Dialect.HYPERTRACE_1);
    private static final Map<Integer, String> OF_HOST = Map.of(0xa0, "VM exit", 0xa1, "VM entry", 0xa2, "vCPU scheduled out", 0xa3,
            "vCPU scheduled in");

    private final RingFile.Entry fEntry;
    private final int fRing;
    private final long fTime;
    private HypercallDescriber fWords;
    private ITmfEventField fContent;

    RingEvent(ITmfTrace trace, RingItem item, long time) {
        super(trace, ITmfContext.UNKNOWN_RANK, TmfTimestamp.fromNanos(time), type(item.entry(), time), null);
        fEntry = item.entry();
        fRing = item.place().ring();
        fTime = time;
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

    private static ITmfEventType type(RingFile.Entry entry, long time) {
        long key = (entry.nr() & 0xffff) << 1 | entry.a1() >>> 63;
        ITmfEventType type = TYPES.get(key);
        if (type == null && TYPES.size() < MAX_TYPES) {
            String ofHost = OF_HOST.get((int) entry.nr() & 0xffff);
            type = new TmfEventType(ofHost != null ? ofHost : words(entry, time).event(), null);
            TYPES.put(key, type);
        }
        return type == null ? OTHERS : type;
    }

    private static HypercallDescriber words(RingFile.Entry entry, long time) {
        return HypercallDescriber.of(VERSION_1, entry.at(time), tid -> null, address -> null);
    }

    /** @return what it reports, in words */
    public String contents() {
        return words().contents();
    }

    private synchronized HypercallDescriber words() {
        if (fWords == null) {
            fWords = words(fEntry, fTime);
        }
        return fWords;
    }

    @Override
    public synchronized ITmfEventField getContent() {
        if (fContent == null) {
            // an experiment has no columns of ours, and shows these
            fContent = new TmfEventField(ITmfEventField.ROOT_FIELD_ID, null, new ITmfEventField[] { new TmfEventField("contents", contents(), null),
                    field("nr", fEntry.nr()), field("a0", fEntry.a0()), field("a1", fEntry.a1()), field("a2", fEntry.a2()), field("a3", fEntry.a3()) });
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
