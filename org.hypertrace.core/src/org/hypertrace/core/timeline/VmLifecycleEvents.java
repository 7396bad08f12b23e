/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;

/**
 * Finds the signs of life of VMs in the events of their hosts.
 * <p>
 * A VM is launched when the time-stamp counter of one of its vCPUs is set for the first time (before, its offset is 0). Where
 * that is not recorded: when it enters its guest for the first time, unless the trace knows its process as one that was there
 * before. QEMU sets the counter again, to the same value, with every reset of a vCPU: that of one which entered its guest
 * before is a reset of the machine, unless the guest itself has just accessed a model-specific register, as the counter is.
 */
final class VmLifecycleEvents implements MachineSink {

    /** Receives a sign. */
    @FunctionalInterface
    interface Sink {
        void sign(long time, Guest guest, VmLifecycleEvent sign);
    }

    private static final class Vcpu {
        private Vm fVm;
        private boolean fEntered;
        private boolean fMsr;
        private boolean fEnded;
    }

    /** A VM: alive are those of its vCPUs that entered or left the guest. */
    private static final class Vm {
        private boolean fThere;
        private boolean fLaunched;
        private int fAlive;
        private boolean fResetting;
    }

    private final Guests fGuests;
    private final Sink fSink;
    private final List<Vcpu> fVcpus = new ArrayList<>();
    private final Map<Guest, Vm> fVms = new HashMap<>();

    VmLifecycleEvents(Guests guests, Sink sink) {
        fGuests = guests;
        fSink = sink;
    }

    /** The next event, which the machine tracker has handled. */
    void handle(HostEvent event, MachineTracker machines) {
        if (event instanceof HostEvent.KvmEntry || event instanceof HostEvent.KvmExit
                || event instanceof HostEvent.KvmTscOffset) {
            VirtualCpu vcpu = machines.now().vcpu();
            if (vcpu != null) {
                handle(machines.now().time(), event, vcpu);
            }
        }
    }

    private void handle(long time, HostEvent event, VirtualCpu vcpu) {
        Vcpu v = of(vcpu);
        if (event instanceof HostEvent.KvmEntry) {
            enters(time, vcpu, v, false);
        } else if (event instanceof HostEvent.KvmExit exit) {
            enters(time, vcpu, v, true);
            v.fMsr = ExitReason.isMsr(exit.isa(), exit.reason());
            if (ExitReason.isShutdown(exit.isa(), exit.reason())) {
                emit(time, vcpu, VmLifecycleEvent.TRIPLE_FAULT);
            }
        } else if (event instanceof HostEvent.KvmTscOffset offset) {
            offset(offset, vcpu, v);
        }
    }

    private void enters(long time, VirtualCpu vcpu, Vcpu v, boolean wasInside) {
        if (v.fVm != null && v.fEntered) {
            v.fVm.fResetting = false;
            return;
        }
        v.fEntered = true;
        Guest guest = fGuests.of(vcpu);
        if (guest == null) {
            return;
        }
        Vm vm = fVms.computeIfAbsent(guest, key -> new Vm());
        v.fVm = vm;
        vm.fAlive++;
        HostProcess process = vcpu.thread().process();
        // one that is known by the manifest alone was not made in the trace: it may enter before the state dump reports it
        vm.fThere |= wasInside || process != null && (process.evidence() == HostProcess.Evidence.REPORTED
                || process.evidence() == HostProcess.Evidence.MANIFEST || process.evidence() == HostProcess.Evidence.RING);
        launch(time, guest, vm);
    }

    private void offset(HostEvent.KvmTscOffset offset, VirtualCpu vcpu, Vcpu v) {
        Guest guest = fGuests.of(vcpu);
        if (guest == null) {
            return;
        }
        Vm vm = fVms.computeIfAbsent(guest, key -> new Vm());
        if (offset.previous() == 0 && !v.fEntered) {
            launch(offset.time(), guest, vm);
        } else if (offset.previous() == offset.next() && v.fEntered && !v.fMsr && !vm.fResetting) {
            // all vCPUs are reset one after another, some of them twice, before the first one enters again
            vm.fResetting = true;
            fSink.sign(offset.time(), guest, VmLifecycleEvent.RESET);
        }
    }

    private void launch(long time, Guest guest, Vm vm) {
        if (!vm.fThere && !vm.fLaunched) {
            vm.fLaunched = true;
            fSink.sign(time, guest, VmLifecycleEvent.LAUNCHED);
        }
    }

    private void emit(long time, VirtualCpu vcpu, VmLifecycleEvent sign) {
        Guest guest = fGuests.of(vcpu);
        if (guest != null) {
            fSink.sign(time, guest, sign);
        }
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        Vcpu v = of(vcpu);
        // that no more is in a ring does not report that the vCPU is gone
        Guest guest = v.fEntered && !v.fEnded && !vcpu.thread().isStandIn() ? fGuests.of(vcpu) : null;
        v.fEnded = true;
        Vm vm = guest == null ? null : fVms.get(guest);
        if (vm != null && --vm.fAlive == 0) {
            fSink.sign(time, guest, VmLifecycleEvent.GONE);
        }
    }

    private Vcpu of(VirtualCpu vcpu) {
        while (fVcpus.size() <= vcpu.index()) {
            fVcpus.add(new Vcpu());
        }
        return fVcpus.get(vcpu.index());
    }
}
