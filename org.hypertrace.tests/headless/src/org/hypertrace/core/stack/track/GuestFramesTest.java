/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which frame begins or ends by what a guest reports, and whose it is. */
@Tag("plain")
class GuestFramesTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);

    private final StackText fText = new StackText();
    private final ReportedStacks fReported = new ReportedStacks(fText);
    private final FrameNames fNames = new FrameNames((guest, nested) -> null);
    private final ThreadChanges fSpeaker = changes("speaker");
    private final ThreadChanges fCurrent = changes("current");

    private ThreadChanges changes(String name) {
        return new ThreadChanges(new ThreadStack(0, fText.thread(name), new CheckedStacks(fReported), new long[Repair.values().length]), new int[1]);
    }

    private String reported(GuestEvent event) {
        GuestFrames.change(event.time(), event, fSpeaker, fCurrent, fNames);
        return fReported.lines().strip().replaceFirst("^\\d+ \\w+ begins\n", "");
    }

    /** Functions of processes have depths of their own; a depth that is not reported is 0 there. */
    @Test
    void functionsOfBothKinds() {
        long a = fText.frame("a");
        long b = fText.frame("b");
        assertEquals("10 speaker a", reported(new GuestEvent.FunctionEntry(10, CPU, 82, a, 5, true)));
        assertEquals("11 speaker b", reported(new GuestEvent.FunctionEntry(11, CPU, 82, b, 0, false)));
        assertEquals("12 speaker - guest 7", reported(new GuestEvent.FunctionExit(12, CPU, 82, b, 7, 0, false, false)));
        // not the one of the kernel, of that depth
        assertEquals("13 speaker b", reported(new GuestEvent.FunctionEntry(13, CPU, 82, b, 6, true)));
        assertEquals("15 speaker repaired RETURN_MISSING\n15 speaker -\n15 speaker - guest 9",
                reported(new GuestEvent.FunctionExit(15, CPU, 82, a, 9, 5, true, false)));
        assertEquals("16 speaker b", reported(new GuestEvent.FunctionEntry(16, CPU, 82, b, -1, true)));
        assertEquals("17 speaker a", reported(new GuestEvent.FunctionEntry(17, CPU, 82, a, 0, true)));
    }

    /** The names of steps report of what kind they are; without a name it is their address, or their number. */
    @Test
    void stepsOfAShutdown() {
        fNames.boots(new Guest(0, 0, "x"), null);
        assertEquals("step: umount", named(step(10, EventKind.SHUTDOWN_STEP_BEGIN, 3, 0, "umount")));
        assertEquals("11 current -", reported(step(11, EventKind.SHUTDOWN_STEP_END, 3, 0, "umount")));
        assertEquals("device: sda", named(step(12, EventKind.DEVICE_SHUTDOWN_BEGIN, 3, 0, "sda")));
        assertEquals("13 current -", reported(step(13, EventKind.DEVICE_SHUTDOWN_END, 3, 0, "sda")));
        assertEquals("notifier: 0xffffffff81000000", named(step(14, EventKind.REBOOT_NOTIFIER_BEGIN, 3, 0xffffffff81000000L, null)));
        assertEquals("15 current -", reported(step(15, EventKind.REBOOT_NOTIFIER_END, 3, 0xffffffff81000000L, " ")));
        assertEquals("step: 3", named(step(16, EventKind.SHUTDOWN_STEP_BEGIN, 3, 0, "")));
        assertEquals("17 current -", reported(step(17, EventKind.SHUTDOWN_STEP_END, 3, 0, null)));
    }

    private static GuestEvent step(long time, EventKind kind, int number, long address, String name) {
        return new GuestEvent.ShutdownStep(time, CPU, kind, number, address, name);
    }

    /** What the frame that begins is called. */
    private String named(GuestEvent event) {
        String[] words = reported(event).split("[ :]");
        assertEquals(event.time() + " current named", words[0] + ' ' + words[1] + ' ' + words[2]);
        return fNames.of(new StackThread(0, null, null, 0, 82, -1), Frames.of(FrameKind.NAMED, Long.parseLong(words[3])));
    }

    @Test
    void initcallsByAddressOrByName() {
        assertEquals("10 speaker initcall:5", reported(new GuestEvent.InitcallStart(10, CPU, 1, 5, "serial_init")));
        assertEquals("11 speaker - guest 8", reported(new GuestEvent.InitcallFinish(11, CPU, 1, 5, 0, 8, "serial_init")));
        fNames.boots(new Guest(0, 0, "x"), null);
        String begun = reported(new GuestEvent.InitcallStart(12, CPU, 1, 0, "serial_init"));
        assertEquals("initcall: serial_init", fNames.of(new StackThread(0, null, null, 0, 82, -1), Frames.of(FrameKind.NAMED,
                Long.parseLong(begun.replace("12 speaker named:", "")))));
        assertEquals("13 speaker - guest 8", reported(new GuestEvent.InitcallFinish(13, CPU, 1, 0, 0, 8, "serial_init")));
        assertEquals("14 speaker initcall:0", reported(new GuestEvent.InitcallStart(14, CPU, 1, 0, null)));
    }

    @Test
    void interruptsAreOfWhoHasTheProcessor() {
        assertEquals("10 current irq:4", reported(new GuestEvent.IrqEntry(10, CPU, 4, "")));
        assertEquals("", reported(new GuestEvent.Softirq(11, CPU, EventKind.IRQ_SOFTIRQ_RAISE, 1)));
        assertEquals("12 current softirq:1", reported(new GuestEvent.Softirq(12, CPU, EventKind.IRQ_SOFTIRQ_ENTRY, 1)));
        assertEquals("13 current -", reported(new GuestEvent.Softirq(13, CPU, EventKind.IRQ_SOFTIRQ_EXIT, 1)));
        assertEquals("14 current apic:236", reported(new GuestEvent.ApicVector(14, CPU, EventKind.APIC_VECTOR_ENTRY, 236, 0)));
        assertEquals("15 current -", reported(new GuestEvent.ApicVector(15, CPU, EventKind.APIC_VECTOR_EXIT, 236, 0)));
        assertEquals("16 current -", reported(new GuestEvent.IrqExit(16, CPU, 4, 1)));
        assertEquals("17 current marks mark:7", reported(new GuestEvent.Mark(17, CPU, 99, 7)));
        assertEquals("18 speaker syscall:4294967297", reported(new GuestEvent.SyscallEntry(18, CPU, 82, 1, true, 0, 0)));
        assertEquals("19 speaker -", reported(new GuestEvent.SyscallExit(19, CPU, 82, 1, true, 0)));
    }
}
