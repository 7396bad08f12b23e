/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.hypertrace.core.path.view.PathTableProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** What the critical path that was asked for last consists of. A double click goes to the longest stay. */
public final class CriticalPathPartsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.path.parts";

    /** Made by the workbench. */
    public CriticalPathPartsView() {
        super("Critical Path Parts", PathTableProvider.COLUMNS, Times.ALL, Providers.CRITICAL_PATH_PARTS::create);
    }

    /** @param signal that another path was asked for */
    @TmfSignalHandler
    public void asked(PathAskedSignal signal) {
        Display.getDefault().asyncExec(() -> {
            if (!table().getControl().isDisposed()) {
                table().again();
            }
        });
    }
}
