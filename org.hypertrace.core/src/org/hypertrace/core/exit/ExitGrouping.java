/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

import org.hypertrace.core.kvm.SubReason;

/** By what exits of a VM are put together. Exits that have no such thing - no port, no function - are left out. */
public enum ExitGrouping {
    /** Exit reason. */
    REASON("reason"),
    /** Exit reason, and what it is about. */
    SUB("reason and subject"),
    /** vCPU. */
    VCPU("vCPU"),
    /** Thread of the guest. */
    TASK("thread of the guest"),
    /** Innermost function of the guest. */
    FUNCTION("function of the guest"),
    /** System call of the guest. */
    SYSCALL("system call of the guest"),
    /** Initcall of the guest. */
    INITCALL("initcall of the guest"),
    /** I/O port and direction. */
    PORT("I/O port"),
    /** Model specific register and direction. */
    MSR("MSR"),
    /** Thread of the guest, what it was in (the innermost function, system call or initcall), and exit reason. */
    CAUSE("cause and reason"),
    /** Whether the guest's tracer caused them. */
    TRACER("tracing");

    private final String fWords;

    ExitGrouping(String words) {
        fWords = words;
    }

    /** @return what it is by, for people */
    public String words() {
        return fWords;
    }

    /** Tells of an exit of which group of its VM it is, negative for none. */
    IntUnaryOperator of(ExitColumns exits) {
        ExitDictionary names = exits.dictionary();
        return switch (this) {
        case REASON -> exits::reason;
        case SUB -> exit -> exits.sub(exit) + names.subs().size() * exits.reason(exit);
        case VCPU -> exits::vcpu;
        case TASK -> causes(exits, cause -> cause.task() < 0 ? null : List.of(cause.guest(), cause.task()));
        case FUNCTION -> causes(exits, cause -> cause.function() == 0 ? null : cause.function());
        case SYSCALL -> causes(exits, cause -> cause.syscall() < 0 ? null : List.of(cause.syscall(), cause.compat()));
        case INITCALL -> causes(exits, cause -> cause.initcall() == 0 && cause.initcallName() == null ? null
                : List.of(cause.initcall(), String.valueOf(cause.initcallName())));
        case PORT -> subs(exits, kind -> SubReason.Kind.of(kind).isPort());
        case MSR -> subs(exits, kind -> SubReason.Kind.of(kind).isMsr());
        case TRACER -> exit -> exits.isTracer(exit) ? 1 : 0;
        case CAUSE -> {
            IntUnaryOperator causes = causes(exits, cause -> cause.guest() < 0 ? null
                    : List.of(cause.guest(), cause.task(), new ExitNames(exits).innermost(cause) + ""));
            int reasons = names.reasons().size();
            yield exit -> {
                int cause = causes.applyAsInt(exit);
                return cause < 0 ? -1 : cause * reasons + exits.reason(exit);
            };
        }
        };
    }

    private static IntUnaryOperator causes(ExitColumns exits, Function<Cause, Object> what) {
        Map<Object, Integer> groups = new HashMap<>();
        int[] groupOf = exits.dictionary().causes().stream().map(what)
                .mapToInt(key -> key == null ? -1 : groups.computeIfAbsent(key, k -> groups.size())).toArray();
        return exit -> groupOf[exits.cause(exit)];
    }

    private static IntUnaryOperator subs(ExitColumns exits, IntPredicate kinds) {
        List<SubReason> subs = exits.dictionary().subs();
        boolean[] wanted = new boolean[subs.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = kinds.test(subs.get(i).kind().ordinal());
        }
        return exit -> wanted[exits.sub(exit)] ? exits.sub(exit) : -1;
    }
}
