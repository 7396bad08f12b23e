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
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.report.doc.Recording;
import org.hypertrace.core.timeline.Dialects;

/** Opened traces of hosts and guests: whose they are, on which clocks their times are, and their events. */
abstract class JoinedTraces implements AutoCloseable {

    private KernelTraces fOpened;
    private ITmfTrace fTrace;
    private TraceReading fReading;
    private List<GuestTraceClocks.Placed> fClocks = List.of();
    private List<Dialects.Chosen> fDialects = List.of();
    /** To be found by the next pass, or found by one; null: none is. */
    private PassClocks fOfPass;
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

    /** @return how the traces that guests recorded themselves fit, without whose they are */
    public final List<GuestTraceClocks.Placed> placed() {
        return fClocks;
    }

    /**
     * The same as {@link #join}, but where the order of events does not depend on these clocks, the next pass finds them. The hosts are read before at
     * most until the guests report. Then the times of the guests' traces stay as recorded: no pass reads them.
     *
     * @param monitor
     *            gets the progress, and can cancel
     * @throws ReportException
     *             if a trace is damaged
     */
    public final void joinByPass(IProgressMonitor monitor) throws ReportException {
        fOfPass = ClockReading.ofPass(this, monitor);
        if (fOfPass == null) {
            join(monitor);
        } else if (fOfPass.areFound()) {
            List<GuestTraceClocks.Placed> found = fOfPass.found();
            closeClocks();
            placed(found);
        }
    }

    /**
     * Compares the clocks now, for who cannot read the hosts' events again.
     *
     * @param monitor
     *            gets the progress, and can cancel
     * @throws ReportException
     *             if a trace is damaged
     */
    public final void joinNow(IProgressMonitor monitor) throws ReportException {
        if (fOfPass != null && !fOfPass.areFound()) {
            closeClocks();
            join(monitor);
        }
    }

    /** @return when the traces begin on the clocks of their hosts, ns since the epoch */
    public final long begin() {
        return fOfPass == null ? HostTraces.begin(fTrace) : fOfPass.begin();
    }

    /** What the next pass finds besides, or an earlier one found; null: clocks are known before, or there are none. */
    final PassClocks ofPass() {
        return fOfPass;
    }

    /** Those who read together in that pass. */
    final ReadTogether together(int readers) {
        return new ReadTogether(readers, fOfPass != null);
    }

    /** Takes what a pass found besides. Whether all is to be done again, as it had to be known before: now it is. */
    final boolean isAgain(IProgressMonitor monitor) throws ReportException {
        if (fOfPass == null || fOfPass.areUsable()) {
            fClocks = fOfPass == null ? fClocks : fOfPass.found();
            return false;
        }
        // a file was there, so that nothing was read; or what is read depends on the clocks
        boolean areFound = fOfPass.areFound();
        List<GuestTraceClocks.Placed> found = fOfPass.found();
        closeClocks();
        removeModel();
        closeAnalyses();
        if (areFound) {
            placed(found);
        } else {
            join(monitor);
        }
        return true;
    }

    private void closeClocks() {
        if (fOfPass != null) {
            fOfPass.close();
            fOfPass = null;
        }
    }

    /** What was found of the traces is not needed any more. */
    abstract void closeAnalyses();

    /** The file of the model is of no use. */
    abstract void removeModel();

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
        fReading.read(monitor, () -> null, () -> HostEventRequest.read(fTrace, hosts, until, fOfPass != null, to, monitor));
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
        return new Recording(name, hosts.hosts().stream().map(HostTraces.Host::name).distinct().toList(), kernels(hosts), RecordedGuests.names(foundStates()), gaps,
                hosts.losses().stretches(), hosts.losses().events(), hosts.hosts().stream().anyMatch(host -> host.manifest() != null),
                placed().isEmpty() ? -1 : placed().stream().mapToLong(one -> one.quality().joined().count()).sum(),
                RecordedGuests.panics(foundStates()));
    }

    /** The model, null if none was looked for. */
    abstract ITmfStateSystem foundStates();

    /** As {@code uname} has them. */
    private List<String> kernels(HostTraces hosts) {
        return opened().parts().stream().filter(part -> hosts.guests().stream().noneMatch(guest -> guest.trace() == part)).map(TraceEnvironment::of)
                .filter(known -> known.containsKey("kernel_release"))
                .map(known -> Stream.of("sysname", "kernel_release", "kernel_version").map(known::get).filter(Objects::nonNull)
                        .collect(Collectors.joining(" "))).distinct().toList();
    }
}
