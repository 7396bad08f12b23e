/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.hypertrace.core.describe.SystemCalls;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.Limit;

/**
 * How long system calls may take in a VM, net of the guest's tracer: {@code read:p99=500}, {@code all:disturbance=80}.
 *
 * @param text
 *            as the user wrote it
 * @param number
 *            of the call on x86-64; -1: all that do not wait
 * @param limit
 *            in the figure's unit
 */
public record SyscallBudget(String text, int number, Figure figure, double limit) {

    /** The word for all calls that do not wait. */
    private static final String ALL = "all";
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;

    /** What is limited. */
    public enum Figure {
        /** How many calls. */
        COUNT("", calls -> calls.count(), sums -> sums.count()),
        /** Their time. */
        TOTAL("ms", calls -> calls.total() / NS_PER_MS, sums -> sums.total() / NS_PER_MS),
        /** The time that nothing disturbs. */
        FLOOR("ms", calls -> calls.floor() / NS_PER_MS, sums -> sums.floor() / NS_PER_MS),
        /** The share of the time above that. */
        DISTURBANCE("%", calls -> PERCENT * calls.disturbance() / Math.max(1, calls.total()), sums -> PERCENT * sums.disturbance() / Math.max(1, sums.total())),
        /** The mean. */
        MEAN("µs", calls -> calls.total() / NS_PER_US / calls.count(), sums -> sums.total() / NS_PER_US / sums.count()),
        /** The mean of the shortest ones. */
        SHORTEST("µs", calls -> calls.least() / NS_PER_US / calls.of(), null),
        /** The median. */
        P50("µs", calls -> calls.p50() / NS_PER_US, null),
        /** Of 100 five take longer. */
        P95("µs", calls -> calls.p95() / NS_PER_US, null),
        /** Of 100 one takes longer. */
        P99("µs", calls -> calls.p99() / NS_PER_US, null),
        /** The longest. */
        MAX("µs", calls -> calls.max() / NS_PER_US, null);

        private final String fUnit;
        private final ToDoubleFunction<CallFigures> fOfCall;
        private final ToDoubleFunction<VmSyscalls.Sums> fOfAll;

        Figure(String unit, ToDoubleFunction<CallFigures> ofCall, ToDoubleFunction<VmSyscalls.Sums> ofAll) {
            fUnit = unit;
            fOfCall = ofCall;
            fOfAll = ofAll;
        }

        /** @return its name on the command line */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @return of its numbers, empty if they have none */
        public String unit() {
            return fUnit;
        }
    }

    /**
     * A budget held against a VM's calls.
     *
     * @param trace
     *            what its recording is called
     * @param vm
     *            its name
     * @param value
     *            in the figure's unit
     */
    public record Result(SyscallBudget budget, String trace, String vm, double value) implements BudgetResult {

        @Override
        public boolean isExceeded() {
            return value > budget.limit;
        }

        @Override
        public String sentence() {
            return vm + ": " + budget.call() + ' ' + budget.figure.key() + " is " + (budget.figure == Figure.DISTURBANCE ? against(value, budget.limit, budget.figure.unit())
                    : against(text(value, budget.limit), text(budget.limit, value))) + '.';
        }

        private String text(double number, double besides) {
            return switch (budget.figure) {
            case COUNT -> String.format(Locale.ROOT, "%.0f", number);
            default -> number != besides && ns(number).equals(ns(besides)) ? String.format(Locale.ROOT, "%.6f %s", number, budget.figure.unit())
                    : ns(number).besides(ns(besides));
            };
        }

        private Amount ns(double number) {
            return Amount.ns(Math.round(number * (budget.figure.unit().equals("ms") ? NS_PER_MS : NS_PER_US)));
        }
    }

    /**
     * @param text
     *            {@code CALL:FIGURE=LIMIT}
     * @return the budget, null if it is none
     */
    public static SyscallBudget of(String text) {
        Limit limit = Limit.of(text);
        int colon = limit == null ? -1 : limit.what().lastIndexOf(':');
        if (colon <= 0) {
            return null;
        }
        String call = limit.what().substring(0, colon);
        String name = limit.what().substring(colon + 1);
        int number = call.equals(ALL) ? -1 : number(call);
        Figure figure = Arrays.stream(Figure.values()).filter(one -> one.key().equals(name)).findAny().orElse(null);
        boolean fits = figure != null && (call.equals(ALL) ? figure.fOfAll != null : number >= 0);
        return fits ? new SyscallBudget(text, number, figure, limit.number()) : null;
    }

    /**
     * @param word
     *            a name of a system call of x86-64, or its number
     * @return its number; -1 if it is none
     */
    public static int number(String word) {
        return word.matches("[0-9]{1,9}") ? Integer.parseInt(word) : SystemCalls.number(word);
    }

    /** @return the names of all figures */
    public static String figures() {
        return Arrays.stream(Figure.values()).map(Figure::key).collect(Collectors.joining(", "));
    }

    /** @return those that all calls together have */
    public static String figuresOfAll() {
        return Arrays.stream(Figure.values()).filter(figure -> figure.fOfAll != null).map(Figure::key).collect(Collectors.joining(", "));
    }

    /** @return the call it is for, {@code all} for all that do not wait */
    public String call() {
        String name = number < 0 ? ALL : SystemCalls.name(number, false);
        return name == null ? "call " + number : name;
    }

    /**
     * @param trace
     *            what the recording is called
     * @param vm
     *            the name of a VM in it
     * @param calls
     *            its calls
     * @return how it fares; empty if it makes no such call, unless calls are counted
     */
    public List<Result> of(String trace, String vm, VmSyscalls calls) {
        if (number < 0) {
            return calls.net().count() == 0 && figure != Figure.COUNT ? List.of() : List.of(new Result(this, trace, vm, figure.fOfAll.applyAsDouble(calls.net())));
        }
        CallFigures found = calls.rows().stream().filter(row -> row.number() == number && !row.isCompat()).map(VmSyscalls.Row::net).findAny().orElse(null);
        if (found == null) {
            // a guest that reports its calls reports also that it made none
            return figure == Figure.COUNT && !calls.rows().isEmpty() ? List.of(new Result(this, trace, vm, 0)) : List.of();
        }
        return List.of(new Result(this, trace, vm, figure.fOfCall.applyAsDouble(found)));
    }
}
