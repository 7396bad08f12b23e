/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Path;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.ring.trace.RingTrace;

/** Opens the memory that guests share with their hosts. */
final class RingTraces {

    private RingTraces() {
    }

    /**
     * @param file
     *            of rings
     * @return its trace, to be disposed of
     * @throws ReportException
     *             if it cannot be read, or there is no ring or record in it
     */
    static ITmfTrace open(Path file) throws ReportException {
        RingTrace trace = new RingTrace();
        IStatus status = trace.validate(null, file.toString());
        if (status.getSeverity() == IStatus.ERROR) {
            trace.dispose();
            throw new ReportException(KernelTraceCheck.oneLine(status.getMessage()) + '.');
        }
        try {
            trace.initTrace(null, file.toString(), TmfEvent.class, file.toString(), null);
            if (trace.end() == null) {
                trace.dispose();
                throw new ReportException(KernelTraceCheck.oneLine(file + " has no record that is whole; was the guest's tracer on?"));
            }
            return trace;
        } catch (TmfTraceException e) {
            trace.dispose();
            throw new ReportException(KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
        }
    }
}
