/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.clock.kept.GuestTransform;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.TracePass;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;

/**
 * Puts the traces that guests recorded themselves on the clocks of their hosts. It gets the hosts' events by a timeline of its own, or what comes out of
 * a pass' one. Each guest's trace is read once. Where guests' traces are to be merged, that comes before the pass, as the order of events
 * depends on it; else see {@link PassClocks}. Extracted traces are on the host's clock already, and are left out.
 */
public final class GuestTraceClocks implements TimelineSink, AutoCloseable {

    /** After so many hypercalls of a vCPU it is looked again whose it is. */
    private static final int LOOK = 1000;

    /**
     * A guest's own trace.
     *
     * @param path
     *            where it is
     * @param host
     *            the running number of its VM's host
     * @param quality
     *            how its clock was put on the host's
     * @param first
     *            the time of its first event by its own clock, ns
     * @param last
     *            the time of its last event by its own clock, ns
     */
    public record Placed(String path, int host, ClockQuality quality, long first, long last) {

        /** @return what shows the trace on the clock of its host; null if it stays as recorded */
        public GuestTransform transform() {
            ClockConversion clock = quality.conversion();
            return clock == null ? null : new GuestTransform(clock, quality.isSource() ? quality.cpus() : null);
        }

        /** @return the time of its first event on that clock, ns since the epoch */
        public long begin() {
            return at(first);
        }

        /** @return the time of its last event on that clock, ns since the epoch */
        public long end() {
            return at(last);
        }

        private long at(long reading) {
            GuestTransform transform = transform();
            return transform == null ? reading : transform.transform(reading);
        }
    }

    /**
     * The same, when the VMs are known.
     *
     * @param path
     *            where it is
     * @param vm
     *            whose it is
     * @param quality
     *            how its clock was put on the host's
     */
    public record Tied(String path, VmName vm, ClockQuality quality) { }

    private final HostTraces fTraces;
    private final List<OwnTarget> fTargets;
    private final VcpuClocks fVcpus;
    /** Whether hypercalls may report something whatever their numbers are. */
    private boolean fHasDialects;
    private Timeline fTimeline;
    private MachineTracker fMachines;
    /** Null: they are not read yet. */
    private OwnTraces fOwn;
    private long fHostsBegin = Long.MAX_VALUE;
    /** Whether a guest reported something of which it is not known yet whether it changes the following. */
    private boolean fIsNew;
    private volatile boolean fDoAllReport;

    /**
     * By a timeline of its own.
     *
     * @param traces
     *            of hosts and guests
     * @param dialects
     *            what guests report by the user's word
     */
    public GuestTraceClocks(HostTraces traces, List<Dialects.Chosen> dialects) {
        this(traces);
        fTimeline = new Timeline(new MachineFanOut(List.of()), host -> OwnTarget.manifest(traces, host), dialects, LookAhead.DEFAULT_LIMIT, this);
        fMachines = fTimeline.machines();
        fHasDialects = !dialects.isEmpty();
    }

    /** The same with what others read of the guests. */
    GuestTraceClocks(HostTraces traces, GuestTraceClocks from) {
        this(traces);
        fOwn = from.fOwn;
        from.fOwn = null;
    }

    /** By the timeline of a pass, see {@link #in}. */
    GuestTraceClocks(HostTraces traces) {
        fTraces = traces;
        fTargets = OwnTarget.of(traces);
        fVcpus = new VcpuClocks(this::vmOf);
    }

    /** Null if it has no trace of its own. */
    private Manifest.Vm vmOf(HostThread thread) {
        Manifest manifest = OwnTarget.manifest(fTraces, thread.host());
        Manifest.Vm vm = manifest == null ? null : manifest.vmOf(thread);
        return fTargets.stream().anyMatch(target -> target.vm() == vm) ? vm : null;
    }

    /** Gets what comes out of the timeline of a pass, by whose tracker it is known who runs. */
    TimelineSink in(MachineTracker machines) {
        fMachines = machines;
        return this;
    }

    /** Looks whether all guests with traces of their own report by hypercall, and none of these traces begins before a time. */
    void lookForReports(long begin) {
        fHostsBegin = begin;
    }

    /** Whether that is so; may be asked by any thread. */
    boolean doAllReport() {
        return fDoAllReport;
    }

    /** A guest's reported clocks are late by little, and never early. */
    private boolean reports(OwnTarget target) {
        Long offset = OwnTraces.monotonicOffset(target.trace().trace());
        Long behind = offset == null ? null : fVcpus.behind(target.trace().host(), target.vm(), offset);
        return fVcpus.reports(target.trace().host(), target.vm())
                && (behind == null || target.trace().trace().getStartTime().toNanos() + behind >= fHostsBegin);
    }

    /**
     * @param traces
     *            of hosts and guests
     * @return whether any is to be put on another clock
     */
    public static boolean areNeeded(HostTraces traces) {
        return !OwnTarget.of(traces).isEmpty();
    }

    /**
     * @param traces
     *            of hosts and guests
     * @return those that guests recorded themselves, with the hosts that they are to be put on the clocks of
     */
    public static List<GuestTrace> ownTraces(HostTraces traces) {
        return OwnTarget.of(traces).stream().map(OwnTarget::trace).toList();
    }

    /** Begins to read the guests' traces, beside who reads the hosts'. Else that is done when these came. */
    void readBeside(IProgressMonitor monitor) {
        fOwn = new OwnTraces(fTargets.stream().map(target -> target.trace().trace()).toList());
        fOwn.start(monitor);
    }

    /**
     * Reads the hosts for the clocks alone, and the guests' traces beside them.
     *
     * @param trace
     *            a trace or an experiment
     * @param monitor
     *            gets the progress, and can cancel
     * @return whether all was read
     * @throws IllegalStateException
     *             if a trace cannot be read, with the cause
     */
    public boolean read(ITmfTrace trace, IProgressMonitor monitor) {
        readBeside(monitor);
        return !HypercallSample.hasReports(fTraces) && readStays(monitor) || readAll(trace, monitor);
    }

    /** Reads entries and exits alone, if that is enough: then nothing else is to be read of the hosts. */
    boolean readStays(IProgressMonitor monitor) {
        if (fHasDialects || fTraces.hosts().stream().map(HostTraces.Host::manifest).filter(Objects::nonNull)
                .anyMatch(manifest -> manifest.hasRings() || manifest.vms().stream().anyMatch(vm -> vm.dialect() != null))) {
            return false;
        }
        try (StayMerge stays = StayReading.read(fTraces, true, monitor)) {
            return stays != null && stays.giveTo(fVcpus, this::vmOf);
        }
    }

    /** Reads all events in their order. */
    boolean readAll(ITmfTrace trace, IProgressMonitor monitor) {
        return TracePass.read(trace, fTraces, HostEventReader.Detail.CLOCKS, "Clocks", this::accept, new ReadTogether(1, true).reader(), monitor);
    }

    /** {@code event}: the next event of the hosts, in order of time. */
    private void accept(HostEvent event) {
        fTimeline.accept(event);
        if (fIsNew) {
            fIsNew = false;
            fDoAllReport = fTargets.stream().allMatch(this::reports);
        }
    }

    /**
     * Decides the clocks, when all events of the hosts came.
     *
     * @param monitor
     *            can cancel
     * @return how each guest's own trace fits, in the order of the traces
     * @throws IllegalStateException
     *             if a trace cannot be read, with the cause
     */
    public List<Placed> finish(IProgressMonitor monitor) {
        if (fTimeline != null) {
            fTimeline.finish();
        }
        if (fOwn == null) {
            readBeside(monitor);
        }
        List<GuestClock> clocks = fOwn.await(monitor);
        List<Placed> found = new ArrayList<>();
        for (int i = 0; i < fTargets.size() && !monitor.isCanceled(); i++) {
            GuestTrace own = fTargets.get(i).trace();
            GuestClock clock = clocks.get(i);
            fVcpus.ofVm(own.host(), fTargets.get(i).vm(), clock);
            found.add(new Placed(own.trace().getPath(), own.host(), clock.quality(), own.trace().getStartTime().toNanos(), clock.last()));
            clock.close();
        }
        return found;
    }

    @Override
    public void host(HostEvent event) {
        fVcpus.host(event, fMachines);
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (vcpu == null || event.from().level() != 0) {
            return;
        }
        if (event instanceof GuestEvent.Hello hello) {
            fVcpus.hello(vcpu, hello);
            fIsNew = fTimeline != null;
        }
        long key = MatchKey.of(event);
        if (key != MatchKey.NONE) {
            VcpuTimes times = fVcpus.of(vcpu);
            if (times != null) {
                times.reported(event.time(), key);
                fIsNew |= fTimeline != null && !fDoAllReport && times.hypercalls() % LOOK == 1;
            }
        }
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        if (fTimeline != null) {
            fTimeline.close();
        }
        if (fOwn != null) {
            fOwn.close();
        }
        fVcpus.close();
    }
}
