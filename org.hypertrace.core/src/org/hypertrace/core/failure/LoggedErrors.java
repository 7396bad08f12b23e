/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.util.function.Consumer;

import org.eclipse.core.runtime.ILogListener;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;

/**
 * Notes what plug-ins of Trace Compass only log, and go on as if nothing had been. Examples are an event that cannot be read, and a node of
 * a history that cannot be written. The log is the only place to learn it from.
 */
public final class LoggedErrors implements ILogListener, AutoCloseable {

    private final String fPrefix;
    private final int fSeverity;
    private final Consumer<IStatus> fTo;
    private volatile IStatus fFirst;

    /**
     * @param prefix
     *            of the names of the plug-ins that are asked for
     * @param severity
     *            from this on it counts
     * @param to
     *            gets the first of them, on the thread that logs it
     */
    public LoggedErrors(String prefix, int severity, Consumer<IStatus> to) {
        fPrefix = prefix;
        fSeverity = severity;
        fTo = to;
        Platform.addLogListener(this);
    }

    @Override
    public void logging(IStatus status, String plugin) {
        if (fFirst == null && status.getSeverity() >= fSeverity && status.getPlugin().startsWith(fPrefix)) {
            fFirst = status;
            fTo.accept(status);
        }
    }

    /** @return the first of them, null if there is none */
    public IStatus first() {
        return fFirst;
    }

    @Override
    public void close() {
        Platform.removeLogListener(this);
    }
}
