/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.hypertrace.core.upgrade.Availability;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.Serving;
import org.hypertrace.core.upgrade.Source;
import org.hypertrace.core.upgrade.Window;

/**
 * A prober's windows held against those of a campaign: each node's absences, lost redundancy, outage, no active node. A computed edge
 * agrees if it is between the prober's last answer and its first question without one, or the other way round.
 *
 * @param prober
 *            what it found out
 * @param lines
 *            window by window, of each kind in time order
 */
public record Witness(Prober prober, List<Line> lines) {

    /** What a window is of. */
    public enum Kind {
        /** A node does not serve. */
        ABSENCE("absence"),
        /** Fewer nodes than all serve. */
        REDUNDANCY("redundancy"),
        /** Fewer than needed. */
        OUTAGE("outage"),
        /** None with an active role. */
        ROLE("role");

        private final String fKey;

        Kind(String key) {
            fKey = key;
        }

        /** @return its stable name in JSON and CSV */
        public String key() {
            return fKey;
        }
    }

    /**
     * A window.
     *
     * @param node
     *            which node is absent, null for windows of all
     * @param computed
     *            from what host and guests report, null if there is none
     * @param seen
     *            by the prober, null if it saw nothing of it
     * @param beginOff
     *            how many ns the computed begin is before (negative) or behind what the prober allows, 0 if it agrees. Null: it is not
     *            compared, as one of the windows is cut there
     * @param endOff
     *            the same of the end
     */
    public record Line(Kind kind, String node, Window computed, ProbeWindow seen, Long beginOff, Long endOff) {

        /** @return how many edges are compared */
        public int edges() {
            return (beginOff == null ? 0 : 1) + (endOff == null ? 0 : 1);
        }

        /** @return how many of them agree */
        public int agreeing() {
            return (beginOff != null && beginOff == 0 ? 1 : 0) + (endOff != null && endOff == 0 ? 1 : 0);
        }

        /** @return whether both have it, and no edge contradicts */
        public boolean agrees() {
            return computed != null && seen != null && agreeing() == edges();
        }
    }

    /**
     * @param campaign
     *            a campaign
     * @param prober
     *            of the same recording
     * @return one held against the other
     */
    public static Witness of(Campaign campaign, Prober prober) {
        List<Line> lines = new ArrayList<>();
        for (String node : campaign.nodes()) {
            if (prober.nodes().containsKey(node)) {
                boolean isOpen = campaign.restarts().stream().anyMatch(restart -> restart.node().equals(node) && restart.open());
                lines.addAll(new Matching(Kind.ABSENCE, node, Long.MIN_VALUE, isOpen ? campaign.end() : Long.MAX_VALUE, prober)
                        .of(absences(campaign, node, isOpen), prober.absences(node, isOpen)));
            }
        }
        if (prober.nodes().keySet().containsAll(campaign.nodes())) {
            group(Kind.REDUNDANCY, campaign, campaign.redundancy(), null, prober, lines);
            group(Kind.OUTAGE, campaign, campaign.service(), null, prober, lines);
            if (campaign.role() != null) {
                group(Kind.ROLE, campaign, campaign.role(), campaign.active(), prober, lines);
            }
        }
        return new Witness(prober, lines);
    }

    private static void group(Kind kind, Campaign campaign, Availability computed, Collection<String> roles, Prober prober, List<Line> to) {
        boolean isOpen = campaign.endBy() == Source.ASSUMED;
        to.addAll(new Matching(kind, null, campaign.begin(), campaign.end(), prober).of(computed.lost(),
                prober.fewer(computed.limit(), roles, isOpen)));
    }

    /** Between two times in which the node serves; behind the last one only if it does not come back. */
    private static List<Window> absences(Campaign campaign, String node, boolean isOpen) {
        List<Window> absences = new ArrayList<>();
        long since = -1;
        for (Serving serving : campaign.serving().getOrDefault(node, List.of())) {
            if (since >= 0 && serving.begin() > since) {
                absences.add(new Window(since, serving.begin()));
            }
            since = serving.end();
        }
        if (isOpen && since >= 0 && since < campaign.end()) {
            absences.add(new Window(since, campaign.end()));
        }
        return absences;
    }

    /** @return how many edges are compared */
    public int edges() {
        return lines.stream().mapToInt(Line::edges).sum();
    }

    /** @return how many of them agree */
    public int agreeing() {
        return lines.stream().mapToInt(Line::agreeing).sum();
    }

    /** @return whether nothing contradicts */
    public boolean agrees() {
        return lines.stream().allMatch(Line::agrees);
    }
}
