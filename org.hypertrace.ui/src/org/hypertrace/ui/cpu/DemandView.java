/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import org.hypertrace.core.cpu.view.DemandXyProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What every VM asked of the host's processors in the time in sight and what it got, as a table. */
public final class DemandView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource.demand";

    /** Made by the workbench. */
    public DemandView() {
        super("VM Demand", DemandXyProvider.COLUMNS, Times.IN_SIGHT, Providers.STEAL_AND_OVERCOMMIT::create);
    }
}
