/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.console.ConsoleLogTrace;
import org.hypertrace.core.ftrace.FtraceTextTrace;
import org.hypertrace.core.text.LineTrace;

/** Opens the traces that are text files: those of ftrace, and kernels' logs. */
final class TextTraces {

    private TextTraces() {
    }

    /**
     * @param file
     *            a file
     * @return its trace, to be disposed of
     * @throws CannotReport
     *             if it is neither
     */
    static ITmfTrace open(Path file) throws CannotReport {
        if (!Files.isReadable(file)) {
            throw new CannotReport(file + " cannot be read by you; ask for read permission (chmod u+r).");
        }
        String why = "";
        for (Supplier<LineTrace> type : List.<Supplier<LineTrace>>of(FtraceTextTrace::new, ConsoleLogTrace::new)) {
            LineTrace trace = type.get();
            IStatus status = trace.validate(null, file.toString());
            if (status.isOK()) {
                try {
                    trace.initTrace(null, file.toString(), TmfEvent.class, file.toString(), null);
                    return trace;
                } catch (TmfTraceException e) {
                    trace.dispose();
                    throw new CannotReport(e.getMessage() + '.', e);
                }
            }
            trace.dispose();
            why += (why.isEmpty() ? "" : " ") + status.getMessage() + '.';
        }
        throw new CannotReport(file + " is not a trace: it is neither a folder nor a .tar.xz. " + why);
    }
}
