/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Now;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTracker;

/**
 * Gathers what critical paths are found from, in one pass over the events. That is who is in which state, what ends it, and who is on which
 * processor and vCPU.
 * <p>
 * Machines and vCPUs are followed by trackers of its own. For them a thread ends when it leaves its processor for the last time, not when
 * it begins to end. Until then it waits and is waited for like any other.
 */
public final class PathTracker implements TimelineSink, VcpuSink, MachineSink, HostThreadSink {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 15;

    private final PathSpool fRows;
    private final Participants fParticipants;
    private final MachineTracker fMachines;
    /** Has handled each event before. */
    MachineTracker fTimeline;
    private final VcpuTracker fVcpuStates;
    private final List<HostThreads> fHosts = new ArrayList<>();
    private final List<HostCpu> fCpus = new ArrayList<>();
    private final List<PathVcpu> fVcpus = new ArrayList<>();
    private final List<PathVcpu> fByTimeline = new ArrayList<>();
    private final PathVms fVms;
    private final GuestWords fWords;
    private final OwnGuests fOwn = new OwnGuests(event -> host(event, event.time(), event.host(), event.cpu()));
    /** Until when events are missing whose end has not come yet, {@link Long#MIN_VALUE} if none are. */
    private long fLostUntil = Long.MIN_VALUE;

    /**
     * @param rows
     *            gets what is found, {@code participants} who there is
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param recorded
     *            which events the traces of a host declare
     */
    PathTracker(PathSpool rows, Participants participants, IntFunction<Manifest> manifests,
            IntFunction<Injections.Recorded> recorded) {
        fRows = rows;
        fParticipants = participants;
        fVms = new PathVms(rows, participants, recorded);
        fMachines = new MachineTracker(this, manifests);
        fVcpuStates = new VcpuTracker(fMachines, this);
        fWords = new GuestWords(rows, participants);
    }

    boolean isOwnGuest(PathVm vm) {
        return fOwn.is(vm.fHost);
    }

    List<PathVm> vms() {
        return fVms.all();
    }

    List<PathVcpu> vcpus() {
        return fVcpus;
    }

    List<HostThreads> hosts() {
        return fHosts;
    }

    List<HostCpu> cpus() {
        return fCpus;
    }

    private HostThreads threads(int host) {
        while (fHosts.size() <= host) {
            fHosts.add(new HostThreads(fHosts.size(), fRows, fParticipants, fCpus, this));
        }
        return fHosts.get(host);
    }

    /** What guests reported while events were missing is not known to be whole: it counts only until then. */
    private void comeTo(long time) {
        if (fLostUntil != Long.MIN_VALUE && fLostUntil <= time) {
            for (int host = 0; host < fHosts.size(); host++) {
                fVms.forget(host, fLostUntil);
            }
            fLostUntil = Long.MIN_VALUE;
        }
    }

    @Override
    public void host(HostEvent event) {
        Now now = fTimeline.now();
        host(event, now.time(), now.host(), now.cpu());
    }

    private void host(HostEvent event, long time, int host, int onCpu) {
        comeTo(time);
        HostThreads threads = threads(host);
        threads.seen(time);
        if (event instanceof HostEvent.ThreadEnds) {
            // it goes on until it leaves its processor
            return;
        }
        HostCpu cpu = threads.cpu(onCpu);
        fMachines.handle(event);
        if (event instanceof HostEvent.SchedSwitch e) {
            threads.switched(e);
        } else if (event instanceof HostEvent.SchedWakeup e) {
            threads.wakes(e);
        } else if (event instanceof HostEvent.SchedMigrate e) {
            threads.migrates(e);
        } else if (event instanceof HostEvent.ThreadBegins e) {
            threads.begins(e, process(e.host(), e.tid()));
        } else if (event instanceof HostEvent.ThreadKnown e) {
            threads.known(e, process(e.host(), e.tid()));
        } else if (event instanceof HostEvent.ThreadOnCpu e) {
            threads.onCpu(e, process(e.host(), e.tid()));
        } else if (event instanceof HostEvent.LostEvents e) {
            threads.lost(e);
            fVms.forget(e.host(), e.time());
            fLostUntil = Math.max(fLostUntil, e.end());
        } else if (event instanceof HostEvent.KvmOther e && e.service() == HostEvent.Service.APIC_ACCEPTS) {
            fVms.accepts(cpu, e);
        }
        cpu.handle(event, fRows, fParticipants);
        fVcpuStates.handle(event);
        hypervisor(event);
    }

    private HostProcess process(int host, int tid) {
        var thread = fMachines.thread(host, tid);
        return thread == null ? null : thread.process();
    }

    private void hypervisor(HostEvent event) {
        VirtualCpu running = fMachines.now().vcpu();
        PathVcpu vcpu = running == null ? null : fVcpus.get(running.index());
        if (vcpu == null || vcpu.fVm == null) {
            return;
        }
        Injections injections = vcpu.fVm.fInjections;
        if (event instanceof HostEvent.KvmEntry) {
            injections.entered(fMachines.now().time(), vcpu);
        } else if (event instanceof HostEvent.KvmExit e) {
            injections.exited(e.time(), vcpu, e.isa(), e.reason());
        } else if (event instanceof HostEvent.KvmHypercall e) {
            vcpu.fLastNumber = e.nr();
            boolean ofTracer = (e.nr() & 0xffff) >= GuestWords.FIRST_NUMBER;
            if (ofTracer) {
                vcpu.ofTracer(fRows);
            }
            injections.hypercall(vcpu, ofTracer);
            fRows.call(vcpu.fId, e);
        } else if (event instanceof HostEvent.KvmOther e && e.service() == HostEvent.Service.INJECTION) {
            injections.injected(e.time(), vcpu, (int) e.number());
        } else if (event instanceof HostEvent.KvmOther e && e.service() == HostEvent.Service.MSR_WRITE) {
            injections.writes(e.time(), vcpu, e.number(), e.data());
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        comeTo(event.time());
        PathVcpu reporter = vcpu == null ? null : reporter(vcpu);
        if (reporter != null && reporter.fVm != null) {
            fWords.handle(reporter, event, guest.boot());
        }
    }

    @Override
    public void ownTraceEvent(Guest guest, GuestEvent event) {
        threads(guest.host()).seen(event.time());
        int tid = fOwn.thread(event.time(), guest.host(), Math.max(0, event.from().cpu()));
        fWords.handle(fVcpus.get(fMachines.thread(guest.host(), tid).vcpu().index()), event, guest.boot());
    }

    /** The timeline has a machine tracker of its own. */
    private PathVcpu reporter(VirtualCpu vcpu) {
        while (fByTimeline.size() <= vcpu.index()) {
            fByTimeline.add(null);
        }
        PathVcpu reporter = fByTimeline.get(vcpu.index());
        if (reporter == null) {
            org.hypertrace.core.machine.HostThread thread = fMachines.thread(vcpu.thread().host(), vcpu.thread().tid());
            reporter = thread == null || thread.vcpu() == null ? null : fVcpus.get(thread.vcpu().index());
            fByTimeline.set(vcpu.index(), reporter);
        }
        return reporter;
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        org.hypertrace.core.machine.HostThread thread = vcpu.thread();
        HostThreads threads = threads(thread.host());
        HostThread own = threads.thread(thread.tid());
        int id = fParticipants.add(Participants.Kind.VCPU, thread.host(), PathVcpu.UNKNOWN_ID, 1, PathRows.NONE, 0);
        PathVcpu added = new PathVcpu(vcpu.index(), id, vcpu, own, time);
        fVcpus.add(added);
        if (own != null) {
            own.fVcpu = added;
        }
        fVms.place(added, fCpus);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        PathVcpu known = fVcpus.get(vcpu.index());
        fVms.place(known, fCpus);
        if (vcpu.isConfirmed() && known.fThread != null) {
            fVms.leaves(known.fThread);
        }
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        fVcpus.get(vcpu.index()).fEnd = time;
    }

    @Override
    public void known(HostThread thread, String comm) {
        if (thread.fProcess != null) {
            fParticipants.setProcess(thread.fId, thread.fProcess.pid(), thread.fProcess.incarnation());
        }
        int pid = PathVms.pidOfHelper(comm);
        if (pid >= 0) {
            fParticipants.setProcess(thread.fId, pid, 0);
        }
    }

    @Override
    public void runs(HostThread thread) {
        fVms.runs(thread);
    }

    @Override
    public void leaves(HostThread thread) {
        fVms.leaves(thread);
    }

    @Override
    public void woken(long time, HostThread thread, int context, Handler handler, HostThread by) {
        PathVcpu vcpu = thread.fVcpu;
        if (vcpu != null && vcpu.fVm != null) {
            boolean raiser = handler != null ? PathVms.mayRaise(handler) : by != null && fVms.mayRaise(by, vcpu.fVm);
            vcpu.fVm.fInjections.woken(time, vcpu, context, raiser);
        }
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        PathVcpu own = fVcpus.get(vcpu.index());
        own.state(time, fOwn.is(vcpu.thread().host()) ? VcpuState.UNKNOWN : state, fRows);
        if (own.fVm != null) {
            own.fVm.fInjections.state(own, state);
        }
    }

    @Override
    public void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        fVcpus.get(vcpu.index()).waitsFor(time, cpu < 0 ? -1 : threads(vcpu.thread().host()).cpu(cpu).fIndex, fRows);
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        fVcpus.get(vcpu.index()).exited(time, fParticipants.exit(isa, reason), fRows);
    }

    /** Nothing more comes. */
    void finish() {
        fHosts.forEach(HostThreads::finish);
        for (PathVcpu vcpu : fVcpus) {
            vcpu.end(threads(vcpu.fVirtual.thread().host()).end(), fRows);
            fParticipants.setNumber(vcpu.fId, vcpu.number());
            fParticipants.setVm(vcpu.fId, vcpu.fVm == null ? PathRows.NONE : vcpu.fVm.fIndex);
            if (vcpu.fThread != null && vcpu.fVirtual.isConfirmed()) {
                fParticipants.setLink(vcpu.fId, vcpu.fThread.fId);
                fParticipants.setLink(vcpu.fThread.fId, vcpu.fId);
            }
        }
        for (PathVm vm : fVms.all()) {
            vm.fThreads.finish(vm.end(threads(vm.fHost).end()));
            fWords.finish(vm);
        }
    }
}
