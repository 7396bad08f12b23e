/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Table;

/** Those tables of a page that have the same name as one table of CSV: all rows, durations and times in ns, shares as ratios. */
public final class CsvPage {

    private CsvPage() {
    }

    /**
     * @param page
     *            a page
     * @param name
     *            of the tables, which have the same columns; null if the page has no others
     * @return them
     * @throws IOException
     *             never
     */
    public static String of(Page page, String name) throws IOException {
        CsvTable csv = new CsvTable();
        List<Table> tables = tables(page).filter(table -> name == null || name.equals(table.name())).toList();
        if (!tables.isEmpty()) {
            csv.row(tables.get(0).keys());
        }
        for (Table table : tables) {
            for (List<Object> row : table.records()) {
                csv.row(row.stream().map(CsvPage::data).toList());
            }
        }
        return csv.text();
    }

    private static Object data(Object cell) {
        Amount amount = Cells.amount(cell);
        return amount != null ? amount : cell instanceof Bar bar ? bar.pieces().stream().map(piece -> piece.name() + '='
                + CsvTable.figure(piece.amount())).collect(Collectors.joining("; ")) : cell;
    }

    private static Stream<Table> tables(Page page) {
        return Stream.concat(tables(page.answers()), tables(page.parts()));
    }

    private static Stream<Table> tables(List<Part> parts) {
        return parts.stream().flatMap(part -> part instanceof Section section ? tables(section.parts())
                : part instanceof Details details ? tables(details.parts())
                : part instanceof Table table ? Stream.of(table) : Stream.empty());
    }
}
