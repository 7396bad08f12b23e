/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.upgrade.Availability;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.Serving;
import org.hypertrace.core.upgrade.ServingCount;
import org.hypertrace.core.upgrade.Window;
import org.hypertrace.core.upgrade.probe.Witness;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/** The rows of a campaign, with what they show. What is only possible is hatched. */
final class UpgradeRows {

    private final Campaign fCampaign;

    UpgradeRows(CampaignProfile profile) {
        fCampaign = profile.campaign();
    }

    /** The chain; its longest segment has a frame. */
    List<Span> chain() {
        List<Span> spans = new ArrayList<>();
        Segment longest = fCampaign.longest();
        for (Segment segment : fCampaign.chain()) {
            Styles style = UpgradeStyles.of(segment);
            String label = (segment == longest ? "longest: " : "") + segment.phase() + (segment.of() == null ? "" : " of " + of(segment.of()));
            spans.add(new Span(segment.begin(), segment.end(), new Look(label + ' ' + Amount.ns(segment.duration()), segment == longest
                    ? style.outlined() : style.style()), segment));
        }
        return spans;
    }

    private String of(Phase phase) {
        return fCampaign.restarts().stream().filter(restart -> restart.phases().contains(phase)).map(Restart::node).findFirst().orElse(phase.vm());
    }

    /** The phases of all restarts of a node. One that the next restart begins in is cut there. */
    List<Span> phases(String node) {
        List<Span> spans = new ArrayList<>();
        for (Restart restart : fCampaign.restarts()) {
            for (Phase phase : restart.node().equals(node) ? restart.phases() : List.<Phase>of()) {
                spans.add(new Span(phase.begin(), phase.end(), new Look(phase.name() + ' ' + Amount.ns(phase.duration())
                        + (phase.open() ? ", not ended" : ""), UpgradeStyles.of(phase).style()), new UpgradeTooltip.PhaseOf(restart, phase)));
            }
        }
        spans.sort(Comparator.comparingLong(Span::begin));
        for (int i = 0; i + 1 < spans.size(); i++) {
            Span span = spans.get(i);
            if (span.end() > spans.get(i + 1).begin()) {
                spans.set(i, new Span(span.begin(), spans.get(i + 1).begin(), span.look(), span.what()));
            }
        }
        spans.removeIf(span -> span.begin() >= span.end());
        return spans;
    }

    /** When a node serves, with its role; before that it may be unknown. */
    List<Span> serving(String node, long traceBegin) {
        List<Span> spans = new ArrayList<>();
        long unknown = fCampaign.unknownUntil().get(node);
        if (traceBegin < unknown) {
            spans.add(new Span(traceBegin, unknown, new Look("not known", Styles.UNKNOWN.hatched()), new UpgradeTooltip.ServingOf(node, traceBegin, unknown,
                    null)));
        }
        for (Serving one : fCampaign.serving().get(node)) {
            spans.add(new Span(one.begin(), one.end(), new Look(one.role() == null ? "serves" : one.role(), Styles.UPGRADE_SERVES.style()),
                    new UpgradeTooltip.ServingOf(node, one.begin(), one.end(), one)));
        }
        return spans;
    }

    /** How many nodes serve; unknown ones count as serving, but then it is only possible. */
    List<Span> counts() {
        List<Span> spans = new ArrayList<>();
        for (ServingCount count : ServingCount.of(fCampaign)) {
            boolean certain = style(count.serving() + count.unknown()) == style(count.serving());
            Styles style = style(count.serving());
            spans.add(new Span(count.begin(), count.end(), new Look(count.serving() + " of " + fCampaign.nodes().size() + (count.unknown() == 0 ? ""
                    : ", " + count.unknown() + " not known"), certain ? style.style() : style.hatched()), count));
        }
        return spans;
    }

    private Styles style(int serving) {
        return serving < fCampaign.service().limit() ? Styles.UPGRADE_OUTAGE
                : serving < fCampaign.redundancy().limit() ? Styles.UPGRADE_REDUNDANCY_LOST : Styles.UPGRADE_SERVES;
    }

    /** A row with its name; {@code kind}: how a prober calls its windows, null if it looks for none. */
    record Named(String name, List<Span> spans, Witness.Kind kind) { }

    /** What is lacking: a row each, without spans where nothing is. */
    List<Named> lacks() {
        List<Named> rows = new ArrayList<>();
        rows.add(new Named("Redundancy lost", lacks("redundancy lost", fCampaign.redundancy(), Styles.UPGRADE_REDUNDANCY_LOST), Witness.Kind.REDUNDANCY));
        rows.add(new Named("Outage", lacks("outage", fCampaign.service(), Styles.UPGRADE_OUTAGE), Witness.Kind.OUTAGE));
        if (fCampaign.role() != null) {
            rows.add(new Named("No active node", lacks("no node is " + String.join(" or ", fCampaign.active()), fCampaign.role(), Styles.UPGRADE_NO_ACTIVE),
                    Witness.Kind.ROLE));
            rows.add(new Named("Split brain", fCampaign.split().stream().map(window -> lack("several nodes are " + String.join(" or ", fCampaign.active()),
                    window, true, Styles.UPGRADE_SPLIT)).toList(), null));
        }
        return rows;
    }

    private List<Span> lacks(String what, Availability availability, Styles style) {
        List<Span> spans = new ArrayList<>();
        availability.lost().forEach(window -> spans.add(lack(what, window, true, style)));
        availability.onlyPossible().forEach(window -> spans.add(lack(what, window, false, style)));
        spans.sort(Comparator.comparingLong(Span::begin));
        return spans;
    }

    private Span lack(String what, Window window, boolean certain, Styles style) {
        List<String> missing = fCampaign.missing().getOrDefault(window, List.of());
        String label = (certain ? "" : "possibly ") + Amount.ns(window.duration()) + (missing.isEmpty() ? "" : " without " + String.join(", ", missing));
        return new Span(window.begin(), window.end(), new Look(label, certain ? style.style() : style.hatched()),
                new UpgradeTooltip.Lack(what, window.begin(), window.end(), certain, style == Styles.UPGRADE_REDUNDANCY_LOST ? missing : List.of()));
    }
}
