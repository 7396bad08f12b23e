/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

/**
 * Bytes that are not read: in a stream's file a damaged packet, or what is no packet at all; in the metadata what cannot be parsed.
 *
 * @param stream
 *            the name of the file
 * @param from
 *            the first byte
 * @param until
 *            the byte behind the last one
 * @param why
 *            what is wrong, a clause; null if nothing is: a packet without events, which Trace Compass stumbles over
 */
public record LeftOut(String stream, long from, long until, String why) {

    /** The name of the file that is no stream. */
    static final String METADATA = "metadata";

    /** Why a packet is damaged of which the file does not have all bytes. */
    static final String INCOMPLETE = "the last packet is incomplete";

    /** @return whether the file ends within the packet: it may still be written */
    public boolean isIncomplete() {
        return INCOMPLETE.equals(why);
    }

    /** @return whether it is a part of the metadata */
    public boolean isOfMetadata() {
        return stream.equals(METADATA);
    }

    /** @return whether anything is lost with them */
    public boolean isDamage() {
        return why != null;
    }

    /** @return what is wrong with the file, a clause that names it */
    public String damage() {
        return stream + " is damaged at byte " + from + ": "
                + (why != null ? why : "a packet without events, after which Trace Compass would read nothing");
    }
}
