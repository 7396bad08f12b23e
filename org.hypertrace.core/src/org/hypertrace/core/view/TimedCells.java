/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.hypertrace.core.quantity.Amount;

/** A row of a table whose cells have times to go to, and a heat. */
public final class TimedCells extends FigureRow {

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

    private final List<Cell> fTimes;

    /**
     * @param id
     *            of the row, unique
     * @param parent
     *            the id of the row above, -1 for none
     * @param cells
     *            texts and figures
     * @param times
     *            what stands behind each of them; if there are less than cells, the last is that of the others too
     */
    public TimedCells(long id, long parent, List<?> cells, List<Cell> times) {
        this(id, parent, Figures.figures(cells), Figures.texts(cells), times, false, null);
    }

    /**
     * The same of a row that has a line in a chart.
     *
     * @param id
     *            of the row, unique
     * @param parent
     *            the id of the row above, -1 for none
     * @param cells
     *            texts and figures
     * @param times
     *            what stands behind each of them; if there are less than cells, the last is that of the others too
     * @param style
     *            of the line
     */
    public TimedCells(long id, long parent, List<?> cells, List<Cell> times, OutputElementStyle style) {
        this(id, parent, Figures.figures(cells), Figures.texts(cells), times, true, style);
    }

    private TimedCells(long id, long parent, List<Amount> figures, List<String> labels, List<Cell> times, boolean hasRowModel,
            OutputElementStyle style) {
        super(id, parent, figures, labels, hasRowModel, style);
        fTimes = List.copyOf(times);
    }

    @Override
    TimedCells with(List<String> labels) {
        return new TimedCells(getId(), getParentId(), figures(), labels, fTimes, hasRowModel(), getStyle());
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && other instanceof TimedCells row && fTimes.equals(row.fTimes);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fTimes.hashCode();
    }

    /**
     * @param column
     *            from 0
     * @return what stands behind the cell
     */
    public Cell cell(int column) {
        return fTimes.isEmpty() ? Cell.NONE : fTimes.get(Math.min(column, fTimes.size() - 1));
    }
}
