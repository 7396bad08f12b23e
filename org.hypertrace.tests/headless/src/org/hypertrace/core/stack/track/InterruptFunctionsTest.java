/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.junit.jupiter.api.Test;

/** Names of frames, and which functions are of interrupts by their names. */
class InterruptFunctionsTest {

    /** The lesson of the thesis, where the guest reports nothing but functions: their names report which are for interrupts. */
    @Test
    void functionsOfInterruptsAreKnownByTheirNames() {
        for (String name : List.of("smp_apic_timer_interrupt", "asm_sysvec_apic_timer_interrupt", "__sysvec_reschedule_ipi",
                "irq_enter_rcu", "handle_softirqs", "__do_softirq+0x10", "handle_edge_irq", "common_interrupt")) {
            assertTrue(InterruptFunctions.has(name), name);
        }
        for (String name : List.of("vfs_read", "smp_call_function_single", "do_softirq_post_smp_call", "sys_read", "interrupt")) {
            assertFalse(InterruptFunctions.has(name), name);
        }
    }

    @Test
    void framesHaveNames() {
        FrameNames names = new FrameNames((guest, nested) -> null);
        GuestCpu cpu = new GuestCpu(0, 0, 0, 0);
        int boot = names.boots(null, "1.0");
        long tick = 0xffffffff81000100L;
        names.learn(boot, new GuestEvent.Name(100, cpu, NameType.FUNCTION, tick, "smp_apic_timer_interrupt"));
        names.learn(boot, new GuestEvent.IrqEntry(110, cpu, 4, "ttyS0"));
        names.learn(boot, new GuestEvent.Mark(120, cpu, 82, 7));
        names.learn(boot, new GuestEvent.Text(121, cpu, TextType.MARK, "batch on", 120, true));
        StackThread thread = new StackThread(0, null, "1.0", boot, 82, -1);
        assertEquals("smp_apic_timer_interrupt", names.of(thread, tick));
        assertTrue(names.isInterrupt(thread, tick));
        assertFalse(names.isInterrupt(thread, tick + 1));
        assertEquals("0xffffffff81000101", names.of(thread, tick + 1));
        assertEquals("syscall: read", names.of(thread, Frames.of(FrameKind.SYSCALL, 0)));
        assertEquals("syscall: exit (i386)", names.of(thread, Frames.of(FrameKind.SYSCALL, 1L << 32 | 1)));
        assertEquals("irq: 4 ttyS0", names.of(thread, Frames.of(FrameKind.IRQ, 4)));
        assertEquals("mark: 7 batch on", names.of(thread, Frames.of(FrameKind.MARK, 7)));
        assertEquals("exit: HLT", names.of(thread, Frames.of(FrameKind.EXIT, 2L << 32 | 120)));
        assertEquals("exit: 5", names.of(thread, Frames.of(FrameKind.EXIT, 0xffffffL << 32 | 5)));
        assertEquals("initcall: 0xffffffff81000101", names.of(thread, Frames.of(FrameKind.INITCALL, tick + 1)));
        // another boot's kernel is elsewhere
        assertEquals("0xffffffff81000100", names.of(new StackThread(1, null, "1.0", names.boots(null, "1.0"), 82, -1), tick));
    }
}
