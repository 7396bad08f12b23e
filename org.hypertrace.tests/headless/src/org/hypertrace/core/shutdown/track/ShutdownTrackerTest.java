/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.testing.log.ShutdownLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a guest shuts down: steps, devices, notifiers, or the functions that are these. */
class ShutdownTrackerTest {

    private static final String MAP = """
            ffffffff81000000 T _text
            ffffffff81000100 T kernel_restart
            ffffffff81000200 T kernel_power_off
            ffffffff81000300 T blocking_notifier_call_chain
            ffffffff81000400 T notifier_call_chain
            ffffffff81000500 t md_notify_reboot
            ffffffff81000600 T device_shutdown
            ffffffff81000700 T irq_enter_rcu
            """;

    @TempDir
    private Path fFolder;

    private String reported(String words, String map) throws IOException {
        return ShutdownLog.of(words, map == null ? null : SymbolReader.read(Files.writeString(fFolder.resolve("map"), map)));
    }

    @Test
    void stepsAsTheGuestReportsThem() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: requested
                120 shutdown 1: kernel by thread -1
                120 shutdown 1: begin 0 at depth 0 STEP notifiers
                130 shutdown 1: begin 1 at depth 1 STEP md_notif
                140 shutdown 1: end 1 at depth 1 STEP md_notif
                150 shutdown 1: end 0 at depth 0 STEP notifiers
                160 shutdown 1: last
                165 shutdown 1: gave up
                170 shutdown 1: ends: QEMU ended
                """, reported("""
                110 0x85 5 0 0 0
                120 0x86 1 5 'notifier' 's'
                130 0x86 2 6 'md_notif' 0
                140 0x87 2 6 'md_notif' 0
                150 0x87 1 5 'notifier' 's'
                160 0x85 6 0 0 0
                165 host cpu0 kvm_exit SHUTDOWN 0 0xffffffff81000000
                170 host cpu0 thread_exit CPU_0/KVM:11
                """, null));
    }

    @Test
    void theNameOfANotifierDoesNotReportTheKind() throws IOException {
        String reported = reported("""
                120 0x86 1 5 'notifier' 's'
                130 0x86 2 6 'ht_on_re' 'boot'
                135 0x85 5 0 'power_of' 'f'
                140 0x87 2 6 'ht_on_re' 'boot'
                150 0x86 3 7 'perf_reb' 'oot'
                """, null);
        assertTrue(reported.contains("135 shutdown 1: kind POWEROFF\n") && !reported.contains("REBOOT"), reported);
    }

    @Test
    void stepsWithoutAnEndFollowEachOther() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: kernel by thread -1
                110 shutdown 1: begin 0 at depth 0 STEP a
                120 shutdown 1: end 0 at depth 0 STEP a
                120 shutdown 1: begin 1 at depth 0 STEP b
                130 shutdown 1: ends: booted again
                140 shutdown 2: begins
                140 shutdown 2: kernel by thread -1
                140 shutdown 2: begin 0 at depth 0 STEP a
                """, reported("""
                110 0x86 104 0 'a' 0
                120 0x86 105 0 'b' 0
                130 0x85 2 0 0 0
                140 0x86 104 0 'a' 0
                """, null));
    }

    /** A return of such an address, later, is that of another call whose begin is missing. */
    @Test
    void whatIsDeeperThanWhatReturnsOrBeginsIsNotOpenAnyMore() throws IOException {
        String begin = """
                115 0x64 0xffffffff81000100 2 0 66
                120 0x64 0xffffffff81000300 3 0 66
                125 0x64 0xffffffff81000400 4 0 66
                130 0x64 0xffffffff81000500 5 0 66
                """;
        String reported = """
                115 shutdown 1: begins
                115 shutdown 1: kernel by thread 66
                115 shutdown 1: kind REBOOT
                120 shutdown 1: begin 0 at depth 0 FUNCTION ffffffff81000300
                125 shutdown 1: begin 1 at depth 1 FUNCTION ffffffff81000400
                130 shutdown 1: begin 2 at depth 2 FUNCTION ffffffff81000500
                """;
        assertEquals(reported + """
                140 shutdown 1: end 1 at depth 1 FUNCTION ffffffff81000400
                """, reported(begin + """
                140 0x65 0xffffffff81000400 15 4 66
                150 0x65 0xffffffff81000500 20 5 66
                """, MAP));
        assertEquals(reported + """
                140 shutdown 1: begin 3 at depth 0 FUNCTION ffffffff81000600
                160 shutdown 1: end 3 at depth 0 FUNCTION ffffffff81000600
                170 shutdown 1: end 0 at depth 0 FUNCTION ffffffff81000300
                """, reported(begin + """
                140 0x64 0xffffffff81000600 3 0 66
                150 0x65 0xffffffff81000500 20 5 66
                160 0x65 0xffffffff81000600 20 3 66
                170 0x65 0xffffffff81000300 50 3 66
                """, MAP));
    }

    @Test
    void functionsBelowTheKernelsFunctionForIt() throws IOException {
        String functions = """
                105 0x82 0xffffffff82000000 0 0 1
                110 0x64 0xffffffff82000600 0 0 66
                115 0x64 0xffffffff82000100 2 0 66
                120 0x64 0xffffffff82000300 3 0 66
                121 0x64 0xffffffff82000300 3 0 70
                125 0x64 0xffffffff82000400 4 0 66
                130 0x64 0xffffffff82000500 5 0 66
                131 0x64 0xffffffff82000700 6 0 66
                140 0x65 0xffffffff82000500 10 5 66
                141 0x65 0xffffffff82000300 20 3 66
                150 0x64 0xffffffff82000600 3 0 66
                155 0x64 0xffffffff82000700 3 0 66
                156 0x65 0xffffffff82000600 6 3 66
                157 0x65 0xffffffff82000700 2 3 66
                """;
        assertEquals("""
                115 shutdown 1: begins
                115 shutdown 1: kernel by thread 66
                115 shutdown 1: kind REBOOT
                120 shutdown 1: begin 0 at depth 0 FUNCTION ffffffff82000300
                125 shutdown 1: begin 1 at depth 1 FUNCTION ffffffff82000400
                130 shutdown 1: begin 2 at depth 2 FUNCTION ffffffff82000500
                140 shutdown 1: end 2 at depth 2 FUNCTION ffffffff82000500
                141 shutdown 1: end 0 at depth 0 FUNCTION ffffffff82000300
                150 shutdown 1: begin 3 at depth 0 FUNCTION ffffffff82000600
                155 shutdown 1: begin 4 at depth 0 FUNCTION ffffffff82000700
                156 shutdown 1: end 3 at depth 0 FUNCTION ffffffff82000600
                157 shutdown 1: end 4 at depth 0 FUNCTION ffffffff82000700
                """, reported(functions, MAP));
        assertEquals("", reported(functions, null), "without symbols nobody knows");
    }

    /** A reset of the machine ends a shutdown, and the next is one of its own. */
    @Test
    void aResetEndsIt() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: last
                120 shutdown 1: ends: reset
                130 shutdown 2: begins
                130 shutdown 2: requested
                """, reported("""
                110 0x85 6 0 0 0
                120 host cpu0 kvm_tsc_offset 7 7
                121 host cpu0 kvm_entry
                130 0x85 5 0 'asked' 0
                """, null));
    }

    /** The driver and the whole name of a device are reported before its step. */
    @Test
    void devicesHaveDriversAndWholeNames() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: kernel by thread -1
                110 shutdown 1: begin 0 at depth 0 STEP device_shutdown
                121 shutdown 1: begin 1 at depth 1 STEP sd 0:0:1:0
                122 shutdown 1: end 1 at depth 1 STEP sd 0:0:1:0
                126 shutdown 1: begin 2 at depth 1 STEP virtio pci 0000:00:01.0/virtio1
                127 shutdown 1: end 2 at depth 1 STEP virtio pci 0000:00:01.0/virtio1
                130 shutdown 1: begin 3 at depth 1 STEP unended
                """, reported("""
                110 0x86 1 5 'device_s' 'hutdown'
                120 0x88 0x99 0x8000000000000002 0x313a303a30206473 ':0'
                121 0x86 2 6 '0:0:1:0' 0
                122 0x87 2 6 '0:0:1:0' 0
                123 0x88 0x98 2 0x70206f6974726976 0x3a30303030206963
                124 0x88 0x98 0x100002 '00:01.0/' 'virtio1'
                125 0x88 0x98 0x8000000000200002 0 0
                126 0x86 3 6 '0000:00:' '01.0/vir'
                127 0x87 3 6 '0000:00:' '01.0/vir'
                130 0x86 4 6 'unended' 0
                """, null));
    }

    @Test
    void aPanicIsAnotherKindThanARestart() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: kernel by thread 7
                110 shutdown 1: kind PANIC
                120 shutdown 1: gave up
                130 shutdown 1: ends: booted again
                140 shutdown 2: begins
                140 shutdown 2: kernel by thread -1
                140 shutdown 2: kind REBOOT
                145 shutdown 2: kind KEXEC
                145 shutdown 2: begin 0 at depth 0 STEP machine_kexec
                """, reported("""
                110 0x7e 7 0 'Fatal' 0
                120 host cpu0 kvm_exit SHUTDOWN 0 0xffffffff81000000
                130 0x85 2 0 0 0
                140 0x85 5 0 'restart' 0
                145 0x86 9 5 'machine_' 'kexec'
                """, null));
    }

    /** Where the guest reports its steps, its functions are no parts beside them. */
    @Test
    void stepsCountMoreThanFunctions() throws IOException {
        assertEquals("""
                110 shutdown 1: begins
                110 shutdown 1: kernel by thread 66
                110 shutdown 1: kind REBOOT
                120 shutdown 1: begin 0 at depth 0 STEP device_shutdown
                130 shutdown 1: end 0 at depth 0 STEP device_shutdown
                """, reported("""
                110 0x64 0xffffffff81000100 2 0 66
                120 0x86 1 5 'device_s' 'hutdown'
                121 0x64 0xffffffff81000600 3 0 66
                129 0x65 0xffffffff81000600 8 3 66
                130 0x87 1 5 'device_s' 'hutdown'
                """, MAP));
    }

    @Test
    void aNestedGuestShutsDownForItself() throws IOException {
        assertEquals("""
                110 of 1.3 shutdown 1: begins
                110 of 1.3 shutdown 1: requested
                """, reported("""
                110 0x310085 5 0 0 0
                120 host cpu0 kvm_exit SHUTDOWN 0 0xffffffff81000000
                """, null));
    }

    @Test
    void aGuestThatShutsDownWithoutEndIsBounded() throws IOException {
        String reported = reported(IntStream.range(0, 10_000).mapToObj(i -> 200 + i + " 0x86 " + i + " 5 'a' 0\n")
                .collect(Collectors.joining()), null);
        assertTrue(reported.contains("begin 8191 at") && !reported.contains("begin 8192 at") && reported.endsWith("not kept\n"));
    }
}
