/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.util.List;
import java.util.function.Function;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfBaseAspects;
import org.hypertrace.core.untrusted.PlainText;

/** A column of the table of a ring's records. */
public final class RingAspect implements ITmfEventAspect<Object> {

    /** The columns in their order. */
    public static final List<ITmfEventAspect<?>> ALL = List.of(TmfBaseAspects.getTimestampAspect(),
            new RingAspect("CPU", "The guest's CPU of the record", event -> event.entry().vcpu(), loss -> null),
            new RingAspect("Kind", "What the record reports", RingEvent::kind, loss -> "lost records"),
            new RingAspect("Contents", "The record in words", RingEvent::contents, RingLoss::contents),
            new RingAspect("Ring", "The ring's number in the file", RingEvent::ring, RingLoss::ring),
            new RingAspect("Sequence", "The record's number in its ring", event -> event.entry().number(), loss -> loss.number() < 0 ? null : loss.number()),
            new RingAspect("TSC", "The guest's time stamp counter, ticks", event -> Long.toUnsignedString(event.entry().tsc()), loss -> null));

    private final String fName;
    private final String fHelp;
    private final Function<RingEvent, Object> fOfEvent;
    private final Function<RingLoss, Object> fOfLoss;

    private RingAspect(String name, String help, Function<RingEvent, Object> ofEvent, Function<RingLoss, Object> ofLoss) {
        fName = name;
        fHelp = help;
        fOfEvent = ofEvent;
        fOfLoss = ofLoss;
    }

    @Override
    public String getName() {
        return fName;
    }

    @Override
    public String getHelpText() {
        return fHelp;
    }

    /** @return null if there is nothing to report */
    @Override
    public Object resolve(ITmfEvent event) {
        Object value = event instanceof RingEvent record ? fOfEvent.apply(record) : event instanceof RingLoss loss ? fOfLoss.apply(loss) : null;
        return value instanceof String text ? PlainText.line(text) : value;
    }
}
