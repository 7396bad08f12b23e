/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.timeline.Dialects;

/** Opened traces of hosts and guests: whose they are, on which clocks their times are, and their events. */
abstract class JoinedTraces implements AutoCloseable {

    private KernelTraces fOpened;
    private ITmfTrace fTrace;
    private TraceReading fReading;
    private List<GuestTraceClocks.Placed> fClocks = List.of();
    private List<Dialects.Chosen> fDialects = List.of();
    /** To be found by the next pass of the model; null: none is. */
    private PassClocks fToFind;
    private HostTraces fHosts;

    JoinedTraces(KernelTraces opened) throws ReportException {
        use(opened);
    }

    private void use(KernelTraces opened) throws ReportException {
        fOpened = opened;
        fTrace = opened.whole();
        fReading = new TraceReading(opened);
    }

    /**
     * @param dialects what guests report by the user's word
     * @throws ReportException if a manifest is wrong
     */
    public final void setDialects(List<Dialects.Chosen> dialects) throws ReportException {
        fDialects = Dialects.onHosts(dialects, hosts().hosts().stream().map(HostTraces.Host::name).toList());
    }

    /**
     * Puts the traces that guests recorded themselves on the clocks of their hosts. That reads the hosts' events once before all else, as the
     * order of all events depends on it; without such a trace nothing is read.
     *
     * @param monitor
     *            gets the progress, and can cancel
     * @throws ReportException
     *             if a trace is damaged
     */
    public final void join(IProgressMonitor monitor) throws ReportException {
        placed(ClockReading.of(this, monitor));
    }

    private void placed(List<GuestTraceClocks.Placed> found) throws ReportException {
        fClocks = found;
        Map<Path, ITmfTimestampTransform> transforms = ClockReading.transforms(fClocks);
        if (!transforms.isEmpty()) {
            fTrace.dispose();
            use(KernelTraces.open(fOpened.folders(), transforms));
        }
    }

    /**
     * @param machines
     *            the hosts and their VMs
     * @return how the traces that guests recorded themselves fit, as {@link #join} found it
     * @throws ReportException
     *             if a manifest is wrong
     */
    public final List<GuestTraceClocks.Tied> clocks(List<Machines.Host> machines) throws ReportException {
        return ClockReading.tied(fClocks, hosts(), machines);
    }

    /** @return the same without whose they are */
    public final List<GuestTraceClocks.Placed> placed() {
        return fClocks;
    }

    /**
     * The same as {@link #join} where the pass of the model is next, of the whole trace. If the order of events does not depend on these clocks, that
     * pass finds them. The hosts are read before only until the guests report. Then the times of the guests' traces stay as recorded.
     *
     * @param monitor
     *            gets the progress, and can cancel
     * @throws ReportException
     *             if a trace is damaged
     */
    public final void joinByModel(IProgressMonitor monitor) throws ReportException {
        fToFind = ClockReading.ofPass(this, monitor);
        if (fToFind == null) {
            join(monitor);
        } else if (fToFind.areFound()) {
            List<GuestTraceClocks.Placed> found = fToFind.found();
            closeClocks();
            placed(found);
        }
    }

    /** What the next pass of the model finds besides; null: nothing. */
    final PassClocks toFind() {
        return fToFind;
    }

    /** Those who read together in that pass. */
    final ReadTogether together(int readers) {
        return new ReadTogether(readers, fToFind != null);
    }

    /** Takes what the pass found besides. Whether all is to be done again, as it had to be known before: now it is. */
    final boolean isAgain(ModelAnalysis model, IProgressMonitor monitor) throws ReportException {
        if (fToFind == null) {
            return false;
        }
        boolean areUsable = fToFind.areUsable();
        fClocks = fToFind.found();
        closeClocks();
        if (!areUsable) {
            model.clearPersistentData();
            closeAnalyses();
            placed(fClocks);
        }
        return !areUsable;
    }

    private void closeClocks() {
        if (fToFind != null) {
            fToFind.close();
            fToFind = null;
        }
    }

    /** What was found of the traces is not needed any more. */
    abstract void closeAnalyses();

    @Override
    public final void close() {
        closeAnalyses();
        closeClocks();
        ClosedTraces.close(fTrace);
        fTrace.dispose();
    }

    final void read(IProgressMonitor monitor, TraceReading.Way way) throws ReportException {
        fReading.read(monitor, () -> null, way);
    }

    /**
     * Reads the events of the hosts.
     *
     * @param until
     *            the events from this time on are not wanted, ns since the epoch
     * @param to
     *            gets the events in time order
     * @param monitor
     *            gets the progress, and can cancel
     * @throws ReportException
     *             if there is nothing to read or a trace is damaged
     */
    public final void events(long until, Consumer<HostEvent> to, IProgressMonitor monitor) throws ReportException {
        requireVms();
        HostTraces hosts = hosts();
        fReading.read(monitor, () -> null, () -> HostEventRequest.read(fTrace, hosts, until, to, monitor));
    }

    final void requireVms() throws ReportException {
        hosts(); // a wrong manifest is reported as it is
        require(MissingDataMessage.ofBoots(fTrace));
    }

    final void require(String why) throws ReportException {
        if (why != null) {
            throw new ReportException(name() + ": " + why + TraceNotes.gaps(fHosts));
        }
    }

    /**
     * @return which of the traces are of which host or guest
     * @throws ReportException
     *             if a manifest is wrong
     */
    public final HostTraces hosts() throws ReportException {
        try {
            fHosts = HostTraces.of(fTrace);
            return fHosts;
        } catch (IOException e) {
            throw new ReportException(KernelTraceCheck.oneLine(e.getMessage()) + '.', e);
        }
    }

    /** @return the trace or experiment */
    public final ITmfTrace trace() {
        return fTrace;
    }

    /** @return what dialects guests use by the user's word */
    public final List<Dialects.Chosen> dialects() {
        return fDialects;
    }

    /** @return the traces for people */
    public final String name() {
        return fOpened.name();
    }

    /** The traces as they were opened last. */
    final KernelTraces opened() {
        return fOpened;
    }

    final TraceReading reading() {
        return fReading;
    }

    /** Which of the traces are of which host, as it was asked last. */
    final HostTraces known() {
        return fHosts;
    }

    /** @return how many events the hosts' tracers discarded or misplaced, as far as the traces were read; a sentence each */
    public List<String> discarded() {
        return TraceNotes.discarded(known());
    }

    /**
     * @param name
     *            of the traces, for people
     * @return where they were recorded, and whether that can be relied on
     * @throws ReportException
     *             if a manifest is wrong
     */
    public Recording recording(String name) throws ReportException {
        HostTraces hosts = hosts();
        List<String> gaps = new ArrayList<>(hosts.losses().sentences());
        gaps.addAll(discarded());
        return new Recording(name, hosts.hosts().stream().map(HostTraces.Host::name).distinct().toList(), kernels(hosts), guests(), gaps,
                hosts.losses().stretches(), hosts.losses().events(), hosts.hosts().stream().anyMatch(host -> host.manifest() != null),
                placed().isEmpty() ? -1 : placed().stream().mapToLong(one -> one.quality().joined().count()).sum(), panics());
    }

    /** The model, null if none was looked for. */
    abstract ITmfStateSystem foundStates();

    private List<String> guests() throws ReportException {
        try {
            ITmfStateSystem states = foundStates();
            return states == null ? List.of() : Machines.of(states).stream().flatMap(host -> host.vms().stream()).map(vm -> vm.who().labelOnHost()).toList();
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    /** Of the model; -1 if it has no boots. */
    private long panics() throws ReportException {
        try {
            ITmfStateSystem states = foundStates();
            List<GuestBoot> boots = states == null ? List.of() : Boots.of(states);
            return boots.isEmpty() ? -1 : boots.stream().filter(GuestBoot::panicked).count();
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    /** As {@code uname} has them. */
    private List<String> kernels(HostTraces hosts) {
        return opened().parts().stream().filter(part -> hosts.guests().stream().noneMatch(guest -> guest.trace() == part)).map(TraceEnvironment::of)
                .filter(known -> known.containsKey("kernel_release"))
                .map(known -> Stream.of("sysname", "kernel_release", "kernel_version").map(known::get).filter(Objects::nonNull)
                        .collect(Collectors.joining(" "))).distinct().toList();
    }
}
