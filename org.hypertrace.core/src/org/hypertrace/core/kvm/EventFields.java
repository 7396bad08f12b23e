/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import org.hypertrace.core.event.HostEvent;

/** Some fields of one event, by their places in the list of names that were asked for. */
public abstract class EventFields {

    /**
     * @param field
     *            the place of the field's name
     * @param absent
     *            what is returned if the event has no such field, or it is no number
     * @return the number in the field
     */
    public abstract long number(int field, long absent);

    /**
     * @param field
     *            the place of the field's name
     * @return the text in the field, clipped as a name; empty if the event does not have it
     */
    public abstract String text(int field);

    /** @return the number in a field, {@link HostEvent#UNKNOWN_ID} if the event does not have it or it is no number */
    final int integer(int field) {
        return (int) number(field, HostEvent.UNKNOWN_ID);
    }
}
