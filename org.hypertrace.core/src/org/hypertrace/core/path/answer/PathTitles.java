/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

/** The titles of what a path consists of, the same in the view and in reports. */
public final class PathTitles {

    /** Of the sums by class. */
    public static final String CLASSES = "Classes";
    /** Of the sums by who was waited for. */
    public static final String PARTICIPANTS = "Participants";
    /** Of the sums by who waited for whom. */
    public static final String CHAINS = "Chains of waits";
    /** Of the sums by what a participant was in. */
    public static final String STATES = "States of participants";
    /** Of the sums by preemptors, devices, timers and others that made a participant wait. */
    public static final String CAUSES = "Causes";

    private PathTitles() {
    }
}
