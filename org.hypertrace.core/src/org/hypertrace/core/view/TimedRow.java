/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.quantity.Amount;

/** A row of a table, of texts and figures, to whose time one can go. */
public final class TimedRow extends TimeGraphEntryModel implements Figures {

    private final List<Amount> fFigures;

    /**
     * @param id
     *            of the row, unique
     * @param cells
     *            an {@link Amount}, a {@link Figures.Worded} or a text each
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     */
    public TimedRow(long id, List<?> cells, long begin, long end) {
        this(id, Figures.figures(cells), Figures.texts(cells), begin, end);
    }

    private TimedRow(long id, List<Amount> figures, List<String> labels, long begin, long end) {
        super(id, -1, labels, begin, end, false);
        fFigures = figures;
    }

    /** The same row with other texts. */
    TimedRow with(List<String> labels) {
        return new TimedRow(getId(), fFigures, labels, getStartTime(), getEndTime());
    }

    @Override
    public Amount figure(int column) {
        return column < fFigures.size() ? fFigures.get(column) : null;
    }
}
