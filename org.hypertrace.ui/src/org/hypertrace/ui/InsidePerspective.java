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
 * The perspective <em>Inside a guest</em>: what the host's processors do, what the guest's threads do and what they
 * call, one below the other. Views as wide as each other have one time axis: what is above something happened meanwhile.
 */
public final class InsidePerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective.inside";

    private static final float HALF = 0.5f;
    /** Some events can be seen in a window 800 pixels high. */
    private static final float EDITORS = 0.2f;

    @Override
    public void createInitialLayout(IPageLayout layout) {
        ViewStacks.projects(layout);
        List<String> host = List.of(ViewStacks.RESOURCES, VirtualCpuView.ID);
        List<String> threads = List.of(ViewStacks.CONTROL_FLOW, ShutdownView.ID, CriticalPathView.ID);
        List<String> functions = List.of(ViewStacks.FLAME_CHART, GuestThreadsView.ID, SystemCallsView.ID);
        ViewStacks.fill(layout, layout.createFolder("host", IPageLayout.BOTTOM, EDITORS, IPageLayout.ID_EDITOR_AREA), host, host);
        ViewStacks.fill(layout, layout.createFolder("threads", IPageLayout.BOTTOM, 0.3f, "host"), threads,
                ViewStacks.upperWithout(List.of(ViewStacks.RESOURCES, VirtualCpuView.ID, ViewStacks.FLAME_CHART)));
        ViewStacks.fill(layout, layout.createFolder("functions", IPageLayout.BOTTOM, HALF, "threads"), functions, ViewStacks.lower());
    }
}
