/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.function.Function;

import org.hypertrace.core.quantity.Amount;

/**
 * A column of a table, in all formats at once.
 *
 * @param <R>
 *            what the rows are of
 * @param key
 *            its name for programs; null: what other columns have for programs
 * @param head
 *            its head for people; null: an id, which only programs need
 * @param cell
 *            an {@link Amount}, one that is {@link AtLeast} that, a {@link Bar}, a text or a {@link Nested} one, for people
 * @param data
 *            the same for programs
 * @param isLater
 *            whether it stands behind all others for programs: so no other one moves when it is added
 */
public record Column<R>(String key, String head, Function<R, ?> cell, Function<R, ?> data, boolean isLater) {

    /**
     * A column that stands where it is for people and programs.
     *
     * @param key
     *            its name for programs
     * @param head
     *            its head for people; null: an id
     * @param cell
     *            for people
     * @param data
     *            for programs
     */
    public Column(String key, String head, Function<R, ?> cell, Function<R, ?> data) {
        this(key, head, cell, data, false);
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param key
     *            its name for programs
     * @param head
     *            its head for people
     * @param cell
     *            an {@link Amount} or a text
     * @return a column that is the same for people and programs
     */
    public static <R> Column<R> of(String key, String head, Function<R, ?> cell) {
        return new Column<>(key, head, cell, cell);
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param key
     *            its name for programs
     * @param data
     *            an {@link Amount} or a text
     * @return a column for programs
     */
    public static <R> Column<R> id(String key, Function<R, ?> data) {
        return new Column<>(key, null, data, data);
    }

    /**
     * @param <R>
     *            what the rows are of
     * @param head
     *            its head for people
     * @param cell
     *            as above
     * @return a column for people of what other columns have for programs
     */
    public static <R> Column<R> shown(String head, Function<R, ?> cell) {
        return new Column<>(null, head, cell, cell);
    }

    /** @return the same column, for programs behind all others */
    public Column<R> later() {
        return new Column<>(key, head, cell, data, true);
    }
}
