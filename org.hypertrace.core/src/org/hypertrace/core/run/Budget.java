/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.List;
import java.util.TreeSet;

import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.Limit;
import org.hypertrace.core.quantity.NotChecked;

/**
 * How long something of a boot or shutdown may take.
 *
 * @param text
 *            as the user wrote it
 * @param kind
 *            of what
 * @param name
 *            of it, null for all of the boot or shutdown
 * @param limit
 *            ns
 */
public record Budget(String text, String kind, String name, long limit) {

    private static final double NS_PER_MS = 1e6;

    /**
     * What there are budgets for.
     *
     * @param whole
     *            {@code boot}
     * @param usual
     *            what is meant where nothing is reported, {@code level}
     * @param others
     *            which are written {@code initcall:NAME}
     * @param known
     *            all names of what is usual; empty if there may be others
     */
    public record Kinds(String whole, String usual, List<String> others, List<String> known) { }

    /**
     * A budget held against a run.
     *
     * @param took
     *            ns; of what never ended as long as it was seen
     * @param ended
     *            whether it did
     */
    public record Result(Budget budget, Run run, long took, boolean ended) implements BudgetResult {

        /** @return whether it took longer, or broke before it was done */
        @Override
        public boolean isExceeded() {
            return took > budget.limit() || !ended && run.hasFailed();
        }

        @Override
        public String sentence() {
            return run.what().label() + ": " + budget.subject() + (ended ? " took " : " did not end within ") + against(took, budget.limit()) + '.';
        }
    }

    /**
     * @param text
     *            {@code LEVEL=MS}, {@code boot=MS} or {@code initcall:NAME=MS}
     * @param kinds
     *            what there are budgets for
     * @return the budget, null if it is none
     */
    public static Budget of(String text, Kinds kinds) {
        Limit limit = Limit.of(text);
        if (limit == null) {
            return null;
        }
        String what = limit.what();
        String other = kinds.others().stream().filter(kind -> what.startsWith(kind + ':')).findFirst().orElse(null);
        return new Budget(text, other != null ? other : what.equals(kinds.whole()) ? kinds.whole() : kinds.usual(),
                other != null ? what.substring(other.length() + 1) : what.equals(kinds.whole()) ? null : what,
                ns(limit));
    }

    /**
     * @param text
     *            of a budget
     * @return its limit, ns
     */
    public static long limit(String text) {
        return ns(Limit.of(text));
    }

    private static long ns(Limit limit) {
        return Math.round(limit.number() * NS_PER_MS);
    }

    /** @return what it is for, in words */
    public String subject() {
        return name == null ? "the " + kind : kind + ' ' + name;
    }

    /**
     * @param run
     *            a boot or shutdown
     * @return how it fared, null if it has no such thing; of several with the name all of them together count
     */
    public Result of(Run run) {
        List<Run.Timed> meant = run.timed().stream().filter(one -> one.kind().equals(kind) && (name == null || name.equals(one.name())))
                .toList();
        return meant.isEmpty() ? null : new Result(this, run, meant.stream().mapToLong(Run.Timed::duration).sum(),
                meant.stream().noneMatch(Run.Timed::open));
    }

    /**
     * @param runs
     *            all of them; none has what this is for
     * @param kinds
     *            what there are budgets for
     * @return why it cannot be checked; null if a recording that has things of its kind would not have this one either
     */
    public NotChecked notChecked(List<? extends Run> runs, Kinds kinds) {
        boolean isPossible = name != null && names(runs).isEmpty()
                && (!kind.equals(kinds.usual()) || kinds.known().isEmpty() || kinds.known().contains(name));
        return !isPossible ? null : new NotChecked(text, "no guest reports " + ("aeiou".indexOf(kind.charAt(0)) < 0 ? "a " : "an ") + kind + "; enable these events when you record");
    }

    /**
     * @param runs
     *            all of them
     * @return the names of what there could be a budget of this kind for, in alphabetical order
     */
    public List<String> names(List<? extends Run> runs) {
        TreeSet<String> names = new TreeSet<>();
        runs.stream().flatMap(run -> run.timed().stream()).filter(one -> one.kind().equals(kind) && one.name() != null)
                .forEach(one -> names.add(one.name()));
        return List.copyOf(names);
    }
}
