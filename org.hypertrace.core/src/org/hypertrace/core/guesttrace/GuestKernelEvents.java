/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.hypertrace.core.event.GuestEvent.UNKNOWN_ID;
import static org.hypertrace.core.guesttrace.CtfField.address;
import static org.hypertrace.core.guesttrace.CtfField.signed;
import static org.hypertrace.core.guesttrace.CtfField.string;
import static org.hypertrace.core.guesttrace.CtfField.unsigned;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.describe.SystemCalls;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.GuestTasks;

/**
 * What guests report as events of a kernel trace: as LTTng-modules 2.13 names and fills them, where it has such an event.
 *
 * <pre>
 * sched_switch, sched_waking, sched_wakeup, sched_wakeup_new       the same
 * sched_process_fork, _exec, _exit, _free                          the same; exec's filename is the task's name
 * task                                                             lttng_statedump_process_state
 * syscall_entry, syscall_exit                                      [compat_]syscall_entry_&lt;name&gt;, ..._exit_&lt;name&gt;
 * irq_handler_*, irq_softirq_*, timer_hrtimer_*, timer_expire_*    the same
 * apic_vector_entry, apic_vector_exit                              x86_irq_vectors_&lt;which&gt;_entry, _exit
 * boot_level_begin, initcall_start, initcall_finish                initcall_level, initcall_start, initcall_finish
 * func_entry, func_exit                                            the same (not LTTng's)
 * lost                                                             discarded events of the stream
 * all others                                                       hypertrace_&lt;kind&gt;, see {@link HypertraceEvents}
 * </pre>
 *
 * Names and priorities that are not recorded are the last known of that task. Never reported: the name {@value #NO_NAME}, as ftrace
 * writes it, the priority 20, the previous task -1, its state {@value #NO_STATE}, which Linux never gives and Trace Compass
 * shows as an unknown wait.
 */
final class GuestKernelEvents {

    static final String NO_NAME = "<...>";
    static final long NO_STATE = 0x200;

    /** The number of the first namespace of process ids: guests report the ids of that one. */
    private static final long INIT_PID_NAMESPACE = 0xEFFFFFFCL;
    private static final String[] VECTORS = { "local_timer", "reschedule", "call_function", "call_function_single" };

    private static final CtfField TID = signed("tid", 32);
    private static final CtfField NAME = string("name");
    private static final CtfEventType FUNC_ENTRY = CtfEventType.of("func_entry",
            address("addr"), signed("depth", 32), TID, unsigned("user", 8));
    private static final CtfEventType FUNC_EXIT = CtfEventType.of("func_exit",
            address("addr"), signed("depth", 32), TID, unsigned("user", 8), signed("duration", 64), unsigned("exit_only", 8));
    private static final CtfEventType INITCALL_LEVEL = CtfEventType.of("initcall_level",
            string("level"), signed("number", 64), unsigned("tsc", 64));
    private static final CtfEventType INITCALL_START = CtfEventType.of("initcall_start", address("func"), NAME, TID);
    private static final CtfEventType INITCALL_FINISH = CtfEventType.of("initcall_finish",
            address("func"), signed("ret", 64), signed("duration", 64), NAME, TID);

    private static final CtfField ID = signed("id", 32);
    private static final CtfField RET = signed("ret", 64);
    private static final List<CtfField> ARGUMENTS = List.of(address("arg0"), address("arg1"));
    private static final CtfEventType UNKNOWN_ENTRY = CtfEventType.of("syscall_entry_unknown",
            ID, ARGUMENTS.get(0), ARGUMENTS.get(1));
    private static final CtfEventType COMPAT_UNKNOWN_ENTRY = new CtfEventType("compat_syscall_entry_unknown", UNKNOWN_ENTRY.fields());
    private static final CtfEventType UNKNOWN_EXIT = CtfEventType.of("syscall_exit_unknown", ID, RET);
    private static final CtfEventType COMPAT_UNKNOWN_EXIT = new CtfEventType("compat_syscall_exit_unknown", UNKNOWN_EXIT.fields());

    private static final Map<String, CtfEventType> LTTNG = Stream.of(KernelEvents.SCHED, KernelEvents.IRQ, KernelEvents.TIMER,
            KernelEvents.STATEDUMP).flatMap(types -> types.stream()).collect(Collectors.toMap(CtfEventType::name, type -> type));

    private final GuestTasks tasks;
    private final Map<String, CtfEventType> syscalls = new HashMap<>();

    /** @param tasks what the guest reported before, about its tasks */
    GuestKernelEvents(GuestTasks tasks) {
        this.tasks = tasks;
    }

    /**
     * @param e anything but {@link GuestEvent.Lost}
     * @param cpu on which it happened
     */
    KernelEvent of(GuestEvent e, int cpu) {
        return switch (e.kind()) {
        case SCHED_SWITCH -> schedSwitch((GuestEvent.SchedSwitch) e, cpu);
        case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> {
            GuestEvent.Wakeup x = (GuestEvent.Wakeup) e;
            yield same(e, comm(x.comm(), x.tid(), x.targetCpu()), x.tid(), prio(x.prio(), x.tid()),
                    x.targetCpu() == UNKNOWN_ID ? cpu : x.targetCpu());
        }
        case SCHED_PROCESS_FORK -> fork((GuestEvent.Fork) e, cpu);
        case SCHED_PROCESS_EXEC -> {
            GuestEvent.Exec x = (GuestEvent.Exec) e;
            yield same(e, comm(x.comm(), x.tid(), cpu), x.tid(), x.oldTid() == UNKNOWN_ID ? x.tid() : x.oldTid());
        }
        case SCHED_PROCESS_EXIT -> {
            GuestEvent.TaskExit x = (GuestEvent.TaskExit) e;
            yield same(e, comm(x.comm(), x.tid(), cpu), x.tid(), prio(x.prio(), x.tid()));
        }
        case SCHED_PROCESS_FREE -> {
            GuestEvent.TaskFree x = (GuestEvent.TaskFree) e;
            yield same(e, comm(x.comm(), x.tid(), cpu), x.tid(), prio(x.prio(), x.tid()));
        }
        case TASK -> task((GuestEvent.Task) e);
        case SYSCALL_ENTRY -> syscallEntry((GuestEvent.SyscallEntry) e);
        case SYSCALL_EXIT -> syscallExit((GuestEvent.SyscallExit) e);
        case IRQ_HANDLER_ENTRY -> same(e, ((GuestEvent.IrqEntry) e).irq(), text(((GuestEvent.IrqEntry) e).name()));
        case IRQ_HANDLER_EXIT -> same(e, ((GuestEvent.IrqExit) e).irq(), (int) ((GuestEvent.IrqExit) e).handled());
        case IRQ_SOFTIRQ_RAISE, IRQ_SOFTIRQ_ENTRY, IRQ_SOFTIRQ_EXIT -> same(e, ((GuestEvent.Softirq) e).vec() & 0xffffffffL);
        case APIC_VECTOR_ENTRY, APIC_VECTOR_EXIT -> vector((GuestEvent.ApicVector) e);
        case TIMER_HRTIMER_INIT, TIMER_HRTIMER_START, TIMER_HRTIMER_CANCEL, TIMER_HRTIMER_EXPIRE_ENTRY,
                TIMER_HRTIMER_EXPIRE_EXIT -> hrtimer((GuestEvent.Hrtimer) e);
        case TIMER_EXPIRE_ENTRY -> {
            GuestEvent.Timer x = (GuestEvent.Timer) e;
            yield same(e, x.timer(), x.clock(), x.function(), x.clock());
        }
        case TIMER_EXPIRE_EXIT -> same(e, ((GuestEvent.Timer) e).timer());
        default -> kernelCode(e);
        };
    }

    private KernelEvent kernelCode(GuestEvent e) {
        if (e instanceof GuestEvent.FunctionEntry x) {
            return new KernelEvent(FUNC_ENTRY, x.address(), x.depth(), x.tid(), x.userSpace());
        } else if (e instanceof GuestEvent.FunctionExit x) {
            return new KernelEvent(FUNC_EXIT, x.address(), x.depth(), x.tid(), x.userSpace(), x.duration(), x.exitOnly());
        } else if (e instanceof GuestEvent.BootLevel x && e.kind() == EventKind.BOOT_LEVEL_BEGIN) {
            return new KernelEvent(INITCALL_LEVEL, text(x.name()), x.number(), x.tsc());
        } else if (e instanceof GuestEvent.InitcallStart x) {
            return new KernelEvent(INITCALL_START, x.address(), text(x.name()), x.tid());
        } else if (e instanceof GuestEvent.InitcallFinish x) {
            return new KernelEvent(INITCALL_FINISH, x.address(), x.ret(), x.duration(), text(x.name()), x.tid());
        }
        return HypertraceEvents.of(e);
    }

    private KernelEvent schedSwitch(GuestEvent.SchedSwitch x, int cpu) {
        return same(x, comm(null, x.prevTid(), cpu), x.prevTid(), prio(x.prevPrio(), x.prevTid()), state(x.prevState()),
                comm(x.nextComm(), x.nextTid(), cpu), x.nextTid(), prio(x.nextPrio(), x.nextTid()));
    }

    private KernelEvent fork(GuestEvent.Fork x, int cpu) {
        int child = x.childTid();
        return same(x, comm(null, x.tid(), cpu), x.tid(), x.parentTgid() == UNKNOWN_ID ? x.tid() : x.parentTgid(),
                INIT_PID_NAMESPACE, comm(x.childComm() == null ? comm(null, x.tid(), cpu) : x.childComm(), child, cpu), child,
                new int[] { child }, x.childTgid() == UNKNOWN_ID ? child : x.childTgid(), INIT_PID_NAMESPACE);
    }

    /** LTTng's codes: type 1 for kernel threads, mode 5 and submode 1 unknown, status 0 for all that is not in the list. */
    private KernelEvent task(GuestEvent.Task x) {
        int kernelThreads = 2;
        boolean inKernel = x.tid() == 0 || x.tid() == kernelThreads || x.parentTid() == kernelThreads;
        int status = x.state() == UNKNOWN_ID ? 0
                : x.state() == 0 ? 2
                : (x.state() & 0x20) != 0 ? 4
                : (x.state() & 0x90) != 0 ? 7
                : (x.state() & 3) != 0 ? 5 : 0;
        return new KernelEvent(LTTNG.get("lttng_statedump_process_state"), x.tid(), x.tgid() == UNKNOWN_ID ? x.tid() : x.tgid(),
                Math.max(x.parentTid(), 0), comm(x.comm(), x.tid(), x.cpu()), inKernel ? 1 : 0, 5, 1, status,
                Math.max(x.cpu(), 0), 0);
    }

    private KernelEvent syscallEntry(GuestEvent.SyscallEntry x) {
        CtfEventType type = syscall(x.number(), x.compat(), "entry");
        return type == null
                ? new KernelEvent(x.compat() ? COMPAT_UNKNOWN_ENTRY : UNKNOWN_ENTRY, x.number(), x.arg0(), x.arg1())
                : new KernelEvent(type, x.arg0(), x.arg1());
    }

    private KernelEvent syscallExit(GuestEvent.SyscallExit x) {
        CtfEventType type = syscall(x.number(), x.compat(), "exit");
        return type == null ? new KernelEvent(x.compat() ? COMPAT_UNKNOWN_EXIT : UNKNOWN_EXIT, x.number(), x.ret())
                : new KernelEvent(type, x.ret());
    }

    /** The type of a system call's entry or exit, null if its number is unknown. */
    private CtfEventType syscall(int number, boolean compat, String side) {
        String name = SystemCalls.name(number, compat);
        return name == null ? null : syscalls.computeIfAbsent((compat ? "compat_syscall_" : "syscall_") + side + '_' + name,
                type -> new CtfEventType(type, side.equals("exit") ? List.of(RET) : ARGUMENTS));
    }

    private static KernelEvent vector(GuestEvent.ApicVector x) {
        if (x.type() < 0 || x.type() >= VECTORS.length) {
            return HypertraceEvents.of(x);
        }
        String end = x.kind() == EventKind.APIC_VECTOR_ENTRY ? "_entry" : "_exit";
        return new KernelEvent(LTTNG.get("x86_irq_vectors_" + VECTORS[x.type()] + end), x.vector());
    }

    private static KernelEvent hrtimer(GuestEvent.Hrtimer x) {
        long mode = x.mode() & 0xffffffffL;
        return switch (x.kind()) {
        case TIMER_HRTIMER_INIT -> same(x, x.timer(), 0, mode);
        case TIMER_HRTIMER_START -> same(x, x.timer(), x.function(), x.when(), x.when(), mode);
        case TIMER_HRTIMER_EXPIRE_ENTRY -> same(x, x.timer(), x.when(), x.function());
        default -> same(x, x.timer());
        };
    }

    /** The event that is called in LTTng as in dictionaries. */
    private static KernelEvent same(GuestEvent e, Object... values) {
        return new KernelEvent(LTTNG.get(e.kind().label()), values);
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private String comm(String reported, int tid, int cpu) {
        String comm = reported == null ? tasks.comm(tid, cpu) : reported;
        return comm == null ? NO_NAME : comm;
    }

    private int prio(int reported, int tid) {
        return reported == UNKNOWN_ID ? tasks.prio(tid) : GuestTasks.lttngPrio(reported);
    }

    /** The state that LTTng reports for the kernel's. */
    static long state(long raw) {
        long idle = 0x402;
        return raw == UNKNOWN_ID ? NO_STATE
                : (raw & idle) == idle ? 0x80
                : (raw & 0x80) != 0 ? 0x10 : Long.highestOneBit(raw & 0x7f);
    }
}
