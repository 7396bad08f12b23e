/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hosts, VMs and vCPUs as they are read of the model. */
@Tag("plain")
class MachinesModelledTest {

    private static String text(String story) throws StateSystemDisposedException {
        return Machines.of(Modelled.of(story)).stream().map(host -> host.name() + ' ' + host.begin() + '-' + host.end() + " unattributed "
                + host.unattributed() + '\n' + host.vms().stream().map(vm -> vm.label() + ' ' + vm.evidence() + ' ' + vm.begin() + '-' + vm.end()
                        + ": " + vm.vcpus().stream().map(vcpu -> vcpu.number() + " thread " + vcpu.tid() + ' ' + vcpu.begin() + '-' + vcpu.end())
                                .collect(Collectors.joining(", ")) + '\n').collect(Collectors.joining())).collect(Collectors.joining());
    }

    /** VMs by the begin of their first vCPU, vCPUs by their numbers; one that only talks to the hypervisor runs no guest. */
    @Test
    void vmsAndVcpusHaveAnOrder() throws StateSystemDisposedException {
        assertEquals("""
                host 0 100-300 unattributed 0
                VM 20 FORK 120-300: 0 thread 21 120-300
                VM 10 FORK 130-300: 0 thread 12 140-300, 1 thread 11 130-200
                """, text("""
                100 host cpu0 fork CPU_1/KVM:11 10
                100 host cpu0 fork CPU_0/KVM:12 10
                100 host cpu0 fork CPU_0/KVM:21 20
                100 host cpu0 fork worker:13 10
                110 host cpu2 sched_switch bash:9 S CPU_0/KVM:21
                110 host cpu0 sched_switch bash:9 S CPU_1/KVM:11
                110 host cpu1 sched_switch bash:9 S CPU_0/KVM:12
                110 host cpu3 sched_switch bash:9 S worker:13
                115 host cpu3 kvm_other
                120 host cpu2 kvm_entry
                130 host cpu0 kvm_entry
                140 host cpu1 kvm_entry
                200 host cpu0 thread_exit CPU_1/KVM:11
                300 host cpu3 other
                """));
    }

    /** Without numbers in names or exits, the lowest free one each, in the order of appearance. */
    @Test
    void vcpusWithoutNumbersGetThem() throws StateSystemDisposedException {
        assertEquals("""
                host 0 100-300 unattributed 0
                VM 10 FORK 120-300: 0 thread 11 120-300, 1 thread 12 130-300, 2 thread 13 140-300
                """, text("""
                100 host cpu0 fork a:11 10
                100 host cpu0 fork CPU_1/KVM:12 10
                100 host cpu0 fork c:13 10
                110 host cpu0 sched_switch bash:9 S a:11
                110 host cpu1 sched_switch bash:9 S CPU_1/KVM:12
                110 host cpu2 sched_switch bash:9 S c:13
                120 host cpu0 kvm_entry
                130 host cpu1 kvm_entry
                140 host cpu2 kvm_entry
                300 host cpu3 other
                """));
    }

    @Test
    void aVcpuOfNoKnownProcessIsAVmOfItsThread() throws StateSystemDisposedException {
        assertEquals("""
                host 0 110-300 unattributed 1
                VM of thread 11 NONE 120-300: 0 thread 11 120-300
                """, text("""
                110 host cpu0 sched_switch bash:9 S x:11
                120 host cpu0 kvm_entry
                130 host cpu1 kvm_exit HLT
                300 host cpu0 other
                """));
    }

    @Test
    void hostsHaveTheirOwnVms() throws StateSystemDisposedException {
        assertEquals("""
                host 0 100-220 unattributed 0
                VM 10 FORK 120-220: 0 thread 11 120-220
                host 1 150-300 unattributed 0
                VM 10 FORK 170-300: 0 thread 11 170-300
                """, text("""
                100 a cpu0 fork CPU_0/KVM:11 10
                110 a cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 a cpu0 kvm_entry
                150 b cpu0 fork CPU_0/KVM:11 10
                160 b cpu0 sched_switch bash:9 S CPU_0/KVM:11
                170 b cpu0 kvm_entry
                220 a cpu0 other
                300 b cpu0 other
                """));
    }

    /** A user's word and a name in a list of all hosts mean one VM alone. */
    @Test
    void aVmOfTwoHostsHasItsHostInItsWord() throws StateSystemDisposedException {
        List<Machines.Host> hosts = Machines.of(Modelled.of(Story.TWO_HOSTS));
        assertEquals("host 0:10#1 host 0:VM 10, host 1:10#1 host 1:VM 10, 20#1 VM 20", hosts.stream().flatMap(host -> host.vms().stream())
                .map(vm -> vm.who().word() + ' ' + vm.who().labelOnHost()).collect(Collectors.joining(", ")));
        List<VmName> all = hosts.stream().flatMap(host -> host.vms().stream()).map(Machines.Vm::who).toList();
        assertEquals(List.of(all.get(1)), all.stream().filter(VmChoice.of("host 1:VM 10", all)::has).toList());
        assertEquals(all.subList(0, 2), all.stream().filter(VmChoice.of("VM 10", all)::has).toList());
    }

    @Test
    void labels() {
        assertEquals("web, web#2, VM 10, VM 0, VM of thread 11", String.join(", ", label("web", 10, 1),
                label("web", 10, 2), label(null, 10, 2), label(null, 0, 1), label(null, -1, 1)));
    }

    private static String label(String name, int pid, int run) {
        return new Machines.Vm(VmName.of("11#1", pid, name, run), Evidence.REPORTED, 0, 0, List.of()).label();
    }

    /** Of the kernel's helper threads of VMs that with the next lower process id reports whose a vCPU is. */
    @Test
    void helperThreadsOfTheKernelNameTheProcess() {
        TrackerLog reported = TrackerLog.of("""
                90 host cpu0 statedump kvm-pit/10:15 2
                91 host cpu0 statedump vhost-20:25 2
                92 host cpu0 statedump kvm-pit/x:16 2
                93 host cpu0 statedump kvm-pit/:17 2
                94 host cpu0 statedump vhost-30y:18 2
                100 host cpu0 sched_switch bash:9 S x:11
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch x:11 S x:33
                130 host cpu0 kvm_entry
                140 host cpu0 sched_switch x:33 S x:20
                150 host cpu0 kvm_entry
                160 host cpu0 sched_switch x:20 S x:8
                170 host cpu0 kvm_entry
                """);
        assertEquals("""
                11: 110 vCPU -1 from 110 of 10#1 by KERNEL_THREAD
                33: 130 vCPU -1 from 130 of 20#1 by KERNEL_THREAD
                20: 150 vCPU -1 from 150 of 20#1 by KERNEL_THREAD
                8: 170 vCPU -1 from 170 of no process
                """, reported.identities());
    }

    @Test
    void numbersInNamesOfThreads() {
        assertEquals("0 12 -1 -1 -1 -1 -1 123456789 -1", String.join(" ", number("CPU 0/KVM"), number("CPU 12/KVM"), number("CPU /KVM"),
                number("CPU x/KVM"), number("CPU 1:/KVM"), number("cpu 1/KVM"), number("CPU 1"), number("CPU 123456789/KVM"),
                number("CPU 1234567890/KVM")));
    }

    private static String number(String comm) {
        return Integer.toString(new HostThread(0, 1, 1, comm).vcpuNumberInName());
    }
}
