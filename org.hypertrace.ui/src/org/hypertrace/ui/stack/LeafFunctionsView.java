/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.stack.view.LeafFunctionsProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What threads of guests spent their time in, wherever that was called from, as a table. */
public final class LeafFunctionsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.stacks.leaves";

    /** Made by the workbench. */
    public LeafFunctionsView() {
        super("Leaf Functions", LeafFunctionsProvider.COLUMNS, Times.SELECTED, Providers.LEAF_FUNCTIONS::create);
    }
}
