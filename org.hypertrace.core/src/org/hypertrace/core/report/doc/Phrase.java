/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;

/**
 * The text of a cell with figures in it: each format writes these by its own rules.
 *
 * @param pieces
 *            texts and {@link Amount}s, one after another
 */
public record Phrase(List<Object> pieces) {

    /**
     * @param all
     *            lists of pieces
     * @return one phrase of them, with commas between
     */
    public static Phrase joined(List<? extends List<?>> all) {
        List<Object> pieces = new ArrayList<>();
        for (List<?> some : all) {
            if (!pieces.isEmpty()) {
                pieces.add(", ");
            }
            pieces.addAll(some);
        }
        return new Phrase(List.copyOf(pieces));
    }

    @Override
    public String toString() {
        return pieces.stream().map(Object::toString).collect(Collectors.joining());
    }
}
