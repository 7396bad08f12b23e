/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.upgrade;

import java.util.List;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.upgrade.CampaignComparison;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.UpgradeBudget;
import org.hypertrace.core.upgrade.probe.Witness;

/**
 * The rolling upgrades of traces: what documents and JSON are made of.
 *
 * @param named
 *            what the user named
 * @param traces
 *            in the order in which they were named
 * @param comparisons
 *            of two of them
 * @param budgets
 *            how they fared
 * @param notChecked
 *            those for what the recordings do not show
 */
public record UpgradeReport(String named, List<Trace> traces, List<CampaignComparison> comparisons, List<UpgradeBudget.Result> budgets,
        List<NotChecked> notChecked) {

    /**
     * A trace.
     *
     * @param name
     *            its name, for people
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     * @param profile
     *            the campaign in it, null if there is none
     * @param witness
     *            what a prober saw of it, null if there was none
     * @param missing
     *            events that were not recorded
     * @param gaps
     *            what is missing of it, a sentence each
     */
    public record Trace(String name, long begin, long end, CampaignProfile profile, Witness witness, List<RecordedEvents.Missing> missing,
            List<String> gaps) { }
}
