/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

import org.hypertrace.core.provider.Limit;

/**
 * How long something of a boot may take.
 *
 * @param text
 *            as the user wrote it
 * @param kind
 *            of what
 * @param name
 *            of the level or initcall, null for the whole boot
 * @param limit
 *            ns
 */
public record BootBudget(String text, Kind kind, String name, long limit) {

    private static final String INITCALL_PREFIX = "initcall:";
    private static final String WHOLE = "boot";

    /** What a budget is for. */
    public enum Kind { BOOT, LEVEL, INITCALL }

    /**
     * A budget held against a boot.
     *
     * @param took
     *            ns; of what never ended as long as it was seen
     * @param ended
     *            whether it did
     */
    public record Outcome(BootBudget budget, BootProfile boot, long took, boolean ended)
            implements org.hypertrace.core.provider.Outcome {

        /** @return whether it took longer, or broke before it was done */
        @Override
        public boolean isExceeded() {
            return took > budget.limit() || !ended && boot.hasFailed();
        }

        @Override
        public String sentence() {
            String what = boot.boot().label() + ": " + budget.subject();
            String time = ms(took);
            String limit = ms(budget.limit());
            return what + (ended ? " took " : " did not end within ") + time + (isExceeded() ? ", more than its budget of "
                    : ", within its budget of ") + limit + '.';
        }

        private static String ms(long ns) {
            return String.format(Locale.ROOT, "%d.%06d ms", ns / 1_000_000, ns % 1_000_000);
        }
    }

    /**
     * @param text
     *            {@code LEVEL=MS}, {@code boot=MS} or {@code initcall:NAME=MS}
     * @return the budget, null if it is none
     */
    public static BootBudget of(String text) {
        Limit limit = Limit.of(text);
        if (limit == null) {
            return null;
        }
        String what = limit.what();
        boolean initcall = what.startsWith(INITCALL_PREFIX);
        return new BootBudget(text, initcall ? Kind.INITCALL : what.equals(WHOLE) ? Kind.BOOT : Kind.LEVEL,
                initcall ? what.substring(INITCALL_PREFIX.length()) : what.equals(WHOLE) ? null : what,
                Math.round(limit.number() * 1e6));
    }

    /** @return what it is for, in words */
    public String subject() {
        return switch (kind) {
        case BOOT -> "the boot";
        case LEVEL -> "level " + name;
        case INITCALL -> "initcall " + name;
        };
    }

    /**
     * @param boot
     *            a boot
     * @return how it fared, null if the boot has no such thing; of several with the name all of them together count
     */
    public Outcome of(BootProfile boot) {
        List<BootProfile.Part> parts = kind == Kind.BOOT ? boot.parts()
                : boot.levels().stream().filter(level -> level.part().name().equals(name)).toList();
        if (kind == Kind.INITCALL) {
            List<InitcallRun> calls = boot.initcalls().stream().filter(call -> call.label().equals(name)).map(BootProfile.Call::run)
                    .toList();
            return calls.isEmpty() ? null : new Outcome(this, boot, calls.stream().mapToLong(InitcallRun::duration).sum(),
                    calls.stream().noneMatch(InitcallRun::open));
        }
        // a machine that only came to its firmware is no boot to be held against anything
        return parts.isEmpty() || boot.levels().isEmpty() && !boot.isComplete() && boot.boot().crashes().isEmpty() ? null : new Outcome(this, boot,
                parts.stream().mapToLong(part -> part.part().duration()).sum(), parts.stream().noneMatch(part -> part.part().open()));
    }

    /**
     * @param boots
     *            all boots
     * @return the names of what there could be a budget of this kind for, in alphabetical order
     */
    public List<String> names(List<BootProfile> boots) {
        TreeSet<String> names = new TreeSet<>();
        for (BootProfile boot : boots) {
            if (kind == Kind.INITCALL) {
                boot.initcalls().forEach(call -> names.add(call.label()));
            } else {
                boot.levels().forEach(level -> names.add(level.part().name()));
            }
        }
        return List.copyOf(names);
    }
}
