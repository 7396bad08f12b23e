/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;

/** An entry that has its place among those of its parent: while a trace is read entries turn up in another order. */
public final class OrderedEntry extends TimeGraphEntryModel {

    private final int fPlace;

    /**
     * @param id
     *            unique
     * @param parent
     *            the id of the entry that it is below
     * @param label
     *            for people
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     * @param hasRow
     *            whether it shows something over time
     * @param place
     *            those of one parent are sorted by this: a processor's number, a thread's id; others come behind
     */
    public OrderedEntry(long id, long parent, String label, long begin, long end, boolean hasRow, int place) {
        this(id, parent, List.of(label), begin, end, hasRow, place);
    }

    private OrderedEntry(long id, long parent, List<String> labels, long begin, long end, boolean hasRow, int place) {
        super(id, parent, labels, begin, end, hasRow);
        fPlace = place;
    }

    /** The same entry with other texts. */
    OrderedEntry with(List<String> labels) {
        return new OrderedEntry(getId(), getParentId(), labels, getStartTime(), getEndTime(), hasRowModel(), fPlace);
    }

    /**
     * @param entry
     *            of a tree
     * @param otherwise
     *            the place of those that have none
     * @return its place among those of its parent
     */
    public static int place(ITmfTreeDataModel entry, int otherwise) {
        return entry instanceof OrderedEntry ordered ? ordered.fPlace : otherwise;
    }
}
