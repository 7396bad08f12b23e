/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.ui.IPerspectiveDescriptor;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.hypertrace.ui.HypertracePerspective;

/**
 * Who opens a trace in a perspective of ours stays in it, and so does who has a trace opened by us. Trace Compass would ask whether to
 * change to the one that it has for the type of trace: all of ours are for traces. Otherwise it asks as ever. What a user has chosen for
 * all traces holds here, too: only the default is another one, until the question is due. (Public for the signal manager.)
 */
public final class PerspectiveStays {

    /** Internal names of Trace Compass, the same from 6.2 to 12. */
    private static final String PREFERENCES = "org.eclipse.tracecompass.tmf.ui";
    private static final String SWITCH = "SWITCH_TO_PERSPECTIVE";
    /** Its value for: do not ask, stay. */
    private static final String NEVER = "never";

    /** What we open, whichever perspective is shown; what does not open stays here, without an effect. */
    private static final Set<TmfCommonProjectElement> EXPECTED = ConcurrentHashMap.newKeySet();

    private final IEclipsePreferences fDefaults = DefaultScope.INSTANCE.getNode(PREFERENCES);
    private final String fDefault = fDefaults.get(SWITCH, null);
    /** Traces that have been opened and may be asked about still. */
    private int fOpened;

    private PerspectiveStays() {
    }

    /** Watches until the workbench ends. To be called in the UI thread. */
    static void watch() {
        TmfSignalManager.register(new PerspectiveStays());
    }

    /** @param element a trace or experiment that opens next */
    static void expect(TmfCommonProjectElement element) {
        EXPECTED.add(element);
    }

    /** @param element a trace or experiment that does not open */
    static void forget(TmfCommonProjectElement element) {
        EXPECTED.remove(element);
    }

    /** @param signal that a trace was opened; it comes in the UI thread */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        if (isExpected(signal.getTrace()) || isOurs()) {
            fOpened++;
            fDefaults.put(SWITCH, NEVER);
            // the question is queued by another handler of that signal: comes after it, whoever is called first
            Display display = Display.getDefault();
            display.asyncExec(() -> display.asyncExec(this::end));
        }
    }

    private static boolean isExpected(ITmfTrace trace) {
        return EXPECTED.removeIf(element -> element.getTrace() == trace);
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
                fDefaults.remove(SWITCH);
            } else {
                fDefaults.put(SWITCH, fDefault);
            }
        }
    }
}
