/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

/**
 * Kinds of events whose lengths are known by their ids, and of which no more than the time and one number is wanted. Several threads may add them and
 * ask: all that is known of a kind is one number.
 */
public final class KnownKinds {

    private static final int LENGTH_BITS = 20;
    private static final int NUMBER_BITS = Integer.SIZE - 2 - LENGTH_BITS;
    private static final int LOOKED_AT = 1 << Integer.SIZE - 2;

    /** By id: 0 if nothing is known, less than 0 if it is wanted. The lowest bits are the length, those above where the number stands; each one more. */
    private final int[] fCodes;
    /** By id, of those that are looked at. */
    private final EventLayout[] fLayouts;

    /** @param ids the kinds have smaller ids than this */
    public KnownKinds(int ids) {
        fCodes = new int[ids];
        fLayouts = new EventLayout[ids];
    }

    /**
     * A kind of which nothing is made. One of another form is not known after this.
     *
     * @param id
     *            of the kind
     * @param layout
     *            of its events
     * @param isWanted
     *            whether the time of each is wanted, and the field that is asked for
     */
    public void add(int id, EventLayout layout, boolean isWanted) {
        int length = layout.knownBytes() + 1;
        int number = layout.onlyNumber() + 1;
        if (length > 0 && length < 1 << LENGTH_BITS && number < 1 << NUMBER_BITS) {
            fCodes[id] = isWanted ? 1 << Integer.SIZE - 1 | number << LENGTH_BITS | length : length;
        }
    }

    /**
     * A kind of which something is made, unless {@link KnownSink#look} takes an event. One of another form is not known after this.
     *
     * @param id
     *            of the kind
     * @param layout
     *            of its events
     */
    public void addLookedAt(int id, EventLayout layout) {
        int length = layout.wholeBytes() + 1;
        if (length > 0 && length < 1 << LENGTH_BITS) {
            fLayouts[id] = layout;
            fCodes[id] = 1 << Integer.SIZE - 1 | LOOKED_AT | length;
        }
    }

    /** Of a kind that is looked at; null if another thread is about to add it. */
    EventLayout layout(int id) {
        return fLayouts[id];
    }

    /** Whether the events of a kind are looked at. */
    static boolean isLookedAt(int code) {
        return (code & LOOKED_AT) != 0;
    }

    /** What is known of a kind, for the others; 0: nothing, less than 0: it is wanted. */
    int code(int id) {
        return id < fCodes.length ? fCodes[id] : 0;
    }

    /** The bytes behind the header. */
    static int length(int code) {
        return (code & (1 << LENGTH_BITS) - 1) - 1;
    }

    /** Where the number stands behind the header, in bytes; -1 if there is none. Only of one that is wanted. */
    static int number(int code) {
        return (code >>> LENGTH_BITS & (1 << NUMBER_BITS) - 1) - 1;
    }
}
