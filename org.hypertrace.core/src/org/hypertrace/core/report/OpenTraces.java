/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfAnalysisException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.ctf.DamagedTrace;
import org.hypertrace.core.ctf.MendedKernelTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.ExitAnalysis;
import org.hypertrace.core.exit.ExitColumns;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.failure.LoggedErrors;
import org.hypertrace.core.guest.Dialects;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.HostEventRequest;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.provider.Explanation;
import org.hypertrace.core.stack.StackPass;
import org.hypertrace.core.stack.StackSink;
import org.hypertrace.core.text.LineTrace;
import org.hypertrace.core.untrusted.PlainText;

/**
 * The kernel traces a report is made of, opened without a workspace: one as it is, several as one experiment. Everything
 * that is wrong with them is said in one sentence. To be closed.
 */
public final class OpenTraces implements AutoCloseable {

    /** A way of reading the traces; tells whether all was read. */
    private interface Reading {
        boolean isComplete() throws CannotReport;
    }

    private final ITmfTrace fTrace;
    private final List<ITmfTrace> fParts;
    private final Map<Path, Long> fSizes = new HashMap<>();
    private List<Dialects.Chosen> fDialects = List.of();
    private GuestSymbols fSymbols;
    private HostTraces fHosts;
    private ModelAnalysis fModel;
    private ExitAnalysis fExits;
    private PathAnalysis fPaths;

    private OpenTraces(ITmfTrace trace, List<ITmfTrace> parts) {
        fTrace = trace;
        fParts = parts;
    }

    /**
     * @param folders
     *            CTF traces and text files; CTF traces that are not of a kernel are left out if there is one that is
     * @return the traces
     * @throws CannotReport
     *             if one is damaged or none is of a kernel
     */
    public static OpenTraces open(List<Path> folders) throws CannotReport {
        List<ITmfTrace> parts = new ArrayList<>();
        List<Path> ofKernel = new ArrayList<>();
        CannotReport refused = null;
        for (Path folder : folders) {
            if (Files.isRegularFile(folder)) {
                try {
                    parts.add(TextTraces.open(folder));
                    ofKernel.add(folder);
                    continue;
                } catch (CannotReport e) {
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
                    refused = new CannotReport(folder + " is not an LTTng kernel trace; record one with lttng enable-event -k.");
                }
            } catch (CannotReport e) {
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
        traces.noteSizes(ofKernel);
        return traces;
    }

    /**
     * @param trace
     *            of a kernel, initialized; is disposed of when this is closed
     * @return it alone
     * @throws CannotReport
     *             if its files cannot be read
     */
    public static OpenTraces of(ITmfTrace trace) throws CannotReport {
        OpenTraces traces = new OpenTraces(trace, List.of(trace));
        traces.noteSizes(List.of(Path.of(trace.getPath())));
        return traces;
    }

    /** Trace Compass keeps an experiment's history under its path: other traces must have another one. */
    private static String experimentPath(List<Path> folders) {
        return "traces-" + Integer.toHexString(folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList().hashCode());
    }

    private void noteSizes(List<Path> folders) throws CannotReport {
        for (Path folder : folders) {
            try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    fSizes.put(file, Files.size(file));
                }
            } catch (IOException e) {
                throw KernelTraceCheck.unreadable(folder, e);
            }
        }
    }

    /** @param dialects what guests speak by the user's word */
    public void setDialects(List<Dialects.Chosen> dialects) {
        fDialects = dialects;
    }

    /** @param symbols of guests' kernels; else the manifests' */
    void setSymbols(GuestSymbols symbols) {
        fSymbols = symbols;
    }

    /**
     * @param monitor
     *            can cancel
     * @return the model of all the traces, complete
     * @throws CannotReport
     *             if there is nothing to analyse or a trace is damaged
     */
    public ITmfStateSystem model(IProgressMonitor monitor) throws CannotReport {
        requireVms();
        fModel = new ModelAnalysis();
        fModel.setDialects(fDialects);
        fModel.setSymbols(fSymbols);
        read(monitor, fModel::failure, () -> analyse(fModel, monitor));
        ITmfStateSystem states = fModel.getStateSystem();
        // where the history of an earlier run is used again no event is counted
        if (states == null || fTrace.getNbEvents() == 0
                && fParts.stream().allMatch(part -> part.getStartTime().equals(TmfTimestamp.BIG_BANG))) {
            throw new CannotReport(name() + " has no events" + KernelTraceCheck.WRITTEN + '.');
        }
        return states;
    }

    /**
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the VM exits of all the traces
     * @throws CannotReport
     *             if there is nothing to analyse or a trace is damaged
     */
    public ExitColumns exits(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws CannotReport {
        hosts(); // a wrong manifest is said as it is
        require(Explanation.of(fTrace));
        fSymbols = new GuestSymbols(hosts().hosts(), symbols);
        fExits = new ExitAnalysis();
        fExits.readAlone();
        fExits.setSymbols(fSymbols);
        fExits.setDialects(fDialects);
        read(monitor, fExits::failure, () -> analyse(fExits, monitor));
        return fExits.exits();
    }

    /**
     * @param symbols
     *            of guests' kernels by the user's word
     * @param monitor
     *            can cancel
     * @return the critical paths of all the traces
     * @throws CannotReport
     *             if there is nothing to analyse or a trace is damaged
     */
    public CriticalPaths paths(List<GuestSymbols.Chosen> symbols, IProgressMonitor monitor) throws CannotReport {
        hosts(); // a wrong manifest is said as it is
        require(Explanation.of(fTrace));
        fSymbols = new GuestSymbols(hosts().hosts(), symbols);
        fPaths = new PathAnalysis();
        fPaths.readAlone();
        fPaths.setSymbols(fSymbols);
        fPaths.setDialects(fDialects);
        read(monitor, fPaths::failure, () -> analyse(fPaths, monitor));
        return fPaths.paths();
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
     * @throws CannotReport
     *             if there is nothing to read or a trace is damaged
     */
    public void events(long until, Consumer<HostEvent> to, IProgressMonitor monitor) throws CannotReport {
        requireVms();
        HostTraces hosts = hosts();
        read(monitor, () -> null, () -> HostEventRequest.read(fTrace, hosts, until, to, monitor));
    }

    /**
     * @param symbols
     *            of guests' kernels
     * @param to
     *            gets the stacks of their threads
     * @param monitor
     *            can cancel
     * @return who found them, and knows how frames are called
     * @throws CannotReport
     *             if there is nothing to read or a trace is damaged
     */
    public StackPass stacks(GuestSymbols symbols, StackSink to, IProgressMonitor monitor) throws CannotReport {
        HostTraces hosts = hosts();
        try (StackPass pass = new StackPass(host -> hosts.hosts().get(host).manifest(), fDialects, symbols::of, to)) {
            events(Long.MAX_VALUE, pass::accept, monitor);
            pass.finish();
            return pass;
        }
    }

    private void requireVms() throws CannotReport {
        hosts(); // a wrong manifest is said as it is
        require(Explanation.ofBoots(fTrace));
    }

    private void require(String why) throws CannotReport {
        if (why != null) {
            throw new CannotReport(name() + ": " + why);
        }
    }

    /** Reads the traces in some way, and says what was wrong with them; {@code failed}: what failed besides, null if nothing did. */
    private void read(IProgressMonitor monitor, Supplier<Failure> failed, Reading reading) throws CannotReport {
        try (LoggedErrors errors = new LoggedErrors("org.eclipse.tracecompass.", IStatus.WARNING, first -> { })) {
            Failure failure = null;
            boolean complete = false;
            try {
                complete = reading.isComplete();
            } catch (UncheckedIOException e) {
                // who wanted the events knows what could not be written
                throw e;
            } catch (RuntimeException | Error e) {
                failure = Failure.of(e).log();
            }
            for (Map.Entry<Path, Long> file : fSizes.entrySet()) {
                if (file.getKey().toFile().length() != file.getValue()) {
                    throw new CannotReport(file.getKey().getParent() + " is being written while it is read: stop the recording "
                            + "first (lttng stop; lttng destroy).");
                }
            }
            if (monitor.isCanceled()) {
                throw new CannotReport("Cancelled.");
            }
            refuse(failure != null ? failure : failed.get(), complete, errors.first());
        }
    }

    /** Says whose doing it is that not all could be read: the traces', or another's. */
    private void refuse(Failure failure, boolean complete, IStatus logged) throws CannotReport {
        Failure why = failure;
        if (why == null && logged != null && logged.getException() != null) {
            why = Failure.of(logged.getException());
        }
        if (why != null && why.kind() != Failure.Kind.TRACE) {
            throw new CannotReport(why.sentence(), why.cause());
        }
        if (!complete || logged != null) {
            CannotReport refused = KernelTraceCheck.damaged(name(), failure != null ? failure.message()
                    : logged != null ? logged.getMessage() : "its events cannot be read", null);
            throw ReadAgain.or(refused, fParts.stream().filter(MendedKernelTrace.class::isInstance).map(part -> Path.of(part.getPath()))
                    .toList(), why != null && why.cause() instanceof DamagedTrace damage ? damage.place() : null);
        }
    }

    private boolean analyse(TmfAbstractAnalysisModule module, IProgressMonitor monitor) throws CannotReport {
        try {
            module.setTrace(fTrace);
            // Trace Compass waits a second for more requests to read events together with, unless told that this is all
            fTrace.notifyPendingRequest(true);
            module.schedule();
            if (module instanceof ModelAnalysis model) {
                model.waitForInitialization();
            }
            fTrace.notifyPendingRequest(false);
            return module.waitForCompletion(monitor);
        } catch (TmfAnalysisException e) {
            throw new CannotReport(name() + " could not be analysed: " + KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
        }
    }

    /**
     * @return which of the traces are of which host or guest
     * @throws CannotReport
     *             if a manifest is wrong
     */
    public HostTraces hosts() throws CannotReport {
        try {
            fHosts = HostTraces.of(fTrace);
            return fHosts;
        } catch (IOException e) {
            throw new CannotReport(KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
        }
    }

    /** @return how many events the hosts' tracers discarded, as far as the traces were read; a sentence each */
    List<String> discarded() {
        return fHosts == null ? List.of() : fHosts.discarded();
    }

    /** @return what is odd about the traces as far as they were read, a sentence each */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (fHosts != null) {
            notes.addAll(fHosts.gaps());
            fHosts.repeatedPackets().forEach((trace, files) -> files.forEach((file, count) -> notes.add(PlainText.line(trace.getPath() + ": " + file)
                    + " holds " + (count == 1 ? "a packet" : count + " packets") + " twice; read once.")));
        }
        for (ITmfTrace part : fParts) {
            if (part instanceof LineTrace text && text.notUnderstood() > 0) {
                notes.add(text.getPath() + ": " + text.notUnderstood() + " lines are no events and were left out.");
            }
            if (part instanceof LineTrace text && text.late() > 0) {
                notes.add(text.getPath() + ": the time of " + text.late() + " lines goes back; they count at the time of the "
                        + "line above them.");
            }
        }
        if (fExits != null || fPaths != null) {
            notes.addAll(fSymbols.problems());
        }
        return notes;
    }

    /** @return the trace or experiment */
    public ITmfTrace trace() {
        return fTrace;
    }

    /** @return what dialects guests speak by the user's word */
    List<Dialects.Chosen> dialects() {
        return fDialects;
    }

    /** @return the traces for people */
    String name() {
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
