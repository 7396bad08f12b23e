/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/**
 * A part of the chain of a campaign.
 *
 * @param vm
 *            whose time it is, null if nobody's
 * @param phase
 *            what it is for
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param of
 *            the phase of a restart that it is or is cut from, null if it is none
 */
public record Segment(String vm, String phase, long begin, long end, Phase of) {

    /** Between two signals of the controller. */
    public static final String OWN = "own";
    /** A node takes a role over, or the controller has not seen it yet; a colon and which follow. */
    public static final String SWITCH_OVER = "switch-over";
    /** A node makes the upgrade final, or the controller has not seen it yet; a colon and which follow. */
    public static final String COMMIT = "commit";
    /** Where no restart is in progress and there is no controller. */
    public static final String BETWEEN = "between restarts";

    /** @return ns */
    public long duration() {
        return end - begin;
    }

    /** @return its name in sums by phase: without the step of a switch-over or commit */
    public String group() {
        int colon = phase.indexOf(':');
        return colon < 0 ? phase : phase.substring(0, colon);
    }

    /** @return whether it is the whole of a phase of a restart */
    public boolean isWhole() {
        return of != null && of.begin() == begin && of.end() == end;
    }
}
