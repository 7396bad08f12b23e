/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import org.hypertrace.core.kvm.EventFields;

/** The wanted fields of the event that was passed last, by their places in the list of those. */
public final class DecodedFields extends EventFields {

    private final EventBytes fBytes;
    private final NameCache fNames = new NameCache();
    private final boolean fOfContext;
    private EventLayout fLayout;
    private int fFirst;

    /**
     * @param bytes
     *            from which events are read
     * @param ofContext
     *            whether these are the contexts, else the fields
     */
    public DecodedFields(EventBytes bytes, boolean ofContext) {
        fBytes = bytes;
        fOfContext = ofContext;
    }

    /** @param layout of the event that was passed */
    public void set(EventLayout layout) {
        if (layout != fLayout) {
            // to set a reference costs more than to look
            fLayout = layout;
            fFirst = fOfContext ? layout.context() : 0;
        }
    }

    @Override
    public long number(int field, long absent) {
        int slot = fFirst + field;
        return fLayout.form(slot) == EventLayout.Form.NUMBER ? fBytes.number(slot) : absent;
    }

    @Override
    public String text(int field) {
        int slot = fFirst + field;
        return switch (fLayout.form(slot)) {
        case ABSENT -> "";
        case NUMBER -> Long.toString(fBytes.number(slot));
        case CHARACTERS -> fBytes.characters(slot, fNames);
        case TEXT -> fBytes.text(slot);
        };
    }
}
