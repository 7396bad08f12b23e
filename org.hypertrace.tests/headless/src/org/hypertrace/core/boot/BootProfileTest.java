/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A boot's parts, how its initcalls ended, what there are budgets for, and whose the symbols are. */
class BootProfileTest {

    @TempDir
    private Path fFolder;

    private static InitcallRun run(boolean open, boolean lost, Long result) {
        return new InitcallRun(0, 5, null, 10, 20, open, lost, result, -1, 0, 1, 0, -1);
    }

    private static String outcome(boolean open, boolean lost, Long result) {
        BootProfile.Call call = new BootProfile.Call(run(open, lost, result), "f", true, "device", null);
        return call.outcome() + (call.failed() ? " failed" : "");
    }

    @Test
    void howAnInitcallEnded() {
        assertEquals("never returned; its return was lost; ; ; returned -ENODEV failed; returned -4096 failed; returned 1", String.join("; ",
                outcome(true, false, null), outcome(true, true, null), outcome(false, false, null), outcome(false, false, 0L),
                outcome(false, false, -19L), outcome(false, false, -4096L), outcome(false, false, 1L)));
    }

    private static BootProfile boot(String text) {
        return BootFixture.of("trace", "web", 1, text);
    }

    private static String timed(String text) {
        return boot(text).timed().stream().map(one -> one.kind() + ' ' + one.name() + ' ' + one.duration() + (one.open() ? "?" : ""))
                .collect(Collectors.joining(", "));
    }

    @Test
    void whatThereAreBudgetsFor() {
        String whole = "launched 1000\nlevel device 3000\ninitcall net_init 3300 3900\nuserspace 5000";
        assertEquals("boot null 4000, level device 2000, initcall net_init 600", timed(whole));
        assertEquals("boot null 2400?, level device 400?, initcall net_init 100?",
                timed("launched 1000\nlevel device 3000\ninitcall net_init 3300 3400 never returns\npanicked 3400"));
        // it only came to its firmware, and that is nothing to hold against a budget
        assertEquals("", timed("launched 1000\nend 2000 RESET"));
        // it crashed before its levels
        assertEquals("boot null 1000?", timed("launched 1000\nkernel 1500\npanicked 2000\nend 3000 RESET"));
        assertEquals("", timed("running 1000"));
        assertEquals("[net_init]", Budget.of("initcall:x=1", BootProfile.BUDGETS).names(List.of(boot(whole), boot(whole))).toString());
        assertEquals("[device, early]", Budget.of("x=1", BootProfile.BUDGETS).names(List.of(boot(whole), boot(whole.replace("device", "early"))))
                .toString());
        assertEquals("[]", Budget.of("boot=1", BootProfile.BUDGETS).names(List.of(boot(whole))).toString());
    }

    @Test
    void oneThatBrokeHasFailed() {
        String begins = "launched 1000\nlevel device 3000\n";
        assertTrue(boot(begins + "panicked 4000").hasFailed());
        assertTrue(boot(begins + "end 4000 RESET").hasFailed());
        assertFalse(boot(begins + "end 4000").hasFailed(), "the trace ends");
        assertFalse(boot(begins + "userspace 5000\nend 9000 RESET").hasFailed());
        assertTrue(boot(begins).isReported() && boot(begins).isMeasured() && !boot(begins).isComplete());
        assertFalse(boot("running 1000").isMeasured() || boot("running 1000").isReported());
        assertTrue(boot("launched 1000\nuserspace 2000").isReported());
        assertTrue(boot(begins).fromLaunch());
        assertFalse(boot("kernel 1000\nuserspace 2000").fromLaunch());
    }

    private static GuestBoot missing(String text, HostLosses.Stretch... stretches) {
        GuestBoot b = boot(text).boot();
        Machines.Host host = new Machines.Host(0, "id", "host", 0, 9_000, 0, new HostLosses(0, 0, 0, List.of(stretches)), List.of(b.vm()));
        return new GuestBoot(host, b.vm(), b.who(), -1, 1, b.begin(), b.end(), b.ending(), -1, 0, 0, 0, b.stages(), b.levels(),
                b.initcalls(), b.crashes(), List.of());
    }

    private static String parts(GuestBoot boot) {
        return BootPart.of(boot).stream().map(part -> part.name() + ' ' + part.begin() + '-' + part.end() + (part.open() ? "?" : ""))
                .collect(Collectors.joining(", ")) + (BootPart.isComplete(BootPart.of(boot)) ? " complete" : "");
    }

    /** A part in which packets are missing may have ended there, and others may have followed. */
    @Test
    void partsWhereWhatIsMissing() {
        String text = "launched 1000\nkernel 2000\nlevel early 3000\nuserspace 4000";
        assertEquals("launched 1000-2000, kernel 2000-3000, early 3000-4000 complete", parts(missing(text)));
        assertEquals("launched 1000-2000, kernel 2000-2500?, unknown (packets are missing) 2500-3000, early 3000-4000 complete",
                parts(missing(text, new HostLosses.Stretch(2500, 2600, 0, 1))));
        // from the begin of a part on nothing is seen of it
        assertEquals("launched 1000-1500?, unknown (packets are missing) 1500-2000, unknown (packets are missing) 2000-3000, early 3000-4000 complete",
                parts(missing(text, new HostLosses.Stretch(1500, 2100, 0, HostEvent.UNCOUNTED))));
        assertEquals("", parts(missing("running 1000")));
    }

    @Test
    void howLongABootTook() {
        assertEquals("4000 3000 2000 8000", boot("launched 1000\nlevel a 2000\nuserspace 5000").boot().bootTime() + " "
                + boot("launched 1000\nlevel a 2000\nready 4000").boot().bootTime() + ' '
                + boot("launched 1000\nlevel a 2000\nend 3000 RESET").boot().bootTime() + ' ' + boot("launched 1000\nend 9000 RESET").boot().bootTime());
        GuestBoot boot = boot("launched 0\nlevel a 10\ninitcall f 10 20\nlevel b 20\ninitcall g 20 30\nuserspace 40\ninitcall h 50 60").boot();
        assertEquals("a b", boot.level(boot.initcalls().get(0)).name() + ' ' + boot.level(boot.initcalls().get(1)).name());
        assertNull(boot.level(boot.initcalls().get(2)));
        assertEquals("0 -1", boot.begin(Lifecycle.LAUNCHED) + " " + boot.begin(Lifecycle.PANICKED));
        assertTrue(boot("launched 0\nready 4000").boot().finished() && boot("userspace 0\n").boot().finished());
        assertFalse(boot("launched 0\nrunning 4000").boot().finished());
    }

    private BootSymbols symbols(String map, long text, long... addresses) throws IOException {
        Machines.Vm vm = new Machines.Vm(VmName.of("10#1", 10, "web", 1), Evidence.REPORTED, 0, 100, List.of());
        Machines.Host host = new Machines.Host(0, "id", "host", 0, 100, 0, HostLosses.NONE, List.of(vm));
        Path file = fFolder.resolve("System.map");
        return BootSymbols.of(host, vm.who(), text, addresses, new GuestSymbols(List.of(), map == null ? List.of() : List.of(new GuestSymbols.Chosen(
                null, Files.writeString(file, map)))));
    }

    /** Symbols of another kernel would name everything wrongly. */
    @Test
    void symbolsAreUsedIfMostFunctionsBeginWhereTheyHaveOne() throws IOException {
        String map = "ffffffff81000000 T _text\nffffffff81000100 T a\nffffffff81000200 T b\n";
        assertNull(symbols(map, 0, 0xffffffff81000100L, 0xffffffff81000200L).remark());
        assertNull(symbols(map, 0, 0xffffffff81000100L, 0xffffffff81000201L).remark());
        BootSymbols other = symbols(map, 0, 0xffffffff81000100L, 0xffffffff81000201L, 0xffffffff81000202L);
        assertEquals("the symbols in @ are of another kernel, or this one is loaded elsewhere and does not report where: only 1 of 3 "
                + "functions begin where it has one; they are not used", other.remark().replace(fFolder.resolve("System.map").toString(), "@"));
        assertEquals("0xffffffff81000100", other.label(0xffffffff81000100L));
        assertEquals("the symbols in @ are of another kernel: only 0 of 1 functions begin where it has one; they are not used",
                symbols(map, 0xffffffff91000000L, 0xffffffff81000100L).remark().replace(fFolder.resolve("System.map").toString(), "@"));
        // where the kernel is is reported
        assertEquals("a", symbols(map, 0xffffffff91000000L, 0xffffffff91000100L).label(0xffffffff91000100L));
        assertNull(symbols(map, 0).remark());
        assertEquals("a", symbols(map, 0).name(0xffffffff81000100L));
        assertTrue(symbols(map, 0).isNamed(0xffffffff81000100L));
        // within the function, and without symbols
        assertEquals("false false", symbols(map, 0).isNamed(0xffffffff81000101L) + " " + BootSymbols.NONE.isNamed(0xffffffff81000100L));
    }

    @Test
    void withoutSymbolsFunctionsAreAddresses() throws IOException {
        assertEquals("no symbols are known: functions are shown by their addresses; give the guest's kallsyms or System.map",
                symbols(null, 0, 5).remark());
        assertNull(symbols(null, 0).remark());
        assertTrue(symbols("nonsense\n", 0, 5).remark().endsWith("System.map cannot be read"));
        assertEquals("0x5", BootSymbols.NONE.label(5));
        assertEquals("net_init", BootSymbols.NONE.label(new InitcallRun(0, 5, "net_init", 0, 1, false, false, 0L, -1, 0, 1, 0, -1)));
    }
}
