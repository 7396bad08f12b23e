/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;
import java.util.function.Function;

/**
 * A table.
 *
 * @param name
 *            for programs: a file of CSV has the tables of one name, which have the same columns
 * @param columns
 *            names of all its columns
 * @param rows
 *            for people: those that matter, a cell per column that people need
 * @param records
 *            for programs: all of them, a cell per column that is no picture
 */
public record Table(String name, List<? extends Column<?>> columns, List<List<Object>> rows, List<List<Object>> records) implements Part {

    /**
     * @param <R>
     *            what the rows are of
     * @param columns
     *            of the only table of a page, or of one of those with the same columns
     * @param shown
     *            the rows for people
     * @param all
     *            the rows for programs
     * @return the table
     */
    public static <R> Table of(List<Column<R>> columns, List<R> shown, List<R> all) {
        return of("", columns, shown, all);
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param name
     *            for programs
     * @param columns
     *            of the table
     * @param shown
     *            the rows for people
     * @param all
     *            the rows for programs
     * @return the table
     */
    public static <R> Table of(String name, List<Column<R>> columns, List<R> shown, List<R> all) {
        List<Column<R>> visible = columns.stream().filter(column -> column.head() != null).toList();
        List<Column<R>> data = columns.stream().filter(column -> column.key() != null).toList();
        return new Table(name, columns, cells(visible, Column::cell, shown), cells(data, Column::data, all));
    }

    private static <R> List<List<Object>> cells(List<Column<R>> columns, Function<Column<R>, Function<R, ?>> form, List<R> rows) {
        return rows.stream().map(row -> columns.stream().<Object>map(column -> form.apply(column).apply(row)).toList()).toList();
    }

    /** @return the heads for people */
    public List<String> heads() {
        return columns.stream().map(Column::head).filter(head -> head != null).toList();
    }

    /** @return the names for programs */
    public List<String> keys() {
        return columns.stream().map(Column::key).filter(key -> key != null).toList();
    }
}
