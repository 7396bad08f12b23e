/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.util.List;
import java.util.function.BiFunction;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A column of the table of events: what an event of a host has to do with its guests. It can be searched and filtered by as any other.
 * Nothing waits for the model. Without it, and until it is complete, there is nothing to report about VMs.
 */
public final class GuestAspect implements ITmfEventAspect<Object> {

    /** The VM whose vCPU has the processor of the event, by its name. */
    public static final GuestAspect VM = new GuestAspect("VM", "The VM whose virtual CPU has the processor at this time",
            GuestColumns::vm);
    /** The number of that vCPU. */
    public static final GuestAspect VCPU = new GuestAspect("vCPU", "The virtual CPU that has the processor at this time",
            GuestColumns::vcpu);
    /** The kind of what a hypercall reports, in the words of dictionaries and reports. */
    public static final GuestAspect EVENT =
            new GuestAspect("Guest event", "Kind of guest event that this hypercall reports",
            (columns, event) -> columns.words(event) == null ? null : columns.words(event).event());
    /** What a hypercall reports. */
    public static final GuestAspect CONTENTS =
            new GuestAspect("Guest contents", "Guest event that this hypercall reports, in words",
            (columns, event) -> columns.words(event) == null ? null : columns.words(event).contents());

    /** All of them, in their order. */
    public static final List<ITmfEventAspect<?>> ALL = List.of(VM, VCPU, EVENT, CONTENTS);

    private final String fName;
    private final String fHelp;
    private final BiFunction<GuestColumns, CtfTmfEvent, Object> fValue;

    private GuestAspect(String name, String help, BiFunction<GuestColumns, CtfTmfEvent, Object> value) {
        fName = name;
        fHelp = help;
        fValue = value;
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
        Object value = event instanceof CtfTmfEvent ctf && ctf.getTrace() instanceof HypertraceKernelTrace trace
                ? fValue.apply(trace.columns(), ctf) : null;
        return value instanceof String text ? PlainText.line(text) : value;
    }
}
