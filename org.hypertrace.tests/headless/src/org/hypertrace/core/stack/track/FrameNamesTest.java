/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.timeline.Guest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What frames are called, and what stands for them. */
@Tag("plain")
class FrameNamesTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);

    @Test
    void whatFramesAreCalled() {
        FrameNames names = new FrameNames((guest, nested) -> null);
        int boot = names.boots(new Guest(0, 0, "x"), null);
        StackThread thread = new StackThread(0, null, null, boot, 82, -1);
        long mark = Frames.of(FrameKind.MARK, 7);
        assertEquals("mark: 7", names.of(thread, mark));
        names.learn(boot, new GuestEvent.Mark(1, CPU, 82, 7));
        names.learn(boot, new GuestEvent.Text(2, CPU, TextType.MARK, "build", 5, true));
        assertEquals("mark: 7 build", names.of(thread, mark));
        names.learn(boot, new GuestEvent.IrqEntry(3, CPU, 4, "ttyS0"));
        names.learn(boot, new GuestEvent.IrqEntry(3, CPU, 5, " "));
        assertEquals("irq: 4 ttyS0", names.of(thread, Frames.of(FrameKind.IRQ, 4)));
        assertEquals("irq: 5", names.of(thread, Frames.of(FrameKind.IRQ, 5)));
        for (int type = -1; type < 5; type++) {
            names.learn(boot, new GuestEvent.ApicVector(4, CPU, EventKind.APIC_VECTOR_ENTRY, 230 + type, type));
        }
        assertEquals("vector: 229, vector: local timer, vector: reschedule, vector: function call, vector: single function call, vector: 234",
                String.join(", ", IntStream.rangeClosed(229, 234).mapToObj(vector -> names.of(thread, Frames.of(FrameKind.APIC, vector)))
                        .toList()));
        names.learn(boot, new GuestEvent.Name(5, CPU, NameType.FUNCTION, 0xffffffff81000100L, "do_it"));
        assertEquals("do_it", names.of(thread, 0xffffffff81000100L));
        assertEquals("0xffffffff81000200", names.of(thread, 0xffffffff81000200L));
        assertEquals("initcall: do_it", names.of(thread, Frames.of(FrameKind.INITCALL, 0xffffffff81000100L)));
        assertEquals("initcall: 0xffffffff81000200", names.of(thread, Frames.of(FrameKind.INITCALL, 0xffffffff81000200L)));
        assertEquals("syscall: write", names.of(thread, Frames.of(FrameKind.SYSCALL, 1)));
        assertEquals("syscall: exit (i386)", names.of(thread, Frames.of(FrameKind.SYSCALL, 1 | 1L << 32)));
        assertEquals("syscall: 9999", names.of(thread, Frames.of(FrameKind.SYSCALL, 9999)));
        assertEquals("syscall: unknown", names.of(thread, GuestFrames.UNKNOWN_CALL));
        assertEquals("exit: (others)", names.of(thread, Frames.of(FrameKind.EXIT, FrameNames.FURTHER)));
        assertEquals("off CPU: (others)", names.of(thread, Frames.of(FrameKind.OFF_CPU, FrameNames.FURTHER)));
        assertEquals("exit: HLT", names.of(thread, Frames.of(FrameKind.EXIT, 2L << 32 | 120)));
        assertEquals("exit: HLT", names.of(thread, Frames.of(FrameKind.EXIT, 1L << 32 | 12)));
        assertEquals("implausible address", names.of(thread, Frames.function(0x1234_5678_9abc_def0L)));
        assertEquals("(thread) (interrupts) (others)", names.of(thread, Frames.of(FrameKind.THREAD, 0)) + ' '
                + names.of(thread, Frames.of(FrameKind.INTERRUPTS, 0)) + ' ' + names.of(thread, Frames.of(FrameKind.OTHERS, 0)));
        assertEquals("unnamed", names.of(thread, names.named(FrameKind.NAMED, " ")));
        assertEquals("unnamed", names.of(thread, names.named(FrameKind.NAMED, null)));
        assertEquals("host: preempted by sh", names.of(thread, names.named(FrameKind.PREEMPTED_BY, "sh")));
        assertTrue(names.isInterrupt(thread, Frames.of(FrameKind.IRQ, 4)));
        assertFalse(names.isInterrupt(thread, Frames.of(FrameKind.SYSCALL, 4)));
        assertFalse(names.isInterrupt(thread, 0xffffffff81000100L));
        // words of another boot are its own
        StackThread next = new StackThread(1, null, null, names.boots(new Guest(0, 0, "x"), null), 82, -1);
        assertEquals("mark: 7", names.of(next, mark));
        assertEquals("0xffffffff81000100", names.of(next, 0xffffffff81000100L));
    }

    /** 1024 boots have names of their own and each 1024 words; of more the last boot's are shared. */
    @Test
    void noMoreNamesThanThereIsRoomFor() {
        FrameNames names = new FrameNames((guest, nested) -> null);
        int last = 0;
        for (int i = 0; i < 1_030; i++) {
            last = names.boots(new Guest(0, 0, "x"), null);
            assertEquals(Math.min(i, 1_023), last);
        }
        StackThread thread = new StackThread(0, null, null, last, 82, -1);
        for (int i = 0; i < 1_025; i++) {
            names.learn(last, new GuestEvent.IrqEntry(3, CPU, i, "n" + i));
        }
        assertEquals("irq: 1023 n1023, irq: 1024", names.of(thread, Frames.of(FrameKind.IRQ, 1_023)) + ", " + names.of(thread,
                Frames.of(FrameKind.IRQ, 1_024)));
        // a known one may get another
        names.learn(last, new GuestEvent.IrqEntry(3, CPU, 7, "new"));
        assertEquals("irq: 7 new", names.of(thread, Frames.of(FrameKind.IRQ, 7)));
    }

    @Test
    void addressesThatCannotBe() {
        assertEquals(FrameKind.FUNCTION, Frames.kind(Frames.function(0xffff_ffff_8100_0000L)));
        assertEquals(FrameKind.FUNCTION, Frames.kind(Frames.function(0x7fff_1234_5678L)));
        assertEquals(FrameKind.IMPLAUSIBLE, Frames.kind(Frames.function(0x0100_0000_0000_0000L)));
        assertEquals(0xff_ffff_ffff_ffffL, Frames.value(Frames.of(FrameKind.EXIT, -1)));
        for (FrameKind kind : FrameKind.values()) {
            assertEquals(kind, Frames.kind(kind == FrameKind.FUNCTION ? 5 : Frames.of(kind, 5)));
        }
        assertArrayEquals(new long[] { 5, 5 }, new long[] { Frames.value(5), Frames.value(Frames.of(FrameKind.OTHERS, 5)) });
    }
}
