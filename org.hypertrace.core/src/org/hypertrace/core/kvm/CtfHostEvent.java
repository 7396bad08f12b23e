/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import org.eclipse.tracecompass.ctf.core.CTFStrings;
import org.eclipse.tracecompass.ctf.core.event.IEventDeclaration;
import org.eclipse.tracecompass.ctf.core.event.IEventDefinition;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEventFactory;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;

import java.util.Map;

/**
 * An event that keeps what the tracer recorded, so that single fields are read without making an object of each of them.
 * That was more than half of what handling an event cost. To all others it is Trace Compass' event.
 */
public final class CtfHostEvent extends CtfTmfEvent {

    private final IEventDefinition fRecord;

    /** Makes such events of all but lost ones; one factory serves every trace. */
    public static final class Factory extends CtfTmfEventFactory {

        /** The only one. */
        public static final Factory INSTANCE = new Factory();

        private Factory() {
        }

        @Override
        public CtfTmfEvent createEvent(CtfTmfTrace trace, IEventDefinition record, String file) {
            if (CTFStrings.LOST_EVENT_NAME.equals(record.getDeclaration().getName())) {
                return super.createEvent(trace, record, file);
            }
            return new CtfHostEvent(trace, trace.createTimestamp(trace.timestampCyclesToNanos(record.getTimestamp())),
                    file == null ? NO_STREAM : file, record);
        }
    }

    private CtfHostEvent(CtfTmfTrace trace, ITmfTimestamp timestamp, String file, IEventDefinition record) {
        super(trace, ITmfContext.UNKNOWN_RANK, timestamp, file, record.getCPU(), record.getDeclaration(), record);
        fRecord = record;
    }

    /** @return the time as it was recorded, in units of the trace's clock */
    public long cycles() {
        return fRecord.getTimestamp();
    }

    /** @return what its packet reports about itself; the same object for all events of the packet */
    public Map<String, Object> packet() {
        return fRecord.getPacketAttributes();
    }

    /** What the tracer recorded. */
    IEventDefinition record() {
        return fRecord;
    }

    /** The kind of record, the same object for every event of the kind. */
    IEventDeclaration declaration() {
        return fRecord.getDeclaration();
    }
}
