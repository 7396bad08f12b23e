/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.ui.IPerspectiveDescriptor;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.ui.HypertracePerspective;

/**
 * Who opens a trace in a perspective of ours stays in it. Trace Compass would ask whether to change to the one that it has for the type
 * of trace: all of ours are for traces. In other perspectives it asks as ever, and what a user has chosen for all traces holds
 * here, too. (Public for the signal manager.)
 */
public final class PerspectiveStays {

    private final IEclipsePreferences fDefaults = DefaultScope.INSTANCE.getNode(Opening.PREFERENCES);
    private final String fDefault = fDefaults.get(Opening.SWITCH, null);
    /** Traces that have been opened and may be asked about still. */
    private int fOpened;

    private PerspectiveStays() {
    }

    /** Watches until the workbench ends. To be called in the UI thread. */
    static void watch() {
        TmfSignalManager.register(new PerspectiveStays());
    }

    /** @param signal that a trace was opened; it comes in the UI thread */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        if (isOurs()) {
            fOpened++;
            fDefaults.put(Opening.SWITCH, Opening.NEVER);
            Opening.afterTheQuestion(this::end);
        }
    }

    private static boolean isOurs() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IPerspectiveDescriptor perspective = window == null || window.getActivePage() == null ? null : window.getActivePage().getPerspective();
        return perspective != null && perspective.getId().startsWith(HypertracePerspective.ID);
    }

    private void end() {
        fOpened--;
        if (fOpened == 0) {
            if (fDefault == null) {
                fDefaults.remove(Opening.SWITCH);
            } else {
                fDefaults.put(Opening.SWITCH, fDefault);
            }
        }
    }
}
