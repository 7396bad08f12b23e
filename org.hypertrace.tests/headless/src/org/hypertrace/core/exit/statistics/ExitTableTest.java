/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.track.VcpuTimes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is needed to judge the exits of a VM: the life of its vCPUs, how much of it they were idle, and what tracing cost. */
class ExitTableTest {

    /**
     * A VM on host a: vCPU 1 from 110 on, asleep for HLT from 122 to 140, vCPU 0 from 200 on, which sends a hypercall of 4 ns. One
     * on host b before it, one after it on host a. All live until 310, that on host b until 305.
     */
    private static final String STORY = """
            90 a cpu0 other
            91 b cpu0 sched_switch bash:9 S CPU_0/KVM:31
            92 b cpu0 kvm_entry
            100 a cpu0 fork CPU_1/KVM:11 10
            100 a cpu1 fork CPU_0/KVM:12 10
            101 a cpu0 sched_switch bash:9 S CPU_1/KVM:11
            101 a cpu1 sched_switch bash:9 S CPU_0/KVM:12
            102 a cpu2 sched_switch bash:9 S CPU_0/KVM:21
            110 a cpu0 kvm_entry
            120 a cpu0 kvm_exit HLT 1
            122 a cpu0 sched_switch CPU_1/KVM:11 S swapper/0:0
            140 a cpu0 sched_waking CPU_1/KVM:11 cpu0
            147 a cpu0 sched_switch swapper/0:0 R CPU_1/KVM:11
            150 a cpu0 kvm_entry
            200 a cpu1 kvm_entry
            202 a cpu2 kvm_entry
            210 a cpu1 kvm_exit VMMCALL 0 0xffffffff81000000
            211 a cpu1 kvm_hypercall 0x81 0x4754524300000100 1 0 0
            214 a cpu1 kvm_entry
            220 a cpu1 kvm_exit IOIO 0
            230 a cpu1 kvm_entry
            305 b cpu0 other
            310 a cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private ExitTable table(String story, long from, long to) {
        return ExitTable.of(FoundExits.of(fFolder, story), new ExitQuery(from, to, vcpu -> true, true), ExitGrouping.REASON,
                new NullProgressMonitor());
    }

    private ExitTable.Vm vm(long from, long to) {
        return table(STORY, from, to).vms().get(0);
    }

    private static String line(ExitTable.Vm vm) {
        return vm.first().vmLabel() + ": " + vm.vcpus().stream().map(ExitVcpu::number).toList() + " lifetime " + vm.lifetime()
                + " halted " + vm.halted() + " active " + vm.active() + ", " + vm.tracer();
    }

    @Test
    void byHostAndThenInTheOrderOfTheirBeginnings() {
        ExitTable table = table(STORY, 0, 1000);
        assertEquals("VM 10: [0, 1] lifetime 310 halted 18 active 292, Tracer[count=1, inRange=4, stolen=0]", line(table.vms().get(0)));
        assertEquals("VM of thread 21: [0] lifetime 108 halted 0 active 108, null", line(table.vms().get(1)));
        assertEquals("VM of thread 31: [0] lifetime 213 halted 0 active 213, null", line(table.vms().get(2)));
        assertEquals(3, table.vms().size());
        // without what is halted and without itself
        assertEquals(4 / (310.0 - 18 - 4), table.vms().get(0).slowDown());
        assertTrue(Double.isNaN(table.vms().get(1).slowDown()));
    }

    @Test
    void onlyThoseThatLivedInTheStretch() {
        assertEquals(List.of("VM 10: [1] lifetime 45 halted 18 active 27, null",
                "VM of thread 31: [0] lifetime 45 halted 0 active 45, null"),
                table(STORY, 110, 155).vms().stream().map(ExitTableTest::line).toList());
        assertEquals(List.of(), table(STORY, 310, 1000).vms());
        assertEquals(List.of("VM of thread 31"), table(STORY, 92, 110).vms().stream().map(vm -> vm.first().vmLabel()).toList());
        assertEquals(List.of(), table(STORY, 0, 92).vms());
    }

    /** Of the 18 ns in an exit from 120 to 150 at the most what of the exit is in the stretch. */
    @Test
    void idleTimeIsInTheStretch() {
        assertEquals(18, vm(120, 150).halted());
        assertEquals(18, vm(120, 138).halted());
        assertEquals(17, vm(120, 137).halted());
        assertEquals(10, vm(110, 130).halted());
        assertEquals(18, vm(121, 200).halted());
        assertEquals(18, vm(132, 200).halted());
        assertEquals(17, vm(133, 200).halted());
        assertEquals(5, vm(145, 200).halted());
        assertEquals(3, vm(145, 148).halted());
        assertEquals(0, vm(150, 200).halted());
        // at least 1: it is what shares are of
        assertEquals(1, vm(140, 145).active());
        assertEquals(5, vm(140, 145).lifetime());
        // what another VM sleeps is not this one's
        assertEquals(0, table(STORY, 145, 250).vms().get(1).halted());
        assertEquals(0, table(STORY, 110, 130).vms().get(1).halted());
    }

    /** From 200 to 280 in an exit for tracing: others have the processor from 220 to 250, and it waits for it from 262 to 272. */
    @Test
    void whatIsStolenIsNoCostOfTracing() {
        String story = """
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                200 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                201 host cpu0 kvm_hypercall 0x81 0x4754524300000100 1 0 0
                220 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                250 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                260 host cpu0 sched_switch CPU_0/KVM:11 S bash:9
                262 host cpu0 sched_waking CPU_0/KVM:11 cpu0
                272 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                280 host cpu0 kvm_entry
                300 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                301 host cpu0 kvm_hypercall 0x85 2 0 0 0
                310 host cpu0 kvm_entry
                610 host cpu0 other
                """;
        ExitTable.Vm all = table(story, 0, 1000).vms().get(0);
        assertEquals(new ExitTable.Tracer(2, 90, 40), all.tracer());
        assertEquals(50, all.tracer().own());
        assertEquals(50.0 / (500 - 50), all.slowDown());
        // which state the part of the exit is that is in the stretch, nobody knows
        assertEquals(new ExitTable.Tracer(1, 40 + 10, 0), table(story, 240, 1000).vms().get(0).tracer());
        assertEquals(new ExitTable.Tracer(1, 79, 0), table(story, 200, 279).vms().get(0).tracer());
        assertEquals(new ExitTable.Tracer(1, 80, 40), table(story, 200, 280).vms().get(0).tracer());
    }

    @Test
    void whatTracingCostsInTheStretch() {
        // 4 of 2 * 100 - 4 ns; the sleep is before
        assertEquals(4.0 / 196, vm(200, 300).slowDown());
        assertNull(vm(211, 300).tracer());
        assertTrue(Double.isNaN(vm(211, 300).slowDown()));
        ExitTable.Vm part = vm(205, 212);
        assertEquals(new ExitTable.Tracer(1, 2, 0), part.tracer());
        assertEquals(2.0 / (14 - 2), part.slowDown());
        // a stretch with nothing else: what it slows down cannot be reported
        ExitTable.Vm only = ExitTable.of(FoundExits.of(fFolder, STORY), new ExitQuery(210, 214, vcpu -> vcpu == 2, true), ExitGrouping.REASON,
                new NullProgressMonitor()).vms().get(0);
        assertEquals("[0] " + new ExitTable.Tracer(1, 4, 0), only.vcpus().stream().map(ExitVcpu::number).toList() + " " + only.tracer());
        assertTrue(Double.isNaN(only.slowDown()));
    }

    @Test
    void rowsAreThoseOfTheVm() {
        ExitTable table = table(STORY, 0, 1000);
        assertEquals("HLT 30, IOIO 10, VMMCALL 4", rows(table, 0));
        assertEquals("", rows(table, 1));
        ExitTable byVcpu = table.by(ExitGrouping.VCPU, new NullProgressMonitor());
        assertEquals("vCPU 1 30, vCPU 0 14", rows(byVcpu, 0));
        assertEquals(ExitGrouping.VCPU, byVcpu.grouping());
        assertEquals(line(table.vms().get(0)), line(byVcpu.vms().get(0)));
        ExitTable byTracer = table.by(ExitGrouping.TRACER, new NullProgressMonitor());
        assertEquals("all others 40, tracing 4", rows(byTracer, 0));
        ExitFigures halt = table.vms().get(0).rows().get(0);
        assertEquals("12 18 7", halt.cost() + " " + halt.ns(VcpuState.HALTED) + " " + halt.ns(VcpuState.WAKING));
    }

    private static String rows(ExitTable table, int vm) {
        ExitNames names = new ExitNames(table.exits());
        return String.join(", ", table.vms().get(vm).rows().stream().map(row -> names.label(table.grouping(), row.example()) + ' ' + row.total())
                .toList());
    }

    /** Of the whole life, whatever the stretch is. */
    @Test
    void whereTheWholeLifeWent() {
        ExitTable.Vm vm = vm(205, 212);
        assertEquals(3, vm.count(VcpuTimes.Count.COMPLETE));
        assertEquals(2, vm.count(VcpuTimes.Count.ENDED_ENTERED));
        assertEquals(44, vm.ns(VcpuTimes.Phase.EXIT));
        assertEquals(310 - 44, vm.ns(VcpuTimes.Phase.ENTERED));
        assertEquals(List.of(), vm.unknown(0, 1000));
        VcpuTimes times = vm.first().times();
        assertEquals(2, times.exits());
        assertEquals(0, times.beforeExit());
    }

    /** From an entry to the exit event the host may have served the interrupt already; each kind of an exit counts as one. */
    @Test
    void timesOfALifeWithAllThatCanBeMissing() {
        VcpuTimes times = table("""
                100 a cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 a cpu0 kvm_entry
                115 a cpu0 irq_entry 4
                118 a cpu0 irq_exit
                120 a cpu0 kvm_exit INTR
                130 a cpu0 kvm_entry
                140 a cpu0 kvm_exit INTR
                150 a cpu0 kvm_exit INTR
                160 a cpu0 lost 170 7
                180 a cpu0 sched_switch bash:9 S CPU_0/KVM:11
                185 a cpu0 kvm_entry
                187 a cpu0 kvm_exit HLT
                190 a cpu0 other
                """, 0, 1000).vms().get(0).first().times();
        assertEquals("1 1 1 1", times.count(VcpuTimes.Count.COMPLETE) + " " + times.count(VcpuTimes.Count.WITHOUT_ENTRY) + ' '
                + times.count(VcpuTimes.Count.LOST) + ' ' + times.count(VcpuTimes.Count.UNFINISHED));
        assertEquals(4, times.exits());
        // from 115 to 120
        assertEquals(5, times.beforeExit());
    }
}
