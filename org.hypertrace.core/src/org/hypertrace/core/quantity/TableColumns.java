/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The headers of a table, and which columns can be added up over rows: numbers and durations that are parts of a whole. Means, extremes,
 * numbers that name something, and times that contain each other cannot.
 */
public final class TableColumns extends AbstractList<String> {

    private final List<String> fHeaders;
    private final Set<String> fAdded;

    private TableColumns(List<String> headers, Set<String> added) {
        fHeaders = headers;
        fAdded = added;
    }

    /**
     * @param headers
     *            in the order of the cells
     * @return these columns, none of which is added up
     */
    public static TableColumns of(String... headers) {
        return new TableColumns(List.of(headers), Set.of());
    }

    /**
     * @param headers
     *            of some of the columns
     * @return the same columns, of which these are added up, too
     * @throws IllegalArgumentException
     *             if there is no such column
     */
    public TableColumns adding(String... headers) {
        Set<String> added = new HashSet<>(fAdded);
        for (String header : headers) {
            if (!fHeaders.contains(header)) {
                throw new IllegalArgumentException(header);
            }
            added.add(header);
        }
        return new TableColumns(fHeaders, added);
    }

    /** @return the same with other columns behind them */
    public TableColumns with(String... headers) {
        List<String> all = new ArrayList<>(fHeaders);
        all.addAll(Arrays.asList(headers));
        return new TableColumns(List.copyOf(all), fAdded);
    }

    /**
     * @param column
     *            from 0
     * @return whether figures of different rows can be added up
     */
    public boolean isAdded(int column) {
        return fAdded.contains(fHeaders.get(column));
    }

    @Override
    public String get(int column) {
        return fHeaders.get(column);
    }

    @Override
    public int size() {
        return fHeaders.size();
    }
}
