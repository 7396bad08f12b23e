/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
import org.hypertrace.core.machine.Machines;
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
import org.hypertrace.core.trace.ctf.TraceClock;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;

/**
 * Puts the traces that guests recorded themselves on the clocks of their hosts: reads the hosts' events once and each guest's trace once. Extracted
 * traces are on the host's clock already, and are left out.
 */
public final class GuestTraceClocks implements TimelineSink, AutoCloseable {

    /** Of texts, ns: they have microseconds. */
    private static final long TEXT_RESOLUTION = 1000;
    /** Hypercalls of batches: only the last of their events is of the hypercall's time. */
    private static final int FIRST_BATCH = 0x90;
    private static final int LAST_BATCH = 0x92;
    private static final long KIND = 0xffff;

    /**
     * A guest's own trace.
     *
     * @param path
     *            where it is
     * @param vm
     *            whose it is
     * @param quality
     *            how its clock was put on the host's
     */
    public record Tied(String path, VmName vm, ClockQuality quality) { }

    private record Target(GuestTrace trace, VmName vm, GuestClock clock) { }

    private record Thread(int host, int tid) { }

    private record Role(Target target, int number, long begin, long end) { }

    private final List<Target> fTargets = new ArrayList<>();
    private final Map<Thread, List<Role>> fRoles = new HashMap<>();
    private final Timeline fTimeline;

    /**
     * @param traces
     *            of hosts and guests
     * @param hosts
     *            what is known of the hosts' VMs
     * @param dialects
     *            what guests report by the user's word
     */
    public GuestTraceClocks(HostTraces traces, List<Machines.Host> hosts, List<Dialects.Chosen> dialects) {
        for (GuestTrace guest : traces.guests()) {
            if (guest.host() >= 0 && guest.trace() instanceof IKernelTrace
                    && !TraceEnvironment.of(guest.trace()).containsKey(TraceEnvironment.GUEST_VM)) {
                String id = traces.hosts().get(guest.host()).id();
                hosts.stream().filter(host -> host.id().equals(id)).flatMap(host -> host.vms().stream()).filter(guest::isOf).findFirst()
                        .ifPresent(vm -> add(guest, vm));
            }
        }
        fTimeline = new Timeline(new MachineFanOut(List.of()), host -> traces.hosts().get(host).manifest(), dialects,
                LookAhead.DEFAULT_LIMIT, this);
    }

    private void add(GuestTrace guest, Machines.Vm vm) {
        ITmfTrace trace = guest.trace();
        Long offset = trace instanceof CtfTmfTrace ctf && TraceClock.isMonotonic(Path.of(trace.getPath())) ? ctf.timestampCyclesToNanos(0) : null;
        Target target = new Target(guest, vm.who(), new GuestClock(offset, trace instanceof FtraceTextTrace ? TEXT_RESOLUTION : 1));
        fTargets.add(target);
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            fRoles.computeIfAbsent(new Thread(guest.host(), vcpu.tid()), key -> new ArrayList<>())
                    .add(new Role(target, vcpu.number(), vcpu.begin(), vcpu.end()));
        }
    }

    /** @return whether there is nothing to be put on another clock */
    public boolean isEmpty() {
        return fTargets.isEmpty();
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
     * @return the clocks, in the order of the traces
     * @throws IllegalStateException
     *             if a trace cannot be read, with the cause
     */
    public List<Tied> finish(IProgressMonitor monitor) {
        fTimeline.finish();
        List<Tied> found = new ArrayList<>();
        for (Target target : fTargets) {
            OwnTraceRequest.read(target.trace.trace(), target.clock, monitor);
            found.add(new Tied(target.trace.trace().getPath(), target.vm, target.clock.quality()));
            target.clock.close();
        }
        return found;
    }

    @Override
    public void host(HostEvent event) {
        if (event instanceof HostEvent.KvmEntry) {
            of(event, VcpuTimes::entry);
        } else if (event instanceof HostEvent.KvmExit) {
            of(event, VcpuTimes::exit);
        } else if (event instanceof HostEvent.KvmHypercall call && ((call.nr() & KIND) < FIRST_BATCH || (call.nr() & KIND) > LAST_BATCH)) {
            of(event, VcpuTimes::hypercall);
        } else if (event instanceof HostEvent.LostEvents) {
            fRoles.forEach((thread, roles) -> {
                if (thread.host == event.host()) {
                    roles.forEach(role -> role.target.clock.vcpu(role.number).lost());
                }
            });
        }
    }

    /** What happens to a vCPU at a time. */
    @FunctionalInterface
    private interface Change {
        void at(VcpuTimes vcpu, long time);
    }

    private void of(HostEvent event, Change change) {
        HostThread thread = fTimeline.machines().running(event.host(), event.cpu());
        if (thread != null) {
            of(thread, event.time(), change);
        }
    }

    private void of(HostThread thread, long time, Change change) {
        for (Role role : fRoles.getOrDefault(new Thread(thread.host(), thread.tid()), List.of())) {
            if (role.begin <= time && time <= role.end) {
                change.at(role.target.clock.vcpu(role.number), time);
            }
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (vcpu == null || event.from().level() != 0) {
            return;
        }
        if (event instanceof GuestEvent.Hello hello) {
            fRoles.getOrDefault(new Thread(vcpu.thread().host(), vcpu.thread().tid()), List.of())
                    .forEach(role -> role.target.clock.hello(hello.time(), hello.monotonic(), hello.realtime()));
        }
        long key = MatchKey.of(event);
        if (key != MatchKey.NONE) {
            of(vcpu.thread(), event.time(), (times, time) -> times.reported(time, key));
        }
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fTimeline.close();
        fTargets.forEach(target -> target.clock.close());
    }
}
