/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.Limit;

/**
 * How long something of a campaign may take.
 *
 * @param text
 *            as the user wrote it
 * @param node
 *            of which node, null: of each
 * @param what
 *            a phase, or one of {@link #WHOLE}
 * @param limit
 *            ns
 */
public record UpgradeBudget(String text, String node, String what, long limit) {

    /** What there are budgets for besides phases: the whole, lost redundancy, its longest window, outage, no active node. */
    public static final List<String> WHOLE = List.of("upgrade", "redundancy", "window", "outage", "role");

    /**
     * A budget held against a campaign.
     *
     * @param subject
     *            what was looked at, for people
     * @param took
     *            ns
     * @param open
     *            whether it was not over in the trace
     */
    public record Result(UpgradeBudget budget, CampaignProfile profile, String subject, long took, boolean open) implements BudgetResult {

        @Override
        public boolean isExceeded() {
            return took > budget.limit || open;
        }

        @Override
        public String sentence() {
            return subject + (open ? " did not end within " : " took ") + against(took, budget.limit) + '.';
        }
    }

    /**
     * @param text
     *            {@code WHAT=MS} or {@code NODE:PHASE=MS}
     * @return the budget, null if it is none
     */
    public static UpgradeBudget of(String text) {
        Limit limit = Limit.of(text);
        if (limit == null) {
            return null;
        }
        int colon = limit.what().lastIndexOf(':');
        String what = limit.what().substring(colon + 1);
        boolean isKnown = names().contains(what) && (colon < 0 || !WHOLE.contains(what));
        return isKnown ? new UpgradeBudget(text, colon < 0 ? null : limit.what().substring(0, colon), what, Math.round(limit.number() * 1e6)) : null;
    }

    /** @return the names of all that there are budgets for */
    public static Set<String> names() {
        Set<String> names = Arrays.stream(Point.values()).map(Point::phase).collect(Collectors.toCollection(LinkedHashSet::new));
        names.addAll(WHOLE);
        return names;
    }

    /**
     * @param profile
     *            a campaign
     * @return how it fared; of a phase for each restart that has it; nothing if the recording does not show it
     */
    public List<Result> of(CampaignProfile profile) {
        Campaign campaign = profile.campaign();
        boolean open = campaign.endBy() == Source.ASSUMED;
        return switch (what) {
        case "upgrade" -> List.of(new Result(this, profile, "the upgrade", campaign.duration(), open));
        case "redundancy" -> List.of(new Result(this, profile, "lost redundancy", campaign.redundancy().sum(), false));
        case "window" -> List.of(new Result(this, profile, "the longest window of lost redundancy", campaign.redundancy().longest() == null ? 0
                : campaign.redundancy().longest().duration(), false));
        case "outage" -> List.of(new Result(this, profile, "outage", campaign.service().sum(), false));
        case "role" -> campaign.role() == null ? List.of() : List.of(new Result(this, profile, "no active node", campaign.role().sum(), false));
        default -> phases(profile);
        };
    }

    private List<Result> phases(CampaignProfile profile) {
        List<Result> results = new ArrayList<>();
        for (Restart restart : profile.campaign().restarts()) {
            if (node == null || node.equals(restart.node())) {
                String subject = restart.label() + ": " + what;
                List<Phase> found = restart.phases().stream().filter(phase -> phase.name().equals(what) && phase.merged().isEmpty()).toList();
                found.forEach(phase -> results.add(new Result(this, profile, subject, phase.duration(), phase.open())));
                if (found.isEmpty() && isOfNoLength(restart)) {
                    results.add(new Result(this, profile, subject, 0, false));
                }
            }
        }
        return results;
    }

    /** A machine that is reset is never away. */
    private boolean isOfNoLength(Restart restart) {
        return what.equals(Point.ENDED.phase()) && restart.points().containsKey(Point.ENDED) && restart.points().containsKey(Point.LAUNCHED);
    }

    /**
     * @param campaigns
     *            those that it was held against
     * @return why none of them shows it and what helps, a clause
     */
    public String whyNot(List<CampaignProfile> campaigns) {
        if (campaigns.isEmpty()) {
            return "no VM restarts, and no mark of a process reports a rolling upgrade";
        }
        return switch (what) {
        case "role" -> "no role is active; name it in the plan, \"active\": [\"primary\"]";
        case "prepare" -> "no mark orders the restart; send 'upgrade restart NODE' from the controller";
        case "notice" -> "no mark reports that the node is back; send 'upgrade back NODE' from the controller";
        case "stop" -> "nothing reports when the node stops; send the mark 'stops' from its application";
        case "application" -> "no mark reports that the application serves; send 'serves' from it";
        default -> "no restart shows when it begins and ends; load the guest module with the groups levels and shutdown";
        };
    }
}
