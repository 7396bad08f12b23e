/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.IAnalysisProgressListener;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.segmentstore.core.ISegment;
import org.eclipse.tracecompass.segmentstore.core.ISegmentStore;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.segment.ISegmentAspect;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.guest.DialectChoices;
import org.hypertrace.core.guest.Dialects;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.guest.TracingChoice;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostEventRequest;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.provider.Explanation;

/**
 * The VM exits of a trace or experiment, as segments for Trace Compass' views and as columns for statistics. They are kept in
 * one file beside the model's history, which is read again unless the trackers, the recording's manifest, the chosen dialects
 * or the trace have changed.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit; within an experiment only on the experiment.
 */
public final class ExitAnalysis extends TmfAbstractAnalysisModule implements ISegmentStoreProvider, Failable {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.exits";

    /** To be raised with every change that changes what is found or the file's form. */
    private static final int TRACKERS = 11;

    private final List<IAnalysisProgressListener> fListeners = new CopyOnWriteArrayList<>();
    private List<Dialects.Chosen> fDialects;
    private GuestSymbols fSymbols;
    private boolean fAlone;
    private volatile ExitColumns fExits;
    private volatile ExitStore fStore;
    private volatile Failure fFailure;

    /** Made by Trace Compass or by the report. */
    public ExitAnalysis() {
        setId(ID);
        setName("VM exits (Hypertrace)");
    }

    /**
     * @param dialects
     *            what guests speak by the user's word; to be said before the analysis is scheduled, else what the user chose
     *            for the trace counts, see {@link DialectChoices}
     */
    public void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = List.copyOf(dialects);
    }

    /**
     * @param symbols
     *            of the guests' kernels; to be said before the analysis is scheduled, else those that the manifest names count
     */
    public void setSymbols(GuestSymbols symbols) {
        fSymbols = symbols;
    }

    /** Nobody else reads the trace: the analysis need not wait for others. To be said before the analysis is scheduled. */
    public void readAlone() {
        fAlone = true;
    }

    @Override
    public boolean canExecute(ITmfTrace trace) {
        if (trace.getParent() instanceof TmfExperiment) {
            return false;
        }
        try {
            return HostTraces.of(trace).hasTransitions();
        } catch (IOException e) {
            // executing will say so
            return true;
        }
    }

    @Override
    protected boolean executeAnalysis(IProgressMonitor monitor) {
        ITmfTrace trace = Objects.requireNonNull(getTrace());
        HostTraces traces;
        List<Dialects.Chosen> dialects;
        GuestSymbols symbols;
        TracingChoice choice;
        try {
            traces = HostTraces.of(trace);
            dialects = fDialects != null ? fDialects : DialectChoices.of(trace);
            symbols = fSymbols != null ? fSymbols : GuestSymbols.of(trace);
            choice = TracingChoice.read(TracingChoice.file(trace));
        } catch (IOException e) {
            // Explanation says it
            fail(e);
            return false;
        }
        try {
            Path folder = Files.createDirectories(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)));
            Path file = folder.resolve(ID + ".columns");
            int version = Objects.hash(TRACKERS, traces.filesHash(), traces.recordingHash(), Dialects.hash(dialects),
                    symbols.hash());
            ExitColumns exits = ExitColumns.open(file, version);
            if (exits == null) {
                List<String> hosts = traces.hosts().stream().map(HostTraces.Host::id).toList();
                try (ExitPass pass = new ExitPass(file, hosts, host -> traces.hosts().get(host).manifest(), dialects,
                        symbols::of)) {
                    if (!HostEventRequest.readDetails(trace, traces, HostEventReader.Detail.EXITS, pass::accept, fAlone, monitor)) {
                        return false;
                    }
                    pass.finish(version);
                }
                exits = ExitColumns.open(file, version);
            }
            if (exits == null) {
                throw new IllegalStateException(file + " is not what was written");
            }
            fStore = new ExitStore(exits, choice.withoutTracing());
            fExits = exits;
        } catch (Throwable e) {
            // what is thrown here tells Trace Compass nothing if it is an error
            fFailure = Failure.of(e).log();
            fail(e);
            return false;
        }
        fListeners.forEach(listener -> listener.onComplete(this, fStore));
        return true;
    }

    @Override
    public Failure failure() {
        return fFailure;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its exits, looked for if they were not yet; null if it has none or they could not be found. Waits for them.
     */
    public static ExitColumns of(ITmfTrace trace) {
        ExitAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, ExitAnalysis.class, ID);
        if (analysis == null || analysis.failure() != null) {
            return null;
        }
        analysis.schedule();
        return analysis.waitForCompletion() ? analysis.exits() : null;
    }

    /**
     * @param trace
     *            a trace or experiment whose exits could not be found
     * @return why not, one sentence
     */
    public static String whyNot(ITmfTrace trace) {
        ExitAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, ExitAnalysis.class, ID);
        return analysis != null && analysis.failure() != null ? analysis.failure().sentence() : Explanation.failed();
    }

    /** @return the exits, null as long as they are not known */
    public ExitColumns exits() {
        return fExits;
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
    protected void canceling() {
        // reading looks at the monitor
    }

    @Override
    public String getHelpText() {
        return "Tells what every VM exit was for, who caused it and where its time went.";
    }
}
