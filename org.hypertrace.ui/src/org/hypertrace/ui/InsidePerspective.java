/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import java.util.List;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.syscall.SystemCallsView;
import org.hypertrace.ui.vcpu.GuestThreadsView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/**
 * The perspective <em>Inside a guest</em>: what the host's processors and the guest's threads do, and below what these call. Views as wide
 * as each other have one time axis: what is above something happened meanwhile.
 */
public final class InsidePerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective.inside";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        ViewStacks.lay(layout, List.of(VirtualCpuView.ID, ViewStacks.CONTROL_FLOW, ViewStacks.RESOURCES, ShutdownView.ID, CriticalPathView.ID),
                List.of(ViewStacks.FLAME_CHART, GuestThreadsView.ID, SystemCallsView.ID));
    }
}
