/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LoneVcpuSign;
import org.hypertrace.core.machine.HostProcess.Evidence;

/**
 * Who is who, over time: which thread runs on which processor of a host, and which threads are virtual CPUs. The process that they belong
 * to is their VM.
 * <p>
 * A vCPU is a host thread that enters or leaves a guest. Its VM is the thread's process. It is known by the creation of the thread, by the
 * tracer's state dump or contexts, or by the manifest. Else kernel threads bear the process id in their name. A thread id used again is
 * another thread, a process id used again another VM.
 * <p>
 * A VM's name is never in the host's events: it comes from the manifest, else from what the guest has about itself.
 * <p>
 * Part of the state tree that is fed from here.
 *
 * <pre>
 * Hosts/&lt;host id&gt;/                     Name · Begin · End · Unattributed · Lost events · Uncounted losses · Misplaced events
 *    Missing/&lt;n-th stretch&gt;/        Begin · End · CPU · Packets
 *    vCPUs/&lt;tid&gt;#&lt;n-th thread&gt;/       Begin · End · Runs guest · Number · VM · Evidence · Container · Container name
 *    VMs/&lt;pid&gt;#&lt;n-th process&gt;/        Name · Nested guest
 *    Threads/&lt;tid&gt;                    (the thread's name)
 * </pre>
 *
 * A vCPU stands beside the VMs, with the VM's key as a value, since a trace may report the process later than the first
 * state; readers group by the last value.
 */
public final class MachineTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 28;

    /** A trace with more threads that look like vCPUs is not believed: the others stay unattributed. */
    static final int MAX_VCPUS = 1 << 14;

    private final MachineSink fSink;
    private final IntFunction<Manifest> fManifests;
    private Now fNow = new Now();
    private List<Host> fHosts = new ArrayList<>();
    private List<VirtualCpu> fVcpus = new ArrayList<>();

    /**
     * @param sink
     *            gets what is found
     * @param manifests
     *            the manifest of a host's recording, null for none
     */
    public MachineTracker(MachineSink sink, IntFunction<Manifest> manifests) {
        fSink = sink;
        fManifests = manifests;
    }

    /** @param other handles the events instead: this answers from now on what that one does; neither has got any so far */
    public void follow(MachineTracker other) {
        fHosts = other.fHosts;
        fVcpus = other.fVcpus;
        fNow = other.fNow;
    }

    /** @return the event that was handled last; {@link #follow} changes which one this is */
    public Now now() {
        return fNow;
    }

    /**
     * @param host
     *            a host
     * @param cpu
     *            one of its processors
     * @return the thread that runs there, null if that is not known
     */
    public HostThread running(int host, int cpu) {
        return host(host).running(cpu);
    }

    /**
     * @param host
     *            a host
     * @param tid
     *            a thread id
     * @return the last thread with that id, null if there was none
     */
    public HostThread thread(int host, int tid) {
        return host(host).thread(tid);
    }

    /**
     * @param index
     *            the running number of a vCPU
     * @return the vCPU, null if it has not appeared yet
     */
    public VirtualCpu vcpu(int index) {
        return index < fVcpus.size() ? fVcpus.get(index) : null;
    }

    /**
     * A guest reports its own name, which counts unless the manifest has one.
     *
     * @param time
     *            when, ns since the epoch
     * @param vcpu
     *            the vCPU that reported it
     * @param name
     *            as the guest reports it
     */
    public void guestIsNamed(long time, VirtualCpu vcpu, String name) {
        HostProcess vm = vcpu.thread().process();
        if (vm != null && !name.isBlank() && host(vm.host()).nameInManifest(vcpu.thread()) == null) {
            // a name is a word or some in one line, whatever the guest sends
            fSink.named(time, vm, name.strip().replaceAll("\\s+", " "));
        }
    }

    /** @param event the next event in time order, after {@code LookAhead} */
    public void handle(HostEvent event) {
        Host host = host(fNow.at(event));
        long time = fNow.time();
        host.seen(time);
        fNow.on(host);
        if (event instanceof HostEvent.Other || event instanceof HostEvent.InterruptEntry
                || event instanceof HostEvent.InterruptExit) {
            return;
        }
        if (event instanceof HostEvent.KvmEntry) {
            VirtualCpu vcpu = confirmed(host, event, time);
            if (vcpu != null) {
                vcpu.setGuestRip(HostEvent.NO_RIP);
            }
        } else if (event instanceof HostEvent.KvmExit e) {
            VirtualCpu vcpu = confirmed(host, event, time);
            if (vcpu != null) {
                vcpu.setGuestRip(e.guestRip());
                if (vcpu.setNumber(e.vcpuId(), true)) {
                    fSink.identified(e.time(), vcpu);
                }
            }
        } else if (event instanceof HostEvent.KvmOther || event instanceof HostEvent.KvmTscOffset
                || event instanceof HostEvent.KvmHypercall || event instanceof HostEvent.KvmUserspaceExit) {
            vcpu(host, event, time);
        } else if (event instanceof HostEvent.SchedSwitch e) {
            switched(host, e);
        } else if (event instanceof HostEvent.ThreadBegins e) {
            begins(host, e);
        } else if (event instanceof HostEvent.ThreadEnds e) {
            ends(host, e.time(), host.thread(e.tid()));
        } else if (event instanceof HostEvent.ThreadKnown e) {
            HostThread thread = host.threadOrNew(e.tid(), e.comm());
            processKnown(host, e.time(), thread, e.pid());
            rename(host, e.time(), thread, e.comm());
        } else if (event instanceof HostEvent.ThreadNamespace e) {
            host.reportContainers(e.time(), host.reported(e), fSink);
        } else if (event instanceof HostEvent.ThreadOnCpu e) {
            HostThread thread = host.threadOrNew(e.tid(), "");
            host.setRunning(e.cpu(), thread);
            processKnown(host, e.time(), thread, e.pid());
        } else if (event instanceof HostEvent.LostEvents e) {
            host.setRunning(e.cpu(), null);
            fSink.lost(e);
        } else if (event instanceof HostEvent.LoneVcpu e) {
            alone(host, e);
        }
    }

    /** A vCPU whose host has no trace. */
    private void alone(Host host, HostEvent.LoneVcpu e) {
        HostThread thread = host.alone(e);
        HostThread other = host.running(e.cpu());
        host.setRunning(e.cpu(), thread);
        confirmed(host, e, e.time());
        host.setRunning(e.cpu(), other == thread ? null : other);
        if (!e.vm().isEmpty() && host.nameInManifest(thread) == null) {
            fSink.named(e.time(), thread.process(), e.vm());
        }
        if (e.sign() == LoneVcpuSign.LAST) {
            ends(host, e.time(), thread);
        }
    }

    private VirtualCpu confirmed(Host host, HostEvent event, long time) {
        VirtualCpu vcpu = vcpu(host, event, time);
        if (vcpu != null && vcpu.confirm()) {
            fSink.identified(time, vcpu);
        }
        return vcpu;
    }

    private VirtualCpu vcpu(Host host, HostEvent event, long time) {
        HostThread thread = fNow.running();
        if (thread == null || thread.isIdle() || (thread.vcpu() == null && fVcpus.size() >= MAX_VCPUS)) {
            // an interrupt may make the hypervisor report while nobody runs; these must have a thread
            if (thread == null || event instanceof HostEvent.KvmEntry || event instanceof HostEvent.KvmExit
                    || event instanceof HostEvent.KvmHypercall) {
                fSink.unattributed(time, host.number());
            }
            return null;
        }
        VirtualCpu vcpu = thread.vcpu();
        if (vcpu == null) {
            long begin = event instanceof HostEvent.KvmExit ? host.begin() : time;
            vcpu = new VirtualCpu(fVcpus.size(), thread, begin);
            fVcpus.add(vcpu);
            thread.setVcpu(vcpu);
            vcpu.setNumber(thread.vcpuNumberInName(), false);
            if (thread.process() == null) {
                thread.setProcess(host.inferProcess(thread));
            }
            fSink.vcpuBegins(time, vcpu);
            host.nameByManifest(time, thread, fSink);
            host.reportContainers(time, thread, fSink);
        }
        return vcpu;
    }

    private void switched(Host host, HostEvent.SchedSwitch e) {
        HostThread prev = host.threadOrNew(e.prevTid(), e.prevComm());
        rename(host, e.time(), prev, e.prevComm());
        if ((e.prevState() & 0xff) == 16 || (e.prevState() & 0xff) == 32) {
            ends(host, e.time(), prev);
        }
        HostThread next = host.threadOrNew(e.nextTid(), e.nextComm());
        if (next.ended()) {
            // its id was used again and the fork was not recorded
            next = host.reborn(next, e.nextComm());
        }
        rename(host, e.time(), next, e.nextComm());
        // of a host without a trace it is known who gets a processor, not who has it then
        host.setRunning(e.cpu(), prev.vcpu() != null && prev.isStandIn() ? null : next);
    }

    private void begins(Host host, HostEvent.ThreadBegins e) {
        ends(host, e.time(), host.thread(e.tid()));
        HostThread thread = host.reborn(e.tid(), e.comm());
        if (e.pid() == e.tid()) {
            host.endProcess(e.pid());
        }
        if (e.pid() >= 0) {
            thread.setProcess(host.process(e.pid(), Evidence.FORK));
        }
        host.inherits(thread, e);
    }

    private void ends(Host host, long time, HostThread thread) {
        if (thread == null || thread.ended() || thread.isIdle()) {
            return;
        }
        thread.end();
        if (thread.process() != null && thread.process().pid() == thread.tid()) {
            host.endProcess(thread.tid());
        }
        if (thread.vcpu() != null) {
            fSink.vcpuEnds(time, thread.vcpu());
        }
    }

    /** A process reported by the trace replaces one that was only inferred. */
    private void processKnown(Host host, long time, HostThread thread, int pid) {
        HostProcess known = thread.process();
        if (pid < 0 || (known != null && known.evidence() != Evidence.KERNEL_THREAD && known.evidence() != Evidence.NONE)) {
            return;
        }
        thread.setProcess(host.process(pid, Evidence.REPORTED));
        if (thread.vcpu() != null) {
            fSink.identified(time, thread.vcpu());
            host.nameByManifest(time, thread, fSink);
        }
    }

    private void rename(Host host, long time, HostThread thread, String comm) {
        if (!thread.rename(comm)) {
            return;
        }
        host.learnFromName(comm);
        VirtualCpu vcpu = thread.vcpu();
        if (vcpu != null && vcpu.setNumber(thread.vcpuNumberInName(), false)) {
            fSink.identified(time, vcpu);
        }
    }

    private Host host(int number) {
        while (fHosts.size() <= number) {
            int next = fHosts.size();
            fHosts.add(new Host(next, fManifests.apply(next)));
        }
        return fHosts.get(number);
    }
}
