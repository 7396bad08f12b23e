/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.Comparator;
import java.util.List;

/**
 * Campaigns that are repetitions of one another.
 *
 * @param name
 *            as the user calls them
 * @param campaigns
 *            at least one
 */
public record CampaignGroup(String name, List<CampaignProfile> campaigns) {

    /** Keeps the campaigns. */
    public CampaignGroup {
        campaigns = List.copyOf(campaigns);
    }

    /** @return the one that stands for all, so that its parts still sum to its whole: the one of median duration, of two the shorter */
    public CampaignProfile typical() {
        List<CampaignProfile> sorted = campaigns.stream().sorted(Comparator.comparingLong(profile -> profile.campaign().duration())).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }
}
