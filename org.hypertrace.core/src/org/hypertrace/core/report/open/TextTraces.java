/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.trace.console.ConsoleLogTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.trace.text.LineTrace;

/** Opens the traces that are text files: those of ftrace, and kernels' logs. */
final class TextTraces {

    private TextTraces() {
    }

    /** Whether a file is a text of events of a kernel. */
    static boolean isEvents(Path file) {
        FtraceTextTrace trace = new FtraceTextTrace();
        try {
            return Files.isReadable(file) && trace.validate(null, file.toString()).isOK();
        } finally {
            trace.dispose();
        }
    }

    /**
     * @param file
     *            a file
     * @param transform
     *            puts its times on another clock; null: they are as recorded
     * @return its trace, to be disposed of
     * @throws ReportException
     *             if it is neither
     */
    static ITmfTrace open(Path file, ITmfTimestampTransform transform) throws ReportException {
        if (!Files.isReadable(file)) {
            throw new ReportException(file + " cannot be read by you; ask for read permission (chmod u+r).");
        }
        Set<String> why = new LinkedHashSet<>();
        why.add("it is neither a folder nor a .tar.xz");
        for (Supplier<LineTrace> type : List.<Supplier<LineTrace>>of(FtraceTextTrace::new, ConsoleLogTrace::new)) {
            LineTrace trace = type.get();
            IStatus status = trace.validate(null, file.toString());
            if (status.isOK()) {
                try {
                    if (transform != null) {
                        trace.setTimestampTransform(transform);
                    }
                    trace.initTrace(null, file.toString(), TmfEvent.class, file.toString(), null);
                    return trace;
                } catch (TmfTraceException e) {
                    trace.dispose();
                    throw new ReportException(e.getMessage() + '.', e);
                }
            }
            trace.dispose();
            why.add(status.getMessage().substring(0, 1).toLowerCase(Locale.ROOT) + status.getMessage().substring(1));
        }
        throw new ReportException(file + " is not a trace: " + String.join("; ", why) + '.');
    }
}
