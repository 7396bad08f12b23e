/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.TracePass;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.settings.GuestSymbols;

/**
 * The kernel traces a report is made of, opened without a workspace: one as it is, several as one experiment. What is wrong with them is one sentence.
 */
public final class OpenTraces extends JoinedTraces {

    private GuestSymbols fSymbols;
    private ModelAnalysis fModel;
    private ExitAnalysis fExits;
    private PathAnalysis fPaths;

    private OpenTraces(KernelTraces opened) throws ReportException {
        super(opened);
    }

    /**
     * @param folders
     *            CTF traces and text files; CTF traces that are not of a kernel are left out if there is one that is
     * @return the traces
     * @throws ReportException
     *             if one is damaged or none is of a kernel
     */
    public static OpenTraces open(List<Path> folders) throws ReportException {
        return new OpenTraces(KernelTraces.open(folders, Map.of()));
    }

    /**
     * @param trace
     *            of a kernel, initialized; is disposed of when this is closed
     * @return it alone
     * @throws ReportException
     *             if its files cannot be read
     */
    public static OpenTraces of(ITmfTrace trace) throws ReportException {
        return new OpenTraces(new KernelTraces(trace, List.of(trace), List.of(Path.of(trace.getPath())), Map.of()));
    }

    /** @param symbols of guests' kernels; else the manifests' */
    public void setSymbols(GuestSymbols symbols) {
        fSymbols = symbols;
    }

    /**
     * @param monitor
     *            can cancel
     * @return the model of all the traces, complete
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ITmfStateSystem model(IProgressMonitor monitor) throws ReportException {
        requireVms();
        try (ReadTogether alone = together(1)) {
            prepareModel(alone);
            reading().read(monitor, fModel::failure, () -> reading().analyse(fModel, monitor));
        }
        return isAgain(monitor) ? model(monitor) : states();
    }

    /**
     * @param also
     *            gets the events of the hosts, too, in the same reading and in time order
     * @param monitor
     *            can cancel
     * @return the model of all the traces, complete; null if all is to be done again with another one that gets the events
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ITmfStateSystem model(Consumer<HostEvent> also, IProgressMonitor monitor) throws ReportException {
        requireVms();
        try (ReadTogether both = together(2)) {
            prepareModel(both);
            reading().read(monitor, fModel::failure, () -> reading().analyse(fModel, monitor,
                    () -> TracePass.read(trace(), known(), HostEventReader.Detail.STATES, "Events", also, both.reader(), monitor)));
        }
        return isAgain(monitor) ? null : states();
    }

    /**
     * The model, and in the same reading of the traces what critical paths are found in; {@link #foundPaths()} has these.
     *
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the model of all the traces, complete
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ITmfStateSystem modelAndPaths(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        if (MissingDataMessage.ofPaths(trace()) != null) {
            return model(monitor);
        }
        requireVms();
        try (ReadTogether both = together(2)) {
            prepareModel(both);
            List<FileAnalysis<?>> paths = List.of(preparedPaths(both, new GuestSymbols(hosts().hosts(), symbols)));
            reading().read(monitor, fModel::failure, () -> reading().analyse(fModel, paths, monitor));
        }
        return isAgain(monitor) ? modelAndPaths(symbols, monitor) : states();
    }

    /** @return what critical paths are found in, if it could be gathered with the model; else null */
    public CriticalPaths foundPaths() {
        return fPaths == null ? null : fPaths.result();
    }

    /** @return why nothing is there that critical paths are found in, a sentence */
    public String whyNoPaths() {
        Failure failure = fPaths == null ? null : fPaths.failure();
        String why = MissingDataMessage.ofPaths(trace());
        return failure != null ? failure.sentence() : why != null ? why : MissingDataMessage.failed();
    }

    private PathAnalysis preparedPaths(ReadTogether readers, GuestSymbols symbols) {
        fPaths = new PathAnalysis();
        fPaths.readTogether(readers.reader());
        fPaths.setSymbols(symbols);
        fPaths.setDialects(dialects());
        return fPaths;
    }

    private void prepareModel(ReadTogether readers) {
        fModel = new ModelAnalysis();
        fModel.find(ofPass());
        fModel.readTogether(readers.reader());
        fModel.setDialects(dialects());
        fModel.setSymbols(fSymbols);
    }

    private ITmfStateSystem states() throws ReportException {
        ITmfStateSystem states = fModel.getStateSystem();
        if (states == null || opened().areEmpty()) {
            throw new ReportException(name() + " has no events" + KernelTraceCheck.WRITTEN + '.');
        }
        return states;
    }

    /**
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the VM exits of all the traces
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ExitColumns exits(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        return result(() -> fExits = new ExitAnalysis(), MissingDataMessage.of(trace()), symbols, monitor);
    }

    /**
     * The VM exits, and the model in the same reading of the traces; {@link #foundStates()} has the latter.
     *
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the VM exits of all the traces
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ExitColumns exitsAndModel(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        readTogether(symbols, false, monitor);
        return fExits.result();
    }

    private void readTogether(List<GuestSymbols.Chosen> symbols, boolean withPaths, IProgressMonitor monitor) throws ReportException {
        hosts(); // a wrong manifest is reported as it is
        require(MissingDataMessage.of(trace()));
        fSymbols = new GuestSymbols(hosts().hosts(), symbols);
        try (ReadTogether all = together(withPaths ? 3 : 2)) {
            prepareModel(all);
            fExits = new ExitAnalysis();
            fExits.readTogether(all.reader());
            fExits.setSymbols(fSymbols);
            fExits.setDialects(dialects());
            List<FileAnalysis<?>> others = withPaths ? List.of(fExits, preparedPaths(all, fSymbols)) : List.of(fExits);
            reading().read(monitor, () -> fExits.failure() != null ? fExits.failure() : fModel.failure(),
                    () -> reading().analyse(fModel, others, monitor));
        }
        if (isAgain(monitor)) {
            readTogether(symbols, withPaths, monitor);
        }
        states();
    }

    /**
     * The model, and in the same reading of the traces what findings are looked for in besides. {@link #foundExits()} and
     * {@link #foundPaths()} have that, if there can be any.
     *
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the model of all the traces, complete
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public ITmfStateSystem modelAndEvidence(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        if (MissingDataMessage.of(trace()) != null) {
            return model(monitor);
        }
        readTogether(symbols, true, monitor);
        return states();
    }

    /** @return the VM exits, null if they were not looked for */
    public ExitColumns foundExits() {
        return fExits == null ? null : fExits.result();
    }

    /** @return of guests' kernels @throws ReportException if a manifest is wrong */
    public GuestSymbols symbols() throws ReportException {
        return fSymbols != null ? fSymbols : new GuestSymbols(hosts().hosts(), List.of());
    }

    /** @return the model that was found last, complete; null if none was looked for */
    @Override
    public ITmfStateSystem foundStates() {
        return fModel == null ? null : fModel.getStateSystem();
    }

    /**
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the critical paths of all the traces
     * @throws ReportException
     *             if there is nothing to analyse or a trace is damaged
     */
    public CriticalPaths paths(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        return result(() -> fPaths = new PathAnalysis(), MissingDataMessage.ofPaths(trace()), symbols, monitor);
    }

    private <T> T result(Supplier<FileAnalysis<T>> made, String whyNot, List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws ReportException {
        hosts(); // a wrong manifest is reported as it is
        require(whyNot);
        fSymbols = new GuestSymbols(hosts().hosts(), symbols);
        FileAnalysis<T> analysis = made.get();
        try (ReadTogether alone = together(1)) {
            analysis.readTogether(alone.reader());
            analysis.find(ofPass());
            analysis.setSymbols(fSymbols);
            analysis.setDialects(dialects());
            reading().read(monitor, analysis::failure, () -> reading().analyse(analysis, monitor));
        }
        return isAgain(monitor) ? result(made, whyNot, symbols, monitor) : analysis.result();
    }

    /** @return what is contradictory about the traces as far as they were read, a sentence each */
    public List<String> notes() {
        List<String> notes = TraceNotes.of(known(), opened());
        notes.addAll(TraceNotes.unmatched(known(), fModel));
        if (fExits != null || fPaths != null && fModel == null) {
            notes.addAll(fSymbols.problems());
        }
        return notes;
    }

    @Override
    final void removeModel() {
        if (fModel != null) {
            fModel.clearPersistentData();
        }
    }

    @Override
    final void closeAnalyses() {
        Stream.of(fModel, fExits, fPaths).filter(Objects::nonNull).forEach(TmfAbstractAnalysisModule::dispose);
    }
}
