/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.testing.log.BootLog;
import org.hypertrace.testing.story.KernelStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a guest boots: parts of its life, levels, initcalls, panics. */
class BootTrackerTest {

    @TempDir
    private Path fFolder;

    @Test
    void aBootFromItsFirstCodeToItsLast() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: kernel
                130 boot 1: initcall levels
                130 boot 1: level start_kernel
                140 boot 1: level device
                150 boot 1: initcall 0 at 5 depth 0 of thread 1 in level 1
                160 boot 1: initcall 0 returns -19 after 7
                170 boot 1: levels end
                170 boot 1: userspace
                180 boot 1: ready
                190 boot 1: shutting down
                200 boot 1: stopped
                """, BootLog.reported("""
                110 0x85 1 0 0 0
                120 0x85 2 0 0 0
                130 0x7b 0 0 'start_ke' 'rnel'
                140 0x7b 1 0 'device' 0
                150 0x7c 5 1 0 0
                160 0x7d 5 0xffffffffffffffed 7 1
                170 0x85 3 0 0 0
                180 0x85 4 0 0 0
                190 0x85 5 0 0 0
                200 0x85 6 0 0 0"""));
    }

    @Test
    void anEarlierMarkerIsAnotherBoot() {
        String restarts = """
                110 0x85 2 0 0 0
                120 0x7b 0 0 'start_ke' 'rnel'
                130 0x7c 5 1 0 0
                140 %s
                150 0x7d 5 0 7 1""";
        for (String marker : List.of("0x85 1 0 0 0", "0x85 2 0 0 0", "0x7b 0 0 'start_ke' 'rnel'")) {
            String reported = BootLog.reported(restarts.formatted(marker));
            assertTrue(reported.contains("140 boot 2: begins\n") && reported.endsWith("150 boot 2: unmatched\n"), reported);
        }
    }

    @Test
    void withoutItsWordUserSpaceBeginsWithTheFirstProgramOfPid1() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: initcall levels
                110 boot 1: level late
                130 boot 1: levels end
                130 boot 1: userspace
                140 boot 1: initcall 0 at 5 depth 0 of thread 70 in level -1
                """, BootLog.reported("""
                110 0x7b 0 0 'late' 0
                120 0x6a 0x500000005 5 'sh' 0
                130 0x6a 0x100000001 1 'init' 0
                135 0x6a 0x100000001 1 'init' 0
                140 0x7c 5 70 0 0"""));
    }

    @Test
    void initcallsOfSeveralThreadsAndWithinEachOther() {
        assertEquals("""
                120 boot 1: initcall 0 at 5 depth 0 of thread 1 in level 0
                130 boot 1: initcall 1 at 6 depth 0 of thread 40 in level 0
                140 boot 1: initcall 2 at 7 depth 1 of thread 1 in level 0
                150 boot 1: initcall 2 returns 0 after 9
                160 boot 1: initcall 0 returns 0 after 8
                170 boot 1: level late
                180 boot 1: initcall 1 returns 0 after 7
                190 boot 1: unmatched
                """, BootLog.reported("""
                110 0x7b 0 0 'device' 0
                120 0x7c 5 1 0 0
                130 0x7c 6 40 0 0
                140 0x7c 7 1 0 0
                150 0x7d 7 0 9 1
                160 0x7d 5 0 8 1
                170 0x7b 1 0 'late' 0
                180 0x7d 6 0 7 40
                190 0x7d 6 0 7 40""").lines().skip(4).map(line -> line + '\n').collect(Collectors.joining()));
    }

    @Test
    void aPanicHappensInAnInitcall() {
        assertEquals("""
                120 boot 1: initcall 0 at 5 depth 0 of thread 1 in level 0
                125 boot 1: _text at ffffffff81000000
                130 boot 1: oops at 77 in thread 1 in initcall 0 stack [5, 9] after \
                [boot_level_begin@110, initcall_start@120, base@125, func_entry@126, func_entry@127]
                140 boot 1: panic 'Fatal_ex' in thread 1 in initcall 0 stack [5] after \
                [boot_level_begin@110, initcall_start@120, base@125, func_entry@126, func_entry@127, die@130, func_exit@135]
                140 boot 1: panicked
                150 boot 1: because 'Fatal_exception'
                999 boot 1: function 5 called 1 took 0 self 0
                999 boot 1: function 9 called 1 took 8 self 8
                """, BootLog.reported("""
                110 0x7b 0 0 'device' 0
                120 0x7c 5 1 0 0
                125 0x82 0xffffffff81000000 0 0 1
                126 0x64 5 0 0 1
                127 0x64 9 1 0 1
                130 0x7f 77 0 0 1
                135 0x65 9 8 1 1
                140 0x7e 1 0 'Fatal_ex' 0
                150 0x80 0x10000000f 'Fatal_ex' 'ception' 0""").lines().skip(4).map(line -> line + '\n')
                .collect(Collectors.joining()));
    }

    @Test
    void aNestedGuestBootsForItself() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: initcall levels
                110 boot 1: level device
                120 of 1.3 boot 1: begins
                120 of 1.3 boot 1: initcall levels
                120 of 1.3 boot 1: level early
                """, BootLog.reported("""
                110 0x7b 0 0 'device' 0
                120 0x31007b 0 0 'early' 0"""));
    }

    @Test
    void aTracerThatIsLoadedLaterReportsThatTheKernelRuns() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                120 boot 1: running
                130 boot 1: ends: booted again
                130 boot 2: begins
                130 boot 2: kernel
                """, BootLog.reported("""
                110 0x81 0x4754524300000100 1 0 0
                120 0x66 0x500000006 0 'sh' 0
                130 0x85 2 0 0 0"""));
    }

    @Test
    void functionsAreCountedWithTheTimeOfTheirOwn() {
        String counted = """
                999 boot 1: function 5 called 2 took 130 self 90
                999 boot 1: function 6 called 2 took 40 self 31
                999 boot 1: function 7 called 1 took 9 self 9
                """;
        String reported = BootLog.reported("""
                110 0x64 5 0 0 1
                111 0x64 6 1 0 1
                112 0x64 7 2 0 1
                113 0x64 9 0 0 2
                114 0x65 7 9 2 1
                115 0x65 6 30 1 1
                116 0x64 6 1 0 1
                117 0x65 6 10 1 1
                118 0x65 5 100 0 1
                119 0x64 5 0 0 1
                120 0x65 5 30 0 1""");
        assertTrue(reported.endsWith(counted + "999 boot 1: function 9 called 1 took 0 self 0\n"), reported);
    }

    @Test
    void aBatchOfExitsIsEnoughToCount() {
        // 0x90: low 31 bits of the address, depth, no shift, duration: 7 in 6 in 5, in the order of their returns
        String reported = BootLog.reported("""
                105 0x81 0x4754524303e80100 1 0 0
                110 0x90 0x0000000200000001 %s %s %s""".formatted(exit(7, 2, 9), exit(6, 1, 30), exit(5, 0, 100)));
        assertTrue(reported.contains("function %d called 1 took 100 self 70".formatted(0xffffffff80000005L)), reported);
        assertTrue(reported.contains("function %d called 1 took 30 self 21".formatted(0xffffffff80000006L)), reported);
        assertTrue(reported.contains("function %d called 1 took 9 self 9".formatted(0xffffffff80000007L)), reported);
    }

    private static String exit(long address, long depth, long duration) {
        return "0x" + Long.toHexString(address << 33 | depth << 28 | duration);
    }

    /** Initcalls are functions that boot only, or of modules, which do_one_initcall calls. */
    @Test
    void initcallsAreFoundAmongTheFunctionsThatTheirCallerCalls() throws IOException {
        Path map = Files.writeString(fFolder.resolve("map"), """
                ffffffff81000000 T _text
                ffffffff81000e60 T do_one_initcall
                ffffffff81001000 T initcall_blacklisted
                ffffffff81d00000 T _sinittext
                ffffffff81d00010 t acpi_init
                ffffffff81d10000 T _einittext
                """);
        String functions = """
                105 0x82 0xffffffff82000000 0 0 1
                110 0x64 0xffffffff82000e60 0 0 1
                111 0x64 0xffffffff82001000 1 0 1
                112 0x65 0xffffffff82001000 1 1 1
                113 0x64 0xffffffff82d00010 1 0 1
                114 0x64 0xffffffff82d00020 2 0 1
                115 0x65 0xffffffff82d00020 2 2 1
                116 0x65 0xffffffff82d00010 4 1 1
                117 0x65 0xffffffff82000e60 7 0 1
                118 0x64 0xffffffff82d00010 1 0 1
                120 0x64 0xffffffff82000e60 4 0 7
                121 0x64 0xffffffffc0000010 5 0 7
                122 0x65 0xffffffffc0000010 3 5 7
                """;
        String expected = """
                113 boot 1: initcall 0 at -2100297712 depth 0 of thread 1 in level -1
                116 boot 1: initcall 0 returns null after 4
                121 boot 1: initcall 1 at -1073741808 depth 0 of thread 7 in level -1
                122 boot 1: initcall 1 returns null after 3
                """;
        assertEquals(expected, initcalls(BootLog.story(KernelStory.BEGIN + KernelStory.of(functions), SymbolReader.read(map))));
        assertEquals("", initcalls(BootLog.reported(functions)), "without symbols nobody knows");
        assertEquals("""
                106 boot 1: initcall 0 at 5 depth 0 of thread 1 in level -1
                """, initcalls(BootLog.story(KernelStory.BEGIN + KernelStory.of(functions.replaceFirst(
                "\n", "\n106 0x7c 5 1 0 0\n")),
                SymbolReader.read(map))), "a guest that reports them itself is believed");
    }

    private static String initcalls(String reported) {
        return reported.lines().filter(line -> line.contains(": initcall ")).map(line -> line + '\n').collect(Collectors.joining());
    }

    @Test
    void whatTheHostAloneReports() {
        assertEquals("""
                110 boot 1: begins
                110 boot 1: launched
                125 boot 1: triple fault
                125 boot 1: stopped
                130 boot 1: ends: reset
                130 boot 2: begins
                130 boot 2: launched
                150 boot 2: kernel
                160 boot 2: ends: QEMU ended
                """, BootLog.story("""
                100 host cpu0 fork CPU_0/KVM:11 10
                101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_tsc_offset 0 7
                111 host cpu0 kvm_tsc_offset 7 7
                120 host cpu0 kvm_entry
                121 host cpu0 kvm_exit MSR 0 0xffffffff81000000
                122 host cpu0 kvm_tsc_offset 7 7
                123 host cpu0 kvm_entry
                125 host cpu0 kvm_exit SHUTDOWN 0 0xffffffff81000000
                130 host cpu0 kvm_tsc_offset 7 7
                131 host cpu0 kvm_tsc_offset 7 7
                140 host cpu0 kvm_entry
                150 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                150 host cpu0 kvm_hypercall 0x85 2 0 0 0
                160 host cpu0 thread_exit CPU_0/KVM:11
                """));
    }

    @Test
    void aVmThatWasThereIsNotLaunched() {
        assertEquals("", BootLog.story("""
                100 host cpu0 statedump CPU_0/KVM:11 10
                101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 host cpu0 kvm_entry
                121 host cpu0 kvm_exit HLT 0
                """));
        assertEquals("", BootLog.story("""
                121 host cpu0 kvm_exit HLT 0
                122 host cpu0 kvm_entry
                123 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                """));
    }

    @Test
    void aGuestThatBootsWithoutEndIsBounded() {
        String reported = BootLog.reported(java.util.stream.IntStream.range(0, 5000).mapToObj(i -> 200 + i + " 0x85 1 0 0 0\n")
                .collect(Collectors.joining()));
        assertTrue(reported.contains("boot 1024: begins") && !reported.contains("boot 1025"));
    }
}
