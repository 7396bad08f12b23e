/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

/** What Linux calls its softirqs. */
public final class Softirqs {

    private static final String[] NAMES = { "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED",
            "HRTIMER", "RCU" };

    private Softirqs() {
    }

    /**
     * @param vector
     *            the number of a softirq
     * @return its name, else the number
     */
    public static String name(int vector) {
        return vector >= 0 && vector < NAMES.length ? NAMES[vector] : Integer.toString(vector);
    }
}
