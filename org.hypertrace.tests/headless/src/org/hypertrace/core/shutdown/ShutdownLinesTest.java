/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.view.ShutdownStyles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the parts of a shutdown are: by their kinds, and of functions by their names and places. */
@Tag("plain")
class ShutdownLinesTest {

    private static final String MAP = """
            ffffffff81000000 T _text
            ffffffff81000300 T blocking_notifier_call_chain
            ffffffff81000400 T notifier_call_chain
            ffffffff81000500 t md_notify_reboot
            ffffffff81000600 T device_shutdown
            ffffffff81000700 T irq_enter_rcu
            ffffffff81000800 t sd_shutdown
            ffffffff81000900 t pci_device_shutdown
            ffffffff81000a00 T down_read
            ffffffff81000b00 T machine_restart
            ffffffff81000c00 T syscore_shutdown
            ffffffff81000d00 t blocking_notifier_call_chain_robust
            """;

    @TempDir
    private Path fFolder;

    private BootSymbols symbols() throws IOException {
        GuestSymbols symbols = new GuestSymbols(List.of(), List.of(new GuestSymbols.Chosen(null, Files.writeString(fFolder.resolve("map"), MAP))));
        return BootSymbols.of(null, null, 0, new long[0], symbols);
    }

    private String lines(String text) throws IOException {
        return ShutdownFixture.lines(ShutdownFixture.profile("web", text, symbols()));
    }

    /** What a chain calls is a notifier, what {@code device_shutdown} calls to shut down a device's; interrupts are neither. */
    @Test
    void functions() throws IOException {
        assertEquals("""
                step 1000-1200 reboot notifiers
                step 1200-1600 device shutdown
                step 1600-1700 notifiers before the end
                step 1700-1750 syscore shutdown
                step 1750-1800 machine restart
                step 1800-1900 host, until QEMU ended
                notifier 1020-1080 md_notify_reboot
                notifier 1100-1150 md_notify_reboot
                device 1210-1300 sd_shutdown
                device 1300-1400 pci_device_shutdown
                """, lines("""
                kernel 1000
                kind REBOOT
                FUNCTION 0 1000 1200 at 0xffffffff81000300
                FUNCTION 1 1005 1008 at 0xffffffff81000a00
                FUNCTION 1 1010 1090 at 0xffffffff81000400
                FUNCTION 2 1015 1018 at 0xffffffff81000a00
                FUNCTION 2 1020 1080 at 0xffffffff81000500
                FUNCTION 3 1030 1040 at 0xffffffff81000500
                FUNCTION 1 1100 1150 at 0xffffffff81000500
                FUNCTION 2 1110 1120 at 0xffffffff81000500
                FUNCTION 0 1200 1600 at 0xffffffff81000600
                FUNCTION 1 1205 1208 at 0xffffffff81000a00
                FUNCTION 1 1210 1300 at 0xffffffff81000800
                FUNCTION 2 1220 1230 at 0xffffffff81000900
                FUNCTION 1 1300 1400 at 0xffffffff81000900
                FUNCTION 0 1500 1510 at 0xffffffff81000700
                FUNCTION 0 1600 1700 at 0xffffffff81000300
                FUNCTION 0 1700 1750 at 0xffffffff81000c00
                FUNCTION 0 1750 1800 at 0xffffffff81000b00
                last 1800
                end 1900 GONE
                """));
    }

    /** The name of a device's driver is that of its function without what every driver calls it. */
    @Test
    void driversOfFunctions() throws IOException {
        List<Line> lines = ShutdownFixture.profile("web", """
                kernel 1000
                kind REBOOT
                FUNCTION 0 1000 1600 at 0xffffffff81000600
                FUNCTION 1 1210 1300 at 0xffffffff81000800
                FUNCTION 1 1300 1400 at 0xffffffff81000900
                DEVICE 1 1400 1450 0:0:1:0 at 0xffffffff81000800
                DEVICE 1 1450 1480 0:0:2:0 of virtio
                DEVICE 1 1480 1490 0:0:3:0 at 0xffffffff81000400
                end 1600 RESET
                """, symbols()).lines(ShutdownProfile.Section.DEVICE);
        assertEquals("[sd, pci, sd, virtio, null]", lines.stream().map(Line::driver).toList().toString());
        assertEquals("[sd_shutdown, pci_device_shutdown, sd 0:0:1:0, virtio 0:0:2:0, 0:0:3:0]", lines.stream().map(Line::label).toList().toString());
        assertEquals("[sd_shutdown, pci_device_shutdown, sd_shutdown, null, notifier_call_chain]", lines.stream().map(Line::function).toList()
                .toString());
    }

    /** Colours and comparisons follow what a step is: a guest may call its own steps as we call others. */
    @Test
    void theNameOfAStepIsNoKind() throws IOException {
        ShutdownProfile shutdown = ShutdownFixture.profile("web", """
                kernel 1000
                kind REBOOT
                STEP 0 1000 1100 panic
                STEP 0 1100 1300 unknown
                last 1400
                end 1500 RESET
                """, symbols());
        assertEquals("panic REPORTED SHUTDOWN_STEP, unknown REPORTED SHUTDOWN_STEP, between steps REST SHUTDOWN_STEP, "
                + "host, until reset HOST STOPPED", shutdown.lines(ShutdownProfile.Section.STEP).stream()
                        .map(step -> step.name() + ' ' + step.kind() + ' ' + ShutdownStyles.of(step)).collect(Collectors.joining(", ")));
    }

    /** What is in a step for devices is one, in one of notifiers that; of any other step it is a part. */
    @Test
    void stepsWithinSteps() throws IOException {
        assertEquals("""
                step 1000-1100 reboot notifiers
                step 1100-1200 my device things
                step 1200-1300 restart prepared
                step 1300-1400 other CPUs stopped
                step 1400-1500 machine power off
                step 1500-1600 host, until QEMU ended
                notifier 1010-1020 a
                device 1110-1120 b
                notifier 1210-1220 c
                part 1310-1320 d
                """, lines("""
                kernel 1000
                kind POWEROFF
                STEP 0 1000 1100 blocking~notifie
                STEP 1 1010 1020 a
                STEP 0 1100 1200 my_device_things
                STEP 1 1110 1120 b
                STEP 0 1200 1300 do~kernel~restar
                STEP 1 1210 1220 c
                STEP 0 1300 1400 machine~shutdown
                STEP 1 1310 1320 d
                STEP 0 1400 1500 machine~power~of
                last 1500
                end 1600 GONE
                """));
    }

    /** A name is cut at 16 characters on its way: symbols complete it, but do not replace another one. */
    @Test
    void names() throws IOException {
        assertEquals("""
                step 1000-1100 blocking_notifier_call_chain_robust
                step 1100-1200 short
                step 1200-1300 reboot notifiers
                step 1300-1400 0xffffffff12345678
                step 1400-1500 number 7
                step 1500-1600 until the machine was reset
                """.replace("the machine was reset", org.hypertrace.core.run.Ending.RESET.label()), lines("""
                kernel 1000
                kind REBOOT
                STEP 0 1000 1100 blocking~notifie at 0xffffffff81000d00
                STEP 0 1100 1200 short at 0xffffffff81000300
                STEP 0 1200 1300 id 104
                STEP 0 1300 1400 at 0xffffffff12345678
                STEP 0 1400 1500 id 7
                end 1600 RESET
                """));
    }

    private static String steps(String text) {
        return ShutdownFixture.lines(ShutdownFixture.profile("web", text)).replace("step ", "");
    }

    /** They follow each other from the shutdown's begin to its end, whatever the guest reports. */
    @Test
    void stepsHaveNoGaps() {
        assertEquals("""
                1000-1100 user space
                1100-1200 before the first step
                1200-1400 a
                1400-1450 between steps
                1450-1600 b
                1600-1700 between steps
                1700-1800 machine restart
                1800-1900 host, until QEMU ended
                """, steps("""
                requested 1000
                kernel 1100
                STEP 0 1200 1400 a
                STEP 0 1450 1600 b
                last 1700
                fault 1800
                end 1900 GONE
                """));
        assertEquals("""
                1000-1300 a
                1300-1500 b
                1500-1600 until QEMU ended
                """, steps("kernel 1000\nkind REBOOT\nSTEP 0 900 1300 a\nSTEP 0 1200 1500 b\nend 1600 GONE\n"));
        // what ends after the machine did ended with it
        assertEquals("1000-1600 a\n1600-1600 b\n", steps("kernel 1000\nkind REBOOT\nSTEP 0 1000 1700 a\nSTEP 0 1650 1800 b\nend 1600 GONE\n"));
    }

    @Test
    void withoutSteps() {
        assertEquals("1000-1500 kernel\n1500-1600 host, until QEMU ended\n", steps("kernel 1000\nlast 1500\nend 1600 GONE\n"));
        assertEquals("1000-9000? until the trace ends\n", steps("kernel 1000\nkind HALT\n"));
        assertEquals("1000-8000? user space\n8000-9000? until the trace ends\n", steps("requested 1000\nlast 8000\n").replace("8000-9000? host", "8000-9000?"));
        for (String kind : List.of("POWEROFF power off", "HALT halt", "REBOOT restart")) {
            String[] words = kind.split(" ", 2);
            assertEquals("1000-1500 machine " + words[1] + "\n1500-1600 host, until QEMU ended\n", steps("kernel 1000\nkind " + words[0]
                    + "\nfault 1500\nend 1600 GONE\n"));
        }
        assertEquals("1000-1500 jump to the new kernel", steps("kernel 1000\nkind KEXEC\nfault 1500\nend 1600 GONE\n").lines().findFirst().get());
    }

    @Test
    void aPanic() {
        assertEquals("1000-1400 panic\n1400-1500 panic\n1500-1600 host, until QEMU ended\n",
                steps("kernel 1000\nkind PANIC\nlast 1400\nfault 1500\nend 1600 GONE\n"));
        assertEquals("1000-1100 panic\n1100-1200 a\n1200-1500 machine restart\n1500-1600 host, until QEMU ended\n",
                steps("kernel 1000\nkind PANIC\nSTEP 0 1100 1200 a\nfault 1500\nend 1600 GONE\n"));
    }
}
