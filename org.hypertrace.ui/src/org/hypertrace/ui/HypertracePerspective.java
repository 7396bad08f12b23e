/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import java.util.List;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.hypertrace.ui.cpu.DemandView;
import org.hypertrace.ui.cpu.OvercommitView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.vcpu.StolenByView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/** The perspective <em>Hypertrace</em>: who took the CPU. */
public final class HypertracePerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        ViewStacks.lay(layout, List.of(VirtualCpuView.ID, VirtualResourcesView.ID, CriticalPathView.ID),
                List.of(FindingsView.ID, StolenByView.ID, OvercommitView.ID, DemandView.ID, DataLossView.ID));
    }
}
