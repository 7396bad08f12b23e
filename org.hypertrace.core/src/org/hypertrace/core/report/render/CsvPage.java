/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Table;

/** The tables of a page, of which all have the same columns, as one table of CSV: all rows, durations and times in ns, shares as ratios. */
public final class CsvPage {

    private CsvPage() {
    }

    /**
     * @param page
     *            a page
     * @return its table
     * @throws IOException
     *             never
     */
    public static String of(Page page) throws IOException {
        CsvTable csv = new CsvTable();
        List<Table> tables = tables(page.parts()).toList();
        if (!tables.isEmpty()) {
            csv.row(tables.get(0).keys());
        }
        for (Table table : tables) {
            for (List<Object> row : table.records()) {
                csv.row(row.stream().map(cell -> cell instanceof Amount amount ? data(amount) : cell).toList());
            }
        }
        return csv.text();
    }

    /** Exactly; a share of nothing is nothing. */
    private static Object data(Amount amount) {
        return switch (amount.kind()) {
        case SHARE, NUMBER -> Double.isNaN(amount.ratio()) ? "" : (Object) amount.ratio();
        case DURATION, CHANGE, COUNT, TIME -> amount.number();
        };
    }

    private static Stream<Table> tables(List<Part> parts) {
        return parts.stream().flatMap(part -> part instanceof Section section ? tables(section.parts())
                : part instanceof Table table ? Stream.of(table) : Stream.empty());
    }
}
