/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.text.Seconds;

/**
 * An event as ftrace ({@code /sys/kernel/tracing/trace}), {@code trace-cmd report} or {@code perf script} prints it:
 *
 * <pre>
 *  CPU 0/KVM-386   (    384) [001] d..2.  12.345678: kvm_entry: vcpu 0, rip 0xffffffff81000000
 *  CPU 0/KVM-386   [001]  12.345678901: kvm_entry:            vcpu 0
 *  CPU 0/KVM 384/386 [001]  12.345678:  kvm:kvm_entry: vcpu 0
 * </pre>
 *
 * @param tid
 *            the thread that ran on the processor
 * @param tgid
 *            its process, -1 if not recorded
 * @param cpu
 *            the processor
 * @param time
 *            ns since the tracer's clock began
 * @param event
 *            the event's name, without its group
 * @param text
 *            what comes after the name
 */
record FtraceLine(int tid, int tgid, int cpu, long time, String event, String text) {

    private static final int UNKNOWN_ID = -1;
    /** Thread ids and processors have at most so many digits. */
    private static final int DIGITS = 8;
    /** Before the processor stand a name, two ids and blanks. */
    private static final int MAX_TASK = 128;

    /** @return null if it is no event's line */
    static FtraceLine of(String line) {
        for (int open = line.indexOf('['); open > 0 && open < MAX_TASK; open = line.indexOf('[', open + 1)) {
            int close = line.indexOf(']', open);
            if (close < 0) {
                return null;
            }
            int cpu = number(line, open + 1, close);
            if (cpu >= 0) {
                FtraceLine event = after(line, task(line, open), cpu, close + 1);
                if (event != null) {
                    return event;
                }
            }
        }
        return null;
    }

    /** The thread and its process, null if there is none. */
    private static int[] task(String line, int open) {
        int end = trimmed(line, open);
        int tgid = UNKNOWN_ID;
        if (end > 0 && line.charAt(end - 1) == ')') {
            int bracket = line.lastIndexOf('(', end);
            if (bracket < 0) {
                return null;
            }
            tgid = number(line.substring(bracket + 1, end - 1).strip());
            end = trimmed(line, bracket);
        }
        int begin = digits(line, end);
        int tid = number(line, begin, end);
        if (tid < 0 || begin == 0) {
            return null;
        }
        char before = line.charAt(begin - 1);
        if (before == '/') {
            int process = digits(line, begin - 1);
            tgid = number(line, process, begin - 1);
            return process > 0 && tgid >= 0 && line.charAt(process - 1) == ' ' ? new int[] { tid, tgid } : null;
        }
        return before == '-' || before == ' ' ? new int[] { tid, tgid } : null;
    }

    private static FtraceLine after(String line, int[] task, int cpu, int from) {
        if (task == null || cpu >= HostEventReader.MAX_CPUS) {
            return null;
        }
        int begin = blanks(line, from);
        int end = word(line, begin);
        long time = time(line, begin, end);
        if (time < 0) {
            // the flags: interrupts off, need resched…
            begin = blanks(line, end);
            end = word(line, begin);
            time = time(line, begin, end);
        }
        begin = blanks(line, end);
        end = word(line, begin);
        if (time < 0 || begin == end) {
            return null;
        }
        int rest = blanks(line, end);
        if (number(line, begin, end) >= 0) {
            // the period of perf
            begin = rest;
            end = word(line, begin);
            rest = blanks(line, end);
        }
        return named(line, task, cpu, time, begin, end, rest);
    }

    private static FtraceLine named(String line, int[] task, int cpu, long time, int begin, int end, int rest) {
        String text = line.substring(rest).stripTrailing();
        boolean hasArguments = line.lastIndexOf('(', end) > begin;
        if (end - begin > 1 && line.charAt(end - 1) == ':' && !hasArguments) {
            int group = line.lastIndexOf(':', end - 2);
            return new FtraceLine(task[0], task[1], cpu, time, line.substring(Math.max(begin, group + 1), end - 1), text);
        } else if (text.startsWith("<-") || hasArguments && text.contains(") <-")) {
            // kernels from 6.15 on may print the arguments of the function
            return new FtraceLine(task[0], task[1], cpu, time, "function", line.substring(begin).stripTrailing());
        } else if (line.startsWith("sys_", begin)) {
            return systemCall(task, cpu, time, line.substring(begin).stripTrailing());
        }
        return null;
    }

    /** {@code sys_read(fd: 3, …)} or {@code sys_read -> 0x20}. */
    private static FtraceLine systemCall(int[] task, int cpu, long time, String text) {
        int open = text.indexOf('(');
        int arrow = text.indexOf(" -> ");
        if (open > 0 && (arrow < 0 || open < arrow)) {
            return new FtraceLine(task[0], task[1], cpu, time, "sys_enter_" + text.substring(4, open), text.substring(open));
        }
        return arrow < 0 ? null
                : new FtraceLine(task[0], task[1], cpu, time, "sys_exit_" + text.substring(4, arrow),
                        "ret=" + text.substring(arrow + 4));
    }

    /** {@code 12.345678:}, {@link Seconds#NONE} if it is none. */
    private static long time(String line, int begin, int end) {
        return end > begin && line.charAt(end - 1) == ':' ? Seconds.ns(line, begin, end - 1) : Seconds.NONE;
    }

    private static int number(String text) {
        return number(text, 0, text.length());
    }

    private static int number(String line, int begin, int end) {
        if (begin >= end || end - begin > DIGITS) {
            return -1;
        }
        int number = 0;
        for (int i = begin; i < end; i++) {
            if (!isDigit(line.charAt(i))) {
                return -1;
            }
            number = 10 * number + line.charAt(i) - '0';
        }
        return number;
    }

    private static int digits(String line, int end) {
        int begin = end;
        while (begin > 0 && isDigit(line.charAt(begin - 1))) {
            begin--;
        }
        return begin;
    }

    private static int trimmed(String line, int end) {
        int at = end;
        while (at > 0 && line.charAt(at - 1) <= ' ') {
            at--;
        }
        return at;
    }

    private static int blanks(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) <= ' ') {
            at++;
        }
        return at;
    }

    private static int word(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) > ' ') {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
