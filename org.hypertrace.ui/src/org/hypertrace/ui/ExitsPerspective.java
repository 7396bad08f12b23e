/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import java.util.List;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.exit.ExitMatrixView;
import org.hypertrace.ui.exit.ExitRateView;
import org.hypertrace.ui.exit.ExitScatterView;
import org.hypertrace.ui.exit.LatencyView;
import org.hypertrace.ui.stack.ExitCausesView;
import org.hypertrace.ui.stack.GuestFlameGraphView;

/** The perspective <em>Exits</em>: what VM exits cost, when they come, what causes them and which can be avoided. */
public final class ExitsPerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective.exits";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        ViewStacks.lay(layout, List.of(ExitRateView.ID, ExitScatterView.ID, GuestFlameGraphView.ID),
                List.of(ExitFiguresView.ID, ExitFindingsView.ID, ExitMatrixView.ID, ExitCausesView.ID, LatencyView.ID));
    }
}
