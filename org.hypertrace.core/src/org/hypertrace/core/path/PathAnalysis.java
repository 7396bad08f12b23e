/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.guest.DialectChoices;
import org.hypertrace.core.guest.Dialects;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostEventRequest;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.provider.Explanation;

/**
 * Gathers what critical paths of a trace or experiment are found in. It is kept in a file beside the model's history, which is
 * read again unless the trackers, the recording's manifest, the chosen dialects or the trace have changed. It is made when a path is
 * first asked for: it reads the whole trace once more.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit; within an experiment only on the experiment.
 */
public final class PathAnalysis extends TmfAbstractAnalysisModule implements Failable {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.path";

    /** To be raised with every change that changes what is found or the file's form. */
    private static final int TRACKERS = 4;

    private List<Dialects.Chosen> fDialects;
    private GuestSymbols fSymbols;
    private boolean fAlone;
    private volatile CriticalPaths fPaths;
    private volatile Failure fFailure;

    /** Made by Trace Compass or by the report. */
    public PathAnalysis() {
        setId(ID);
        setName("Critical paths (Hypertrace)");
    }

    /**
     * @param dialects
     *            what guests speak by the user's word; to be set before the analysis is scheduled, else what the user chose for the
     *            trace counts, see {@link DialectChoices}
     */
    public void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = List.copyOf(dialects);
    }

    /**
     * @param symbols
     *            of the guests' kernels; to be set before the analysis is scheduled, else those that the manifest names count
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
        try {
            traces = HostTraces.of(trace);
            dialects = fDialects != null ? fDialects : DialectChoices.of(trace);
            symbols = fSymbols != null ? fSymbols : GuestSymbols.of(trace);
        } catch (IOException e) {
            // Explanation says it
            fail(e);
            return false;
        }
        try {
            Path folder = Files.createDirectories(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)));
            Path file = folder.resolve(ID + ".rows");
            int version = Objects.hash(TRACKERS, traces.filesHash(), traces.recordingHash(), Dialects.hash(dialects));
            PathRows rows = PathRows.open(file, version);
            if (rows == null) {
                List<HostTraces.Host> hosts = traces.hosts();
                try (PathFile pass = new PathFile(file, hosts.stream().map(HostTraces.Host::name).toList(), host -> hosts.get(host).manifest(),
                        dialects, host -> hosts.get(host).recorded())) {
                    if (!HostEventRequest.readDetails(trace, traces, HostEventReader.Detail.CAUSES, pass::accept, fAlone, monitor)) {
                        return false;
                    }
                    pass.finish(version);
                }
                rows = PathRows.open(file, version);
            }
            if (rows == null) {
                throw new IllegalStateException(file + " is not what was written");
            }
            fPaths = new CriticalPaths(rows, new KernelFunctions(rows, traces.hosts(), symbols));
            return true;
        } catch (Throwable e) {
            // what is thrown here tells Trace Compass nothing if it is an error
            fFailure = Failure.of(e).log();
            fail(e);
            return false;
        }
    }

    @Override
    public Failure failure() {
        return fFailure;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its paths, gathered if they were not yet; null if it has none or they could not be gathered. Waits for them.
     */
    public static CriticalPaths of(ITmfTrace trace) {
        PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, ID);
        if (analysis == null || analysis.failure() != null) {
            return null;
        }
        analysis.schedule();
        return analysis.waitForCompletion() ? analysis.paths() : null;
    }

    /**
     * @param trace
     *            a trace or experiment whose paths could not be gathered
     * @return why not, one sentence
     */
    public static String whyNot(ITmfTrace trace) {
        PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, PathAnalysis.class, ID);
        return analysis != null && analysis.failure() != null ? analysis.failure().sentence() : Explanation.failed();
    }

    /** @return the paths, null as long as nothing is gathered */
    public CriticalPaths paths() {
        return fPaths;
    }

    @Override
    protected void canceling() {
        // reading looks at the monitor
    }

    @Override
    public String getHelpText() {
        return "Tells whom or what a thread, vCPU, boot, initcall or step of a shutdown waited for, instant by instant.";
    }
}
