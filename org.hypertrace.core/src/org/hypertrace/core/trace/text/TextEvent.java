/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.util.Map;
import java.util.function.Supplier;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEventField;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** What a line shows. Its fields are made when they are asked for: most events are read for their name alone. */
public final class TextEvent extends TmfEvent {

    private final int fCpu;
    private final int fTid;
    private final Supplier<Map<String, Object>> fFields;
    private volatile ITmfEventField fContent;

    /**
     * @param trace
     *            the trace
     * @param time
     *            ns
     * @param type
     *            the kind of event
     * @param cpu
     *            the processor, -1 if not recorded
     * @param tid
     *            the thread that runs there, -1 if not recorded
     * @param fields
     *            the fields by name, in their order; values are {@code Long} or text
     */
    public TextEvent(ITmfTrace trace, long time, ITmfEventType type, int cpu, int tid,
            Supplier<Map<String, Object>> fields) {
        super(trace, ITmfContext.UNKNOWN_RANK, trace.createTimestamp(time), type, null);
        fCpu = cpu;
        fTid = tid;
        fFields = fields;
    }

    /** @return the processor, -1 if not recorded */
    public int cpu() {
        return fCpu;
    }

    /** @return the thread that runs there, -1 if not recorded */
    public int tid() {
        return fTid;
    }

    @Override
    public ITmfEventField getContent() {
        ITmfEventField content = fContent;
        if (content == null) {
            content = new TmfEventField(ITmfEventField.ROOT_FIELD_ID, null, fFields.get().entrySet().stream()
                    .map(field -> new TmfEventField(field.getKey(), field.getValue(), null)).toArray(ITmfEventField[]::new));
            fContent = content;
        }
        return content;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && other instanceof TextEvent event && event.fCpu == fCpu && event.fTid == fTid;
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fCpu;
    }
}
