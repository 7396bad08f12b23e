/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import org.hypertrace.core.cpu.view.OvercommitTableProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** How many vCPUs wanted a processor at once in the time in sight, with bars; and what each wanted and got. */
public final class OvercommitTableView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource.overcommit";

    /** Made by the workbench. */
    public OvercommitTableView() {
        super("Overcommit", OvercommitTableProvider.COLUMNS, Times.IN_SIGHT, Providers.OVERCOMMIT::create);
    }

    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }

    @Override
    protected int barColumn() {
        return OvercommitTableProvider.COLUMNS.indexOf(OvercommitTableProvider.SHARE);
    }
}
