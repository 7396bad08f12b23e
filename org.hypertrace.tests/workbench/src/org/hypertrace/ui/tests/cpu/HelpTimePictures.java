/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.cpu;

import org.hypertrace.ui.cpu.AccountingView;
import org.hypertrace.ui.cpu.OvercommitTableView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.syscall.SystemCallLoadView;
import org.hypertrace.ui.syscall.SystemCallsView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.GuestThreadsView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pictures of the page about processor time, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpTimePictures {

    private static final int WIDTH = 1200;

    @Test
    void twoVmsOnOneProcessor() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"), VirtualResourcesView.class, VirtualResourcesView.ID);
        keep("processor-time/overcommit", 240, Workbench.show(OvercommitTableView.class, OvercommitTableView.ID));
        keep("processor-time/accounting", 320, Workbench.show(AccountingView.class, AccountingView.ID));
    }

    @Test
    void processesOfAGuest() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("syscall-load"), VirtualResourcesView.class, VirtualResourcesView.ID);
        keep("processor-time/guest-threads", 320, Workbench.show(GuestThreadsView.class, GuestThreadsView.ID));
    }

    @Test
    void systemCallsOfAGuest() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("syscall-load"), VirtualResourcesView.class, VirtualResourcesView.ID);
        keep("processor-time/system-calls", 420, Workbench.show(SystemCallsView.class, SystemCallsView.ID));
        keep("processor-time/system-calls-vs-load", 560, Workbench.show(SystemCallLoadView.class, SystemCallLoadView.ID));
    }

    private static void keep(String name, int height, ProviderTableView view) throws Exception {
        Workbench.waitUntil("the rows", () -> view.table().getTreeViewer().getTree().getItemCount() > 0);
        HelpPicture.only(view);
        HelpPicture.keep(name, WIDTH, height, view);
    }
}
