/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import org.eclipse.core.runtime.ILogListener;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;

/**
 * Notes that Trace Compass could not read an event. It only logs that, and goes on as if the trace ended there, so that
 * the log is the only place to learn it from.
 */
final class ReadErrors implements ILogListener, AutoCloseable {

    private volatile String fFirst;

    ReadErrors() {
        Platform.addLogListener(this);
    }

    @Override
    public void logging(IStatus status, String plugin) {
        if (fFirst == null && status.getSeverity() >= IStatus.WARNING && status.getPlugin().startsWith("org.eclipse.tracecompass.")) {
            fFirst = status.getMessage();
        }
    }

    /** What could not be read, null if all could. */
    String first() {
        return fFirst;
    }

    @Override
    public void close() {
        Platform.removeLogListener(this);
    }
}
