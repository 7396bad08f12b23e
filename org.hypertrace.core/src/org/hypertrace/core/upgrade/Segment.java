/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/**
 * A part of the chain of a campaign.
 *
 * @param vm
 *            whose time it is, null if nobody's
 * @param kind
 *            what sums add it to
 * @param phase
 *            what it is for; of a switch-over or commit with its step
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param of
 *            the phase of a restart that it is or is cut from, null if it is none
 */
public record Segment(String vm, Kind kind, String phase, long begin, long end, Phase of) {

    /** What the time of a segment is. */
    public enum Kind {
        /** A phase of a restart, or what is left of it. */
        PHASE(""),
        /** Between two signals of the controller. */
        OWN("own"),
        /** A node takes a role over, or the controller has not seen it yet. */
        SWITCH_OVER("switch-over"),
        /** A node makes the upgrade final, or the controller has not seen it yet. */
        COMMIT("commit"),
        /** Where no restart is in progress and there is no controller. */
        BETWEEN("between restarts");

        private final String fLabel;

        Kind(String label) {
            fLabel = label;
        }

        /** @return its name; empty for phases, which have their own */
        public String label() {
            return fLabel;
        }
    }

    /** @return ns */
    public long duration() {
        return end - begin;
    }

    /** @return its name in sums by phase: without the step of a switch-over or commit */
    public String group() {
        return kind == Kind.PHASE ? phase : kind.label();
    }

    /** @return whether its phase is a step of a switch-over or commit, which names the node already */
    public boolean isStep() {
        return kind == Kind.SWITCH_OVER || kind == Kind.COMMIT;
    }

    /** @return whether it is the whole of a phase of a restart */
    public boolean isWhole() {
        return of != null && of.begin() == begin && of.end() == end;
    }
}
