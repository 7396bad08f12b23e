/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.Limit;

/**
 * How much of VM exits there may be in a VM.
 *
 * @param text
 *            as the user wrote it
 * @param group
 *            what exits are put together by, as a report shows it; {@link #ALL}, or {@link #TRACING}
 * @param figure
 *            of these exits
 * @param limit
 *            in the figure's unit
 */
public record ExitBudget(String text, String group, Figure figure, double limit) {

    /** All exits of a VM. */
    public static final String ALL = "all";
    /** Those that its tracer causes. */
    public static final String TRACING = "tracing";

    private static final double PERCENT = 100;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;

    /** What is measured of exits. */
    public enum Figure {
        COUNT(""), RATE("/s"), SHARE("%"), TOTAL("ms"), MIN("µs"), MEAN("µs"), P50("µs"), P90("µs"), P99("µs"), P999("µs"), MAX("µs"),
        SLOWDOWN("%");

        private final String fUnit;

        Figure(String unit) {
            fUnit = unit;
        }

        /** @return what it is counted in, empty for a number */
        public String unit() {
            return fUnit;
        }

        /** @return its name in options and reports */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it grows with every exit, so that it is 0 of none, and that of all is the sum. */
        boolean isSum() {
            return this == COUNT || this == RATE || this == SHARE || this == TOTAL;
        }

        double of(long count, long total, long inRange, long lifetime) {
            return switch (this) {
            case COUNT -> count;
            case RATE -> count * NS_PER_S / lifetime;
            case SHARE -> PERCENT * inRange / lifetime;
            case TOTAL -> total / NS_PER_MS;
            case MEAN -> total / NS_PER_US / count;
            default -> throw new IllegalArgumentException(this + " is of single exits");
            };
        }

        private double of(ExitFigures row, long lifetime) {
            return switch (this) {
            case MIN -> row.min() / NS_PER_US;
            case P50 -> row.p50() / NS_PER_US;
            case P90 -> row.p90() / NS_PER_US;
            case P99 -> row.p99() / NS_PER_US;
            case P999 -> row.p999() / NS_PER_US;
            case MAX -> row.max() / NS_PER_US;
            default -> of(row.count(), row.total(), row.inRange(), lifetime);
            };
        }
    }

    /**
     * A budget held against a VM's exits.
     *
     * @param value
     *            in the figure's unit
     * @param unknown
     *            a clause: what is unknown, so that the value may be wrong; null if nothing is
     */
    public record Result(ExitBudget budget, ExitTable.Vm vm, double value, String unknown) implements BudgetResult {

        @Override
        public boolean isExceeded() {
            return value > budget.limit;
        }

        @Override
        public String sentence() {
            return vm.first().vmLabel() + ": " + budget.group + ' ' + budget.figure.key() + " is "
                    + against() + (unknown == null ? "." : ", as far as known: " + unknown + '.');
        }

        private String against() {
            return switch (budget.figure) {
            case RATE, SHARE, SLOWDOWN -> against(value, budget.limit, budget.figure.unit());
            default -> against(text(value, budget.limit), text(budget.limit, value));
            };
        }

        private String text(double number, double besides) {
            return switch (budget.figure) {
            case COUNT -> String.format(Locale.ROOT, "%.0f", number);
            // a mean may be more than its budget by less than a ns
            default -> number != besides && ns(number).equals(ns(besides)) ? String.format(Locale.ROOT, "%.6f %s", number, budget.figure.unit())
                    : ns(number).besides(ns(besides));
            };
        }

        private Amount ns(double number) {
            return Amount.ns(Math.round(number * (budget.figure == Figure.TOTAL ? NS_PER_MS : NS_PER_US)));
        }
    }

    /**
     * @param text
     *            {@code GROUP:FIGURE=LIMIT}
     * @return the budget, null if it is none
     */
    public static ExitBudget of(String text) {
        Limit limit = Limit.of(text);
        int colon = limit == null ? -1 : limit.what().lastIndexOf(':');
        if (colon <= 0) {
            return null;
        }
        String group = limit.what().substring(0, colon);
        String name = limit.what().substring(colon + 1);
        Figure figure = Arrays.stream(Figure.values()).filter(f -> f.key().equals(name)).findAny().orElse(null);
        boolean fits = figure != null && (group.equals(TRACING) ? figure == Figure.SLOWDOWN || figure == Figure.COUNT || figure == Figure.SHARE
                : figure != Figure.SLOWDOWN && (!group.equals(ALL) || figure.isSum() || figure == Figure.MEAN));
        return fits ? new ExitBudget(text, group, figure, limit.number()) : null;
    }

    /** @return the names of all figures */
    public static String figures() {
        return Arrays.stream(Figure.values()).map(Figure::key).collect(Collectors.joining(", "));
    }

    /**
     * @param table
     *            exits, put together as the budget's group is
     * @return how every VM fared that has such exits; for a figure that sums up, every VM
     */
    public List<Result> of(ExitTable table) {
        List<Result> held = new ArrayList<>();
        ExitNames names = new ExitNames(table.exits());
        for (ExitTable.Vm vm : table.vms()) {
            if (group.equals(TRACING)) {
                tracing(table, vm, held);
                continue;
            }
            List<ExitFigures> rows = vm.rows().stream()
                    .filter(row -> group.equals(ALL) || group.equals(names.label(table.grouping(), row.example()))).toList();
            long count = rows.stream().mapToLong(ExitFigures::count).sum();
            if (figure.isSum() || figure == Figure.MEAN && count > 0) {
                held.add(new Result(this, vm, figure.of(count, rows.stream().mapToLong(ExitFigures::total).sum(),
                        rows.stream().mapToLong(ExitFigures::inRange).sum(), vm.lifetime()), table.unknown(vm)));
            } else if (rows.size() == 1) {
                held.add(new Result(this, vm, figure.of(rows.get(0), vm.lifetime()), table.unknown(vm)));
            }
        }
        return held;
    }

    private void tracing(ExitTable table, ExitTable.Vm vm, List<Result> held) {
        ExitTable.Tracer tracer = vm.tracer();
        if (figure == Figure.SLOWDOWN) {
            if (tracer == null || !Double.isNaN(vm.slowDown())) {
                held.add(new Result(this, vm, tracer == null ? 0 : PERCENT * vm.slowDown(), table.unknown(vm)));
            }
        } else {
            held.add(new Result(this, vm, tracer == null ? 0 : figure.of(tracer.count(), 0, tracer.inRange(), vm.lifetime()),
                    table.unknown(vm)));
        }
    }
}
