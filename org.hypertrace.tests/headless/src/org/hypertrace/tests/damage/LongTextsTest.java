/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.story.FtraceText;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A text that is longer than a state system can hold costs nothing but its end, and reports it. */
@Tag("platform")
class LongTextsTest {

    private static final String CLIPPED = "\u2026[clipped]";
    private static final List<String> COMMANDS = List.of("report", "boot", "shutdown", "exits", "stacks", "path --vcpu 0");
    /** As a guest may send: 65535 is the most. */
    private static final int LONG = 40_000;

    private static final String STORY = """
            1000 HOST cpu0 fork CPU_0/KVM:386 384
            1100 HOST cpu0 sched_switch swapper/0:0 R CPU_0/KVM:386
            1120 HOST cpu0 kvm_entry
            1140 HOST cpu0 kvm_exit HLT 0
            1150 HOST cpu0 sched_switch CPU_0/KVM:386 R other:50
            1200 HOST cpu0 sched_switch other:50 S CPU_0/KVM:386
            1220 HOST cpu0 kvm_entry
            1240 HOST cpu0 kvm_exit HLT 0
            1250 HOST cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            """;

    @TempDir
    private Path fFolder;

    private static Path scenario(Path folder, String panic, String name) throws IOException {
        Scenario scenario = new Scenario();
        scenario.host("host").cpus(2);
        Vcpu web = scenario.vm("web").inManifest().tracerCost(2, 2).vcpu(0);
        web.startsOn(100, 0).enters(110);
        web.boot().hello(200).tellsName(300, name).stage(500_000, 2, "start_kernel").level(600_000, 1, "early");
        web.guest().switchTo(610_000, scenario.vm("web").task(1, "init"));
        web.boot().panics(700_000, panic);
        Vcpu other = scenario.vm("other").inManifest().tracerCost(2, 2).vcpu(0);
        other.startsOn(100, 1).enters(110);
        other.boot().hello(200).stage(500_000, 2, "start_kernel").level(600_000, 1, "early");
        other.exits(90_000_000, Exit.HLT).ends(91_000_000);
        return scenario.until(100_000_000).in(folder).trace();
    }

    private static void answered(Command command, String reports) {
        assertEquals("0 []", command.status() + " " + command.log(), command.err());
        assertTrue(command.out().contains(reports), command.out());
    }

    @Test
    void aPanicsTextIsClippedAndTheOtherVmsAreReported() throws IOException {
        Path trace = scenario(fFolder, "x".repeat(LONG), "web");
        answered(Command.run("boot", "--quiet", trace), CLIPPED);
        answered(Command.run("boot", "--quiet", trace), "other");
        answered(Command.run("report", "--quiet", trace), "VM other");
        answered(Command.run("exits", "--quiet", trace), "VM other");
        answered(Command.run("boot", "--quiet", "--format", "json", trace), CLIPPED);
        answered(Command.run("extract", "--quiet", "-o", fFolder.resolve("out"), trace), "other");
    }

    /** The longest that 16 bits can report, every byte wrong: each is shown by three. */
    @Test
    void aTextOfNothingButWrongBytesIsClipped() throws IOException {
        answered(Command.run("boot", "--quiet", scenario(fFolder, "\u0001".repeat(0xffff), "web")), CLIPPED);
    }

    @Test
    void aTextThatFitsIsWhole() throws IOException {
        String text = "\u20ac".repeat(5_000) + "end";
        answered(Command.run("boot", "--quiet", "--format", "json", scenario(fFolder, text, "web")), text);
    }

    @Test
    void aLineOfTheConsoleIsClipped() throws IOException {
        for (int length : new int[] { 33_000, 70_000 }) {
            for (String what : List.of("Kernel panic - not syncing: ", "BUG: kernel NULL pointer dereference, address: ", "x")) {
                Path log = Files.writeString(fFolder.resolve("console.log"), """
                        [    0.000000] Linux version 6.1.0
                        [    0.100000] calling  foo_init+0x0/0x30 @ 1
                        [    0.200000] initcall foo_init+0x0/0x30 returned 0 after 100000 usecs
                        [    0.300000] %s
                        [    0.400000] CPU: 0 PID: 1 Comm: swapper/0
                        [    0.500000] RIP: 0010:%s+0x1/0x2
                        [    0.600000] Kernel panic - not syncing: the end
                        """.formatted(what + "y".repeat(length), "f".repeat(length)));
                answered(Command.run("boot", "--quiet", log), what.equals("x") ? "the end" : CLIPPED);
            }
        }
    }

    @Test
    void aNameOfAHostsThreadIsClipped() throws IOException {
        List<HostEvent> events = Story.events(STORY.replace("other", "o".repeat(LONG)));
        for (FtraceText.Form form : FtraceText.Form.values()) {
            Path trace = Files.writeString(fFolder.resolve(form + ".txt"), FtraceText.of(form, events));
            answered(Command.run("report", "--quiet", trace), CLIPPED);
            assertEquals(0, Command.run("exits", "--quiet", trace).status());
        }
    }

    @Test
    void namesOfTheManifestAreClipped() throws IOException {
        Path trace = scenario(fFolder, "x", "web");
        Files.writeString(trace.resolveSibling("hypertrace.json"), "{\"version\": 1, \"host\": \"" + "h".repeat(LONG)
                + "\", \"vms\": [{\"name\": \"" + "\u20ac".repeat(LONG) + "\", \"pid\": 1000}, {\"name\": \"rings\", \"pid\": 1100, "
                + "\"rings\": [\"" + "r/".repeat(LONG) + "x\"]}]}", StandardCharsets.UTF_8);
        for (String command : COMMANDS.subList(0, 2)) {
            answered(Command.run(command, "--quiet", trace), "\u20ac" + CLIPPED);
            answered(Command.run(command, "--quiet", trace), "h" + CLIPPED);
        }
        answered(Command.run("exits", "--quiet", trace), "\u20ac" + CLIPPED);
        answered(Command.run("extract", "--quiet", "-o", fFolder.resolve("out"), trace), "\u20ac" + CLIPPED);
    }

    @Test
    void symbolsThatNoKernelHasAreRefusedInASentence() throws IOException {
        Path trace = scenario(fFolder, "x", "web");
        Path symbols = Files.writeString(fFolder.resolve("System.map"), "ffffffff81000000 T " + "s".repeat(LONG) + '\n');
        Command command = Command.run("boot", "--quiet", "--symbols", symbols, trace);
        assertTrue(command.status() == 1 || command.out().contains("System.map, line 1"), command.toString());
    }
}
