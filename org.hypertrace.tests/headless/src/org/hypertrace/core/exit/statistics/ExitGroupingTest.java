/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exits put together by whatever they have in common; those that have no such thing are left out. */
@Tag("plain")
class ExitGroupingTest {

    /** Exits of 1, 2, 4, … ns, each in another course of the guest. */
    private static final String STORY = """
            50 vcpu0 stage 1
            60 host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010
            61 host cpu0 kvm_entry
            100 vcpu0 initcall_start swapper/0:0 a
            110 host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010
            112 host cpu0 kvm_entry
            120 vcpu0 initcall_finish swapper/0:0 a
            200 vcpu0 switch swapper/0:0 S sh:82
            210 host cpu0 kvm_exit IOIO 0 0x1000 0x710011
            214 host cpu0 kvm_entry
            300 vcpu0 syscall_entry sh:82
            310 host cpu0 kvm_exit MSR 0 0x1000 1
            311 host cpu0 kvm_service MSR_WRITE 0x6e0
            318 host cpu0 kvm_entry
            400 vcpu0 enter sh:82 b 0
            410 host cpu0 kvm_exit CPUID
            426 host cpu0 kvm_entry
            500 vcpu0 return sh:82 b 0
            510 vcpu0 syscall_exit sh:82
            600 vcpu0 switch sh:82 S cat:83
            610 host cpu0 kvm_exit CPUID
            642 host cpu0 kvm_entry
            700 vcpu0 enter cat:83 b 0
            710 host cpu0 kvm_exit HLT
            774 host cpu0 kvm_entry
            900 host cpu0 other
            """;
    private static final ExitQuery WITHOUT_TRACING = new ExitQuery(Long.MIN_VALUE, Long.MAX_VALUE, vcpu -> true, false);

    @TempDir
    private Path fFolder;

    private String groups(ExitColumns exits, ExitGrouping grouping) {
        ExitNames names = new ExitNames(exits);
        return ExitStatistics.of(exits, WITHOUT_TRACING, grouping, new NullProgressMonitor()).stream()
                .map(row -> names.label(grouping, row.example()) + ' ' + row.total()).collect(Collectors.joining(", "));
    }

    @Test
    void byAllThereIs() {
        ExitColumns exits = FoundExits.of(fFolder, TaskStory.of(STORY));
        assertEquals("HLT 64, CPUID 48, MSR 8, IOIO 7", groups(exits, ExitGrouping.REASON));
        assertEquals("HLT 64, CPUID 48, MSR, MSR write 0x6e0 8, IOIO, port in 0x71 4, IOIO, port out 0x3f8 3", groups(exits, ExitGrouping.SUB));
        assertEquals("vCPU 0 127", groups(exits, ExitGrouping.VCPU));
        assertEquals("all others 127", groups(exits, ExitGrouping.TRACER));
        assertEquals("port in 0x71 4, port out 0x3f8 3", groups(exits, ExitGrouping.PORT));
        assertEquals("MSR write 0x6e0 8", groups(exits, ExitGrouping.MSR));
        assertEquals("cat (83) 96, sh (82) 28, swapper/0 2", groups(exits, ExitGrouping.TASK));
        assertEquals("0xffffffff81000062 80", groups(exits, ExitGrouping.FUNCTION));
        assertEquals("write 24", groups(exits, ExitGrouping.SYSCALL));
        assertEquals("0xffffffff81000061 2", groups(exits, ExitGrouping.INITCALL));
        assertEquals("cat (83) in 0xffffffff81000062: HLT 64, cat (83): CPUID 32, sh (82) in 0xffffffff81000062: CPUID 16, "
                + "sh (82) in write: MSR 8, sh (82): IOIO 4, swapper/0 in 0xffffffff81000061: IOIO 2, not recorded: IOIO 1",
                groups(exits, ExitGrouping.CAUSE));
    }

    /** Rows are what guests did, columns the reasons; what is not reported is a row too. */
    @Test
    void aMatrixOfThem() {
        ExitColumns exits = FoundExits.of(fFolder, TaskStory.of(STORY));
        ExitMatrix matrix = ExitMatrix.of(exits, WITHOUT_TRACING, ExitMatrix.Rows.TASK, new NullProgressMonitor());
        assertEquals(List.of("HLT", "CPUID", "MSR", "IOIO"), matrix.reasons());
        ExitMatrix.Vm vm = matrix.vms().get(0);
        List<String> lines = new ArrayList<>();
        vm.rows().forEach(row -> lines.add(line(row)));
        assertEquals(List.of("cat (83): 1 64, 1 32, 0 0, 0 0 = 2 96", "sh (82): 0 0, 1 16, 1 8, 1 4 = 3 28",
                "swapper/0: 0 0, 0 0, 0 0, 1 2 = 1 2", "null: 0 0, 0 0, 0 0, 1 1 = 1 1"), lines);
        assertEquals("null: 1 64, 2 48, 1 8, 3 7 = 7 127", line(vm.all()));
        // both of the longest, in either order
        ExitMatrix.Row both = vm.rows().get(0).and(vm.rows().get(1), exits);
        assertEquals("null: 1 64, 2 48, 1 8, 1 4 = 5 124", line(both));
        assertEquals("610 210", exits.begin(both.cells().get(1).longest()) + " " + exits.begin(both.cells().get(3).longest()));
        assertEquals(vm.rows().get(1).and(vm.rows().get(0), exits).cells(), both.cells());
        assertEquals(ExitMatrix.Cell.NONE, ExitMatrix.Cell.NONE.and(ExitMatrix.Cell.NONE, exits));
    }

    private static String line(ExitMatrix.Row row) {
        return row.label() + ": " + row.cells().stream().map(cell -> cell.count() + " " + cell.total()).collect(Collectors.joining(", "))
                + " = " + row.all().count() + ' ' + row.all().total();
    }

    /** Of two as long the first is the longest. */
    @Test
    void theFirstOfTwoThatAreAsLong() {
        ExitColumns exits = FoundExits.of(fFolder, """
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit MSR
                150 host cpu0 kvm_entry
                """);
        ExitMatrix.Cell first = new ExitMatrix.Cell(1, 10, 0);
        ExitMatrix.Cell second = new ExitMatrix.Cell(1, 10, 1);
        assertEquals(new ExitMatrix.Cell(2, 20, 0), first.and(second, exits));
        assertEquals(new ExitMatrix.Cell(1, 10, 1), ExitMatrix.Cell.NONE.and(second, exits));
        assertEquals(new ExitMatrix.Cell(1, 10, 0), first.and(ExitMatrix.Cell.NONE, exits));
    }

    /** Two VMs that begin at one time are in the order of their keys, VMs of hosts in that of the hosts. */
    @Test
    void vmsOfAMatrix() {
        ExitColumns exits = FoundExits.of(fFolder, """
                90 a cpu0 other
                100 b cpu0 sched_switch bash:9 S qemu:41
                101 b cpu0 kvm_entry
                102 b cpu0 kvm_exit IOIO
                103 b cpu0 kvm_entry
                104 a cpu0 sched_switch bash:9 S qemu:31
                104 a cpu1 sched_switch bash:9 S qemu:21
                110 a cpu0 kvm_entry
                110 a cpu1 kvm_entry
                120 a cpu0 kvm_exit IOIO
                125 a cpu1 kvm_exit IOIO
                126 a cpu1 kvm_entry
                150 a cpu0 kvm_entry
                200 a cpu0 other
                """);
        assertEquals(List.of("VM of thread 21", "VM of thread 31", "VM of thread 41"), ExitMatrix.of(exits, ExitQuery.ALL,
                ExitMatrix.Rows.TASK, new NullProgressMonitor()).vms().stream().map(vm -> vm.vcpu().vmLabel()).toList());
    }

    @Test
    void whatIsNotNamed() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        long function = 0xffffffff81000200L;
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(200, scenario.vm("web").task(82, "sh")).syscall(250, 900, 999).function(350, 700, function, 0)
                .reports(new GuestEvent.Name(300, new GuestCpu(0, 0, 0, 0), NameType.FUNCTION, function, "serial_put"))
                .reports(new GuestEvent.SyscallEntry(1_000, new GuestCpu(0, 0, 0, 0), 82, 4, true, 0, 0));
        vcpu.exits(320, Exit.IO).enters(330).exits(400, Exit.IO).enters(420).exits(1_100, Exit.IO).enters(1_140);
        scenario.until(2_000);
        ExitColumns exits = FoundExits.of(fFolder, scenario::report);
        assertEquals("write (i386) 40, system call 999 30", groups(exits, ExitGrouping.SYSCALL));
        assertEquals("serial_put 20", groups(exits, ExitGrouping.FUNCTION));
        ExitNames names = new ExitNames(exits);
        int io = exits.firstFrom(1_100);
        assertEquals("write", names.syscallName(names.cause(io)));
        assertEquals("write (i386)", names.innermost(names.cause(io)));
        assertNull(names.functionName(names.cause(io)));
        assertNull(names.initcallName(names.cause(io)));
        assertNull(names.syscallName(names.cause(exits.firstFrom(320))));
        assertEquals("serial_put", names.innermost(names.cause(exits.firstFrom(400))));
        assertEquals("sh 82", names.task(names.cause(io)).name() + ' ' + names.task(names.cause(io)).tid());
    }
}
