/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.view.Migrations;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Test;

/** Who a thread is at a time, and from where to where a vCPU moved. */
class VcpuNamesTest {

    private final ITmfStateSystem fStates = Modelled.of("""
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit INTR
            130 host cpu0 sched_switch CPU_0/KVM:11 R make:20
            140 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
            150 host cpu1 kvm_entry
            160 host cpu1 kvm_exit INTR
            170 host cpu1 thread_exit CPU_0/KVM:11
            175 host cpu0 sched_switch make:20 S bash:9
            180 host cpu0 sched_switch bash:9 S cc1:20
            190 host cpu0 other
            """);

    private Machines.Host host() throws StateSystemDisposedException {
        return Machines.of(fStates).get(0);
    }

    @Test
    void aThreadHasTheNameOfThatTime() throws StateSystemDisposedException {
        VcpuNames names = new VcpuNames(fStates, host());
        assertEquals("make (20), make, cc1", names.task(20, 140) + ", " + names.thread(20, 140) + ", " + names.thread(20, 185));
        // before its first name was reported it had that one
        assertEquals("make", names.thread(20, 105));
        assertEquals("thread 77, thread 77", names.task(77, 140) + ", " + names.thread(77, 140));
    }

    @Test
    void aThreadIsAVcpuWhileThatLives() throws StateSystemDisposedException {
        VcpuNames names = new VcpuNames(fStates, host());
        Machines.Vcpu vcpu = host().vms().get(0).vcpus().get(0);
        assertEquals("110-170", vcpu.begin() + "-" + vcpu.end());
        assertEquals(vcpu, names.vcpu(11, 110).vcpu());
        assertEquals(vcpu, names.vcpu(11, 170).vcpu());
        assertEquals(host().vms().get(0).label() + " vCPU 0", names.vcpu(11, 140).label());
        assertNull(names.vcpu(11, 109));
        assertNull(names.vcpu(11, 171));
        assertNull(names.vcpu(20, 140));
    }

    /** It had no processor from 130 to 140: the arrow begins where it was, and ends where it is. */
    @Test
    void aVcpuThatMovesHasAnArrow() throws StateSystemDisposedException {
        Machines.Vcpu vcpu = host().vms().get(0).vcpus().get(0);
        List<Migrations.Rows> rows = List.of(new Migrations.Rows(vcpu, cpu -> 10 + cpu, cpu -> 20 + cpu));
        List<ITimeGraphArrow> arrows = Migrations.arrows(fStates, rows, 100, 190, null);
        assertEquals(1, arrows.size());
        ITimeGraphArrow arrow = arrows.get(0);
        assertEquals("10 to 21, from 130 for 10", arrow.getSourceId() + " to " + arrow.getDestinationId() + ", from " + arrow.getStartTime()
                + " for " + arrow.getDuration());
        assertEquals(1, Migrations.arrows(fStates, rows, 139, 140, null).size());
        assertEquals(0, Migrations.arrows(fStates, rows, 140, 190, null).size());
        assertEquals(0, Migrations.arrows(fStates, rows, 100, 139, null).size());
    }
}
