/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.task.view.GuestThreadsProvider;
import org.hypertrace.core.task.view.ThreadRows;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** Real, user and sys time of guests' processes and threads in the time in sight, and what was taken. A double click goes to
 * the row's time and thread in the view Virtual CPU. */
public final class GuestThreadsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.threads";

    /** Made by the workbench. */
    public GuestThreadsView() {
        super("Guest Threads", GuestThreadsProvider.COLUMNS, Times.IN_SIGHT, Providers.GUEST_THREADS::create);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        table().whenOpened((provider, row) -> {
            int thread = provider instanceof ThreadRows threads ? threads.thread(row) : ThreadRows.NONE;
            if (thread != ThreadRows.NONE) {
                reveal(thread);
            }
        });
    }

    private void reveal(int thread) {
        try {
            if (getSite().getPage().showView(VirtualCpuView.ID) instanceof VirtualCpuView view) {
                view.reveal(thread);
            }
        } catch (PartInitException e) {
            MessageDialog.openError(getSite().getShell(), "Guest Threads", String.valueOf(e.getMessage()));
        }
    }

    /** Every answer reads what all threads did in that time. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }
}
