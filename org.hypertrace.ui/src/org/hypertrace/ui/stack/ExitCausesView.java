/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.stack.view.ExitCausesProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What in the guests caused VM exits for which reason, and how long these took, as a table. */
public final class ExitCausesView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.stacks.causes";

    /** Made by the workbench. */
    public ExitCausesView() {
        super("Exit Causes", ExitCausesProvider.COLUMNS, Times.SELECTED, Providers.EXIT_CAUSES::create);
    }
}
