/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.upgrade;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pictures of the page about rolling upgrades, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpUpgradePictures {

    private static final int WIDTH = 1200;

    @Test
    void rollingUpgrade() throws Exception {
        UpgradeView view = Workbench.open(Samples.archive("rolling-upgrade"), UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        ITimeGraphEntry campaign = Entries.at(view, "Campaign");
        long margin = (campaign.getEndTime() - campaign.getStartTime()) / 40;
        HelpPicture.only(view);
        Workbench.show(view, campaign.getStartTime() - margin, campaign.getEndTime() + margin);
        HelpPicture.keep("rolling-upgrade/view", WIDTH, 420, view);
        UpgradePhasesView phases = Workbench.show(UpgradePhasesView.class, UpgradePhasesView.ID);
        Workbench.waitUntil("the phases", () -> phases.table().getTreeViewer().getTree().getItemCount() > 18);
        HelpPicture.only(phases);
        HelpPicture.keep("rolling-upgrade/phases", WIDTH, 420, phases);
    }

    /** One of two nodes is asked for while it restarts, and while both are down. */
    @Test
    void prober() throws Exception {
        UpgradeView view = Workbench.open(Samples.archive("upgrade-outage"), UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        ITimeGraphEntry campaign = Entries.at(view, "Campaign");
        long margin = (campaign.getEndTime() - campaign.getStartTime()) / 40;
        HelpPicture.only(view);
        Workbench.show(view, campaign.getStartTime() - margin, campaign.getEndTime() + margin);
        HelpPicture.keep("rolling-upgrade/prober", WIDTH, 520, view);
    }
}
