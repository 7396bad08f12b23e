/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;

/** A row of a table whose cells have times to go to, and a heat. */
public final class TimedCells extends TmfTreeDataModel {

    /** Of a cell that has no time. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /**
     * What stands behind a cell.
     *
     * @param begin
     *            where to go to, ns since the epoch; {@link #NO_TIME} if nowhere
     * @param end
     *            the end of what is there, ns since the epoch
     * @param heat
     *            from 0, nothing, to 1, the most of the table
     */
    public record Cell(long begin, long end, double heat) {
        /** Nothing stands behind it. */
        public static final Cell NONE = new Cell(NO_TIME, NO_TIME, 0);
    }

    private final List<Cell> fCells;

    /**
     * @param id
     *            of the row, unique
     * @param parent
     *            the id of the row above, -1 for none
     * @param labels
     *            the texts of the cells
     * @param cells
     *            what stands behind each of them; if there are less than texts, the last is that of the others too
     */
    public TimedCells(long id, long parent, List<String> labels, List<Cell> cells) {
        super(id, parent, labels, false, null);
        fCells = List.copyOf(cells);
    }

    /** The same row with other texts. */
    TimedCells with(List<String> labels) {
        return new TimedCells(getId(), getParentId(), labels, fCells);
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && other instanceof TimedCells row && fCells.equals(row.fCells);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fCells.hashCode();
    }

    /**
     * @param column
     *            from 0
     * @return what stands behind the cell
     */
    public Cell cell(int column) {
        return fCells.isEmpty() ? Cell.NONE : fCells.get(Math.min(column, fCells.size() - 1));
    }
}
