/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Arrays;
import java.util.List;

import org.eclipse.tracecompass.ctf.core.event.IEventDefinition;
import org.eclipse.tracecompass.ctf.core.event.types.ICompositeDefinition;
import org.eclipse.tracecompass.ctf.core.event.types.IDefinition;
import org.eclipse.tracecompass.ctf.core.event.types.IntegerDefinition;
import org.eclipse.tracecompass.ctf.core.event.types.StructDefinition;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.ctf.core.CtfConstants;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEventField;

/** Fields of {@link CtfHostEvent}s, from what the tracer recorded: no others are made. */
final class RecordedFields extends TmfFields {

    private final String[] fNames;
    /** What the record calls the fields, null if it does not have them. */
    private final String[] fRecorded;
    private final ICompositeDefinition[] fIn;
    private final boolean[] fOfContext;
    private boolean fAreFound;
    private boolean fAnyOfContext;

    RecordedFields(String... names) {
        fNames = names;
        fRecorded = new String[names.length];
        fOfContext = new boolean[names.length];
        fIn = new ICompositeDefinition[names.length];
    }

    @Override
    void read(ITmfEvent event) {
        IEventDefinition record = ((CtfHostEvent) event).record();
        if (!fAreFound) {
            fAreFound = true;
            find(record.getFields(), "", false);
            find(record.getContext(), CtfConstants.CONTEXT_FIELD_PREFIX, true);
        }
        // a context may be put together anew by every call
        ICompositeDefinition context = fAnyOfContext ? record.getContext() : null;
        Arrays.fill(fIn, record.getFields());
        for (int i = 0; fAnyOfContext && i < fIn.length; i++) {
            fIn[i] = fOfContext[i] ? context : fIn[i];
        }
    }

    private void find(ICompositeDefinition struct, String prefix, boolean isContext) {
        for (String recorded : struct == null ? List.<String>of() : struct.getFieldNames()) {
            // as Trace Compass calls it
            String name = prefix + recorded;
            int wanted = Arrays.asList(fNames).indexOf(name.startsWith("_") ? name.substring(1) : name);
            if (wanted >= 0) {
                fRecorded[wanted] = recorded;
                fOfContext[wanted] = isContext;
                fAnyOfContext |= isContext;
            }
        }
    }

    private IDefinition definition(int field) {
        String name = fRecorded[field];
        if (name == null) {
            return null;
        }
        // a struct makes a map of all its fields when it is asked as others are
        return fIn[field] instanceof StructDefinition struct ? struct.lookupDefinition(name)
                : fIn[field].getDefinition(name);
    }

    @Override
    Object value(int field) {
        IDefinition definition = definition(field);
        return definition == null ? null : CtfTmfEventField.parseField(definition, fNames[field]).getValue();
    }

    @Override
    public long number(int field, long absent) {
        return definition(field) instanceof IntegerDefinition integer ? integer.getValue() : super.number(field, absent);
    }
}
