/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.List;

/**
 * Where a finding can be seen: the row of a view, and the time to look at.
 *
 * @param view
 *            the view
 * @param row
 *            of a table, cells that only this row has; of rows over time, the names from the host down to the row; of a critical path, the
 *            words that ask for it; may be empty
 * @param number
 *            of the boot or shutdown in its VM, from 1; 0 if it is about neither
 * @param begin
 *            of the time to look at, ns since the epoch
 * @param end
 *            of that time, exclusive
 */
public record Evidence(View view, List<String> row, int number, long begin, long end) {

    Evidence(View view, List<String> row, long begin, long end) {
        this(view, row, 0, begin, end);
    }

    /** The views that show findings. */
    public enum View {
        /** Rows of vCPUs over time. */
        VIRTUAL_CPU("Virtual CPU"),
        /** The table of how many vCPUs wanted a processor. */
        OVERCOMMIT("Overcommit"),
        /** Rows of boots over time. */
        BOOT("Boot"),
        /** Rows of shutdowns over time. */
        SHUTDOWN("Shutdown"),
        /** The table of findings in VM exits. */
        EXIT_FINDINGS("Exit Findings"),
        /** Who waits for whom over time. */
        CRITICAL_PATH("Critical Path"),
        /** The table of losses and contradictions. */
        DATA_QUALITY("Data Quality");

        private final String fTitle;

        View(String title) {
            fTitle = title;
        }

        /** @return its title */
        public String title() {
            return fTitle;
        }
    }
}
