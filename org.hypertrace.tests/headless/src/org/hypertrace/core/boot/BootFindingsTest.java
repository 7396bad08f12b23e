/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.Ending;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Test;

/** The parts of a boot, what is contradictory in it, and whether it kept its budgets. */
class BootFindingsTest {

    private static final String WHOLE = """
            launched 1000
            kernel 1500
            level early 2000
            level device 3000
            initcall net_init 3300 3900
            userspace 5000
            end 9000 GONE
            """;
    private static final String PANIC = """
            launched 1000
            level device 3000
            initcall net_init 3300 3400 never returns
            panicked 3400
            end 4000 RESET
            """;

    private static BootProfile boot(String text) {
        return BootFixture.of("trace", "web", 1, text);
    }

    private static List<String> together(String... boots) {
        List<GuestBoot> all = new ArrayList<>();
        for (String boot : boots) {
            all.add(BootFixture.of("trace", "web", all.size() + 1, boot).boot());
        }
        return BootFindings.of(all);
    }

    @Test
    void theNamesOfErrors() {
        assertEquals("EPERM", Errno.name(-1));
        assertEquals("ENODEV", Errno.name(-19));
        assertEquals("EHWPOISON", Errno.name(-133));
        assertEquals("EPROBE_DEFER", Errno.name(-517));
        assertEquals("ENOTSUPP", Errno.name(-524));
        for (long no : new long[] { 0, 1, 19, -41, -134, -511, -520, -532, -4096, Long.MIN_VALUE, Long.MAX_VALUE }) {
            assertNull(Errno.name(no), Long.toString(no));
        }
    }

    @Test
    void partsFollowEachOtherWithoutAGap() {
        BootProfile boot = boot(WHOLE);
        assertEquals("[launched 500, kernel 500, early 1000, device 2000]",
                boot.parts().stream().map(part -> part.part().name() + ' ' + part.part().duration()).toList().toString());
        assertEquals(4000, boot.duration());
        assertTrue(boot.isComplete());
        assertEquals(List.of(), BootFindings.of(boot));
    }

    @Test
    void aBootThatNeverFinished() {
        BootProfile boot = boot("launched 1000\nlevel device 3000\ninitcall net_init 3300 5000 never returns\nend 5000");
        assertFalse(boot.isComplete());
        assertFalse(boot.hasFailed());
        assertEquals(List.of("It never finished: the trace ends in level device.", "1 initcall never returned."),
                BootFindings.of(boot));
        assertEquals(List.of("It never reached user space: the kernel panicked (level device).", "1 initcall never returned."),
                BootFindings.of(boot(PANIC)));
        assertTrue(boot(PANIC).hasFailed());
    }

    @Test
    void threeInARowAreALoop() {
        assertEquals(List.of(), together(PANIC, PANIC));
        assertEquals(List.of("Reboot loop: boots 1 to 3 of web did not reach user space, and the machine started again each time."),
                together(PANIC, PANIC, PANIC));
        assertEquals(List.of(), together(PANIC, PANIC, WHOLE, PANIC, PANIC));
        // a guest that reports nothing may have come to user space every time
        String silent = "launched 1000\nend 2000 RESET";
        assertTrue(together(silent, silent, silent).get(0).startsWith("Perhaps a reboot loop"));
        // one that never reports user space but runs all its levels
        String levels = "launched 1000\nlevel device 3000\nstopped 4000\nend 5000 RESET";
        assertEquals(List.of(), together(levels, levels, levels));
    }

    @Test
    void aBudgetIsKeptOrNot() {
        assertEquals("web: level device took 2.00 µs, more than its budget of 1.00 µs.", outcome("device=0.001", WHOLE).sentence());
        assertTrue(outcome("device=0.001", WHOLE).isExceeded());
        assertFalse(outcome("device=0.002", WHOLE).isExceeded());
        assertFalse(outcome("boot=0.004", WHOLE).isExceeded());
        assertTrue(outcome("boot=0.003999", WHOLE).isExceeded());
        assertFalse(outcome("initcall:net_init=1", WHOLE).isExceeded());
        assertTrue(outcome("initcall:net_init=1", PANIC).isExceeded());
        assertEquals(null, outcome("rootfs=1", WHOLE));
        for (String wrong : List.of("device", "=3", "device=", "device=x", "device=-1", "device=NaN", "device=1e99")) {
            assertNull(budget(wrong), wrong);
        }
    }

    private static Budget budget(String text) {
        return Budget.of(text, BootProfile.BUDGETS);
    }

    private static Budget.Result outcome(String budget, String boot) {
        return budget(budget).of(boot(boot));
    }

    private static String findings(long lost, Lifecycle part) {
        Machines.Host host = new Machines.Host(0, "id", "host", 0, 100, 0, new HostLosses(lost, 0, 0, List.of()), List.of());
        GuestBoot boot = new GuestBoot(host, null, VmName.of("10#1", 10, "web-1", 1), -1, 1, 0, 100, Ending.GONE, -1, 0, 0, 0,
                List.of(new GuestBoot.Stage(Lifecycle.LAUNCHED, 0, 50), new GuestBoot.Stage(part, 50, 100)), List.of(), List.of(),
                List.of(), List.of());
        return String.join(" ", BootFindings.of(new BootProfile("trace", boot, BootSymbols.NONE, BootPart.of(boot).stream()
                .map(one -> new BootProfile.Part(one, null)).toList(), List.of())));
    }

    @Test
    void aTracerThatBeganLaterDoesNotReportThatABootNeverFinished() {
        assertEquals("The guest does not report how it booted: its tracer began later.", findings(0, Lifecycle.RUNNING));
    }

    @Test
    void lostEventsAreReportedFirst() {
        assertTrue(findings(7, Lifecycle.RUNNING).startsWith("The host's tracer lost 7 events: "));
    }

    /** The same boot where the processor gave up, and where the host's tracer lost events. */
    private static BootProfile with(String text, long fault, long lost, int unmatched) {
        BootProfile boot = boot(text);
        GuestBoot b = boot.boot();
        Machines.Host host = new Machines.Host(0, "id", "host", 0, 100, 0, new HostLosses(lost, 0, 0, List.of()), List.of());
        return new BootProfile("trace", new GuestBoot(host, null, VmName.of("10#1", 10, "web", 1), -1, 1, b.begin(), b.end(), b.ending(), fault, 0, unmatched, 0,
                b.stages(), b.levels(), b.initcalls(), b.crashes(), List.of()), BootSymbols.NONE, boot.parts(), boot.initcalls());
    }

    @Test
    void aProcessorThatGivesUp() {
        assertEquals(List.of("At its end the processor gave up (triple fault): in this way kernels restart the machine."),
                BootFindings.of(with(WHOLE, 9_000, 0, 0)));
        assertEquals(List.of("At its end the processor gave up (triple fault): in this way kernels restart the machine."),
                BootFindings.of(with(WHOLE, 0, 0, 0)));
        assertEquals("The processor gave up (triple fault) before user space: the kernel broke, or restarted the machine so.",
                BootFindings.of(with("launched 1000\nkernel 1500\nend 2000 RESET", 2000, 0, 0)).get(1));
        GuestBoot fault = with("launched 1000\nkernel 1500\nend 2000 GONE", 2000, 0, 0).boot();
        assertEquals(1, BootFindings.of(List.of(fault, fault, fault)).size());
        GuestBoot gone = with("launched 1000\nkernel 1500\nend 2000 GONE", -1, 0, 0).boot();
        assertEquals(List.of(), BootFindings.of(List.of(gone, gone, gone)));
        // where events were lost they may have reported that it came to user space
        GuestBoot lost = with("launched 1000\nkernel 1500\nend 2000 RESET", 2000, 7, 0).boot();
        assertEquals(List.of(), BootFindings.of(List.of(lost, lost, lost)));
    }

    @Test
    void whatIsNotKnownOfItsEnd() {
        assertEquals(List.of("Nothing shows that it reached user space; its levels ended."),
                BootFindings.of(boot("launched 1000\nlevel device 3000\nstopped 4000\nend 5000 RESET")));
        List<String> lost = BootFindings.of(with("launched 1000\nlevel device 3000\nend 5000 RESET", -1, 7, 0));
        assertEquals("Whether it finished is unknown: events were lost, and of those recorded the last are of level device.", lost.get(1));
        assertEquals(2, lost.size());
        assertEquals(List.of("It never finished: the boot ended (" + Ending.RESET.label() + ") in kernel."),
                BootFindings.of(boot("launched 1000\nkernel 3000\nend 5000 RESET")));
        assertEquals(List.of("2 initcalls returned whose begin is not in the trace: not shown."), BootFindings.of(with(WHOLE, -1, 0, 2)));
        assertEquals(List.of("1 initcall returned whose begin is not in the trace: not shown."), BootFindings.of(with(WHOLE, -1, 0, 1)));
        assertEquals(List.of("The guest reports its initcalls but not its levels."),
                BootFindings.of(boot("kernel 1000\ninitcall virtio_init 1100 1300\nuserspace 3000")));
        assertEquals("1 initcall did not return as far as recorded.", BootFindings.of(with("launched 1000\nlevel device 3000\n"
                + "initcall net_init 3300 5000 never returns\nend 5000", -1, 7, 0)).get(2));
    }
}
