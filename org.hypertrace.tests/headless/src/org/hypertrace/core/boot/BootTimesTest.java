/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Test;

/** Where the time of levels and initcalls went: what happens when one begins is in it, what happens when it ends is not. */
class BootTimesTest {

    private final ITmfStateSystem fStates = Modelled.ofTasks("""
            100 vcpu0 switch swapper/0:0 S init:1
            110 vcpu0 level device took 2
            120 vcpu0 initcall_start init:1 a took 3
            130 host cpu0 kvm_exit IOIO
            134 host cpu0 kvm_entry
            140 vcpu0 initcall_finish init:1 a took 1
            140 vcpu0 initcall_start init:1 b
            145 host cpu0 sched_switch CPU_0/KVM:11 R backup:50
            148 host cpu0 sched_switch backup:50 S CPU_0/KVM:11
            149 host cpu0 kvm_entry
            150 vcpu0 initcall_finish init:1 b
            160 vcpu0 level late
            170 host cpu0 other
            """);

    private BootTimes times() throws StateSystemDisposedException {
        return BootTimes.of(fStates, Boots.of(fStates).get(0));
    }

    @Test
    void anExitIsInWhatBeginsWithIt() throws StateSystemDisposedException {
        assertEquals(Map.of("VMMCALL", 1, "IOIO", 1), times().initcall(0).exits());
        // one is left and the next entered at one time, by two exits: both are in the later one
        assertEquals(Map.of("VMMCALL", 2), times().initcall(1).exits());
        assertEquals(Map.of("VMMCALL", 5, "IOIO", 1), times().level(0).exits());
        assertEquals(Map.of("VMMCALL", 1), times().level(1).exits());
        assertEquals(2, times().initcall(0).exitCount());
    }

    @Test
    void allOfItsTimeIsInOneState() throws StateSystemDisposedException {
        TimeSplit a = times().initcall(0);
        assertEquals("20 = 13 guest + 7 host kernel, 3 of its tracer", a.whole() + " = " + a.own() + " guest + "
                + a.ns(VcpuState.HOST_KERNEL) + " host kernel, " + a.tracer() + " of its tracer");
        TimeSplit b = times().initcall(1);
        assertEquals("10 = 6 guest + 3 preempted by backup + 1 host kernel", b.whole() + " = " + b.own() + " guest + "
                + b.ns(VcpuState.PREEMPTED) + " preempted by " + b.preemptors().get(0).name() + " + " + b.ns(VcpuState.HOST_KERNEL)
                + " host kernel");
        assertEquals(b.whole() - b.own(), b.host());
        assertEquals("30 = 19", TimeSplit.sum(List.of(a, b)).whole() + " = " + TimeSplit.sum(List.of(a, b)).own());
    }

    @Test
    void oneInitcallAloneIsWhatItIsAmongAll() throws StateSystemDisposedException {
        GuestBoot boot = Boots.of(fStates).get(0);
        TimeSplit a = BootTimes.initcall(fStates, boot, boot.initcalls().get(0));
        assertEquals("20 = 13 guest + 7 host, 3 of its tracer", a.whole() + " = " + a.own() + " guest + " + a.host() + " host, " + a.tracer() + " of its tracer");
        TimeSplit b = BootTimes.initcall(fStates, boot, boot.initcalls().get(1));
        assertEquals("10 = 6 guest + 4 host, 3 preempted by backup", b.whole() + " = " + b.own() + " guest + " + b.host() + " host, "
                + b.ns(VcpuState.PREEMPTED) + " preempted by " + b.preemptors().get(0).name());
        assertEquals(Map.of("VMMCALL", 2), b.exits());
    }
}
