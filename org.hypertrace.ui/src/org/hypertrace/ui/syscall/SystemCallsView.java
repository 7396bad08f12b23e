/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.syscall;

import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.syscall.view.SyscallTableProvider;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** How long system calls of guests take in the time in sight, as a table. A double click goes to the longest call of a row. */
public final class SystemCallsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.syscalls";

    /** Made by the workbench. */
    public SystemCallsView() {
        super("System Calls", SyscallTableProvider.COLUMNS, Times.IN_SIGHT, Providers.SYSTEM_CALLS::create);
    }

    /** The first answer of a trace reads all of it. */
    @Override
    protected boolean asksOnlyInSight() {
        return true;
    }

    @Override
    protected int barColumn() {
        return SyscallTableProvider.COLUMNS.indexOf(SyscallTableProvider.SHARE);
    }
}
