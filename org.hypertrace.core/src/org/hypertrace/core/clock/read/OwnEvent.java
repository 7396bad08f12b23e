/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

import org.hypertrace.core.clock.MatchKey;
import org.hypertrace.core.event.EventKind;

/**
 * What an event of a guest's own trace is, and the fields that identify it, in the words of LTTng and of ftrace.
 *
 * @param kind
 *            of the event that a hypercall reports
 * @param fields
 *            the names of the first number that identifies it, and of the second if there is one: each by LTTng and by ftrace
 */
record OwnEvent(EventKind kind, List<String> fields) {

    /** Instead of the number in a field that an event does not have. */
    static final long ABSENT = Long.MIN_VALUE;

    private static final int NAMES = 2;
    private static final List<String> TID = List.of("tid", "pid");
    private static final List<String> IRQ = List.of("irq", "irq");
    private static final List<String> VEC = List.of("vec", "vec");
    private static final Map<String, OwnEvent> KNOWN = Map.ofEntries(
            Map.entry("sched_switch", new OwnEvent(EventKind.SCHED_SWITCH, List.of("prev_tid", "prev_pid", "next_tid", "next_pid"))),
            Map.entry("sched_waking", new OwnEvent(EventKind.SCHED_WAKING, TID)),
            Map.entry("sched_wakeup", new OwnEvent(EventKind.SCHED_WAKEUP, TID)),
            Map.entry("sched_wakeup_new", new OwnEvent(EventKind.SCHED_WAKEUP_NEW, TID)),
            Map.entry("sched_process_fork", new OwnEvent(EventKind.SCHED_PROCESS_FORK, List.of("child_tid", "child_pid"))),
            Map.entry("sched_process_exec", new OwnEvent(EventKind.SCHED_PROCESS_EXEC, TID)),
            Map.entry("sched_process_exit", new OwnEvent(EventKind.SCHED_PROCESS_EXIT, TID)),
            Map.entry("irq_handler_entry", new OwnEvent(EventKind.IRQ_HANDLER_ENTRY, IRQ)),
            Map.entry("irq_handler_exit", new OwnEvent(EventKind.IRQ_HANDLER_EXIT, IRQ)),
            Map.entry("softirq_entry", new OwnEvent(EventKind.IRQ_SOFTIRQ_ENTRY, VEC)),
            Map.entry("softirq_exit", new OwnEvent(EventKind.IRQ_SOFTIRQ_EXIT, VEC)),
            Map.entry("softirq_raise", new OwnEvent(EventKind.IRQ_SOFTIRQ_RAISE, VEC)),
            Map.entry("hrtimer_start", new OwnEvent(EventKind.TIMER_HRTIMER_START, List.of("hrtimer", "hrtimer", "expires", "expires"))),
            Map.entry("hrtimer_expire_entry", new OwnEvent(EventKind.TIMER_HRTIMER_EXPIRE_ENTRY, List.of("hrtimer", "hrtimer", "now", "now"))));

    /** What events of a name are; null if no hypercall reports such ones. */
    static OwnEvent of(String name) {
        String plain = name.substring(name.lastIndexOf(':') + 1);
        return KNOWN.get(plain.startsWith("irq_softirq_") ? plain.substring(4) : plain.startsWith("timer_hrtimer_") ? plain.substring(6) : plain);
    }

    /** What identifies an event; {@code numbers}: the numbers in its fields by their places, {@link #ABSENT} in what is none. */
    long key(IntToLongFunction numbers) {
        long first = number(numbers, 0);
        long second = fields.size() > NAMES ? number(numbers, NAMES) : 0;
        return first == ABSENT || second == ABSENT ? MatchKey.NONE : MatchKey.of(kind, first, second);
    }

    private static long number(IntToLongFunction numbers, int place) {
        long byLttng = numbers.applyAsLong(place);
        return byLttng != ABSENT ? byLttng : numbers.applyAsLong(place + 1);
    }
}
