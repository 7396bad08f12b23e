/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

/** Found while it is read: what a trace reports cannot be. The message is a clause for the user. */
public final class DamagedTrace extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Place fPlace;

    /**
     * The packet in which that was found, by what it has about itself.
     *
     * @param trace
     *            the path of the trace
     * @param stream
     *            the name of the file
     * @param begin
     *            in units of the trace's clock
     * @param end
     *            in units of the trace's clock
     */
    public record Place(String trace, String stream, long begin, long end) { }

    /** @param how what is wrong, a clause */
    public DamagedTrace(String how) {
        this(how, null);
    }

    /**
     * @param how
     *            what is wrong, a clause
     * @param place
     *            where, null if that is not known
     */
    public DamagedTrace(String how, Place place) {
        super(how);
        fPlace = place;
    }

    /** @return where, null if that is not known */
    public Place place() {
        return fPlace;
    }
}
