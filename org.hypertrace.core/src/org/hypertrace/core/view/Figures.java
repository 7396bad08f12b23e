/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;

import org.hypertrace.core.quantity.Amount;

/** A row of a table that knows the figures behind its texts: tables sort by them, and show them exactly. */
public interface Figures {

    /**
     * A figure with words of its own.
     *
     * @param text
     *            what the cell shows
     * @param amount
     *            what it is sorted by
     */
    record Worded(String text, Amount amount) {
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * @param column
     *            from 0
     * @return the figure of the cell, null if it is a text
     */
    Amount figure(int column);

    /** @return the texts of cells: each an {@link Amount}, a {@link Worded}, or a text */
    static List<String> texts(List<?> cells) {
        return cells.stream().map(Object::toString).toList();
    }

    /** @return the figures of cells, null where there is none */
    static List<Amount> figures(List<?> cells) {
        return cells.stream().map(Figures::figure).toList();
    }

    private static Amount figure(Object cell) {
        Amount amount = cell instanceof Worded worded ? worded.amount() : cell instanceof Amount figure ? figure : null;
        // a share of nothing is an empty cell
        return amount == null || amount.text().isEmpty() ? null : amount;
    }
}
