/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.hypertrace.core.exit.ExitFiguresProvider;
import org.hypertrace.core.exit.ExitFiguresProviderFactory;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What the VM exits in the time in sight were for, who caused them and how long they took, as a table. */
public final class ExitFiguresView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.figures";

    /** Made by the workbench. */
    public ExitFiguresView() {
        super("VM Exit Figures", ExitFiguresProvider.COLUMNS, Times.IN_SIGHT, new ExitFiguresProviderFactory()::createProvider);
    }
}
