/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

import static org.hypertrace.core.event.Field.*;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The kinds of guest events: their names in dictionaries and reports, and their fields. A dictionary must report where the
 * required fields lie. The last ones stand for several events or a part of one, and have a layout of their own: those of {@code Batches},
 * {@code Texts} and {@code Names}. Exceptions are {@code lost}, {@code unknown} and {@code kvm_hypercall}.
 */
public enum EventKind {
    FUNC_ENTRY(List.of(ADDRESS), TID, DEPTH, USER_SPACE),
    FUNC_EXIT(List.of(ADDRESS), TID, DEPTH, DURATION, USER_SPACE, EXIT_ONLY),
    SCHED_SWITCH(List.of(NEXT_TID), PREV_TID, PREV_PRIO, NEXT_PRIO, PREV_STATE, NEXT_COMM, PREV_TGID, NEXT_TGID),
    SCHED_WAKING(List.of(TID), TARGET_CPU, WAKER_TID, PRIO, COMM),
    SCHED_WAKEUP(List.of(TID), TARGET_CPU, WAKER_TID, PRIO, COMM),
    SCHED_WAKEUP_NEW(List.of(TID), TARGET_CPU, WAKER_TID, PRIO, COMM),
    SCHED_PROCESS_FORK(List.of(PARENT_TID, CHILD_TID), PARENT_TGID, CHILD_TGID, COMM),
    SCHED_PROCESS_EXEC(List.of(TID), OLD_TID, TGID, COMM),
    SCHED_PROCESS_EXIT(List.of(TID), TGID, CODE, PRIO, COMM),
    SCHED_PROCESS_FREE(List.of(TID), PRIO, COMM),
    SYSCALL_ENTRY(List.of(NUMBER), TID, COMPAT, ARG0, ARG1),
    SYSCALL_EXIT(List.of(NUMBER), TID, COMPAT, RET),
    SYSCALL_PAIR(List.of(NUMBER, DELTA), TID, COMPAT, ARG0, RET),
    IRQ_HANDLER_ENTRY(List.of(IRQ), Field.NAME),
    IRQ_HANDLER_EXIT(List.of(IRQ), HANDLED),
    IRQ_SOFTIRQ_RAISE(List.of(VEC)),
    IRQ_SOFTIRQ_ENTRY(List.of(VEC)),
    IRQ_SOFTIRQ_EXIT(List.of(VEC)),
    APIC_VECTOR_ENTRY(List.of(VECTOR), TYPE),
    APIC_VECTOR_EXIT(List.of(VECTOR), TYPE),
    TIMER_HRTIMER_INIT(List.of(TIMER), MODE, CLOCK),
    TIMER_HRTIMER_START(List.of(TIMER), FUNCTION, WHEN, MODE),
    TIMER_HRTIMER_CANCEL(List.of(TIMER)),
    TIMER_HRTIMER_EXPIRE_ENTRY(List.of(TIMER), TID, FUNCTION, WHEN),
    TIMER_HRTIMER_EXPIRE_EXIT(List.of(TIMER), TID),
    TIMER_EXPIRE_ENTRY(List.of(TIMER), TID, FUNCTION, CLOCK),
    TIMER_EXPIRE_EXIT(List.of(TIMER), TID),
    BOOT_LEVEL_BEGIN(List.of(), NUMBER, TSC, Field.NAME),
    BOOT_LEVEL_END(List.of(), NUMBER, TSC, Field.NAME),
    INITCALL_START(List.of(), TID, ADDRESS, Field.NAME),
    INITCALL_FINISH(List.of(), TID, ADDRESS, RET, DURATION, Field.NAME),
    PANIC(List.of(), TID, MONOTONIC, TEXT_BEGIN),
    DIE(List.of(), TID, ADDRESS, TRAP, ERROR, FAULT_ADDRESS),
    HELLO(List.of(), CPU_LOW, VERSION, BATCH_SPAN, TSC, MONOTONIC, REALTIME),
    BASE(List.of(), Field.TEXT, ETEXT, TSC_KHZ, CPUS, RING_GROUPS),
    TASK(List.of(TID), TGID, PARENT_TID, TARGET_CPU, STATE, COMM),
    MARK(List.of(), TID, VALUE),
    STAGE(List.of(Field.STAGE), TSC, Field.NAME),
    SHUTDOWN_STEP_BEGIN(List.of(), NUMBER, ADDRESS, Field.NAME),
    SHUTDOWN_STEP_END(List.of(), NUMBER, ADDRESS, Field.NAME),
    DEVICE_SHUTDOWN_BEGIN(List.of(), NUMBER, ADDRESS, Field.NAME),
    DEVICE_SHUTDOWN_END(List.of(), NUMBER, ADDRESS, Field.NAME),
    REBOOT_NOTIFIER_BEGIN(List.of(), NUMBER, ADDRESS, Field.NAME),
    REBOOT_NOTIFIER_END(List.of(), NUMBER, ADDRESS, Field.NAME),
    TRACING_START(List.of(), MAX_DEPTH, EXIT_ONLY, STOP_FUNCTION),
    TRACING_STOP(List.of(), MAX_DEPTH, EXIT_ONLY, STOP_FUNCTION),
    CONFIG(List.of(WORD_SIZE)),
    GROUPS_OFF(List.of(OFF), ON),
    HOST_EXIT(List.of(REASON), ISA, RIP, INFO, PHYSICAL_CPU),
    HOST_ENTRY(List.of(), PHYSICAL_CPU),
    HOST_SCHED_OUT(List.of(), OTHER_TID, PREV_STATE, COMM, PHYSICAL_CPU),
    HOST_SCHED_IN(List.of(), OTHER_TID, COMM, PHYSICAL_CPU),
    /** Three function exits. */
    FUNC_BATCH(List.of()),
    /** Three switches. */
    SCHED_SWITCH_BATCH(List.of()),
    /** A piece of a text; in an event the whole text. */
    TEXT(List.of()),
    /** A piece of a name; in an event the whole name. */
    NAME(List.of()),
    LOST(null),
    UNKNOWN(null),
    KVM_HYPERCALL(null);

    private static final Map<String, EventKind> BY_NAME = new HashMap<>();
    static {
        for (EventKind kind : values()) {
            if (kind.fRequired != null) {
                BY_NAME.put(kind.label(), kind);
            }
        }
    }

    private final List<Field> fRequired;
    private final Set<Field> fFields;

    EventKind(List<Field> required, Field... optional) {
        fRequired = required;
        fFields = EnumSet.of(CPU, optional);
        if (required != null) {
            fFields.addAll(required);
        }
    }

    /** @return its name in dictionaries and reports */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Set<Field> fields() {
        return fFields;
    }

    public List<Field> required() {
        return fRequired;
    }

    /** @return null if there is none that a dictionary can name */
    public static EventKind of(String label) {
        return BY_NAME.get(label);
    }
}
