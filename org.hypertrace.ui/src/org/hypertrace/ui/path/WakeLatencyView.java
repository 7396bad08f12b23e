/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import org.hypertrace.core.path.view.WakeTableProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** How long woken threads of guests wait until they run in the time in sight, and why. A double click goes to the longest wait. */
public final class WakeLatencyView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.path.latencies";

    /** Made by the workbench. */
    public WakeLatencyView() {
        super("Wake-up Latency", WakeTableProvider.COLUMNS, Times.IN_SIGHT, Providers.WAKEUP_LATENCY::create);
    }

    /** The first answer of a trace reads all of it. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }
}
