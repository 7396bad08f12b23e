/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;

/**
 * A table. A column in which no row for people has anything is not for them.
 *
 * @param name
 *            for programs, of what {@code --table} chooses; tables of one name have the same columns. Empty if there are no others
 * @param heads
 *            of its columns for people
 * @param rows
 *            for people: those that matter, a cell - an {@link Amount}, a text - for each head
 * @param keys
 *            names of its columns for programs
 * @param records
 *            for programs: all of them, a cell for each key
 */
public record Table(String name, List<String> heads, List<List<Object>> rows, List<String> keys, List<List<Object>> records)
        implements Part {

    /**
     * @param <R>
     *            what the rows are of
     * @param columns
     *            of the table
     * @param shown
     *            the rows for people
     * @param all
     *            the rows for programs
     * @return the table, the only one of its page
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
        List<Column<R>> visible = columns.stream().filter(column -> column.head() != null
                && shown.stream().anyMatch(row -> isSeen(column.cell().apply(row)))).toList();
        List<Column<R>> recorded = Stream.concat(columns.stream().filter(column -> !column.isLater()),
                columns.stream().filter(Column::isLater)).filter(column -> column.key() != null).toList();
        return new Table(name, visible.stream().map(Column::head).toList(), cells(visible, Column::cell, shown),
                recorded.stream().map(Column::key).toList(),
                records(recorded, all));
    }

    private static boolean isSeen(Object cell) {
        return cell instanceof Bar || !cell.toString().isEmpty();
    }

    private static <R> List<List<Object>> cells(List<Column<R>> columns, Function<Column<R>, Function<R, ?>> form, List<R> rows) {
        return rows.stream().map(row -> cells(columns, form, row)).toList();
    }

    /** Each is made when it is written: there may be millions. */
    private static <R> List<List<Object>> records(List<Column<R>> columns, List<R> rows) {
        return new AbstractList<>() {
            @Override
            public List<Object> get(int index) {
                return cells(columns, Column::data, rows.get(index));
            }

            @Override
            public int size() {
                return rows.size();
            }
        };
    }

    private static <R> List<Object> cells(List<Column<R>> columns, Function<Column<R>, Function<R, ?>> form, R row) {
        return columns.stream().<Object>map(column -> form.apply(column).apply(row)).toList();
    }
}
