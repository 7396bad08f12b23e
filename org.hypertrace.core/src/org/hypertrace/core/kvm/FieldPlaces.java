/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Arrays;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;

/**
 * Reads some numbers of the events of one kind. A kind's fields have the same order in every event of a trace, so that they
 * are looked up by name only once: comparing names was a third of what such an event cost.
 */
final class FieldPlaces {

    private final String[] fNames;
    private final long[] fAbsent;
    private final long[] fValues;
    /** For every field of the event the number of the wanted one, -1 if it is not wanted; null before the first event. */
    private int[] fWanted;

    /**
     * @param absent
     *            stands for fields that the event does not have
     * @param names
     *            the fields that are wanted
     */
    FieldPlaces(long absent, String... names) {
        fNames = names;
        fAbsent = new long[names.length];
        Arrays.fill(fAbsent, absent);
        fValues = new long[names.length];
    }

    /** The values in the order of the names; the array is used again by the next call. */
    long[] read(ITmfEventField content) {
        if (fWanted == null || fWanted.length != content.getFields().size()) {
            fWanted = content.getFieldNames().stream().mapToInt(name -> Arrays.asList(fNames).indexOf(name)).toArray();
        }
        System.arraycopy(fAbsent, 0, fValues, 0, fValues.length);
        int place = 0;
        for (ITmfEventField field : content.getFields()) {
            int wanted = fWanted[place++];
            if (wanted >= 0 && field.getValue() instanceof Number number) {
                fValues[wanted] = number.longValue();
            }
        }
        return fValues;
    }
}
