/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Some fields of Trace Compass' events of one kind. A kind's fields have the same order in every event of a trace, so that they are
 * looked up by name only once.
 */
abstract class TmfFields extends EventFields {

    /** @return the fields with these names, read from the tracer's record where the events are {@link CtfHostEvent}s */
    static TmfFields of(ITmfEvent event, String... names) {
        return event instanceof CtfHostEvent ? new RecordedFields(names) : new ContentFields(names);
    }

    /** From now on the fields of this event are read. */
    abstract void read(ITmfEvent event);

    /** @return the value as Trace Compass makes it, null if the event does not have the field */
    abstract Object value(int field);

    @Override
    public long number(int field, long absent) {
        return value(field) instanceof Number number ? number.longValue() : absent;
    }

    @Override
    public final String text(int field) {
        Object value = value(field);
        return value == null ? "" : TextLimit.NAME.clip(value.toString());
    }
}
