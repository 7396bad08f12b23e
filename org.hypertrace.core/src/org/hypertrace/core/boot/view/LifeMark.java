/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.List;

/**
 * A moment in a guest's life that must be seen however small it is drawn.
 *
 * @param entry
 *            the id of the entry of the boot or shutdown
 * @param time
 *            when it is shown, ns since the epoch
 * @param label
 *            what happened, in a few words
 * @param alarm
 *            whether the guest broke down
 */
public record LifeMark(long entry, long time, String label, boolean alarm) {

    /** Knows of which boots and shutdowns its rows are, and their moments. */
    public interface Source {

        /**
         * @param entry
         *            the id of an entry
         * @return the moments of its row that must be seen, in time order; of the rows of boots and shutdowns only
         */
        List<LifeMark> marks(long entry);

        /**
         * @param entry
         *            the id of an entry
         * @return the number, from 1, of the boot or shutdown whose row it is; 0 of all other rows
         */
        int number(long entry);
    }
}
