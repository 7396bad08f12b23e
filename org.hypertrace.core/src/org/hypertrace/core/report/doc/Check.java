/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.Map;

import org.hypertrace.core.quantity.BudgetResult;

/**
 * A figure that a test framework records, held against a budget or not.
 *
 * @param isKept
 *            whether the budget is kept, or what has none came to its end
 * @param sentence
 *            what was looked at
 * @param whyUnknown
 *            why the result means nothing, without a point at its end; null if it means something
 * @param isForPeople
 *            whether people read it too: a figure without a budget stands in another part for them
 * @param figure
 *            for programs
 */
public record Check(boolean isKept, String sentence, String whyUnknown, boolean isForPeople, Figure figure) implements Part {

    /**
     * What was measured.
     *
     * @param name
     *            for programs: {@code hypertrace.boot.level.duration}
     * @param value
     *            a duration, written in ms, or a {@link Number}
     * @param unit
     *            of the number, null if it has none
     * @param about
     *            in this order: keys, with texts, amounts or numbers
     */
    public record Figure(String name, Object value, String unit, Map<String, Object> about) { }

    /**
     * @param outcome
     *            of a budget
     * @param figure
     *            what was held against it
     * @return what people and programs read of it
     */
    public static Check of(BudgetResult outcome, Figure figure) {
        return new Check(!outcome.isExceeded(), outcome.sentence(), null, true, figure);
    }

    /** @return what people read: the sentence, and why it means nothing */
    public String text() {
        return whyUnknown == null ? sentence : sentence + " But " + whyUnknown + '.';
    }
}
