/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.compare.RankSum;
import org.hypertrace.core.quantity.Amount;

/** What a campaign shows, in sentences. */
public final class UpgradeWords {

    private UpgradeWords() {
    }

    /**
     * @param trace
     *            a trace, for people
     * @return why there is no campaign in it, and what to record for one: one sentence
     */
    public static String none(String trace) {
        return "No VM restarts in " + trace + ", and no mark of a process reports a rolling upgrade: record from before the first restart to after the "
                + "last one.";
    }

    /**
     * @param profile
     *            a campaign
     * @return how long it took, what was lost meanwhile, and what it waited for longest: each a sentence of texts and amounts
     */
    public static List<List<Object>> answers(CampaignProfile profile) {
        Campaign campaign = profile.campaign();
        List<List<Object>> answers = new ArrayList<>();
        answers.add(List.of(campaign.endBy() == Source.ASSUMED ? "The upgrade did not end within " : "The upgrade took ", Amount.ns(campaign.duration()),
                "."));
        lost("Redundancy was lost", campaign.redundancy(), answers);
        lost("Fewer nodes than needed served", campaign.service(), answers);
        if (campaign.role() != null) {
            lost("No node was " + String.join(" or ", campaign.active()), campaign.role(), answers);
            if (!campaign.split().isEmpty()) {
                answers.add(List.of("Several nodes were " + String.join(" or ", campaign.active()) + " for ", Amount.ns(Window.sum(campaign.split())), "."));
            }
        }
        Segment longest = campaign.longest();
        if (longest != null) {
            answers.add(List.of("The longest blocker was ", subject(longest), ", ", Amount.ns(longest.duration()), ", ",
                    Amount.ns(profile.spent(longest).host()), " of it by the host."));
        }
        return answers;
    }

    private static String subject(Segment segment) {
        return segment.vm() == null || segment.isStep() ? segment.phase() : segment.phase() + " of " + segment.vm();
    }

    private static void lost(String what, Availability availability, List<List<Object>> to) {
        if (availability.lost().size() == 1) {
            to.add(List.of(what + " for ", Amount.ns(availability.sum()), "."));
        } else if (!availability.lost().isEmpty()) {
            to.add(List.of(what + " for ", Amount.ns(availability.sum()), " in " + availability.lost().size() + " windows, the longest ",
                    Amount.ns(availability.longest().duration()), "."));
        }
        if (availability.possibleSum() > availability.sum()) {
            to.add(List.of(what + " possibly for ", Amount.ns(availability.possibleSum()), ", as it is not known when some nodes began to serve."));
        }
    }

    /**
     * @param campaign
     *            a campaign
     * @return what limits the answers, or contradicts itself: a sentence each
     */
    public static List<String> findings(Campaign campaign) {
        List<String> findings = new ArrayList<>();
        if (campaign.restarts().stream().anyMatch(restart -> restart.servesBy() == Point.SERVES)) {
            findings.add("Processes of nodes report when they serve; any process could.");
        }
        for (Point by : List.of(Point.READY, Point.USER_SPACE)) {
            List<String> nodes = campaign.restarts().stream().filter(restart -> restart.servesBy() == by).map(Restart::node).distinct().toList();
            if (!nodes.isEmpty()) {
                findings.add(some(nodes) + (nodes.size() == 1 ? " does not report when it serves: " : " do not report when they serve: ")
                        + (by == Point.READY ? "the guest's own word that it is ready" : "the begin of user space") + " counts, which is earlier.");
            }
        }
        List<String> byHost = campaign.restarts().stream().filter(restart -> restart.points().containsKey(Point.KERNEL)
                && restart.points().get(Point.KERNEL).by() == Source.HOST).map(Restart::node).distinct().toList();
        if (!byHost.isEmpty()) {
            findings.add("Kernels of " + some(byHost) + " report nothing: addresses of exits show when kernel and user space begin.");
        }
        campaign.restarts().stream().filter(Restart::open).forEach(restart -> findings.add(restart.label() + " does not come back in the trace."));
        Campaign.Problems problems = campaign.problems();
        count(problems.unanswered(), "restart or switch-over that the controller does not see to its end",
                "restarts or switch-overs that the controller does not see to their end", findings);
        count(problems.inconsistent(), "signal or point that contradicts the group or others", "signals or points that contradict the group or others",
                findings);
        count(problems.leftOut(), "mark, signal or restart that is not kept", "marks, signals or restarts that are not kept", findings);
        count(problems.givenUp(), "text in which an expression of the plan takes too long", "texts in which an expression of the plan takes too long",
                findings);
        return findings;
    }

    private static void count(int count, String one, String several, List<String> to) {
        if (count > 0) {
            to.add("There " + (count == 1 ? "is " : "are ") + count + ' ' + (count == 1 ? one : several) + '.');
        }
    }

    private static String some(List<String> names) {
        return names.stream().limit(3).collect(Collectors.joining(", ")) + (names.size() > 3 ? " and " + (names.size() - 3) + " others" : "");
    }

    /**
     * @param comparison
     *            two campaigns side by side
     * @return which is slower, by how much, by whom, and in which phase: a sentence of texts and amounts
     */
    public static List<Object> comparison(CampaignComparison comparison) {
        CampaignComparison.Row whole = comparison.rows().get(0);
        long difference = Math.abs(whole.contribution());
        boolean bIsSlower = whole.contribution() < 0;
        String slower = (bIsSlower ? comparison.b() : comparison.a()).name();
        List<Object> pieces = new ArrayList<>();
        if (difference == 0) {
            return List.of("Both upgrades took ", Amount.ns(whole.a()), ".");
        }
        if (comparison.hasChances() && whole.speedUp().chance() >= RankSum.LEVEL) {
            return List.of("No difference above noise: the upgrade of " + comparison.a().name() + " took ", Amount.ns(whole.a()),
                    ", that of " + comparison.b().name() + " ", Amount.ns(whole.b()), ".");
        }
        pieces.addAll(List.of("The upgrade of " + slower + " took ", Amount.ns(difference), " longer"));
        CampaignComparison.Row cause = comparison.cause();
        if (cause != null) {
            long host = bIsSlower ? cause.host() : -cause.host();
            pieces.addAll(List.of(", most of it in " + cause.name() + " of " + cause.node() + ": ", Amount.ns(Math.abs(cause.contribution())),
                    2 * host > Math.abs(cause.contribution()) ? ", by the host." : ", not by the host."));
        } else {
            CampaignComparison.Row largest = comparison.largest();
            pieces.addAll(largest == null ? List.of(".") : List.of(". Among so many phases chance may explain the largest difference, ",
                    Amount.ns(Math.abs(largest.contribution())), " in " + largest.name() + " of " + largest.node() + "."));
        }
        return pieces;
    }
}
