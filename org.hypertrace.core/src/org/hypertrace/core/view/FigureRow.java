/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.quantity.Amount;

/** A row of a table whose cells are texts and figures. */
public class FigureRow extends TmfTreeDataModel implements Figures {

    private final List<Amount> fFigures;

    /**
     * @param id
     *            of the row, unique
     * @param parent
     *            the id of the row above, -1 for none
     * @param cells
     *            an {@link Amount}, a {@link Figures.Worded} or a text each
     */
    public FigureRow(long id, long parent, List<?> cells) {
        this(id, parent, Figures.figures(cells), Figures.texts(cells), false, null);
    }

    /**
     * @param id
     *            of the row, unique
     * @param parent
     *            the id of the row above, -1 for none
     * @param cells
     *            an {@link Amount}, a {@link Figures.Worded} or a text each
     * @param hasRowModel
     *            whether it has a line in a chart
     * @param style
     *            of that line, null if it has none
     */
    public FigureRow(long id, long parent, List<?> cells, boolean hasRowModel, OutputElementStyle style) {
        this(id, parent, Figures.figures(cells), Figures.texts(cells), hasRowModel, style);
    }

    /** {@code figures}: null where there is none. */
    FigureRow(long id, long parent, List<Amount> figures, List<String> labels, boolean hasRowModel, OutputElementStyle style) {
        super(id, parent, labels, hasRowModel, style);
        fFigures = figures;
    }

    /**
     * @param sentence
     *            what a row reports that has no figures
     * @param columns
     *            how many the table has
     * @return its cells: the sentence, and empty ones
     */
    public static List<String> only(String sentence, int columns) {
        List<String> cells = new ArrayList<>(Collections.nCopies(columns, ""));
        cells.set(0, sentence);
        return cells;
    }

    /** @return the same row with other texts */
    FigureRow with(List<String> labels) {
        return new FigureRow(getId(), getParentId(), fFigures, labels, hasRowModel(), getStyle());
    }

    /** @return the figures, null where there is none */
    final List<Amount> figures() {
        return fFigures;
    }

    @Override
    public Amount figure(int column) {
        return column < fFigures.size() ? fFigures.get(column) : null;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && other instanceof FigureRow row && fFigures.equals(row.fFigures);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + fFigures.hashCode();
    }
}
