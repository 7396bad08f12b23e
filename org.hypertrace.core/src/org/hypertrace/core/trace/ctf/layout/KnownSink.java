/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.nio.ByteBuffer;

/** Gets, in their order, events that are wanted of those that {@link KnownEvents} passes. When it does not take one, nothing more is passed. */
public interface KnownSink {

    /** Takes none. */
    KnownSink NONE = new KnownSink() {
        @Override
        public boolean take(long time, int kind, int number) {
            return false;
        }

        @Override
        public boolean look(long time, int kind, EventLayout layout, ByteBuffer bytes, int at) {
            return false;
        }
    };

    /**
     * An event of which no more than its time and one number is wanted.
     *
     * @param time
     *            in units of the trace's clock
     * @param kind
     *            the id of its kind
     * @param number
     *            the field that is asked for, as 32 bits; -1 if it does not have it
     * @return whether it is taken
     */
    boolean take(long time, int kind, int number);

    /**
     * An event of which more may be wanted.
     *
     * @param time
     *            in units of the trace's clock
     * @param kind
     *            the id of its kind
     * @param layout
     *            of its fields
     * @param bytes
     *            have the whole event, in little endian order
     * @param at
     *            where its fields begin
     * @return whether it is taken: it is, if nothing else is wanted of it than what its bytes show
     */
    boolean look(long time, int kind, EventLayout layout, ByteBuffer bytes, int at);
}
