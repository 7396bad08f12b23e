/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.hypertrace.core.exit.view.ExitFindingsProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What the VM exits of the time in sight are for that cost most, and what helps; a double click goes to the longest of them. */
public final class ExitFindingsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.findings";

    /** Made by the workbench. */
    public ExitFindingsView() {
        super("Exit Findings", ExitFindingsProvider.COLUMNS, Times.IN_SIGHT, Providers.EXIT_FINDINGS::create);
    }
}
