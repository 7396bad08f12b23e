/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.NotChecked;

/**
 * How much of a path a class may take.
 *
 * @param text
 *            as the user wrote it
 * @param of
 *            the class, null for the whole path
 * @param limit
 *            ns
 */
public record PathBudget(String text, PathClass of, long limit) {

    private static final String WHOLE = "path";

    /**
     * A budget held against a path.
     *
     * @param budget
     *            the budget
     * @param path
     *            the path
     * @param took
     *            what the class took, ns
     */
    public record Held(PathBudget budget, FoundPath path, long took) implements BudgetResult {

        @Override
        public boolean isExceeded() {
            return took > budget.limit;
        }

        /** @return why it is not known whether it is kept, null if it is known: what is not recorded may be of the class */
        public String whyNotKnown() {
            long unknown = path.sums().notRecorded();
            boolean guests = budget.of == PathClass.CONTENDED || budget.of == PathClass.DELIVERY;
            if (isExceeded() || budget.of == null || budget.of == PathClass.NOT_KNOWN) {
                return null;
            }
            return guests && !path.names().reportsScheduling(path.subject().who()) ? "the guest does not report its scheduling"
                    : took + unknown > budget.limit ? Amount.ns(unknown) + " of the path is not recorded" : null;
        }

        /** @return the same for people and programs, null if it is known */
        public NotChecked notChecked() {
            return whyNotKnown() == null ? null : new NotChecked(budget.text, PathReport.name(path) + ": " + whyNotKnown());
        }

        @Override
        public String sentence() {
            return PathReport.name(path) + ": " + (budget.of == null ? "the path" : budget.of.label()) + " took " + against(took, budget.limit) + '.';
        }
    }

    /**
     * @param text
     *            {@code preempted=5}, ms
     * @return the budget that is written so, null if it is none
     */
    public static PathBudget of(String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1) {
            return null;
        }
        String name = text.substring(0, equals);
        PathClass of = Arrays.stream(PathClass.values()).filter(one -> name.equals(one.key()) || name.equals(one.label())).findAny()
                .orElse(null);
        if (of == null && !name.equals(WHOLE) || !text.substring(equals + 1).matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return null;
        }
        return new PathBudget(text, of, new BigDecimal(text.substring(equals + 1)).movePointRight(6).setScale(0, RoundingMode.DOWN).longValue());
    }

    /** @return what budgets can be of, for people */
    public static String names() {
        return WHOLE + ", " + Arrays.stream(PathClass.values()).map(PathClass::label).collect(Collectors.joining(", "));
    }

    /**
     * @param path
     *            a path
     * @return the budget held against it
     */
    public Held of(FoundPath path) {
        return new Held(this, path, of == null ? path.subject().end() - path.subject().begin()
                : path.sums().classes().getOrDefault(of, 0L));
    }
}
