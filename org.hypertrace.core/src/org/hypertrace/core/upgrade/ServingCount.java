/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * How many nodes serve from one change to the next.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param serving
 *            how many nodes certainly serve
 * @param unknown
 *            of how many more it is not known
 */
public record ServingCount(long begin, long end, int serving, int unknown) {

    /**
     * @param campaign
     *            a campaign
     * @return the counts; they follow each other without a gap from its begin to its end
     */
    public static List<ServingCount> of(Campaign campaign) {
        TreeSet<Long> cuts = new TreeSet<>(List.of(campaign.begin(), campaign.end()));
        campaign.serving().values().forEach(all -> all.forEach(one -> cuts.addAll(List.of(one.begin(), one.end()))));
        cuts.addAll(campaign.unknownUntil().values());
        List<Long> times = List.copyOf(cuts.subSet(campaign.begin(), true, campaign.end(), true));
        List<ServingCount> counts = new ArrayList<>();
        for (int i = 0; i + 1 < times.size(); i++) {
            ServingCount count = at(campaign, times.get(i), times.get(i + 1));
            ServingCount last = counts.isEmpty() ? null : counts.get(counts.size() - 1);
            if (last != null && last.serving == count.serving && last.unknown == count.unknown) {
                counts.set(counts.size() - 1, new ServingCount(last.begin, count.end, count.serving, count.unknown));
            } else {
                counts.add(count);
            }
        }
        return counts;
    }

    private static ServingCount at(Campaign campaign, long begin, long end) {
        int serving = (int) campaign.serving().values().stream()
                .filter(all -> all.stream().anyMatch(one -> one.begin() <= begin && begin < one.end())).count();
        int unknown = (int) campaign.unknownUntil().values().stream().filter(until -> begin < until).count();
        return new ServingCount(begin, end, serving, unknown);
    }
}
