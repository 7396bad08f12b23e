/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.read.GuestTraceReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kernel's log reports its boots; whatever it holds, nothing is thrown. */
class ConsoleLogTraceTest {

    private static final String BOOT = """
            [    0.000000] Linux version 6.1.0 (builder@host)
            [    0.100000] entering initcall level: early
            [    0.123456] calling  foo_init+0x0/0x30 @ 1
            [    0.124000] initcall foo_init+0x0/0x30 returned 0 after 540 usecs
            [    0.130000] calling  slow_init+0x0/0x30 @ 1
            [    0.131000] calling  mod_init+0x0/0x1000 [mod] @ 57
            [    0.132000] initcall mod_init+0x0/0x1000 [mod] returned -19 after 1000 usecs
            [    0.133000] initcall slow_init+0x0/0x30 returned 0 after 3 msecs
            [    0.140000] Run /sbin/init as init process
            """;

    private static final String REPORTED = """
            0 stage 2
            100000000 level early
            123456000 start foo_init 1
            124000000 finish foo_init 1 0 540000
            130000000 start slow_init 1
            131000000 start mod_init [mod] 57
            132000000 finish mod_init [mod] 57 -19 1000000
            133000000 finish slow_init 1 0 3000000
            140000000 stage 3
            """;

    @TempDir
    private Path fFolder;

    @Test
    void aBootIsReported() {
        assertEquals(REPORTED, message(BOOT));
    }

    @Test
    void levelsOfPrintAndCallersMayStandBefore() {
        assertEquals(REPORTED, message(BOOT.replaceAll("(?m)^", "<6>")));
        assertEquals(REPORTED, message(BOOT.replace("] ", "][    T1] ").replace("][    T1] @", "] @")
                .replace("[mod][    T1] ", "[mod] ")));
        assertEquals(REPORTED, message(BOOT.replaceAll("(?m)^", "Nov 21 15:00:00 web-1 kernel: ")));
        assertEquals(REPORTED, message(BOOT.replace("\n", "\r\n")));
    }

    /** The second boot begins where the first one ended. */
    @Test
    void timeDoesNotGoBackFromBootToBoot() {
        String second = REPORTED.replaceAll("(?m)^(\\d+)", "140000000+$1");
        for (String line : REPORTED.split("\n")) {
            long time = Long.parseLong(line.substring(0, line.indexOf(' ')));
            second = second.replace("140000000+" + time + ' ', time + 140_000_000 + " ");
        }
        assertEquals(REPORTED + second, message(BOOT + BOOT));
    }

    @Test
    void aBootWithoutItsFirstLineIsOneToo() {
        String second = message(BOOT + "[    0.000001] Booting Linux\n" + BOOT);
        assertTrue(second.contains("\n140001000 stage 2\n240000000 level early\n"), second);
    }

    @Test
    void aPanicAndItsOopsAreReported() {
        assertEquals("""
                1000000000 start bad_init 1
                1000300000 die 1 fault 0x10
                1000300000 text BUG: unable to handle page fault for address: 0000000000000010
                1000400000 text BUG: unable to handle page fault for address: 0000000000000010 in bad_init+0x12/0x30
                1000800000 panic 1 Attempted to kill init! exitcode=0x00000009
                """, message("""
                [    1.000000] calling  bad_init+0x0/0x30 @ 1
                [    1.000100] BUG: unable to handle page fault for address: 0000000000000010
                [    1.000150] #PF: supervisor write access in kernel mode
                [    1.000200] Oops: 0002 [#1] SMP
                [    1.000300] CPU: 0 PID: 1 Comm: swapper/0 Not tainted 6.1.0
                [    1.000400] RIP: 0010:bad_init+0x12/0x30
                [    1.000500] RIP: 0010:other+0x12/0x30
                [    1.000600] Code: 00 00
                [    1.000700] ---[ end trace 0000000000000000 ]---
                [    1.000800] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000009
                [    1.000900] ---[ end Kernel panic - not syncing: Attempted to kill init! ]---
                """));
    }

    /** Suspending and probing devices prints alike. */
    @Test
    void whatIsNoInitcallIsNone() {
        assertEquals("", message("""
                [   10.000000] calling  0000:00:1f.2+ @ 1, parent: pci0000:00
                [   10.000100] initcall noise returned with preemption imbalance
                [   10.000200] probe of 0000:00:1f.2 returned 0 after 12 usecs
                [   10.000300] calling  cut_off
                [   10.000400] initcall cut_off+0x0/0x10 returned
                [   10.000500] Oopsie
                [   10.000600] CPU: 0 PID: 5 Comm: warned
                """.replace("Oopsie", "oops")));
    }

    @Test
    void placesAreSoughtInEveryBoot() throws Exception {
        ConsoleLogTrace trace = open(write(BOOT.repeat(200)));
        try {
            trace.indexTrace(true);
            assertEquals(1_800, trace.getNbEvents());
            ITmfContext context = trace.seekEvent(TmfTimestamp.fromNanos(150 * 140_000_000L + 131_000_000));
            assertEquals(150 * 9 + 5, context.getRank());
            assertEquals("initcall_start", trace.getNext(context).getName());
            assertEquals(150 * 140_000_000L + 132_000_000, trace.getNext(context).getTimestamp().toNanos());
        } finally {
            trace.dispose();
        }
    }

    @Test
    void whatIsNoLogDoesNotFit() {
        assertTrue(why(BOOT).isEmpty());
        assertEquals("It is not a kernel's log", why("once upon a time\n"));
        assertEquals("It is not a kernel's log", why("  sh-1 [000] ..... 1.000001: kvm_entry: vcpu 0\n"));
        String without = why(BOOT.replaceAll("(?m)^\\[.*?\\] ", ""));
        assertTrue(without.startsWith("Its lines have no times in seconds") && without.contains("printk.time=1"), without);
        assertTrue(why(BOOT.replaceAll("(?m)^\\[.*?\\] ", "[Sat Nov 21 15:00:00 2026] ")).contains("not with dmesg -T"));
    }

    @Test
    @Tag("long")
    void hostileTextsAreReadToTheirEnd() {
        byte[] garbage = new byte[1 << 20];
        new Random(3).nextBytes(garbage);
        message(BOOT + new String(garbage, StandardCharsets.ISO_8859_1) + '\n' + BOOT);
        message("[    0.1] calling  " + "x".repeat(1 << 20) + "+0x0/0x1 @ 1\n" + BOOT);
        message("[    0.1] initcall f+0x0/0x1 returned " + "9".repeat(1 << 20) + '\n' + BOOT);
        message("[ 9999999999.1] calling  f+0x0/0x1 @ 99999999999\n[9223372035.999999] printk\n" + BOOT.repeat(3));
        message("[    1.0] Oops: \n".repeat(1000) + "[    0.5] Kernel panic - not syncing: ");
        for (int end = 0; end < BOOT.length(); end++) {
            message(BOOT.substring(0, end));
        }
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            many.append("[    1.0] calling  f").append(i).append("+0x0/0x1 @ ").append(i % 3000).append('\n');
        }
        assertEquals(20_000, message(many.toString()).lines().count());
    }

    private String why(String text) {
        var status = new ConsoleLogTrace().validate(null, write(text).toString());
        assertFalse(status.isOK() && status.getSeverity() != 0);
        return status.isOK() ? "" : status.getMessage();
    }

    private String message(String text) {
        ConsoleLogTrace trace = open(write(text));
        try {
            List<GuestEvent> events = new ArrayList<>();
            GuestTraceReader reports = new GuestTraceReader(trace);
            ITmfContext context = trace.seekEvent(0L);
            long last = 0;
            for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
                assertTrue(event.getTimestamp().toNanos() >= last, "time never goes back");
                last = event.getTimestamp().toNanos();
                reports.read(event, events::add);
            }
            return events.stream().map(event -> line(event) + '\n').collect(Collectors.joining());
        } finally {
            trace.dispose();
        }
    }

    private static String line(GuestEvent event) {
        String time = event.time() + " ";
        if (event instanceof GuestEvent.InitcallStart e) {
            return time + "start " + e.name() + ' ' + e.tid();
        } else if (event instanceof GuestEvent.InitcallFinish e) {
            return time + "finish " + e.name() + ' ' + e.tid() + ' ' + e.ret() + ' ' + e.duration();
        } else if (event instanceof GuestEvent.BootLevel e) {
            return time + "level " + e.name();
        } else if (event instanceof GuestEvent.Stage e) {
            return time + "stage " + e.stage();
        } else if (event instanceof GuestEvent.Panic e) {
            return time + "panic " + e.tid() + ' ' + e.text();
        } else if (event instanceof GuestEvent.Die e) {
            return time + "die " + e.tid() + " fault 0x" + Long.toHexString(e.faultAddress());
        }
        return time + "text " + ((GuestEvent.Text) event).text();
    }

    private Path write(String text) {
        try {
            return Files.writeString(fFolder.resolve("console.log"), text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ConsoleLogTrace open(Path path) {
        try {
            ConsoleLogTrace trace = new ConsoleLogTrace();
            trace.initTrace(null, path.toString(), ITmfEvent.class);
            return trace;
        } catch (TmfTraceException e) {
            throw new IllegalStateException(e);
        }
    }
}
