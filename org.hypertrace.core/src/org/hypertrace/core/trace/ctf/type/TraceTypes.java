/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.util.Map;

/**
 * What the metadata of a CTF trace declare of its events.
 *
 * @param streams
 *            by their ids
 */
public record TraceTypes(Map<Long, StreamType> streams) {

    /**
     * The events of one kind of stream: of a channel, as LTTng has it.
     *
     * @param header
     *            what begins every event, null if none is declared
     * @param context
     *            what follows it, null if none is declared
     * @param events
     *            by their ids
     */
    public record StreamType(CtfType header, CtfType.Struct context, Map<Long, EventType> events) { }

    /**
     * A kind of event.
     *
     * @param context
     *            null if it has none of its own
     * @param fields
     *            null if it has none
     */
    public record EventType(String name, CtfType.Struct context, CtfType.Struct fields) { }

    /** The metadata declare what is not understood here; the message is a clause. */
    public static final class UnknownTypes extends Exception {

        private static final long serialVersionUID = 1L;

        /** @param what is not understood, a clause */
        public UnknownTypes(String what) {
            super(what);
        }
    }
}
