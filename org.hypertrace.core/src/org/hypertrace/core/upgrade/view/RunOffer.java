/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.List;

/**
 * A boot or shutdown that a phase is part of: the view of these has a row of it.
 *
 * @param isShutdown
 *            whether it is a shutdown, else a boot
 * @param host
 *            the name of the host's row
 * @param guest
 *            the name of the guest's row
 * @param number
 *            from 1
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 */
public record RunOffer(boolean isShutdown, String host, String guest, int number, long begin, long end) {

    /** A data provider that knows of which boots and shutdowns its entries are. */
    @FunctionalInterface
    public interface Source {
        /**
         * @param entry
         *            the id of an entry
         * @param time
         *            on its row, ns since the epoch
         * @return the boots and shutdowns there, in their order; empty if there is none
         */
        List<RunOffer> runs(long entry, long time);
    }

    /** @return its name for people */
    public String label() {
        return (isShutdown ? "shutdown " : "boot ") + number + " of " + guest;
    }
}
