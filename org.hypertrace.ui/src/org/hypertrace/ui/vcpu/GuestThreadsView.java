/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.task.view.GuestThreadsProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Real, user and sys time of guests' processes and threads in the time in sight, and what was taken. A double click goes to a row's time. */
public final class GuestThreadsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.threads";

    /** Made by the workbench. */
    public GuestThreadsView() {
        super("Guest Threads", GuestThreadsProvider.COLUMNS, Times.IN_SIGHT, Providers.GUEST_THREADS::create);
    }

    /** Every answer reads what all threads did in that time. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }
}
