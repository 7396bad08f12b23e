/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The scheduler's events: as the kernel prints them, and shorter as trace-cmd does. The names of threads may hold what looks
 * like fields, so that the last of what looks like their end is taken.
 */
final class SchedText {

    private static final String ARROW = " ==> ";
    private static final long PREEMPTED = 0x100;

    private SchedText() {
    }

    /**
     * {@code prev_comm=sh prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=init next_pid=2 next_prio=120} or
     * {@code sh:1 [120] R+ ==> init:2 [120]}. The state becomes the kernel's number of it.
     */
    static Map<String, Object> schedSwitch(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        boolean isLong = text.startsWith("prev_comm=");
        int arrow = text.lastIndexOf(isLong ? ARROW + "next_comm=" : ARROW);
        if (arrow < 0) {
            return FtraceFields.pairs(text);
        }
        String prev = text.substring(0, arrow);
        String next = text.substring(arrow + ARROW.length());
        if (isLong) {
            named(prev, "prev_comm", " prev_pid=", fields);
            named(next, "next_comm", " next_pid=", fields);
        } else {
            int state = prev.lastIndexOf(' ');
            task(state < 0 ? prev : prev.substring(0, state), "prev_", fields);
            fields.put("prev_state", prev.substring(state + 1));
            task(next, "next_", fields);
        }
        fields.computeIfPresent("prev_state",
                (name, state) -> state instanceof Long ? state : (Object) state(state.toString()));
        return fields;
    }

    /** {@code comm=sh pid=1 prio=120 target_cpu=003} or {@code sh:1 [120] CPU:003}. */
    static Map<String, Object> wakeup(String text) {
        Map<String, Object> fields = new LinkedHashMap<>();
        int cpu = text.lastIndexOf(" CPU:");
        int prio = cpu < 0 ? -1 : text.lastIndexOf(']', cpu);
        if (text.startsWith("comm=") || prio < 0) {
            named(text, "comm", " pid=", fields);
            return fields;
        }
        task(text.substring(0, prio + 1), "", fields);
        fields.put("target_cpu", FtraceFields.value(text.substring(cpu + 5).strip()));
        return fields;
    }

    private static void named(String text, String name, String end, Map<String, Object> fields) {
        int last = text.lastIndexOf(end);
        if (!text.startsWith(name + '=') || last < 0) {
            fields.putAll(FtraceFields.pairs(text));
            return;
        }
        fields.put(name, text.substring(name.length() + 1, last));
        FtraceFields.pairs(text.substring(last + 1)).forEach(fields::putIfAbsent);
    }

    /** {@code sh:1 [120]}. */
    private static void task(String text, String prefix, Map<String, Object> fields) {
        int prio = text.lastIndexOf(" [");
        String task = prio < 0 ? text : text.substring(0, prio);
        int colon = task.lastIndexOf(':');
        fields.put(prefix + "comm", colon < 0 ? task : task.substring(0, colon));
        fields.put(prefix + "pid", FtraceFields.value(task.substring(colon + 1).strip()));
        if (prio >= 0) {
            fields.put(prefix + "prio", FtraceFields.value(text.substring(prio + 2).replace("]", "").strip()));
        }
    }

    /** The kernel's number of a state: letters between bars, a plus for one that was preempted. */
    static long state(String letters) {
        long state = 0;
        for (int i = 0; i < letters.length(); i++) {
            state |= switch (letters.charAt(i)) {
            case 'S' -> 0x01;
            case 'D' -> 0x02;
            case 'T' -> 0x04;
            case 't' -> 0x08;
            case 'X', 'x' -> 0x10;
            case 'Z' -> 0x20;
            case 'P' -> 0x40;
            case 'I' -> 0x80;
            case '+' -> PREEMPTED;
            // R, and flags of older kernels that report how it sleeps
            default -> 0;
            };
        }
        return state;
    }
}
