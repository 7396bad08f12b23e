/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.hypertrace.ui.shutdown.DevicesView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/**
 * The perspective <em>Hypertrace: inside a guest</em>: what the host's processors do, what the guest's threads do and what they
 * call, one below the other. Views as wide as each other have one time axis: what is above something happened meanwhile.
 */
public final class InsidePerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective.inside";

    private static final float NAMES = 0.16f;
    private static final float HALF = 0.5f;

    @Override
    public void createInitialLayout(IPageLayout layout) {
        layout.setEditorAreaVisible(true);
        layout.createFolder("left", IPageLayout.LEFT, NAMES, IPageLayout.ID_EDITOR_AREA).addView(IPageLayout.ID_PROJECT_EXPLORER);
        IFolderLayout host = layout.createFolder("host", IPageLayout.BOTTOM, 0.1f, IPageLayout.ID_EDITOR_AREA);
        host.addView(HypertracePerspective.RESOURCES);
        host.addView(VirtualCpuView.ID);
        IFolderLayout threads = layout.createFolder("threads", IPageLayout.BOTTOM, 0.3f, "host");
        threads.addView(HypertracePerspective.CONTROL_FLOW);
        threads.addView(ShutdownView.ID);
        IFolderLayout functions = layout.createFolder("functions", IPageLayout.BOTTOM, HALF, "threads");
        functions.addView(HypertracePerspective.FLAME_CHART);
        functions.addPlaceholder(DevicesView.ID);
        layout.addShowViewShortcut(ShutdownView.ID);
        layout.addShowViewShortcut(DevicesView.ID);
        layout.addShowViewShortcut(HypertracePerspective.FLAME_CHART);
    }
}
