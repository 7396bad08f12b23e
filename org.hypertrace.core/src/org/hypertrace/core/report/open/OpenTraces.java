/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.analysis.FileAnalysis;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.trace.text.LineTrace;
import org.hypertrace.core.untrusted.PlainText;

/**
 * The kernel traces a report is made of, opened without a workspace: one as it is, several as one experiment. Everything
 * that is wrong with them is said in one sentence. To be closed.
 */
public final class OpenTraces implements AutoCloseable {

    /** So many sentences about damage follow a refusal. */
    private static final int GAPS = 3;

    private final ITmfTrace fTrace;
    private final List<ITmfTrace> fParts;
    private final TraceReading fReading;
    private List<Dialects.Chosen> fDialects = List.of();
    private GuestSymbols fSymbols;
    private AskedVms fWords = new AskedVms(List.of(), List.of());
    private HostTraces fHosts;
    private ModelAnalysis fModel;
    private ExitAnalysis fExits;
    private PathAnalysis fPaths;

    private OpenTraces(ITmfTrace trace, List<ITmfTrace> parts) {
        fTrace = trace;
        fParts = parts;
        fReading = new TraceReading(trace, parts, name());
    }

    /**
     * @param folders
     *            CTF traces and text files; CTF traces that are not of a kernel are left out if there is one that is
     * @return the traces
     * @throws ReportException
     *             if one is damaged or none is of a kernel
     */
    public static OpenTraces open(List<Path> folders) throws ReportException {
        List<ITmfTrace> parts = new ArrayList<>();
        List<Path> ofKernel = new ArrayList<>();
        ReportException refused = null;
        for (Path folder : folders) {
            if (Files.isRegularFile(folder)) {
                try {
                    parts.add(TextTraces.open(folder));
                    ofKernel.add(folder);
                    continue;
                } catch (ReportException e) {
                    parts.forEach(ITmfTrace::dispose);
                    throw e;
                }
            }
            try {
                ITmfTrace trace = KernelTraceCheck.open(folder);
                if (trace != null) {
                    parts.add(trace);
                    ofKernel.add(folder);
                } else {
                    refused = new ReportException(folder + " is not an LTTng kernel trace; record one with lttng enable-event -k.");
                }
            } catch (ReportException e) {
                parts.forEach(ITmfTrace::dispose);
                throw e;
            }
        }
        if (parts.isEmpty() && refused != null) {
            throw refused;
        }
        ITmfTrace whole = parts.get(0);
        if (parts.size() > 1) {
            whole = new TmfExperiment(ITmfEvent.class, experimentPath(ofKernel), parts.toArray(ITmfTrace[]::new),
                    TmfExperiment.DEFAULT_INDEX_PAGE_SIZE, null);
        }
        OpenTraces traces = new OpenTraces(whole, parts);
        traces.fReading.noteSizes(ofKernel);
        return traces;
    }

    /**
     * @param trace
     *            of a kernel, initialized; is disposed of when this is closed
     * @return it alone
     * @throws ReportException
     *             if its files cannot be read
     */
    public static OpenTraces of(ITmfTrace trace) throws ReportException {
        OpenTraces traces = new OpenTraces(trace, List.of(trace));
        traces.fReading.noteSizes(List.of(Path.of(trace.getPath())));
        return traces;
    }

    /** Trace Compass keeps an experiment's history under its path: other traces must have another one. */
    private static String experimentPath(List<Path> folders) {
        return "traces-" + Integer.toHexString(folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList().hashCode());
    }

    /** @param dialects what guests speak by the user's word */
    public void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = dialects;
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
        try (ReadTogether alone = new ReadTogether(fTrace, 1)) {
            prepareModel(alone);
            fReading.read(monitor, fModel::failure, () -> fReading.analyse(fModel, monitor));
        }
        return states();
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
        if (MissingDataMessage.ofPaths(fTrace) != null) {
            return model(monitor);
        }
        requireVms();
        try (ReadTogether both = new ReadTogether(fTrace, 2)) {
            prepareModel(both);
            fPaths = new PathAnalysis();
            fPaths.readTogether(both.reader());
            fPaths.setSymbols(new GuestSymbols(hosts().hosts(), symbols));
            fPaths.setDialects(fDialects);
            fReading.read(monitor, fModel::failure, () -> fReading.analyse(fModel, fPaths, monitor));
        }
        return states();
    }

    /** @return what critical paths are found in, if it could be gathered with the model; else null */
    public CriticalPaths foundPaths() {
        return fPaths == null ? null : fPaths.result();
    }

    /** @return why nothing is there that critical paths are found in, a sentence */
    public String whyNoPaths() {
        Failure failure = fPaths == null ? null : fPaths.failure();
        String why = MissingDataMessage.ofPaths(fTrace);
        return failure != null ? failure.sentence() : why != null ? why : MissingDataMessage.failed();
    }

    private void prepareModel(ReadTogether readers) {
        fModel = new ModelAnalysis();
        fModel.readTogether(readers.reader());
        fModel.setDialects(fDialects);
        fModel.setSymbols(fSymbols);
    }

    private ITmfStateSystem states() throws ReportException {
        ITmfStateSystem states = fModel.getStateSystem();
        // where the history of an earlier run is used again no event is counted
        if (states == null || fTrace.getNbEvents() == 0
                && fParts.stream().allMatch(part -> part.getStartTime().equals(TmfTimestamp.BIG_BANG))) {
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
        fExits = new ExitAnalysis();
        return result(fExits, MissingDataMessage.of(fTrace), symbols, monitor);
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
        fPaths = new PathAnalysis();
        return result(fPaths, MissingDataMessage.ofPaths(fTrace), symbols, monitor);
    }

    private <T> T result(FileAnalysis<T> analysis, String whyNot, List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor)
            throws ReportException {
        hosts(); // a wrong manifest is said as it is
        require(whyNot);
        fSymbols = new GuestSymbols(hosts().hosts(), symbols);
        analysis.readAlone();
        analysis.setSymbols(fSymbols);
        analysis.setDialects(fDialects);
        fReading.read(monitor, analysis::failure, () -> fReading.analyse(analysis, monitor));
        return analysis.result();
    }

    /**
     * Reads the events of the hosts.
     *
     * @param until
     *            the events from this time on are not wanted, ns since the epoch
     * @param to
     *            gets the events in time order
     * @param monitor
     *            is told the progress, and can cancel
     * @throws ReportException
     *             if there is nothing to read or a trace is damaged
     */
    public void events(long until, Consumer<HostEvent> to, IProgressMonitor monitor) throws ReportException {
        requireVms();
        HostTraces hosts = hosts();
        fReading.read(monitor, () -> null, () -> HostEventRequest.read(fTrace, hosts, until, to, monitor));
    }

    /**
     * @param symbols
     *            of guests' kernels
     * @param to
     *            gets the stacks of their threads
     * @param monitor
     *            can cancel
     * @return who found them, and knows how frames are called
     * @throws ReportException
     *             if there is nothing to read or a trace is damaged
     */
    public StackPass stacks(GuestSymbols symbols, StackSink to, IProgressMonitor monitor) throws ReportException {
        HostTraces hosts = hosts();
        try (StackPass pass = new StackPass(host -> hosts.hosts().get(host).manifest(), fDialects, symbols::of, to)) {
            events(Long.MAX_VALUE, pass::accept, monitor);
            pass.finish();
            return pass;
        }
    }

    private void requireVms() throws ReportException {
        hosts(); // a wrong manifest is said as it is
        require(MissingDataMessage.ofBoots(fTrace));
    }

    private void require(String why) throws ReportException {
        if (why != null) {
            // what seems not recorded may only be damaged
            List<String> gaps = fHosts == null ? List.of() : fHosts.gaps();
            throw new ReportException(name() + ": " + why + gaps.stream().limit(GAPS).map(gap -> ' ' + gap).collect(Collectors.joining()));
        }
    }

    /**
     * @return which of the traces are of which host or guest
     * @throws ReportException
     *             if a manifest is wrong
     */
    public HostTraces hosts() throws ReportException {
        try {
            fHosts = HostTraces.of(fTrace);
            return fHosts;
        } catch (IOException e) {
            throw new ReportException(KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
        }
    }

    /** @return how many events the hosts' tracers discarded or misplaced, as far as the traces were read; a sentence each */
    public List<String> discarded() {
        return fHosts == null ? List.of() : Stream.concat(fHosts.discarded().stream(), fHosts.misplaced().stream()).toList();
    }

    /** @return what is odd about the traces as far as they were read, a sentence each */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (fHosts != null) {
            notes.addAll(fHosts.gaps());
            notes.addAll(fHosts.outside());
            fHosts.repeatedPackets().forEach((trace, files) -> files.forEach((file, count) -> notes.add(PlainText.line(trace.getPath() + ": " + file)
                    + " holds " + (count == 1 ? "a packet" : count + " packets") + " twice; read once.")));
        }
        for (ITmfTrace part : fParts) {
            if (part instanceof LineTrace text && text.notParsed() > 0) {
                notes.add(text.getPath() + ": " + text.notParsed() + " lines are no events and were left out.");
            }
            if (part instanceof LineTrace text && text.restarts() > 0) {
                notes.add(text.getPath() + ": the times of its lines begin anew " + (text.restarts() == 1 ? "once" : text.restarts() + " times")
                        + "; they are added to those of the lines above.");
            }
            if (part instanceof LineTrace text && text.late() > 0) {
                notes.add(text.getPath() + ": the time of " + text.late() + " lines goes back; they count at the time of the "
                        + "line above them.");
            }
        }
        if (fExits != null || fPaths != null && fModel == null) {
            notes.addAll(fSymbols.problems());
        }
        return notes;
    }

    /** @return the trace or experiment */
    public ITmfTrace trace() {
        return fTrace;
    }

    /** @return what dialects guests speak by the user's word */
    public List<Dialects.Chosen> dialects() {
        return fDialects;
    }

    /** {@code words}: the VMs that options of the command name, none by default. */
    public void setWords(AskedVms words) {
        fWords = words;
    }

    /** The VMs that options of the command name. */
    public AskedVms words() {
        return fWords;
    }

    /** @return the traces for people */
    public String name() {
        return fParts.size() == 1 ? fTrace.getPath() : fParts.get(0).getPath() + " and " + (fParts.size() - 1) + " more";
    }

    @Override
    public void close() {
        if (fModel != null) {
            fModel.dispose();
        }
        if (fExits != null) {
            fExits.dispose();
        }
        if (fPaths != null) {
            fPaths.dispose();
        }
        fTrace.dispose();
    }
}
