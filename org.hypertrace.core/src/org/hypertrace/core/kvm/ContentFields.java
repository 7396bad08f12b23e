/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Arrays;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;

/** Fields of any events of Trace Compass, from their content: it makes all of them. */
final class ContentFields extends TmfFields {

    private final String[] fNames;
    private final ITmfEventField[] fFound;
    /** For every field of the event the number of the wanted one, -1 if it is not wanted; null before the first event. */
    private int[] fWanted;

    ContentFields(String... names) {
        fNames = names;
        fFound = new ITmfEventField[names.length];
    }

    @Override
    void read(ITmfEvent event) {
        ITmfEventField content = event.getContent();
        if (fWanted == null || fWanted.length != content.getFields().size()) {
            fWanted = content.getFieldNames().stream().mapToInt(name -> Arrays.asList(fNames).indexOf(name)).toArray();
        }
        Arrays.fill(fFound, null);
        int place = 0;
        for (ITmfEventField field : content.getFields()) {
            int wanted = fWanted[place++];
            if (wanted >= 0) {
                fFound[wanted] = field;
            }
        }
    }

    @Override
    Object value(int field) {
        return fFound[field] == null ? null : fFound[field].getValue();
    }
}
