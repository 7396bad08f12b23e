/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.resources.IResource;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEventFactory;
import org.hypertrace.core.clock.kept.KeptTransform;
import org.hypertrace.core.kvm.CtfHostEvent;
import org.hypertrace.core.kvm.PerfLayout;

/**
 * A kernel trace of which damaged packets are left out, whose metadata may be of CTF 2, and whose clock may be kept in pieces. Trace Compass, whose reader may stumble over
 * that, opens a copy, see {@link MendedTrace}; to all others the trace is where the user has it.
 */
public class MendedKernelTrace extends LttngKernelTrace {

    private final KeptTransform fKept = new KeptTransform();
    private String fPath;
    private List<LeftOut> fLeftOut = List.of();
    private MendedTrace fMended;
    private boolean fOfPerf;

    @Override
    public void initTrace(IResource resource, String path, Class<? extends ITmfEvent> type) throws TmfTraceException {
        fPath = path;
        fKept.read(resource);
        try {
            Path folder = Path.of(path);
            fLeftOut = TracePackets.of(folder).leftOut();
            fMended = MendedTrace.isNeeded(folder, fLeftOut) ? MendedTrace.of(folder, fLeftOut) : null;
        } catch (IOException e) {
            throw new TmfTraceException("a copy that Trace Compass can read cannot be made: " + e.getMessage(), e);
        }
        super.initTrace(resource, fMended == null ? path : fMended.folder().toString(), type);
        fOfPerf = PerfLayout.isOf(getEnvironment());
    }

    /** Trace Compass' own for perf lacks events. */
    @Override
    public IKernelAnalysisEventLayout getKernelEventLayout() {
        return fOfPerf ? PerfLayout.INSTANCE : super.getKernelEventLayout();
    }

    /**
     * @param trace
     *            any trace
     * @return what is left out where it is read
     */
    public static List<LeftOut> leftOutOf(ITmfTrace trace) {
        return trace instanceof MendedKernelTrace mended ? mended.fLeftOut : List.of();
    }

    @Override
    public String getPath() {
        return fPath != null ? fPath : super.getPath();
    }

    @Override
    public ITmfTimestampTransform getTimestampTransform() {
        return fKept.or(super.getTimestampTransform());
    }

    @Override
    public CtfTmfEventFactory getEventFactory() {
        return CtfHostEvent.Factory.INSTANCE;
    }

    @Override
    public synchronized void dispose() {
        super.dispose();
        if (fMended != null) {
            fMended.close();
            fMended = null;
        }
    }
}
