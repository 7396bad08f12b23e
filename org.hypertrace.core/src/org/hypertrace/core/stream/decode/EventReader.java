/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.decode;

import static org.hypertrace.core.event.Field.*;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.Field;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;

/** Makes the event that a hypercall reports, for the kinds that report just one. */
final class EventReader {

    /** Of a system call's number; all are set if the kernel has -1 for it. */
    private static final int NUMBER_BITS = 0x7fff_ffff;

    private EventReader() {
    }

    static GuestEvent read(EventKind kind, Reading r, GuestCpu from) {
        long time = r.hypercall().time();
        return switch (kind) {
        case FUNC_ENTRY -> new GuestEvent.FunctionEntry(time, from, r.tid(TID), r.number(ADDRESS), depth(r),
                r.flag(USER_SPACE));
        case FUNC_EXIT -> new GuestEvent.FunctionExit(time, from, r.tid(TID), r.number(ADDRESS), r.duration(DURATION),
                depth(r), r.flag(USER_SPACE), r.flag(EXIT_ONLY));
        case SCHED_SWITCH -> new GuestEvent.SchedSwitch(time, from, r.tid(PREV_TID), r.tid(NEXT_TID),
                r.integer(PREV_PRIO, GuestEvent.UNKNOWN_ID), r.integer(NEXT_PRIO, GuestEvent.UNKNOWN_ID),
                r.number(PREV_STATE, GuestEvent.UNKNOWN_ID), r.text(NEXT_COMM), r.tid(PREV_TGID), r.tid(NEXT_TGID));
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> new GuestEvent.Wakeup(time, from, kind, r.tid(TID),
                r.cpu(TARGET_CPU), r.tid(WAKER_TID), r.integer(PRIO, GuestEvent.UNKNOWN_ID), r.text(COMM));
        case SCHED_PROCESS_FORK -> new GuestEvent.Fork(time, from, r.tid(PARENT_TID), r.tid(CHILD_TID),
                r.tid(PARENT_TGID), r.tid(CHILD_TGID), r.text(COMM));
        case SCHED_PROCESS_EXEC -> new GuestEvent.Exec(time, from, r.tid(OLD_TID), r.tid(TID), r.tid(TGID), r.text(COMM));
        case SCHED_PROCESS_EXIT -> new GuestEvent.TaskExit(time, from, r.tid(TID), r.tid(TGID), r.number(CODE),
                r.integer(PRIO, GuestEvent.UNKNOWN_ID), r.text(COMM));
        case SCHED_PROCESS_FREE -> new GuestEvent.TaskFree(time, from, r.tid(TID),
                r.integer(PRIO, GuestEvent.UNKNOWN_ID), r.text(COMM));
        case SYSCALL_ENTRY -> syscallEntry(r, from, time);
        case SYSCALL_EXIT -> syscallExit(r, from);
        case IRQ_HANDLER_ENTRY -> new GuestEvent.IrqEntry(time, from, r.integer(IRQ, 0), r.text(Field.NAME));
        case IRQ_HANDLER_EXIT -> new GuestEvent.IrqExit(time, from, r.integer(IRQ, 0),
                r.number(HANDLED, GuestEvent.UNKNOWN_ID));
        case IRQ_SOFTIRQ_RAISE, IRQ_SOFTIRQ_ENTRY, IRQ_SOFTIRQ_EXIT -> new GuestEvent.Softirq(time, from, kind,
                r.integer(VEC, 0));
        case APIC_VECTOR_ENTRY, APIC_VECTOR_EXIT -> new GuestEvent.ApicVector(time, from, kind, r.integer(VECTOR, 0),
                r.integer(TYPE, GuestEvent.UNKNOWN_ID));
        case TIMER_HRTIMER_INIT, TIMER_HRTIMER_START, TIMER_HRTIMER_CANCEL, TIMER_HRTIMER_EXPIRE_ENTRY,
                TIMER_HRTIMER_EXPIRE_EXIT -> new GuestEvent.Hrtimer(time, from, kind, r.tid(TID), r.number(TIMER),
                        r.number(FUNCTION), r.number(WHEN), r.integer(MODE, 0));
        case TIMER_EXPIRE_ENTRY, TIMER_EXPIRE_EXIT -> new GuestEvent.Timer(time, from, kind, r.tid(TID),
                r.number(TIMER), r.number(FUNCTION), r.number(CLOCK));
        default -> readRare(kind, r, from);
        };
    }

    /** The second half of a system call: also of one sent as a pair. */
    static GuestEvent.SyscallExit syscallExit(Reading r, GuestCpu from) {
        int number = callNumber(r);
        return new GuestEvent.SyscallExit(r.hypercall().time(), from, r.tid(TID), number, isCompat(r, number), r.number(RET));
    }

    /** The first half of a system call sent as a pair. */
    static GuestEvent.SyscallEntry pairedEntry(Reading r, GuestCpu from) {
        return syscallEntry(r, from, r.hypercall().time() - r.duration(DELTA));
    }

    private static GuestEvent.SyscallEntry syscallEntry(Reading r, GuestCpu from, long time) {
        int number = callNumber(r);
        return new GuestEvent.SyscallEntry(time, from, r.tid(TID), number, isCompat(r, number), r.number(ARG0), r.number(ARG1));
    }

    private static int callNumber(Reading r) {
        int number = r.integer(NUMBER, 0);
        return (number & NUMBER_BITS) == NUMBER_BITS ? GuestEvent.UNKNOWN_ID : number;
    }

    private static boolean isCompat(Reading r, int number) {
        return number != GuestEvent.UNKNOWN_ID && r.flag(COMPAT);
    }

    private static GuestEvent readRare(EventKind kind, Reading r, GuestCpu from) {
        long time = r.hypercall().time();
        return switch (kind) {
        case BOOT_LEVEL_BEGIN, BOOT_LEVEL_END -> new GuestEvent.BootLevel(time, from, kind,
                r.number(NUMBER, GuestEvent.UNKNOWN_ID), r.number(TSC), r.text(Field.NAME));
        case INITCALL_START -> new GuestEvent.InitcallStart(time, from, r.tid(TID), r.number(ADDRESS), r.text(Field.NAME));
        case INITCALL_FINISH -> new GuestEvent.InitcallFinish(time, from, r.tid(TID), r.number(ADDRESS), r.number(RET),
                r.has(DURATION) ? r.duration(DURATION) : GuestEvent.UNKNOWN_ID, r.text(Field.NAME));
        case PANIC -> new GuestEvent.Panic(time, from, r.tid(TID), r.number(MONOTONIC), r.text(TEXT_BEGIN));
        case DIE -> new GuestEvent.Die(time, from, r.tid(TID), r.number(ADDRESS), r.integer(TRAP, GuestEvent.UNKNOWN_ID),
                r.number(ERROR), r.number(FAULT_ADDRESS));
        case HELLO -> new GuestEvent.Hello(time, from, r.integer(VERSION, 0), r.upTo(Reading.MAX_16, BATCH_SPAN),
                r.number(TSC), r.number(MONOTONIC), r.number(REALTIME));
        case BASE -> new GuestEvent.Base(time, from, r.number(Field.TEXT), r.number(ETEXT), r.number(TSC_KHZ),
                r.upTo(Reading.MAX_16, CPUS), r.number(RING_GROUPS));
        case TASK -> new GuestEvent.Task(time, from, r.tid(TID), r.tid(TGID), r.tid(PARENT_TID), r.cpu(TARGET_CPU),
                r.integer(STATE, GuestEvent.UNKNOWN_ID), r.text(COMM));
        case MARK -> new GuestEvent.Mark(time, from, r.tid(TID), r.number(VALUE));
        case STAGE -> new GuestEvent.Stage(time, from, r.integer(Field.STAGE, 0), r.number(TSC), r.text(Field.NAME));
        case SHUTDOWN_STEP_BEGIN, SHUTDOWN_STEP_END, DEVICE_SHUTDOWN_BEGIN, DEVICE_SHUTDOWN_END, REBOOT_NOTIFIER_BEGIN,
                REBOOT_NOTIFIER_END -> new GuestEvent.ShutdownStep(time, from, kind,
                        r.number(NUMBER, GuestEvent.UNKNOWN_ID), r.number(ADDRESS), r.text(Field.NAME));
        case TRACING_START, TRACING_STOP -> new GuestEvent.Tracing(time, from, kind,
                r.upTo(Integer.MAX_VALUE, MAX_DEPTH), r.flag(EXIT_ONLY), r.number(STOP_FUNCTION));
        case GROUPS_OFF -> new GuestEvent.GroupsOff(time, from, kind, r.number(OFF), r.number(ON));
        case CONFIG -> new GuestEvent.Config(time, from, r.upTo(8, WORD_SIZE));
        case HOST_EXIT -> new GuestEvent.HostExit(time, from, r.integer(ISA, GuestEvent.UNKNOWN_ID), r.number(REASON),
                r.number(RIP), r.number(INFO), physicalCpu(r));
        case HOST_ENTRY -> new GuestEvent.HostEntry(time, from, physicalCpu(r));
        case HOST_SCHED_OUT, HOST_SCHED_IN -> hostSwitch(time, from, kind, r);
        default -> throw new IllegalArgumentException(kind + " is more than one event");
        };
    }

    private static int depth(Reading r) {
        return r.upTo(Reading.MAX_16, DEPTH);
    }

    /** No thread of the host is without a name: the idle thread, id 0, is swapper/N. */
    private static GuestEvent hostSwitch(long time, GuestCpu from, EventKind kind, Reading r) {
        int other = r.tid(OTHER_TID);
        String comm = r.text(COMM);
        return new GuestEvent.HostSwitch(time, from, kind, other == 0 && "".equals(comm) ? GuestEvent.UNKNOWN_ID : other,
                r.number(PREV_STATE), comm, physicalCpu(r));
    }

    /** The host leaves out its processors' numbers by 0xffff, more than any machine has. */
    private static int physicalCpu(Reading r) {
        int cpu = r.cpu(PHYSICAL_CPU);
        return cpu == Reading.MAX_16 ? GuestEvent.UNKNOWN_ID : cpu;
    }
}
