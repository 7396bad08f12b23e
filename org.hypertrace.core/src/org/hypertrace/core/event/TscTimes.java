/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** When the TSC of a guest had its values, by its host's clock. The host may set a TSC anew. */
public interface TscTimes {

    /** That is not known. */
    long UNKNOWN = Long.MIN_VALUE;

    /**
     * @param tsc
     *            of the guest, ticks
     * @param sets
     *            how often the host had set the TSC anew by then, or less often
     * @return when it had this value, ns since the epoch; {@link #UNKNOWN} if nothing shows it
     */
    long at(long tsc, int sets);

    /** @return whether the guest's own clock is all that shows it */
    boolean isGuests();

    /** @return how many records of the guest it places where their vCPU was not in the guest */
    default long contradictions() {
        return 0;
    }

    /** @return how far the worst of these is from the nearest time in the guest, ns */
    default long worst() {
        return 0;
    }
}
