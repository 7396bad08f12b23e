/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.StateHistory;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;

/**
 * The state of hosts, VMs and vCPUs over time. One analysis feeds every tracker in a single pass over the events and keeps all in one
 * history file. The file is built again when the trackers, the recording's manifest or the chosen dialects have changed.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit, and on what a guest itself recorded of its boot; within an experiment only on the experiment.
 */
public final class ModelAnalysis extends TmfStateSystemAnalysisModule implements Failable {

    /** The id of the analysis. */
    public static final String ID = ModelStates.ANALYSIS;

    private final StateHistory fHistory = new StateHistory(ID, this::fail);
    private HostTraces fTraces;
    private List<Dialects.Chosen> fDialects;
    private List<Dialects.Chosen> fChosen;
    private GuestSymbols fSymbols;
    private GuestSymbols fKnown;
    private boolean fBoots = true;
    /** Null: none are to be found. */
    private PassClocks fClocks;
    /** One of those who read the trace together; null: whoever asks at about the same time. */
    private ReadTogether.Reader fReader;

    /** Made by Trace Compass or by the report. */
    public ModelAnalysis() {
        setId(ID);
        setName("Virtual machines (Hypertrace)");
    }

    /**
     * @param dialects
     *            what guests report by the user's word; to be reported before the analysis is scheduled, else what the user chose
     *            for the trace counts, see {@link DialectChoices}
     */
    public void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = List.copyOf(dialects);
    }

    /**
     * @param symbols
     *            of the guests' kernels by the user's word; to be reported before the analysis is scheduled, else what the user
     *            chose for the trace counts
     */
    public void setSymbols(GuestSymbols symbols) {
        fSymbols = symbols;
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
     * @param clocks
     *            of guests' own traces, to be found by the pass; to be set before the analysis is scheduled, which then leaves out these traces and
     *            is to be read together with others that do
     */
    public void find(PassClocks clocks) {
        fClocks = clocks;
    }

    /** Does not follow boots: for who measures what that costs. To be reported before the analysis is scheduled. */
    public void leaveBootsOut() {
        fBoots = false;
    }

    @Override
    public boolean canExecute(ITmfTrace trace) {
        if (trace.getParent() instanceof TmfExperiment) {
            return false;
        }
        try {
            HostTraces traces = HostTraces.of(trace);
            return traces.hasTransitions() || traces.hasOwnGuests();
        } catch (IOException e) {
            // executing will show it
            return true;
        }
    }

    @Override
    protected boolean executeAnalysis(IProgressMonitor monitor) {
        ITmfTrace trace = Objects.requireNonNull(getTrace());
        try {
            fTraces = HostTraces.of(trace);
            fKnown = fSymbols != null ? fSymbols : GuestSymbols.of(trace);
            fChosen = fDialects != null ? fDialects : DialectChoices.of(trace);
        } catch (IOException e) {
            sent();
            fHistory.refuse(e);
            return false;
        }
        try {
            return fHistory.execute(trace, fTraces, Objects.requireNonNull(getSsFile()).toPath(), new ModelFiller(fTraces, fChosen, fBoots ? fKnown : null, fClocks),
                    fReader, monitor);
        } finally {
            sent();
        }
    }

    private void sent() {
        if (fReader != null) {
            fReader.sent();
        }
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

    @Override
    public String getHelpText() {
        return "Shows from the host's events what every virtual CPU does: guest, host, preempted, halted, blocked.";
    }
}
