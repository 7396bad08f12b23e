/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;

/** Any events that ABI version 1 can report, from a seed. */
public final class RandomGuestEvents {

    /** The kinds that one hypercall reports whole. */
    public static final List<EventKind> KINDS = List.of(EventKind.values()).subList(0, EventKind.FUNC_BATCH.ordinal())
            .stream().filter(kind -> !List.of("sched_process_free", "syscall_pair", "timer_hrtimer_init", "boot_level_end",
                    "device_shutdown_begin", "device_shutdown_end", "reboot_notifier_begin", "reboot_notifier_end",
                    "tracing_start", "tracing_stop", "config").contains(kind.label()))
            .toList();

    private static final int NO = GuestEvent.UNKNOWN_ID;

    private final Random fRandom;

    /** @param seed of all that follows */
    public RandomGuestEvents(long seed) {
        fRandom = new Random(seed);
    }

    /** @return a number from 0 to {@code max} */
    public int upTo(int max) {
        return fRandom.nextInt(max + 1);
    }

    private int tid() {
        return upTo(1 << 22);
    }

    private long any() {
        return fRandom.nextLong() >>> upTo(63);
    }

    private long positive() {
        return any() & Long.MAX_VALUE;
    }

    /** @return 0 to {@code max} printable characters of one, two, three or four bytes, within {@code max} bytes */
    public String text(int max) {
        StringBuilder text = new StringBuilder();
        String[] some = { "a", "k", "/", "0", " ", "é", "…", "𝄞" };
        for (int left = upTo(max);;) {
            String next = some[upTo(some.length - 1)];
            left -= next.getBytes(StandardCharsets.UTF_8).length;
            if (left < 0) {
                return text.toString();
            }
            text.append(next);
        }
    }

    /** @return any event of the kind */
    public GuestEvent event(EventKind kind, long time, GuestCpu from) {
        return switch (kind) {
        case FUNC_ENTRY -> new GuestEvent.FunctionEntry(time, from, tid(), any(), upTo(0xffff), false);
        case FUNC_EXIT -> new GuestEvent.FunctionExit(time, from, tid(), any(), positive(), upTo(0xffff), false, false);
        case SCHED_SWITCH -> new GuestEvent.SchedSwitch(time, from, tid(), tid(), upTo(255), upTo(255),
                fRandom.nextInt() & 0xffffffffL, text(16), NO, NO);
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> new GuestEvent.Wakeup(time, from, kind, tid(), upTo(0xffff),
                tid(), NO, text(16));
        case SCHED_PROCESS_FORK -> new GuestEvent.Fork(time, from, tid(), tid(), tid(), tid(), text(16));
        case SCHED_PROCESS_EXEC -> new GuestEvent.Exec(time, from, tid(), tid(), tid(), text(16));
        case SCHED_PROCESS_EXIT -> new GuestEvent.TaskExit(time, from, tid(), tid(), any(), NO, text(16));
        case SYSCALL_ENTRY -> new GuestEvent.SyscallEntry(time, from, tid(), upTo(Integer.MAX_VALUE - 1), fRandom.nextBoolean(), any(), any());
        case SYSCALL_EXIT -> new GuestEvent.SyscallExit(time, from, tid(), upTo(Integer.MAX_VALUE - 1), fRandom.nextBoolean(), -any());
        case IRQ_HANDLER_ENTRY -> new GuestEvent.IrqEntry(time, from, fRandom.nextInt(), text(16));
        case IRQ_HANDLER_EXIT -> new GuestEvent.IrqExit(time, from, fRandom.nextInt(), any());
        case IRQ_SOFTIRQ_RAISE, IRQ_SOFTIRQ_ENTRY, IRQ_SOFTIRQ_EXIT -> new GuestEvent.Softirq(time, from, kind, fRandom.nextInt());
        case APIC_VECTOR_ENTRY, APIC_VECTOR_EXIT -> new GuestEvent.ApicVector(time, from, kind, fRandom.nextInt(), fRandom.nextInt());
        case TIMER_HRTIMER_START -> new GuestEvent.Hrtimer(time, from, kind, NO, any(), any(), any(), fRandom.nextInt());
        case TIMER_HRTIMER_CANCEL -> new GuestEvent.Hrtimer(time, from, kind, NO, any(), 0, 0, 0);
        case TIMER_HRTIMER_EXPIRE_ENTRY -> new GuestEvent.Hrtimer(time, from, kind, tid(), any(), any(), any(), 0);
        case TIMER_HRTIMER_EXPIRE_EXIT -> new GuestEvent.Hrtimer(time, from, kind, tid(), any(), 0, 0, 0);
        case TIMER_EXPIRE_ENTRY -> new GuestEvent.Timer(time, from, kind, tid(), any(), any(), any());
        case TIMER_EXPIRE_EXIT -> new GuestEvent.Timer(time, from, kind, tid(), any(), 0, 0);
        case BOOT_LEVEL_BEGIN -> new GuestEvent.BootLevel(time, from, kind, any(), any(), text(16));
        case INITCALL_START -> new GuestEvent.InitcallStart(time, from, tid(), any(), null);
        case INITCALL_FINISH -> new GuestEvent.InitcallFinish(time, from, tid(), any(), any(), positive(), null);
        case PANIC -> new GuestEvent.Panic(time, from, tid(), any(), text(16));
        case DIE -> new GuestEvent.Die(time, from, tid(), any(), fRandom.nextInt(), fRandom.nextInt() & 0xffffffffL, any());
        case HELLO -> new GuestEvent.Hello(time, from, 1, upTo(0xffff), any(), any(), any());
        case BASE -> new GuestEvent.Base(time, from, any(), any(), any(), upTo(0xffff), any() & 0xffffffffL);
        case GROUPS_OFF -> new GuestEvent.GroupsOff(time, from, kind, any(), any());
        case TASK -> new GuestEvent.Task(time, from, tid(), tid(), tid(), upTo(0xffff), upTo(0xffff), text(16));
        case MARK -> new GuestEvent.Mark(time, from, tid(), any());
        case STAGE -> new GuestEvent.Stage(time, from, 1 + upTo(5), any(), text(16));
        case SHUTDOWN_STEP_BEGIN, SHUTDOWN_STEP_END -> new GuestEvent.ShutdownStep(time, from, kind, any(), any(), text(16));
        case HOST_EXIT -> new GuestEvent.HostExit(time, from, fRandom.nextInt(), any() & 0xffffffffL, any(), any(), upTo(4095));
        case HOST_ENTRY -> new GuestEvent.HostEntry(time, from, upTo(4095));
        case HOST_SCHED_OUT -> new GuestEvent.HostSwitch(time, from, kind, tid(), any(), text(8), upTo(4095));
        case HOST_SCHED_IN -> new GuestEvent.HostSwitch(time, from, kind, tid(), 0, text(8), upTo(4095));
        default -> throw new IllegalArgumentException(kind.label());
        };
    }

    /** @return any text, reported at once */
    public GuestEvent.Text textOf(TextType type, long time, GuestCpu from) {
        return new GuestEvent.Text(time, from, type, text(300), time, true);
    }

    /** @return any name */
    public GuestEvent.Name nameOf(NameType type, long time, GuestCpu from) {
        return new GuestEvent.Name(time, from, type, any(), text(200));
    }

    /** @return an exit that a batch can report */
    public GuestEvent.FunctionExit batchedExit(long time, GuestCpu from, int tid) {
        int shift = upTo(15);
        long mantissa = shift == 0 ? upTo(0xffffff) : 0x400000 + upTo(0xbfffff);
        return new GuestEvent.FunctionExit(time, from, tid, 0xffffffff80000000L | 1 + upTo(0x7ffffffe),
                mantissa << 2 * shift, upTo(31), false, true);
    }

    /** @return a switch that a batch can report */
    public GuestEvent.SchedSwitch batchedSwitch(long time, GuestCpu from, int prevTid) {
        return new GuestEvent.SchedSwitch(time, from, prevTid, tid(), NO, 1 + upTo(138), upTo(255), null, NO, NO);
    }
}
