/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.oddity;

import org.hypertrace.core.oddity.OddityDataProvider;
import org.hypertrace.core.oddity.OddityDataProviderFactory;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What of a recording is missing or contradictory: how often, what it means, and what helps. */
public final class OdditiesView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.oddities";

    /** Made by the workbench. */
    public OdditiesView() {
        super("Data Quality", OddityDataProvider.COLUMNS, Times.SELECTED,
                new OddityDataProviderFactory()::createProvider);
    }
}
