/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

/**
 * How an event of one kind is read: the steps that pass it, and the form of each field that is wanted. A wanted field has the
 * number of its name in the list of those.
 */
public final class EventLayout {

    /** What a wanted field is. */
    enum Form { ABSENT, NUMBER, CHARACTERS, TEXT }

    private final Step[] fSteps;
    /** The only step, as most events have it; else null. */
    private final Step.Fixed fOnly;
    private final Form[] fForms;
    private final int fContext;
    private final int fSlots;

    EventLayout(Step[] steps, Form[] forms, int context, int slots) {
        fSteps = steps;
        fOnly = steps.length == 1 && steps[0] instanceof Step.Fixed fixed ? fixed : null;
        fForms = forms;
        fContext = context;
        fSlots = slots;
    }

    /**
     * Passes an event.
     *
     * @param at
     *            the place behind its header, in bits
     * @return the place behind it
     * @throws EventBytes.Undecodable
     *             if it does not end within the packet
     */
    public long pass(EventBytes in, long at) {
        in.ensure(fSlots);
        return fOnly != null ? fOnly.pass(in, at) : Step.passAll(fSteps, in, at);
    }

    /** The bytes of such events behind their headers, if they are known and no more is wanted than {@link #onlyNumber}; else -1. */
    int knownBytes() {
        return fSteps.length == 0 ? 0 : fOnly == null ? -1 : fOnly.knownBytes();
    }

    /** Where the only wanted field of such events stands behind the header, a number of 32 bits, in bytes; -1 if there is none. */
    int onlyNumber() {
        return fOnly == null ? -1 : fOnly.onlyNumber();
    }

    /** The bytes of such events behind their headers, if they are known; else -1. */
    int wholeBytes() {
        return fOnly == null ? -1 : fOnly.wholeBytes();
    }

    /**
     * @param slot
     *            of a wanted field
     * @param size
     *            bits, whole bytes
     * @return where it stands behind the header, in bytes, if that is known: a number of that size in little endian order, or so many characters; else -1
     */
    public int place(int slot, int size) {
        return fOnly == null ? -1 : fOnly.place(slot, size);
    }

    /** The place of the first wanted context: they follow the fields. */
    int context() {
        return fContext;
    }

    Form form(int slot) {
        return fForms[slot];
    }
}
