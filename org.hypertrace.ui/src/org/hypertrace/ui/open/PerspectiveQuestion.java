/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;

/**
 * Trace Compass' question, when a trace opens, whether to change to the perspective of the trace's type. It is not asked
 * for the next trace that opens when the user has just asked for ours. (Public for the signal manager.)
 */
public final class PerspectiveQuestion {

    /** Internal names of Trace Compass, the same from 6.2 to 12. */
    private static final String PREFERENCES = "org.eclipse.tracecompass.tmf.ui";
    private static final String SWITCH = "SWITCH_TO_PERSPECTIVE";

    private final IEclipsePreferences fPreferences = InstanceScope.INSTANCE.getNode(PREFERENCES);
    private final String fAnswer = fPreferences.get(SWITCH, null);

    private PerspectiveQuestion() {
        fPreferences.put(SWITCH, "never");
        TmfSignalManager.register(this);
    }

    /** @return not to be asked until a trace has been opened or {@link #ask} is called */
    static PerspectiveQuestion dontAsk() {
        return new PerspectiveQuestion();
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        // the question is queued by another handler of this signal: come after it, whoever is called first
        Display display = Display.getDefault();
        display.asyncExec(() -> display.asyncExec(this::ask));
    }

    /** Ask again, as the user wants it. */
    void ask() {
        TmfSignalManager.deregister(this);
        if (fAnswer == null) {
            fPreferences.remove(SWITCH);
        } else {
            fPreferences.put(SWITCH, fAnswer);
        }
    }
}
