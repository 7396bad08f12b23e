/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfStateProvider;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.failure.Failable;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.machine.read.History;
import org.hypertrace.core.machine.read.HistoryModule;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;

/**
 * The state of hosts, VMs and vCPUs over time. One analysis feeds every tracker in a single pass over the events and keeps
 * all in one history file, which is built again when the trackers, the recording's manifest or the chosen dialects have
 * changed.
 * <p>
 * It runs on kernel traces that declare a guest's entry or exit, and on what a guest itself recorded of its boot; within an experiment only on the experiment.
 */
public final class ModelAnalysis extends TmfStateSystemAnalysisModule implements Failable {

    /** The id of the analysis. */
    public static final String ID = ModelStates.ANALYSIS;

    private final History fHistory = new History(this::fail);
    private HostTraces fTraces;
    private List<Dialects.Chosen> fDialects;
    private List<Dialects.Chosen> fChosen;
    private GuestSymbols fSymbols;
    private GuestSymbols fKnown;
    private boolean fBoots = true;
    /** Until the request is sent Trace Compass keeps others back; null if it does not. */
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
     *            one of those who read the trace together; to be reported before the analysis is scheduled, else Trace Compass waits a second
     *            for whoever else reads it
     */
    public void readTogether(ReadTogether.Reader reader) {
        fReader = reader;
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
            fail(e);
            return false;
        }
        try {
            return fHistory.execute(ID, getSsFile(), () -> super.executeAnalysis(monitor), this::getStateSystem);
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
        return fHistory.filledBy(new ModelStateProvider(Objects.requireNonNull(getTrace()), fTraces, fChosen,
                fBoots ? fKnown : null));
    }

    @Override
    protected ITmfEventRequest createEventRequest(ITmfStateProvider provider, TmfTimeRange range, int read) {
        return HistoryModule.request(this, fHistory, provider, range, read, this::sent);
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
