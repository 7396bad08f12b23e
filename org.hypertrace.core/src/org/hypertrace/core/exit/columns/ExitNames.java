/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import org.hypertrace.core.describe.SystemCalls;
import org.hypertrace.core.exit.columns.ExitDictionary.GuestAddress;
import org.hypertrace.core.exit.columns.ExitDictionary.GuestTaskId;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.machine.ThreadName;

/**
 * What exits are for and who caused them, in words; null where the guest does not report.
 *
 * @param exits
 *            all exits
 */
public record ExitNames(ExitColumns exits) {

    /** @return who caused the exit */
    public Cause cause(int exit) {
        return exits.dictionary().causes().get(exits.cause(exit));
    }

    /** @return where in the guest's kernel the exit comes from: {@code io_serial_out+0xe}; null if no symbol is known */
    public String code(int exit) {
        return exits.dictionary().code().get(exits.code(exit));
    }

    /** @return the thread: its id and its name, null if it is not known */
    public ThreadName task(Cause cause) {
        return exits.dictionary().tasks().get(new GuestTaskId(cause.guest(), cause.task()));
    }

    /** @return the thread: {@code sh (82)} */
    public String taskLabel(Cause cause) {
        return taskLabel(cause, true);
    }

    private String taskLabel(Cause cause, boolean withId) {
        ThreadName task = task(cause);
        return task == null ? null : withId ? task.label() : task.name() == null ? "thread" : task.name();
    }

    /** @return the innermost function's name, null if the guest gives it none */
    public String functionName(Cause cause) {
        return named(cause.guest(), cause.function());
    }

    /** @return the system call's name, null if there is none with this number */
    public String syscallName(Cause cause) {
        return SystemCalls.name(cause.syscall(), cause.compat());
    }

    /** @return the initcall's name, null if the guest gives it none */
    public String initcallName(Cause cause) {
        return cause.initcallName() != null ? cause.initcallName() : named(cause.guest(), cause.initcall());
    }

    /** @return the function, else the system call, else the initcall */
    public String innermost(Cause cause) {
        return cause.function() != 0 ? label(ExitGrouping.FUNCTION, cause, true)
                : cause.syscall() >= 0 ? label(ExitGrouping.SYSCALL, cause, true) : label(ExitGrouping.INITCALL, cause, true);
    }

    /** @return what exits of a group have in common, of which this is one; for people */
    public String label(ExitGrouping grouping, int exit) {
        return label(grouping, exit, true);
    }

    /** @return the same without what another boot has otherwise: the ids of threads */
    public String labelOfAnyBoot(ExitGrouping grouping, int exit) {
        return label(grouping, exit, false);
    }

    private String label(ExitGrouping grouping, int exit, boolean withIds) {
        String reason = exits.dictionary().reasons().get(exits.reason(exit)).label();
        String sub = exits.isComplete(exit) ? exits.dictionary().subs().get(exits.sub(exit)).label() : "";
        return switch (grouping) {
        case REASON -> reason;
        case SUB -> sub.isEmpty() ? reason : reason + ", " + sub;
        case PORT, MSR -> sub;
        case VCPU -> "vCPU " + exits.dictionary().vcpus().get(exits.vcpu(exit)).number();
        case CAUSE -> label(grouping, cause(exit), withIds) + ": " + reason;
        case TRACER -> exits.isTracer(exit) ? "tracing" : "all others";
        default -> label(grouping, cause(exit), withIds);
        };
    }

    private String label(ExitGrouping grouping, Cause cause, boolean withId) {
        return switch (grouping) {
        case TASK -> taskLabel(cause, withId);
        case FUNCTION -> or(functionName(cause), cause.function());
        case SYSCALL -> cause.syscall() < 0 ? null
                : (syscallName(cause) == null ? "system call " + cause.syscall() : syscallName(cause))
                        + (cause.compat() ? " (i386)" : "");
        case INITCALL -> or(initcallName(cause), cause.initcall());
        default -> {
            String task = taskLabel(cause, withId);
            String in = innermost(cause);
            yield task == null ? in == null ? "not recorded" : in : in == null ? task : task + " in " + in;
        }
        };
    }

    private static String or(String name, long address) {
        return name != null ? name : address == 0 ? null : "0x" + Long.toHexString(address);
    }

    private String named(int guest, long address) {
        return exits.dictionary().functions().get(new GuestAddress(guest, address));
    }
}
