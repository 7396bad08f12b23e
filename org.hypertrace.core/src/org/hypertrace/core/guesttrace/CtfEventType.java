/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.List;

/**
 * A kind of event: its name and its fields, in the order in which their values are given and stored.
 *
 * @param name as readers show it, for example {@code sched_switch}
 * @param fields may be empty
 */
public record CtfEventType(String name, List<CtfField> fields) {

    /** Keeps a copy of the fields. */
    public CtfEventType {
        fields = List.copyOf(fields);
    }

    /** The event type {@code name} with these fields. */
    public static CtfEventType of(String name, CtfField... fields) {
        return new CtfEventType(name, List.of(fields));
    }
}
