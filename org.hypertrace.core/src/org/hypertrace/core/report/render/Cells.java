/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.function.Function;
import java.util.stream.IntStream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Bar;
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
            figures[i] = table.rows().stream().anyMatch(row -> amount(row.get(column)) != null);
        }
        return figures;
    }

    /** The columns for people, without those that can only be drawn. */
    static int[] withWords(Table table) {
        return IntStream.range(0, table.heads().size()).filter(i -> table.rows().stream().map(row -> row.get(i))
                .anyMatch(cell -> !(cell instanceof Bar bar) || !bar.words().isEmpty())).toArray();
    }

    /** The one figure of a cell, null for others. */
    static Amount amount(Object cell) {
        return cell instanceof Amount amount ? amount : cell instanceof AtLeast least ? least.amount()
                : cell instanceof Bar bar && bar.form() == Bar.Form.SHARE ? bar.pieces().get(0).amount() : null;
    }

    /** What a person reads where nothing is drawn. */
    static String text(Object cell, Function<Amount, String> figures) {
        return cell instanceof Amount amount ? figures.apply(amount)
                : cell instanceof AtLeast least ? AtLeast.SIGN + figures.apply(least.amount()) : cell.toString();
    }
}
