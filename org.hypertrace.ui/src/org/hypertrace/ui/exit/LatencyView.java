/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.hypertrace.core.exit.view.LatencyProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** How long guests wait for interrupts and for being run in the time in sight, as a table. */
public final class LatencyView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.latencies";

    /** Made by the workbench. */
    public LatencyView() {
        super("Interrupt Latency", LatencyProvider.COLUMNS, Times.IN_SIGHT, Providers.INTERRUPT_LATENCY::create);
    }
}
