/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/** A trace or experiment that Trace Compass has opened, as in its window: analyses are attached to it. */
public final class OpenedTrace implements AutoCloseable {

    private final ITmfTrace fTrace;

    private OpenedTrace(ITmfTrace trace) {
        fTrace = trace;
        TmfSignalManager.dispatchSignal(new TmfTraceOpenedSignal(this, trace, null));
    }

    /** Opens the kernel trace in a folder. */
    public static OpenedTrace of(Path folder) throws TmfTraceException {
        return new OpenedTrace(kernel(folder));
    }

    /** Opens what was read already. */
    public static OpenedTrace of(ITmfTrace trace) {
        return new OpenedTrace(trace);
    }

    /** Opens kernel traces as one experiment. */
    public static OpenedTrace ofAll(List<Path> folders) throws TmfTraceException {
        ITmfTrace[] traces = new ITmfTrace[folders.size()];
        for (int i = 0; i < traces.length; i++) {
            traces[i] = kernel(folders.get(i));
        }
        return new OpenedTrace(new TmfExperiment(ITmfEvent.class, "experiment " + folders.get(0).toString().replace('/', '_'), traces,
                TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null));
    }

    private static ITmfTrace kernel(Path folder) throws TmfTraceException {
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        // files beside the trace go to a temporary folder of this name
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class, folder.toString().replace('/', '_'), null);
        return trace;
    }

    /** What was opened. */
    public ITmfTrace trace() {
        return fTrace;
    }

    /** Forgets what was kept for the next time it is opened. */
    public void forget() {
        TmfTraceManager.deleteSupplementaryFolder(fTrace);
        fTrace.getChildren().forEach(child -> TmfTraceManager.deleteSupplementaryFolder((ITmfTrace) child));
    }

    @Override
    public void close() {
        TmfSignalManager.dispatchSignal(new TmfTraceClosedSignal(this, fTrace));
        fTrace.dispose();
    }
}
