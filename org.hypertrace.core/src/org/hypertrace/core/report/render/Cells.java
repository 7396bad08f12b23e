/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Table;

/** What renderers ask about the cells of a table. */
final class Cells {

    private Cells() {
    }

    /** Which columns for people are figures: those with one. */
    static boolean[] figures(Table table) {
        boolean[] figures = new boolean[table.heads().size()];
        for (int i = 0; i < figures.length; i++) {
            int column = i;
            figures[i] = table.rows().stream().anyMatch(row -> row.get(column) instanceof Amount);
        }
        return figures;
    }
}
