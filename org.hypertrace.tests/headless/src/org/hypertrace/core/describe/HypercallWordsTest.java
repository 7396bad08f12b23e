/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestEncoder;
import org.hypertrace.testing.story.GuestStory;
import org.hypertrace.testing.story.RandomGuestEvents;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every hypercall by itself is one line of words. */
class HypercallWordsTest {

    private static final Dialect VERSION_1 = Dialect.builtIn(Dialect.HYPERTRACE_1);
    private static final Map<Integer, String> THREADS = Map.of(82, "sh", 1, "init");

    private static HypercallDescriber words(Dialect dialect, Hypercall h) {
        return HypercallDescriber.of(dialect, h, THREADS::get, address -> address == 0xffffffff81000300L ? "pci_init" : null);
    }

    private static void assertWords(Dialect dialect, String expected, String message) {
        HypercallDescriber words = words(dialect, GuestStory.hypercalls("100 vcpu0 unknown " + message).get(0));
        assertEquals(expected, words.event() + " | " + words.contents());
    }

    private static void assertWords(String expected, String message) {
        assertWords(VERSION_1, expected, message);
    }

    @Test
    void tasks() {
        // "kworker/0:1"
        assertWords("sched_switch | sh(82) → kworker/0:1(17)",
                "nr 0x66 a0 0x5200000011 a1 0x78 a2 0x2f72656b726f776b a3 0x313a30");
        assertWords("sched_switch | swapper/0(0) → (17)", "nr 0x66 a0 17 a1 0");
        assertWords("sched_waking | sh(82), on CPU 2, by init(1)", "nr 0x67 a0 0x200000052 a1 1");
        assertWords("sched_wakeup_new | ls(83), on CPU 0, by sh(82)", "nr 0x68 a0 83 a1 0x8000000000000052 a2 0x736c");
        assertWords("sched_process_fork | sh(82) → ls(83)", "nr 0x69 a0 0x5200000053 a1 0x5200000053 a2 0x736c");
        assertWords("sched_process_fork | sh(82) → sh(83), a thread of 82",
                "nr 0x69 a0 0x5200000053 a1 0x5200000052 a2 0x6873");
        assertWords("sched_process_exec | ls(83)", "nr 0x6a a0 0x5300000053 a1 0x53 a2 0x736c");
        assertWords("sched_process_exit | ls(83), code 256", "nr 0x6b a0 0x5300000053 a1 256 a2 0x736c");
        assertWords("task | sh(82), parent 1, CPU 1, state 0x1", "nr 0x83 a0 0x5200000052 a1 0x100010001 a2 0x6873");
    }

    /** What the host writes into a ring; by default it leaves out its own tasks and processors. */
    @Test
    void records() {
        assertRecord("host_sched_out | backup(50), processor 3", "nr 0xa2 a0 50 a1 1 a2 0x70756b636162 a3 3");
        assertRecord("host_sched_in | swapper/(0), processor 3", "nr 0xa3 a0 0 a2 0x2f72657070617773 a3 3");
        assertRecord("host_entry | processor 0", "nr 0xa1");
        assertRecord("host_sched_out | ", "nr 0xa2 a1 1 a3 0xffff");
        assertRecord("host_exit | HLT", "nr 0xa0 a0 0x200000078 a3 0xffff");
    }

    private static void assertRecord(String expected, String record) {
        HypercallDescriber words = words(VERSION_1, GuestStory.hypercalls("100 vcpu0 ring " + record).get(0));
        assertEquals(expected, words.event() + " | " + words.contents());
    }

    @Test
    void systemCalls() {
        assertWords("syscall_entry | sh(82): system call 59(0x7f00, 0x1)", "nr 0x6c a0 82 a1 59 a2 0x7f00 a3 1");
        assertWords("syscall_exit | sh(82): system call 59 = -2", "nr 0x6d a0 82 a1 59 a2 0xfffffffffffffffe");
        assertWords("syscall_entry | (83): i386 system call 4(0x0, 0x0)", "nr 0x6c a0 83 a1 0x80000004");
        assertWords("syscall_exit | sh(82): a system call without its number = 0", "nr 0x6d a0 82 a1 0xffffffffffffffff");
        assertWords("syscall_exit | sh(82): a system call without its number = 0", "nr 0x6d a0 82 a1 0x7fffffff");
        assertWords("syscall_entry, syscall_exit | 2: sh(82): system call 1(0x1, 0x0); sh(82): system call 1 = 5",
                "nr 0x91 a0 82 a1 0x3200000001 a2 5 a3 1");
    }

    @Test
    void interruptsAndTimers() {
        assertWords("irq_handler_entry | irq 24 virtio", "nr 0x6e a0 24 a2 0x6f6974726976");
        assertWords("irq_handler_exit | irq 24, not handled", "nr 0x6f a0 24");
        assertWords("irq_softirq_entry | TIMER", "nr 0x70 a0 1");
        assertWords("irq_softirq_raise | 77", "nr 0x72 a0 77");
        assertWords("apic_vector_entry | local timer, vector 236", "nr 0x73 a0 236");
        assertWords("timer_hrtimer_start | timer 0xffff888000001000, 0xffffffff81000000, at 2.00 s",
                "nr 0x75 a0 0xffff888000001000 a1 0xffffffff81000000 a2 2000000000");
        assertWords("timer_expire_exit | sh(82): timer 0xffff888000001000", "nr 0x7a a0 0xffff888000001000 a3 82");
    }

    @Test
    void functions() {
        assertWords("func_entry | sh(82): 0xffffffff81000010, depth 3", "nr 0x64 a0 0xffffffff81000010 a1 3 a3 82");
        assertWords("func_exit | sh(82): 0xffffffff81000010, depth 3, after 1.77 µs",
                "nr 0x65 a0 0xffffffff81000010 a1 1766 a2 3 a3 82");
        assertWords("func_exit | 2: 0xffffffff80000001, depth 1, after 5 ns; 0xffffffff80000002, depth 0, after 80 ns",
                "nr 0x90 a0 9 a2 0x0000000210000005 a3 0x0000000401000014");
        assertWords("initcall_start | 0xffffffff82000000", "nr 0x7c a0 0xffffffff82000000 a1 1");
        assertWords("initcall_start | pci_init", "nr 0x7c a0 0xffffffff81000300 a1 1");
        assertWords("initcall_finish | 0xffffffff82000000 = -19, after 2.00 ms",
                "nr 0x7d a0 0xffffffff82000000 a1 0xffffffffffffffed a2 2000000 a3 1");
    }

    @Test
    void switchesOfABatch() {
        assertWords("sched_switch | 3: ? → sh(82); sh(82) → init(1); init(1) → swapper/0(0)",
                "nr 0x92 a0 0x200000001 a1 0x5200780000 a2 0x100780000 a3 0x780000");
    }

    @Test
    void lifeOfTheGuest() {
        assertWords("boot_level_begin | core, level 3", "nr 0x7b a0 3 a1 99 a2 0x65726f63");
        assertWords("stage | ready", "nr 0x85 a0 4");
        assertWords("shutdown_step_begin | reboot, number 2", "nr 0x86 a0 2 a2 0x746f6f626572");
        assertWords("panic | init(1): \"Oops\"", "nr 0x7e a0 1 a2 0x73706f4f");
        assertWords("die | sh(82): at 0xffffffff81000010, error 0x2, fault address 0x8",
                "nr 0x7f a0 0xffffffff81000010 a1 2 a2 8 a3 82");
        assertWords("mark | sh(82): value 0x7", "nr 0x84 a0 82 a1 7");
        assertWords("hello | ABI 1, batches reach back 5 ms, TSC 12, up for 1.50 s",
                "nr 0x81 a0 0x4754524300050100 a1 12 a2 1500000000");
        assertWords("base | TSC 2400000 kHz, processors 2", "nr 0x82 a2 2400000 a3 2");
    }

    /** Of a text and a name only what this hypercall brings. */
    @Test
    void pieces() {
        assertWords("text | panic: \"Oops\"", "nr 0x80 a0 0x100000004 a1 0x73706f4f");
        assertWords("text | mark: \"…abcdefghabcdefghabcdefgh…\"",
                "nr 0x80 a0 0x300180060 a1 0x6867666564636261 a2 0x6867666564636261 a3 0x6867666564636261");
        assertWords("name | this VM is \"web\"", "nr 0x88 a1 0x8000000000000004 a2 0x626577");
        assertWords("name | function 0xffffffff81000010 is \"abcdefghabcdefgh…\"",
                "nr 0x88 a0 0xffffffff81000010 a1 1 a2 0x6867666564636261 a3 0x6867666564636261");
    }

    @Test
    void kvmsOwnAndOthers() {
        assertWords("kvm_hypercall | KICK_CPU: APIC id 3", "nr 5 a1 3");
        assertWords("kvm_hypercall | SEND_IPI: vector 253 from APIC id 0, bitmap 0x6", "nr 10 a0 6 a3 0xfd");
        assertWords("kvm_hypercall | SCHED_YIELD: to APIC id 1", "nr 11 a0 1");
        assertWords("kvm_hypercall | CLOCK_PAIRING: at 0x1000", "nr 9 a0 0x1000");
        assertWords("kvm_hypercall | MAP_GPA_RANGE: 16 pages at 0x1000", "nr 12 a0 0x1000 a1 16");
        assertWords("kvm_hypercall | VAPIC_POLL_IRQ", "nr 1");
        assertWords("kvm_hypercall | nr 0x8, 0x1, 0x2, 0x3, 0x4", "nr 8 a0 1 a1 2 a2 3 a3 4");
        assertWords("unknown | nr 0x4d, 0x1, 0x0, 0x0, 0x0", "nr 77 a0 1");
        assertWords("malformed | nr 0x66, 0xffffffffffffffff, 0x0, 0x0, 0x0", "nr 0x66 a0 0xffffffffffffffff");
        assertWords("malformed | nr 0x81, 0x0, 0x0, 0x0, 0x0", "nr 0x81");
    }

    @Test
    void nestedGuests() {
        assertWords("sched_switch | nested guest 2: sh(82) → (17)", "nested 2 level 1 nr 0x66 a0 0x5200000011");
    }

    @Test
    void otherDialects() {
        assertWords(Dialect.builtIn("p1"), "func_entry | start_kernel, depth 0", "nr 1000 a0 0xffffffffffffff00");
        assertWords(Dialect.builtIn("p3"), "sched_switch | (1661) → kworker/0:1H(114)",
                "nr 0x3e8 a0 0x67d a1 0x72 a2 0x48313a30 a3 0x2f72656b726f776b");
    }

    @Test
    void everyKindIsOneLine() {
        RandomGuestEvents random = new RandomGuestEvents(5);
        for (int i = 0; i < 200; i++) {
            for (EventKind kind : RandomGuestEvents.KINDS) {
                HypercallDescriber words =
                        words(VERSION_1, GuestEncoder.encode(random.event(kind, 1000, new GuestCpu(0, 0, 0, 0))));
                assertEquals(kind.label(), words.event());
                assertOneLine(words);
            }
            for (Hypercall piece : GuestEncoder.text(random.textOf(TextType.CONSOLE, 1000, new GuestCpu(0, 0, 0, 0)))) {
                assertEquals("text", words(VERSION_1, piece).event());
            }
        }
    }

    @Test
    @Tag("long")
    void whateverIsReportedIsOneLine() {
        Random random = new Random(6);
        for (String name : List.of("hypertrace-1", "p1", "p2", "p3", "p4", "p5")) {
            Dialect dialect = Dialect.builtIn(name);
            for (int i = 0; i < 20_000; i++) {
                long[] w = random.longs(4).map(word -> word >>> random.nextInt(64)).toArray();
                long nr = random.nextInt(3) == 0 ? random.nextLong()
                        : random.nextInt(0xb0) + (random.nextInt(2) == 0 ? 950 : 0);
                assertOneLine(words(dialect, new Hypercall(7, -1, Hypercall.Origin.UNKNOWN, nr, w[0], w[1], w[2], w[3])));
            }
        }
    }

    private static void assertOneLine(HypercallDescriber words) {
        assertTrue(!words.event().isEmpty() && words.contents().chars().noneMatch(Character::isISOControl),
                words.toString());
    }

    @Test
    void rareEventsOfOtherDialectsHaveWords() {
        EventDescriber words = new EventDescriber(THREADS::get, address -> null);
        GuestCpu cpu = new GuestCpu(0, 0, 0, 0);
        assertEquals("1 hypercall did not arrive", words.of(new GuestEvent.Lost(1, cpu, 0, 1, 1)));
        assertEquals("depth up to 5, exits only, until 0x10",
                words.of(new GuestEvent.Tracing(1, cpu, EventKind.TRACING_START, 5, true, 16)));
        assertEquals("word size 8", words.of(new GuestEvent.Config(1, cpu, 8)));
        assertEquals("HLT, processor 1", words.of(new GuestEvent.HostExit(1, cpu, 1, 12, 0, 0, 1)));
        assertEquals("sh(82)", words.of(new GuestEvent.TaskFree(1, cpu, 82, 0, null)));
    }
}
