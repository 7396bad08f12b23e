/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.trace.ctf.TraceDeclaration;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;

/**
 * Puts the traces that guests recorded themselves on the clocks of their hosts. It reads the hosts' events once and each guest's trace once.
 * That comes before the pass that merges their events, as their order depends on it. Extracted traces are on the host's clock already, and are
 * left out.
 */
public final class GuestTraceClocks implements TimelineSink, AutoCloseable {

    /** Of texts, ns: they have microseconds. */
    private static final long TEXT_RESOLUTION = 1000;

    /**
     * A guest's own trace.
     *
     * @param path
     *            where it is
     * @param host
     *            the running number of its VM's host
     * @param quality
     *            how its clock was put on the host's
     */
    public record Placed(String path, int host, ClockQuality quality) { }

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

    private record Target(GuestTrace trace, Manifest.Vm vm) { }

    private final List<Target> fTargets;
    private final VcpuClocks fVcpus;
    private final Timeline fTimeline;

    /**
     * @param traces
     *            of hosts and guests
     * @param dialects
     *            what guests report by the user's word
     */
    public GuestTraceClocks(HostTraces traces, List<Dialects.Chosen> dialects) {
        fTargets = targets(traces);
        fVcpus = new VcpuClocks(thread -> {
            Manifest.Vm vm = manifest(traces, thread.host()) == null ? null : manifest(traces, thread.host()).vmOf(thread);
            return fTargets.stream().anyMatch(target -> target.vm == vm) ? vm : null;
        });
        fTimeline = new Timeline(new MachineFanOut(List.of()), host -> manifest(traces, host), dialects, LookAhead.DEFAULT_LIMIT, this);
    }

    /**
     * @param traces
     *            of hosts and guests
     * @return whether any is to be put on another clock
     */
    public static boolean areNeeded(HostTraces traces) {
        return !targets(traces).isEmpty();
    }

    /**
     * @param traces
     *            of hosts and guests
     * @return those that guests recorded themselves, with the hosts that they are to be put on the clocks of
     */
    public static List<GuestTrace> ownTraces(HostTraces traces) {
        return targets(traces).stream().map(Target::trace).toList();
    }

    private static Manifest manifest(HostTraces traces, int host) {
        return traces.hosts().get(host).manifest();
    }

    private static List<Target> targets(HostTraces traces) {
        List<Target> found = new ArrayList<>();
        for (GuestTrace guest : traces.guests()) {
            if (guest.host() >= 0 && guest.trace() instanceof IKernelTrace
                    && !TraceEnvironment.of(guest.trace()).containsKey(TraceEnvironment.GUEST_VM)) {
                Path path = Path.of(guest.trace().getPath()).toAbsolutePath().normalize();
                manifest(traces, guest.host()).vms().stream().filter(vm -> path.equals(vm.guestTrace())).findFirst()
                        .ifPresent(vm -> found.add(new Target(guest, vm)));
            }
        }
        return found;
    }

    /** @param event the next event of the hosts, in order of time */
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    /**
     * Reads the guests' traces, when all events of the hosts came.
     *
     * @param monitor
     *            can cancel
     * @return how each guest's own trace fits, in the order of the traces
     * @throws IllegalStateException
     *             if a trace cannot be read, with the cause
     */
    public List<Placed> finish(IProgressMonitor monitor) {
        fTimeline.finish();
        List<Placed> found = new ArrayList<>();
        for (Target target : fTargets) {
            ITmfTrace trace = target.trace.trace();
            Long offset = trace instanceof CtfTmfTrace ctf && TraceDeclaration.isMonotonic(Path.of(trace.getPath())) ? ctf.timestampCyclesToNanos(0)
                    : null;
            try (GuestClock clock = new GuestClock(offset, trace instanceof FtraceTextTrace ? TEXT_RESOLUTION : 1)) {
                fVcpus.ofVm(target.trace.host(), target.vm, clock);
                OwnTraceRequest.read(trace, clock, monitor);
                found.add(new Placed(trace.getPath(), target.trace.host(), clock.quality()));
            }
        }
        return found;
    }

    @Override
    public void host(HostEvent event) {
        if (event instanceof HostEvent.KvmEntry) {
            of(event, VcpuTimes::entry);
        } else if (event instanceof HostEvent.KvmExit) {
            of(event, VcpuTimes::exit);
        } else if (event instanceof HostEvent.KvmHypercall call && !MatchKey.isOfBatch(call.nr())) {
            of(event, VcpuTimes::hypercall);
        } else if (event instanceof HostEvent.LostEvents) {
            fVcpus.lost(event.host());
        }
    }

    /** What happens to a vCPU at a time. */
    @FunctionalInterface
    private interface Change {
        void at(VcpuTimes vcpu, long time);
    }

    private void of(HostEvent event, Change change) {
        HostThread thread = fTimeline.machines().running(event.host(), event.cpu());
        if (thread != null && thread.vcpu() != null) {
            fVcpus.of(thread.vcpu(), times -> change.at(times, event.time()));
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (vcpu == null || event.from().level() != 0) {
            return;
        }
        if (event instanceof GuestEvent.Hello hello) {
            fVcpus.hello(vcpu, hello);
        }
        long key = MatchKey.of(event);
        if (key != MatchKey.NONE) {
            fVcpus.of(vcpu, times -> times.reported(event.time(), key));
        }
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fTimeline.close();
        fVcpus.close();
    }
}
