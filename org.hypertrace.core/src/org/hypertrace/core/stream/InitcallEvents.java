/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * The kernel's own events of initcalls - {@code initcall_level}, {@code initcall_start}, {@code initcall_finish} with the
 * fields {@code level}, {@code func} and {@code ret} - as {@link GuestEvent}s, from whatever tracer. A function is reported by
 * its address or as the kernel prints it, {@code foo_init+0x0/0x30 [mod]}: its name is then {@code foo_init [mod]}.
 * <p>
 * Where a finish does not report its thread, it is that of the function's last start.
 */
public final class InitcallEvents {

    /** The fields that are read besides those of the kernel's events. */
    private static final String DURATION = "duration";

    /** More functions than run at once; of further ones the thread is not known. */
    private static final int MAX_RUNNING = 1 << 10;

    private final Map<Object, Deque<Integer>> fRunning = new HashMap<>();

    /**
     * @param event
     *            the event's name, without its group
     * @return whether it is one of them
     */
    public static boolean concerns(String event) {
        return event.equals("initcall_level") || event.equals("initcall_start") || event.equals("initcall_finish");
    }

    /**
     * @param event
     *            the event's name, without its group
     * @param fields
     *            gives the value of a field, a number or text; null if there is none
     * @param time
     *            ns
     * @param from
     *            where
     * @param tid
     *            the thread, {@link GuestEvent#UNKNOWN_ID} if not recorded
     * @return what it reports; null if it is none of these events or lacks a field
     */
    public GuestEvent read(String event, Function<String, Object> fields, long time, GuestCpu from, int tid) {
        return switch (event) {
        case "initcall_level" -> level(fields.apply("level"), time, from);
        case "initcall_start" -> start(fields.apply("func"), time, from, tid);
        case "initcall_finish" -> finish(fields, time, from, tid);
        default -> null;
        };
    }

    private static GuestEvent level(Object level, long time, GuestCpu from) {
        if (level instanceof Number number) {
            return new GuestEvent.BootLevel(time, from, EventKind.BOOT_LEVEL_BEGIN, number.longValue(), 0, null);
        }
        String name = level == null ? "" : TextLimit.NAME.clip(level.toString().strip());
        return name.isEmpty() ? null
                : new GuestEvent.BootLevel(time, from, EventKind.BOOT_LEVEL_BEGIN, GuestEvent.UNKNOWN_ID, 0, name);
    }

    private GuestEvent start(Object func, long time, GuestCpu from, int tid) {
        long address = address(func);
        String name = name(func);
        if (address == 0 && name == null) {
            return null;
        }
        Object key = name == null ? (Object) address : name;
        if (tid >= 0 && (fRunning.size() < MAX_RUNNING || fRunning.containsKey(key))) {
            Deque<Integer> threads = fRunning.computeIfAbsent(key, k -> new ArrayDeque<>());
            if (threads.size() < MAX_RUNNING) {
                threads.push(tid);
            }
        }
        return new GuestEvent.InitcallStart(time, from, tid, name == null ? address : 0, name);
    }

    private GuestEvent finish(Function<String, Object> fields, long time, GuestCpu from, int tid) {
        Object func = fields.apply("func");
        long address = address(func);
        String name = name(func);
        if (address == 0 && name == null || !(fields.apply("ret") instanceof Number ret)) {
            return null;
        }
        int thread = ends(name == null ? (Object) address : name, tid);
        long duration = fields.apply(DURATION) instanceof Number ns ? Math.max(0, ns.longValue()) : GuestEvent.UNKNOWN_ID;
        return new GuestEvent.InitcallFinish(time, from, thread, name == null ? address : 0, ret.longValue(), duration,
                name);
    }

    private int ends(Object key, int tid) {
        Deque<Integer> threads = fRunning.get(key);
        if (threads == null) {
            return tid;
        }
        int thread = tid;
        if (tid < 0) {
            thread = threads.pop();
        } else {
            threads.remove(tid);
        }
        if (threads.isEmpty()) {
            fRunning.remove(key);
        }
        return thread;
    }

    /** The address that a function is reported by, 0 if it is reported by its name. */
    private static long address(Object func) {
        if (func instanceof Number number) {
            return number.longValue();
        }
        String text = func == null ? "" : func.toString();
        int end = text.indexOf(' ') < 0 ? text.length() : text.indexOf(' ');
        if (!text.startsWith("0x") || end > 18) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(text, 2, end, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** {@code foo_init [mod]} of {@code foo_init+0x0/0x30 [mod]}, null if it is reported by its address. */
    private static String name(Object func) {
        if (func == null || func instanceof Number || address(func) != 0) {
            return null;
        }
        String text = func.toString().strip();
        int plus = text.indexOf("+0x");
        int module = text.indexOf(" [", Math.max(0, plus));
        String name = plus < 0 ? text : text.substring(0, plus) + (module < 0 ? "" : text.substring(module));
        return name.isEmpty() ? null : TextLimit.NAME.clip(name);
    }
}
