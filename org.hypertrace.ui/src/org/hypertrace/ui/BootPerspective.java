/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import java.util.List;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.hypertrace.ui.boot.BootComparisonView;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.hypertrace.ui.shutdown.DevicesView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;

/** The perspective <em>Boot and shutdown</em>: what delays a boot, a restart or a rolling upgrade. */
public final class BootPerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective.boot";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        ViewStacks.lay(layout, List.of(BootView.ID, ShutdownView.ID, UpgradeView.ID),
                List.of(InitcallsView.ID, LevelsView.ID, BootComparisonView.ID, DevicesView.ID, UpgradePhasesView.ID));
    }
}
