/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.untrusted.TextLimit;

/**
 * What a message of the kernel's log reports about the boot. Initcalls have the names and fields of the kernel's own tracepoints.
 *
 * @param event
 *            what kind of event it is
 * @param fields
 *            its fields in their order, {@code Long} or text
 */
public record ConsoleMessage(String event, Map<String, Object> fields) {

    /** Any other message: its text. */
    public static final String PRINTK = "printk";
    /** A kernel begins. */
    public static final String BOOT = "boot";
    /** The first process begins. */
    public static final String INIT = "init";
    /** The kernel panics. */
    public static final String PANIC = "panic";
    /** The kernel oopses: {@link #TEXT}, and what was accessed. */
    public static final String OOPS = "oops";
    /** Of whom an oops or a panic is: {@link #TID}. */
    public static final String OOPS_TASK = "oops_task";
    /** Where it happened: {@link #FUNCTION}. */
    public static final String OOPS_PLACE = "oops_place";
    /** What is reported about an oops ends. */
    public static final String OOPS_END = "oops_end";
    /** The kernel does its last. */
    public static final String REBOOT = "reboot";

    private static final String START = "initcall_start";
    private static final String FINISH = "initcall_finish";
    private static final String LEVEL_BEGINS = "initcall_level";
    /** All kinds of events. */
    static final Set<String> EVENTS = Set.of(PRINTK, BOOT, INIT, PANIC, OOPS, OOPS_TASK, OOPS_PLACE, OOPS_END, REBOOT, START,
            FINISH, LEVEL_BEGINS);

    /** A text. */
    public static final String TEXT = "text";
    /** A function, as the kernel prints it: {@code foo_init+0x0/0x30 [mod]}. */
    public static final String FUNCTION = "func";
    /** A thread. */
    public static final String TID = "tid";
    /** An address that was accessed. */
    public static final String FAULT = "fault";
    /** A duration, ns. */
    public static final String DURATION = "duration";

    private static final String FUNCTION_PATTERN = "((?:\\S+\\+0x\\S+|0x[0-9a-f]+)(?: \\[[^\\]]*\\])?)";
    private static final Pattern CALLING = Pattern.compile("calling  ?" + FUNCTION_PATTERN + " @ (\\d{1,8})(?:,.*)?");
    private static final Pattern RETURNED = Pattern
            .compile("initcall " + FUNCTION_PATTERN + " returned (-?\\d{1,18})(?: .*)? after (\\d{1,12}) ([um])secs.*");
    private static final Pattern LEVEL = Pattern.compile("(?:entering )?initcall level:? (\\w+).*");
    private static final Pattern RUN = Pattern.compile("Run (/\\S+) as init process.*");
    private static final String NOT_SYNCING = "Kernel panic - not syncing: ";
    private static final Pattern OOPSES = Pattern.compile("(?:BUG: unable to handle|BUG: kernel NULL pointer"
            + "|kernel BUG at |general protection fault|Oops|Unable to handle kernel|divide error:|invalid opcode:"
            + "|stack segment:).*");
    private static final Pattern ACCESSED = Pattern.compile("(?:at|address):? (?:0x)?([0-9a-f]{8,16})\\b");
    private static final Pattern TASK = Pattern.compile("(?:CPU: \\d+ )?(?:UID: \\d+ )?PID: (\\d{1,8}) Comm: .*");
    private static final Pattern PLACE = Pattern
            .compile("(?:RIP: (?:[0-9a-f]{4}:)?|pc : )(\\S+\\+0x\\S+(?: \\[\\w+\\])?).*");

    static ConsoleMessage of(String message) {
        return message.isEmpty() ? any(message) : switch (message.charAt(0)) {
        case 'c', 'i', 'e' -> initcall(message);
        case 'L' -> message.startsWith("Linux version ") ? text(BOOT, message) : any(message);
        case 'R', 'C', 'P', 'p' -> run(message);
        case 'K' -> message.startsWith(NOT_SYNCING) ? text(PANIC, message.substring(NOT_SYNCING.length())) : any(message);
        case '-' -> message.startsWith("---[ end trace") ? text(OOPS_END, message) : any(message);
        case 'r' -> isLast(message) ? text(REBOOT, message) : any(message);
        default -> oops(message);
        };
    }

    private static boolean isLast(String message) {
        return message.startsWith("reboot: ") && !message.startsWith("reboot: Power off not available");
    }

    private static ConsoleMessage initcall(String message) {
        Matcher calling = CALLING.matcher(message);
        Map<String, Object> fields = new LinkedHashMap<>();
        if (calling.matches()) {
            fields.put(FUNCTION, TextLimit.NAME.clip(calling.group(1)));
            fields.put(TID, Long.valueOf(calling.group(2)));
            return new ConsoleMessage(START, fields);
        }
        Matcher returned = RETURNED.matcher(message);
        if (returned.matches()) {
            fields.put(FUNCTION, TextLimit.NAME.clip(returned.group(1)));
            fields.put("ret", Long.valueOf(returned.group(2)));
            fields.put(DURATION, Long.parseLong(returned.group(3)) * (returned.group(4).equals("u") ? 1_000 : 1_000_000));
            return new ConsoleMessage(FINISH, fields);
        }
        Matcher level = LEVEL.matcher(message);
        if (level.matches()) {
            fields.put("level", level.group(1));
            return new ConsoleMessage(LEVEL_BEGINS, fields);
        }
        return oops(message);
    }

    private static ConsoleMessage run(String message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Matcher task = TASK.matcher(message);
        if (task.matches()) {
            fields.put(TID, Long.valueOf(task.group(1)));
            fields.put(TEXT, TextLimit.TEXT.clip(message));
            return new ConsoleMessage(OOPS_TASK, fields);
        }
        Matcher place = PLACE.matcher(message);
        if (place.matches()) {
            fields.put(FUNCTION, TextLimit.NAME.clip(place.group(1)));
            fields.put(TEXT, TextLimit.TEXT.clip(message));
            return new ConsoleMessage(OOPS_PLACE, fields);
        }
        return RUN.matcher(message).matches() ? text(INIT, message) : any(message);
    }

    private static ConsoleMessage oops(String message) {
        if (!OOPSES.matcher(message).matches()) {
            return any(message);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(TEXT, TextLimit.TEXT.clip(message));
        Matcher accessed = ACCESSED.matcher(message);
        if (accessed.find()) {
            fields.put(FAULT, Long.parseUnsignedLong(accessed.group(1), 16));
        }
        return new ConsoleMessage(OOPS, fields);
    }

    private static ConsoleMessage any(String message) {
        return text(PRINTK, message);
    }

    private static ConsoleMessage text(String event, String text) {
        return new ConsoleMessage(event, Map.of(TEXT, TextLimit.TEXT.clip(text)));
    }
}
