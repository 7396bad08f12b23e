/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.losses;

import org.hypertrace.core.losses.view.DataLossProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What of a recording is missing or contradictory: how often, what it means, and what helps. */
public final class DataLossView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.losses";

    /** Made by the workbench. */
    public DataLossView() {
        super("Data Quality", DataLossProvider.COLUMNS, Times.SELECTED,
                Providers.DATA_QUALITY::create);
    }
}
