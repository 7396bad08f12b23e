/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;

/**
 * The VMs of all hosts, and which threads may raise their interrupts: the <em>mates</em> of a VM are the threads of its process that
 * are no vCPUs, and the kernel's threads that were ever called {@code vhost-PID}.
 */
final class PathVms {

    private final PathSpool fRows;
    private final Participants fParticipants;
    private final IntFunction<Injections.Recorded> fRecorded;
    private final List<PathVm> fAll = new ArrayList<>();

    PathVms(PathSpool rows, Participants participants, IntFunction<Injections.Recorded> recorded) {
        fRows = rows;
        fParticipants = participants;
        fRecorded = recorded;
    }

    List<PathVm> all() {
        return fAll;
    }

    /** Puts the vCPU to its VM, as far as that is known now. */
    void place(PathVcpu vcpu, List<HostCpu> cpus) {
        HostProcess process = vcpu.fVirtual.thread().process();
        if (vcpu.fVm != null && (process == null || isOf(vcpu.fVm, process))) {
            // its number may be new
            vcpu.fVm.renumber();
            return;
        }
        PathVm vm = of(process);
        if (vm == null) {
            int host = vcpu.fVirtual.thread().host();
            vm = new PathVm(fAll.size(), host, process, fRows, fParticipants, fRecorded.apply(host));
            fAll.add(vm);
            vm.add(vcpu);
            vcpu.fVm = vm;
            for (HostCpu cpu : cpus) {
                if (cpu.fCurrent != null) {
                    runs(cpu.fCurrent);
                }
            }
            return;
        }
        if (vcpu.fVm != null) {
            vcpu.fVm.remove(vcpu);
        }
        vm.add(vcpu);
        vcpu.fVm = vm;
    }

    /** The local APIC of a vCPU takes an interrupt, raised by what the processor does. */
    void accepts(HostCpu cpu, HostEvent.KvmOther e) {
        HostThread thread = cpu.fCurrent;
        PathVm vm = thread == null || thread.fIsIdle ? null : mateOf(thread);
        if (vm == null && thread != null && thread.fVcpu != null) {
            vm = thread.fVcpu.fVm;
        }
        PathVcpu vcpu = vm == null ? null : vm.vcpu((int) e.number());
        if (vcpu != null) {
            vm.fInjections.accepted(e.time(), vcpu, (int) e.data(), cpu.context(e.time(), fRows));
        }
    }

    /** Events of the host are missing: what its guests reported meanwhile is, too. */
    void forget(int host, long time) {
        fAll.stream().filter(vm -> vm.fHost == host).forEach(vm -> vm.fThreads.forget(time, Long.MAX_VALUE, time));
    }

    /** The VM that this process is, null if it is none. */
    private PathVm of(HostProcess process) {
        for (int i = fAll.size() - 1; process != null && i >= 0; i--) {
            if (isOf(fAll.get(i), process)) {
                return fAll.get(i);
            }
        }
        return null;
    }

    private static boolean isOf(PathVm vm, HostProcess process) {
        return vm.fProcess != null && vm.fHost == process.host() && vm.fProcess.pid() == process.pid()
                && vm.fProcess.incarnation() == process.incarnation();
    }

    /** The VM for which the thread works, null if it is for none or it is a vCPU. */
    PathVm mateOf(HostThread thread) {
        if (thread.fIsIdle || thread.fVcpu != null && thread.fVcpu.fVirtual.isConfirmed()) {
            return null;
        }
        int pid = fParticipants.process(thread.fId);
        int count = fParticipants.boot(thread.fId);
        for (int i = fAll.size() - 1; pid >= 0 && i >= 0; i--) {
            PathVm vm = fAll.get(i);
            if (vm.fProcess != null && vm.fHost == fParticipants.host(thread.fId) && vm.fProcess.pid() == pid
                    && (count == 0 || vm.fProcess.incarnation() == count)) {
                return vm;
            }
        }
        return null;
    }

    /** The thread gets a processor. */
    void runs(HostThread thread) {
        PathVm vm = mateOf(thread);
        if (vm != null && thread.fRunsFor == null) {
            thread.fRunsFor = vm;
            vm.fRunningMates.add(thread);
            vm.fInjections.mateRuns(thread);
        }
    }

    /** The thread leaves its processor, or is a vCPU from now on. */
    void leaves(HostThread thread) {
        if (thread.fRunsFor != null) {
            thread.fRunsFor.fRunningMates.remove(thread);
            thread.fRunsFor = null;
        }
    }

    /** Whether it may have raised an interrupt of a VM. */
    static boolean mayRaise(Handler handler) {
        return !handler.fOfGuest && (handler.fKind == Handler.Kind.IRQ || handler.fKind == Handler.Kind.SOFTIRQ && !handler.fTimer);
    }

    boolean mayRaise(HostThread thread, PathVm vm) {
        return thread.fVcpu != null && thread.fVcpu.fVm == vm || mateOf(thread) == vm
                || fParticipants.name(thread.fId).startsWith("kworker/");
    }

    /** The process that one of the kernel's helpers ({@code vhost-PID}) works for, -1 if it is none. */
    static int pidOfHelper(String comm) {
        return comm.matches("vhost-\\d{1,9}") ? Integer.parseInt(comm.substring(6)) : -1;
    }
}
