/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.console;

import org.hypertrace.core.trace.text.Seconds;

/**
 * A line of the kernel's log with its time: {@code [    0.123456] calling  foo_init+0x0/0x30 @ 1}. Before the time may stand
 * a level {@code <6>} or what a log daemon adds up to {@code kernel: }, after it who printed it, {@code [   T1]} or
 * {@code [   C0]}.
 *
 * @param time
 *            ns since the kernel's clock began
 * @param tid
 *            the thread that printed it, -1 if not recorded
 * @param cpu
 *            the processor whose interrupt printed it, -1 if not recorded
 * @param message
 *            the rest
 */
record ConsoleLine(long time, int tid, int cpu, String message) {

    private static final String DAEMON = "kernel: [";
    private static final int MAX_DAEMON = 128;
    private static final int MAX_DIGITS = 8;

    /** @return null if it has no time */
    static ConsoleLine of(String line) {
        int begin = 0;
        if (line.startsWith("<")) {
            begin = line.indexOf('>') + 1;
        } else if (!line.startsWith("[")) {
            int daemon = line.indexOf(DAEMON);
            begin = daemon < 0 || daemon > MAX_DAEMON ? 0 : daemon + DAEMON.length() - 1;
        }
        int close = line.indexOf(']', begin);
        if (begin >= line.length() || line.charAt(begin) != '[' || close < 0) {
            return null;
        }
        long time = Seconds.ns(line, blanks(line, begin + 1), close);
        if (time < 0) {
            return null;
        }
        int tid = -1;
        int cpu = -1;
        int from = close + 1;
        if (from < line.length() && line.charAt(from) == '[') {
            int end = line.indexOf(']', from);
            int who = blanks(line, from + 1);
            int number = end < 0 ? -1 : number(line, who + 1, end);
            if (number >= 0) {
                tid = line.charAt(who) == 'T' ? number : -1;
                cpu = line.charAt(who) == 'C' ? number : -1;
                from = end + 1;
            }
        }
        from += from < line.length() && line.charAt(from) == ' ' ? 1 : 0;
        return new ConsoleLine(time, tid, cpu, line.substring(from));
    }

    private static int number(String line, int begin, int end) {
        if (begin >= end || end - begin > MAX_DIGITS) {
            return -1;
        }
        int number = 0;
        for (int i = begin; i < end; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    private static int blanks(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
