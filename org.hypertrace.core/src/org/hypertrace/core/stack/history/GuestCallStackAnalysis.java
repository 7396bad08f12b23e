/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackAnalysis;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.StateHistory;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.timeline.Dialects;

/**
 * The stacks of all guests' threads as Trace Compass' call-stack analysis has them. Its Flame Chart, Flame Graph, Function Density and
 * Function Duration Statistics show them. A process is a boot of a VM, a thread one of its threads. A frame is a function, a system call,
 * an interrupt, or an exit with what the host did in it; see {@link CallStackWriter}.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit. Some versions of Trace Compass show the first such analysis
 * of an experiment, others one of each of its traces. So in an experiment it runs on one trace only, the first of a host, and
 * shows of all hosts there.
 */
public final class GuestCallStackAnalysis extends CallStackAnalysis implements Failable {

    /** The id of the analysis. */
    public static final String ID = "org.hypertrace.core.callstack";

    private final StateHistory fHistory = new StateHistory(ID, this::fail);
    private HostTraces fTraces;
    private List<Dialects.Chosen> fDialects;
    private GuestSymbols fSymbols;
    private TracingChoice fChoices;
    private ReadTogether.Reader fReader;
    private volatile Map<Integer, Map<Long, String>> fNames = Map.of();

    /** Made by Trace Compass. */
    public GuestCallStackAnalysis() {
        setId(ID);
        setName("Guest call stacks (Hypertrace)");
    }

    /**
     * @param reader
     *            one of those who read the trace together; to be set before the analysis is scheduled, else whoever asks at about the same
     *            time reads with it
     */
    public void readTogether(ReadTogether.Reader reader) {
        fReader = reader;
    }

    /**
     * @param trace
     *            a trace
     * @return the experiment that it is part of, else itself
     */
    static ITmfTrace whole(ITmfTrace trace) {
        return trace.getParent() instanceof TmfExperiment experiment ? experiment : trace;
    }

    @Override
    public boolean canExecute(ITmfTrace trace) {
        try {
            return HostTraces.of(whole(trace)).firstWithTransitions() == trace;
        } catch (IOException e) {
            // executing will show it
            return true;
        }
    }

    @Override
    protected boolean executeAnalysis(IProgressMonitor monitor) {
        try {
            ITmfTrace whole = whole(Objects.requireNonNull(getTrace()));
            fTraces = HostTraces.of(whole);
            fDialects = DialectChoices.of(whole);
            fSymbols = GuestSymbols.of(whole);
            fChoices = TracingChoice.read(TracingChoice.file(whole));
            int version = StackFiller.version(fTraces, fDialects, fSymbols, fChoices);
            Map<Integer, Map<Long, String>> names = NamesFile.read(namesFile(), version);
            File history = getSsFile();
            if (names == null && history != null) {
                // one without the other is of no use
                Files.deleteIfExists(history.toPath());
            }
            fNames = names == null ? Map.of() : names;
            return fHistory.execute(whole, fTraces, Objects.requireNonNull(history).toPath(),
                    new StackFiller(fTraces, fDialects, fSymbols, fChoices, namesFile(), () -> named(version)), fReader, monitor);
        } catch (IOException e) {
            fHistory.refuse(e);
            return false;
        } finally {
            if (fReader != null) {
                fReader.sent();
            }
        }
    }

    private void named(int version) {
        Map<Integer, Map<Long, String>> names = NamesFile.read(namesFile(), version);
        fNames = names == null ? Map.of() : names;
    }

    private Path namesFile() {
        return Path.of(TmfTraceManager.getSupplementaryFileDir(Objects.requireNonNull(getTrace())), ID + ".names");
    }

    @Override
    protected ITmfStateProvider createStateProvider() {
        throw new UnsupportedOperationException("the history fills itself");
    }

    @Override
    protected String getSsFileName() {
        return getId() + StateHistory.SUFFIX;
    }

    @Override
    public ITmfStateSystem getStateSystem() {
        return fHistory.states();
    }

    @Override
    public ITmfStateSystem getStateSystem(String id) {
        return getId().equals(id) ? fHistory.states() : null;
    }

    @Override
    public Iterable<ITmfStateSystem> getStateSystems() {
        return fHistory.all();
    }

    @Override
    public boolean waitForInitialization() {
        return fHistory.await();
    }

    @Override
    public boolean isQueryable(long time) {
        return fHistory.isQueryable(time);
    }

    @Override
    public Map<String, Integer> getProviderVersions() {
        return fHistory.versions();
    }

    @Override
    public void dispose() {
        super.dispose();
        fHistory.dispose();
    }

    /** What newer versions of Trace Compass call to have the analysis made again. */
    public void clearPersistentData() {
        fHistory.removeFile();
    }

    @Override
    public Failure failure() {
        return fHistory.failure();
    }

    /**
     * @param process
     *            what the history reports about a process
     * @param frame
     *            a frame
     * @return its name, null if it is not known; names are known before the history has a frame
     */
    String name(int process, long frame) {
        return fNames.getOrDefault(process - 1, Map.of()).get(frame);
    }

    /** The name of a frame in any boot, null if it is not known. */
    String name(long frame) {
        return fNames.values().stream().map(names -> names.get(frame)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    @Override
    public String getHelpText() {
        return "Stacks of the threads of guests, with the VM exits and what the host did in them.";
    }
}
