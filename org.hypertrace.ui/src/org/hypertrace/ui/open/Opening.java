/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;

/**
 * What is different when the user has asked for our perspective while the next trace opens. Trace Compass does not ask
 * whether to change to another one. (Public for the signal manager.)
 */
public final class Opening {

    /** Internal names of Trace Compass, the same from 6.2 to 12. */
    private static final String PREFERENCES = "org.eclipse.tracecompass.tmf.ui";
    private static final String SWITCH = "SWITCH_TO_PERSPECTIVE";

    private final IEclipsePreferences fPreferences = InstanceScope.INSTANCE.getNode(PREFERENCES);
    private final String fAnswer = fPreferences.get(SWITCH, null);

    private Opening() {
        fPreferences.put(SWITCH, "never");
        TmfSignalManager.register(this);
    }

    /** @return what ends by itself when a trace was opened, or when {@link #end} is called */
    static Opening begin() {
        return new Opening();
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        // the question is queued by another handler of this signal: come after it, whoever is called first
        Display display = Display.getDefault();
        display.asyncExec(() -> display.asyncExec(this::end));
    }

    /** Back to what the user is used to. */
    void end() {
        TmfSignalManager.deregister(this);
        if (fAnswer == null) {
            fPreferences.remove(SWITCH);
        } else {
            fPreferences.put(SWITCH, fAnswer);
        }
    }
}
