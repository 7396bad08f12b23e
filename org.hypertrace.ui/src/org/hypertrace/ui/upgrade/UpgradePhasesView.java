/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.upgrade;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.upgrade.view.PhaseTableProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Every phase of every restart of a rolling upgrade: how long it took, and where that time went. A double click goes there. */
public final class UpgradePhasesView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.upgrade.phases";

    /** Made by the workbench. */
    public UpgradePhasesView() {
        super("Upgrade Phases", PhaseTableProvider.COLUMNS, Times.ALL, Providers.UPGRADE_PHASES::create);
    }
}
