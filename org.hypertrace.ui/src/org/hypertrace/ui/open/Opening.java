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
    static final String PREFERENCES = "org.eclipse.tracecompass.tmf.ui";
    static final String SWITCH = "SWITCH_TO_PERSPECTIVE";
    /** Its value for: do not ask, stay. */
    static final String NEVER = "never";

    private static final IEclipsePreferences CHOSEN = InstanceScope.INSTANCE.getNode(PREFERENCES);

    /** How many there are: traces may open at once, and only the first of them finds what the user has chosen. */
    private static int sOpen;
    private static String sAnswer;

    private boolean fIsEnded;

    private Opening() {
        synchronized (CHOSEN) {
            if (sOpen++ == 0) {
                sAnswer = CHOSEN.get(SWITCH, null);
                CHOSEN.put(SWITCH, NEVER);
            }
        }
        TmfSignalManager.register(this);
    }

    /** @return what ends by itself when a trace was opened, or when {@link #end} is called */
    static Opening begin() {
        return new Opening();
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        afterTheQuestion(this::end);
    }

    /** The question is queued by another handler of that signal: comes after it, whoever is called first. */
    static void afterTheQuestion(Runnable end) {
        Display display = Display.getDefault();
        display.asyncExec(() -> display.asyncExec(end));
    }

    /** Back to what the user is used to. */
    void end() {
        TmfSignalManager.deregister(this);
        synchronized (CHOSEN) {
            if (fIsEnded || --sOpen > 0) {
                // another one is left
            } else if (sAnswer == null) {
                CHOSEN.remove(SWITCH);
            } else {
                CHOSEN.put(SWITCH, sAnswer);
            }
            fIsEnded = true;
        }
    }
}
