/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.tracecompass.analysis.timing.core.segmentstore.IAnalysisProgressListener;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.segmentstore.core.ISegmentStore;
import org.eclipse.tracecompass.tmf.core.segment.ISegmentAspect;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.exit.track.ExitTracker;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.latency.LatencyTracker;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.nested.NestedTracker;
import org.hypertrace.core.ring.trace.RingTrace;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.FilePass;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.trace.ctf.MendedTrace;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.core.vcpu.VcpuTracker;

/** The VM exits of a trace or experiment, as segments for Trace Compass' views and as columns for statistics. */
public final class ExitAnalysis extends FileAnalysis<ExitColumns> implements ISegmentStoreProvider {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.exits";

    /** The versions of all that decides what is found; {@code TrackerVersionsTest} knows which these are. */
    private static final int VERSIONS = Objects.hash(
            HostEventReader.VERSION, FtraceTextTrace.VERSION, MendedTrace.VERSION, RingTrace.VERSION, GuestEventDecoder.VERSION, Symbols.VERSION,
            MachineTracker.VERSION, Timeline.VERSION, VcpuTracker.VERSION, NestedTracker.VERSION, TaskTracker.VERSION,
            LatencyTracker.VERSION, ExitTracker.VERSION);

    private final List<IAnalysisProgressListener> fListeners = new CopyOnWriteArrayList<>();
    private volatile ExitSegmentStore fStore;

    /** Made by Trace Compass or by the report. */
    public ExitAnalysis() {
        super(ID, "VM exits (Hypertrace)", HostEventReader.Detail.EXITS, ID + ".columns");
    }

    @Override
    protected boolean isFoundFromChildren() {
        return true;
    }

    @Override
    protected int version(Inputs inputs) {
        return Objects.hash(VERSIONS, inputs.symbols().hash());
    }

    @Override
    protected FilePass pass(Path file, Inputs inputs) throws IOException {
        List<HostTraces.Host> hosts = inputs.traces().hosts();
        return new ExitPass(file, hosts.stream().map(HostTraces.Host::id).toList(), host -> hosts.get(host).manifest(), inputs.dialects(),
                inputs.symbols()::of);
    }

    @Override
    protected ExitColumns open(Path file, int version, Inputs inputs) throws IOException {
        return ExitColumnsReader.open(file, version);
    }

    @Override
    protected void found(ExitColumns exits) throws IOException {
        fStore = new ExitSegmentStore(exits,
                TracingChoice.read(TracingChoice.file(Objects.requireNonNull(getTrace()))).withoutTracing());
    }

    @Override
    protected void dropped() {
        ExitSegmentStore store = fStore;
        fStore = null;
        if (store != null) {
            // views keep it
            store.dispose();
        }
    }

    @Override
    protected void completed() {
        fListeners.forEach(listener -> listener.onComplete(this, fStore));
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its exits, looked for if they were not yet; null if it has none or they could not be found. Waits for them.
     */
    public static ExitColumns of(ITmfTrace trace) {
        return resultOf(TmfTraceUtils.getAnalysisModuleOfClass(trace, ExitAnalysis.class, ID));
    }

    @Override
    public ISegmentStore<ISegment> getSegmentStore() {
        return fStore;
    }

    @Override
    public Iterable<ISegmentAspect> getSegmentAspects() {
        return ExitAspects.all();
    }

    @Override
    public void addListener(IAnalysisProgressListener listener) {
        fListeners.add(listener);
    }

    @Override
    public void removeListener(IAnalysisProgressListener listener) {
        fListeners.remove(listener);
    }

    @Override
    public String getHelpText() {
        return "Shows what every VM exit was for, what caused it and where its time went.";
    }
}
