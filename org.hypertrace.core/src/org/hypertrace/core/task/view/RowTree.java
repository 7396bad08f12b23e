/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;

/** Which rows are above and below each other. */
public final class RowTree {

    private final Map<Long, TimeGraphEntryModel> fEntries = new ConcurrentHashMap<>();

    /** @param entries rows, known ones among them */
    public void add(Collection<TimeGraphEntryModel> entries) {
        entries.forEach(entry -> fEntries.put(entry.getId(), entry));
    }

    /** Forgets all rows. */
    public void clear() {
        fEntries.clear();
    }

    /**
     * @param row
     *            the id of a row
     * @param known
     *            rows by their ids
     * @param <T>
     *            what is known of them
     * @return the row, or the next one above it, that is known; null if there is none
     */
    public <T> T atOrAbove(long row, Map<Long, T> known) {
        for (TimeGraphEntryModel entry = fEntries.get(row); entry != null; entry = fEntries.get(entry.getParentId())) {
            if (known.containsKey(entry.getId())) {
                return known.get(entry.getId());
            }
        }
        return null;
    }

    /**
     * @param row
     *            the id of a row
     * @param name
     *            of a row below it
     * @return the id of that; of the row itself if it has none of that name
     */
    public long child(long row, String name) {
        return fEntries.values().stream().filter(entry -> entry.getParentId() == row && name.equals(entry.getName()))
                .mapToLong(TimeGraphEntryModel::getId).findFirst().orElse(row);
    }

    /**
     * @param rows
     *            ids of rows
     * @return these, all below them, and those above them
     */
    public Set<Long> around(Collection<Long> rows) {
        Set<Long> all = new HashSet<>();
        for (TimeGraphEntryModel entry : List.copyOf(fEntries.values())) {
            Set<Long> way = new HashSet<>();
            boolean isBelow = false;
            for (TimeGraphEntryModel up = entry; up != null; up = fEntries.get(up.getParentId())) {
                way.add(up.getId());
                isBelow |= rows.contains(up.getId());
            }
            if (isBelow) {
                all.addAll(way);
            }
        }
        return all;
    }
}
