/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;

/**
 * What the hosts' events report of the vCPUs of VMs whose guests have traces of their own. Whose a vCPU is may be known late: until then its times
 * are kept, too.
 */
final class VcpuClocks implements AutoCloseable {

    /** More often a guest does not report its clocks. */
    private static final int MOST_HELLOS = 1 << 16;

    private static final class Known {
        private final VirtualCpu fVcpu;
        private final VcpuTimes fTimes = new VcpuTimes();
        private final List<GuestEvent.Hello> fHellos = new ArrayList<>();
        private Object fProcess;
        private boolean fIsWanted;

        Known(VirtualCpu vcpu) {
            fVcpu = vcpu;
        }
    }

    private final Function<HostThread, Manifest.Vm> fVms;
    private final List<Known> fKnown = new ArrayList<>();

    /** @param vms the VM of a vCPU's thread that has a trace of its own, null if it has none */
    VcpuClocks(Function<HostThread, Manifest.Vm> vms) {
        fVms = vms;
    }

    /** What is collected of a vCPU; null if nothing is. */
    VcpuTimes of(VirtualCpu vcpu) {
        Known known = known(vcpu);
        return known.fIsWanted ? known.fTimes : null;
    }

    /** Whether a vCPU of a VM reported by hypercall what its guest's own trace has, too, or that its tracer begins to. */
    boolean reports(int host, Manifest.Vm vm) {
        return fKnown.stream().anyMatch(known -> known != null && isOf(known, host, vm)
                && (!known.fHellos.isEmpty() || known.fVcpu.number() >= 0 && known.fTimes.hypercalls() > 0));
    }

    /** The least difference of the host's clock and a guest's, which adds that to its monotonic one, by what it reported; null if it reported none. */
    Long behind(int host, Manifest.Vm vm, long offset) {
        return fKnown.stream().filter(known -> known != null && isOf(known, host, vm)).flatMap(known -> known.fHellos.stream())
                .map(hello -> hello.time() - hello.monotonic() - offset).min(Long::compare).orElse(null);
    }

    private boolean isOf(Known known, int host, Manifest.Vm vm) {
        return known.fVcpu.thread().host() == host && fVms.apply(known.fVcpu.thread()) == vm;
    }

    /** A vCPU reported the clocks of its guest. */
    void hello(VirtualCpu vcpu, GuestEvent.Hello hello) {
        Known known = known(vcpu);
        if (known.fIsWanted && known.fHellos.size() < MOST_HELLOS) {
            known.fHellos.add(hello);
        }
    }

    private Known known(VirtualCpu vcpu) {
        while (fKnown.size() <= vcpu.index()) {
            fKnown.add(null);
        }
        Known known = fKnown.get(vcpu.index());
        HostThread thread = vcpu.thread();
        if (known == null || known.fProcess != thread.process()) {
            known = known == null ? new Known(vcpu) : known;
            known.fProcess = thread.process();
            known.fIsWanted = thread.process() == null || fVms.apply(thread) != null;
            fKnown.set(vcpu.index(), known);
        }
        return known;
    }

    /** An event of a host came out of a timeline, whose tracker has handled it. */
    void host(HostEvent event, MachineTracker machines) {
        if (event instanceof HostEvent.KvmEntry) {
            VcpuTimes times = running(machines);
            if (times != null) {
                times.entry(machines.now().time());
            }
        } else if (event instanceof HostEvent.KvmExit) {
            VcpuTimes times = running(machines);
            if (times != null) {
                times.exit(machines.now().time());
            }
        } else if (event instanceof HostEvent.KvmHypercall call && !MatchKey.isOfBatch(call.nr())) {
            VcpuTimes times = running(machines);
            if (times != null) {
                times.hypercall(call.time());
            }
        } else if (event instanceof HostEvent.LostEvents) {
            lost(event.host());
        }
    }

    /** Of the vCPU that had the event; null if that is none of a guest with a trace of its own. */
    private VcpuTimes running(MachineTracker machines) {
        VirtualCpu vcpu = machines.now().vcpu();
        return vcpu == null ? null : of(vcpu);
    }

    /** Events of a host were lost. */
    private void lost(int host) {
        fKnown.stream().filter(known -> known != null && known.fVcpu.thread().host() == host).forEach(known -> known.fTimes.lost());
    }

    /** Gives a guest's clock what is known of the vCPUs of its VM; a vCPU without a number is left out. */
    void ofVm(int host, Manifest.Vm vm, GuestClock to) {
        for (Known known : fKnown) {
            if (known != null && isOf(known, host, vm)) {
                known.fHellos.forEach(hello -> to.hello(hello.time(), hello.monotonic(), hello.realtime()));
                if (known.fVcpu.number() >= 0) {
                    to.vcpu(known.fVcpu.number(), known.fTimes);
                }
            }
        }
    }

    @Override
    public void close() {
        fKnown.forEach(known -> {
            if (known != null) {
                known.fTimes.close();
            }
        });
        fKnown.clear();
    }
}
