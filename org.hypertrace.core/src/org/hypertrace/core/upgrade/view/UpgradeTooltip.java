/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Known;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Point;
import org.hypertrace.core.upgrade.PointWords;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.Serving;
import org.hypertrace.core.upgrade.ServingCount;
import org.hypertrace.core.upgrade.probe.ProbeWindow;
import org.hypertrace.core.upgrade.probe.Witness;

/** What there is to report about a part of a campaign, in words: also by what its begin and end are known. */
final class UpgradeTooltip {

    /**
     * A time in which something is lacking.
     *
     * @param what
     *            what is
     * @param certain
     *            whether it certainly is
     * @param missing
     *            the nodes that do not serve, empty where roles count
     */
    record Lack(String what, long begin, long end, boolean certain, List<String> missing) { }

    /** A phase of a restart. */
    record PhaseOf(Restart restart, Phase phase) { }

    /** A node that serves; null: it is not known whether it does. */
    record ServingOf(String node, long begin, long end, Serving serving) { }

    private final CampaignProfile fProfile;
    private final Campaign fCampaign;
    private final Map<String, String> fLines = new LinkedHashMap<>();

    private UpgradeTooltip(CampaignProfile profile) {
        fProfile = profile;
        fCampaign = profile.campaign();
    }

    static Map<String, String> of(CampaignProfile profile, Object what) {
        UpgradeTooltip tooltip = new UpgradeTooltip(profile);
        if (what instanceof Segment segment) {
            tooltip.add(segment);
        } else if (what instanceof PhaseOf phase) {
            tooltip.add(phase.restart(), phase.phase(), true);
        } else if (what instanceof ServingOf serving) {
            tooltip.add(serving);
        } else if (what instanceof ServingCount count) {
            tooltip.add(count);
        } else if (what instanceof Lack lack) {
            tooltip.add(lack);
        } else if (what instanceof Witness.Line line) {
            tooltip.add(line);
        }
        return tooltip.fLines;
    }

    private void add(Segment segment) {
        fLines.put("Waits for", segment.vm() == null ? segment.phase() : segment.phase() + " of " + segment.vm());
        if (segment == fCampaign.longest()) {
            fLines.put("Longest blocker", "of this upgrade");
        }
        during(segment.begin(), segment.end());
        fCampaign.restarts().stream().filter(restart -> restart.phases().contains(segment.of())).findFirst()
                .ifPresent(restart -> add(restart, segment.of(), false));
        TimeSplitText.addTo(fProfile.spent(segment), fLines);
        if (segment.begin() == fCampaign.begin()) {
            fLines.put("The upgrade begins", "known by " + fCampaign.beginBy().key());
            fLines.put("The upgrade ends", fCampaign.endBy().key().equals("assumed") ? "assumed: the trace ends" : "known by " + fCampaign.endBy().key());
        }
    }

    private void add(Restart restart, Phase phase, boolean own) {
        if (own) {
            fLines.put("Phase", phase.name() + " of " + restart.label());
        }
        Known from = restart.points().get(phase.from());
        fLines.put("Begins with", point(phase.from(), from));
        Point next = restart.points().entrySet().stream().filter(point -> point.getValue().time() == phase.end() && point.getKey().compareTo(phase.from()) > 0)
                .map(Map.Entry::getKey).findFirst().orElse(null);
        fLines.put("Ends with", phase.open() ? "nothing: assumed to last to the end of the upgrade" : next == null ? "the next restart of the node"
                : point(next, restart.points().get(next)));
        if (!phase.merged().isEmpty()) {
            fLines.put("Contains", String.join(", ", phase.merged()) + ", as their begins are not recorded");
        }
        if (!phase.vm().equals(restart.node())) {
            fLines.put("Time of", phase.vm());
        }
        if (own) {
            during(phase.begin(), phase.end());
            TimeSplitText.addTo(fProfile.spent(phase), fLines);
        }
    }

    private static String point(Point point, Known known) {
        return point.key() + ", known by " + known.by().key() + ": " + PointWords.of(point, known.by());
    }

    private void add(ServingOf serving) {
        fLines.put("Node", serving.node());
        if (serving.serving() == null) {
            fLines.put("Serves", "not known before its first report");
        } else {
            fLines.put("Serves", serving.serving().role() == null ? "yes" : "as " + serving.serving().role());
            fCampaign.restarts().stream().filter(restart -> restart.node().equals(serving.node()) && restart.servesBy() != null)
                    .map(restart -> Map.entry(restart.servesBy(), restart.points().getOrDefault(restart.servesBy(), new Known(-1, null))))
                    .filter(by -> by.getValue().time() == serving.begin()).findFirst()
                    .ifPresent(by -> fLines.put("Begins with", point(by.getKey(), by.getValue())));
        }
        during(serving.begin(), serving.end());
    }

    private void add(ServingCount count) {
        fLines.put("Nodes that serve", Integer.toString(count.serving()));
        if (count.unknown() > 0) {
            fLines.put("Not known of", Integer.toString(count.unknown()));
        }
        fLines.put("Shall serve", Integer.toString(fCampaign.redundancy().limit()));
        fLines.put("Must serve", Integer.toString(fCampaign.service().limit()));
        during(count.begin(), count.end());
    }

    private void add(Lack lack) {
        fLines.put("What", lack.what() + (lack.certain() ? "" : ", possibly: it is not known of some nodes whether they serve"));
        if (!lack.missing().isEmpty()) {
            fLines.put("Do not serve", String.join(", ", lack.missing()));
        }
        during(lack.begin(), lack.end());
    }

    private void add(Witness.Line line) {
        ProbeWindow seen = line.seen();
        fLines.put("Questions without an answer", Integer.toString(seen.questions()));
        fLines.put("Begins", "from " + TmfTimestamp.fromNanos(seen.from()) + " to " + TmfTimestamp.fromNanos(seen.latest()));
        fLines.put("Ends", "from " + TmfTimestamp.fromNanos(seen.last()) + (seen.isClosed() ? " to " + TmfTimestamp.fromNanos(seen.end())
                : "; no answer came after it"));
        fLines.put("Computed", line.computed() == null ? "nothing" : line.edges() == 0 ? "cut, so no edge is compared" : line.agrees()
                ? "agrees within a question and an answer" : off("begins", line.beginOff()) + (edge(line.beginOff()) && edge(line.endOff()) ? ", " : "")
                        + off("ends", line.endOff()));
    }

    private static boolean edge(Long off) {
        return off != null && off != 0;
    }

    private static String off(String edge, Long off) {
        return edge(off) ? edge + ' ' + Amount.ns(Math.abs(off)).both() + (off < 0 ? " earlier" : " later") : "";
    }

    private void during(long begin, long end) {
        fLines.put("Begin", TmfTimestamp.fromNanos(begin).toString());
        fLines.put("Duration", Amount.ns(end - begin).both() + ", " + Amount.share(end - begin, fCampaign.duration()) + " of the upgrade");
    }
}
