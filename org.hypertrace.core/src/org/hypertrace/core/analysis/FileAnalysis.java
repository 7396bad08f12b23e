/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.analysis;

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
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.RecordingHash;
import org.hypertrace.core.machine.read.TracePass;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.FilePass;

/**
 * An analysis with its own pass over the events and its own file beside the model's history. The file is read again unless the
 * trackers, the recording's manifest, the chosen dialects or the trace have changed.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit; within an experiment only on the experiment. See {@link
 * #isFoundFromChildren}.
 *
 * @param <T>
 *            what is found in the file
 */
public abstract class FileAnalysis<T> extends TmfAbstractAnalysisModule implements Failable {

    /**
     * What a pass reads, and what it is reported.
     *
     * @param traces
     *            which traces are of which host
     * @param dialects
     *            the dialects that the user chose
     * @param symbols
     *            of the guests' kernels
     */
    protected record Inputs(HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols) { }

    private final HostEventReader.Detail fDetail;
    private final String fFileName;
    private List<Dialects.Chosen> fDialects;
    private GuestSymbols fSymbols;
    private ReadTogether.Reader fReader;
    /** Null: none are to be found. */
    private PassClocks fClocks;
    private volatile T fResult;
    private volatile Failure fFailure;
    private volatile boolean fIsDisposed;

    /**
     * @param id
     *            of the analysis
     * @param name
     *            for people
     * @param detail
     *            what of the events the pass asks for
     * @param fileName
     *            of the file
     */
    protected FileAnalysis(String id, String name, HostEventReader.Detail detail, String fileName) {
        setId(id);
        setName(name);
        fDetail = detail;
        fFileName = fileName;
    }

    /** Whether these traces have what it reads. */
    protected boolean isPossible(HostTraces traces) {
        return traces.hasTransitions();
    }

    /** Whether an experiment's first trace has it, too, with the same result: Trace Compass looks for some analyses only there. */
    protected boolean isFoundFromChildren() {
        return false;
    }

    /** The version of all that decides what is in the file, but for the trace, its manifest and the dialects. */
    protected abstract int version(Inputs inputs);

    /** A pass that writes the file. */
    protected abstract FilePass pass(Path file, Inputs inputs) throws IOException;

    /** What is in the file; null if it is not there or of another version. */
    protected abstract T open(Path file, int version, Inputs inputs) throws IOException;

    /** The analysis succeeds with this. */
    protected void found(T result) throws IOException {
        // for those who need more than the result
    }

    /** What was found is not to be referred to any more: its trace is closed. Others may keep the analysis for long. */
    protected void dropped() {
        // for those who keep more than the result
    }

    /** The analysis has succeeded. */
    protected void completed() {
        // for those whom others wait for
    }

    /**
     * @param dialects
     *            what guests report by the user's word; to be set before the analysis is scheduled, else what the user chose for the
     *            trace counts, see {@link DialectChoices}
     */
    public final void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = List.copyOf(dialects);
    }

    /**
     * @param symbols
     *            of the guests' kernels; to be set before the analysis is scheduled, else those that the manifest names count
     */
    public final void setSymbols(GuestSymbols symbols) {
        fSymbols = symbols;
    }

    /**
     * @param reader
     *            one of those who read the trace together; to be set before the analysis is scheduled, else whoever asks at about the same
     *            time reads with it
     */
    public final void readTogether(ReadTogether.Reader reader) {
        fReader = reader;
    }

    /** @param clocks of guests' own traces, to be found by the pass; to be set before the analysis is scheduled, with a reader that leaves them out */
    public final void find(PassClocks clocks) {
        fClocks = clocks;
    }

    @Override
    public final boolean canExecute(ITmfTrace trace) {
        try {
            return trace.getParent() instanceof TmfExperiment experiment
                    ? isFoundFromChildren() && HostTraces.of(experiment).firstWithTransitions() == trace
                    : isPossible(HostTraces.of(trace));
        } catch (IOException e) {
            // executing will show it
            return true;
        }
    }

    @Override
    protected final boolean executeAnalysis(IProgressMonitor monitor) {
        if (fIsDisposed) {
            return false;
        }
        ITmfTrace trace = Objects.requireNonNull(getTrace());
        try {
            return execute(trace, monitor);
        } finally {
            if (fReader != null) {
                fReader.sent();
            }
        }
    }

    private boolean execute(ITmfTrace trace, IProgressMonitor monitor) {
        Inputs inputs;
        try {
            inputs = new Inputs(HostTraces.of(trace), fDialects != null ? fDialects : DialectChoices.of(trace),
                    fSymbols != null ? fSymbols : GuestSymbols.of(trace));
        } catch (IOException e) {
            // MissingDataMessage reports it
            fail(e);
            return false;
        }
        try {
            T result = trace.getParent() instanceof TmfExperiment experiment ? resultOf(experiment) : openOrRead(trace, inputs, monitor);
            if (result == null) {
                return false;
            }
            found(result);
            fResult = result;
            if (fIsDisposed) {
                drop();
                return false;
            }
        } catch (Throwable e) {
            // what is thrown here shows Trace Compass nothing if it is an error
            fFailure = Failure.of(e).log();
            fail(e);
            return false;
        }
        completed();
        return true;
    }

    @SuppressWarnings("unchecked") // an id is of one class
    private T resultOf(TmfExperiment experiment) {
        return resultOf((FileAnalysis<T>) TmfTraceUtils.getAnalysisModuleOfClass(experiment, getClass(), getId()));
    }

    /** What is found; null if that was cancelled. */
    private T openOrRead(ITmfTrace trace, Inputs inputs, IProgressMonitor monitor) throws IOException {
        Path file = Files.createDirectories(Path.of(TmfTraceManager.getSupplementaryFileDir(trace))).resolve(fFileName);
        HostTraces traces = inputs.traces();
        int version = Objects.hash(version(inputs), traces.filesHash(), RecordingHash.ofEvents(traces), Dialects.hash(inputs.dialects()));
        T result = open(file, version, inputs);
        if (result != null) {
            return result;
        }
        try (FilePass pass = pass(file, inputs)) {
            boolean finds = fClocks != null && fClocks.follow(pass.stage());
            if (!TracePass.read(trace, traces, fDetail, getId() + " events", pass::accept, pass.stage(), fReader, monitor)) {
                return null;
            }
            pass.finish(version);
            if (finds && !fClocks.decide(monitor)) {
                return null;
            }
        }
        result = open(file, version, inputs);
        if (result == null) {
            throw new IllegalStateException(file + " is not what was written");
        }
        return result;
    }

    /** What was found is empty from now on. */
    @Override
    public final void dispose() {
        super.dispose();
        fIsDisposed = true;
        drop();
    }

    private void drop() {
        fResult = null;
        dropped();
    }

    @Override
    public final Failure failure() {
        return fFailure;
    }

    /** @return what was found, null as long as it is not known */
    public final T result() {
        return fResult;
    }

    /**
     * Makes ready for another run after one that was stopped and has ended. Trace Compass does that only after a run that had begun:
     * what was stopped while it waited for a thread would never run again.
     */
    public final void readyAgain() {
        if (fResult == null && fFailure == null) {
            resetAnalysis();
        }
    }

    /** What was found is of no use any more: the next run looks for it again. */
    protected final void forget() {
        fResult = null;
        resetAnalysis();
    }

    /** What the analysis of a trace or experiment finds, looked for if it was not yet; null if there is nothing or it failed. */
    protected static final <T> T resultOf(FileAnalysis<T> analysis) {
        if (analysis == null || analysis.failure() != null) {
            return null;
        }
        analysis.schedule();
        return analysis.waitForCompletion() ? analysis.result() : null;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @param id
     *            of the analysis that found nothing there
     * @return why not, one sentence
     */
    public static String whyNot(ITmfTrace trace, String id) {
        FileAnalysis<?> analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, FileAnalysis.class, id);
        return analysis != null && analysis.failure() != null ? analysis.failure().sentence() : MissingDataMessage.failed();
    }

    @Override
    protected final void canceling() {
        // reading looks at the monitor
    }
}
