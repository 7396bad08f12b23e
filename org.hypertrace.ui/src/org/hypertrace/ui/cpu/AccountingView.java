/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import org.hypertrace.core.cpu.view.AccountingTableProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What every vCPU got of the processors per period of the time in sight, as a table. A double click goes to the period. */
public final class AccountingView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource.accounting";

    /** Made by the workbench. */
    public AccountingView() {
        super("Accounting", AccountingTableProvider.COLUMNS, Times.IN_SIGHT, Providers.ACCOUNTING::create);
    }

    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }
}
