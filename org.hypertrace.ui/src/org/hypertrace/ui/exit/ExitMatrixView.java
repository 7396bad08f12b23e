/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.hypertrace.core.exit.statistics.ExitMatrix;
import org.hypertrace.core.exit.view.ExitMatrixProvider;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.quantity.TableColumns;

/**
 * Which threads, functions, system calls or initcalls of guests cause VM exits of which reason: a matrix, the hotter the more. A
 * double click on a cell goes to its longest exit.
 */
public final class ExitMatrixView extends ExitTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.matrix";

    /** Made by the workbench. */
    public ExitMatrixView() {
        // their headers come with the rows, and have to be distinguished until then
        super("VM Exit Matrix", columns(IntStream.range(0, ExitMatrixProvider.COLUMNS).mapToObj(" "::repeat).toArray(String[]::new)),
                Providers.EXIT_MATRIX::create);
    }

    /** Each cell is a number of exits or their time. */
    private static TableColumns columns(String[] places) {
        return TableColumns.of(places).adding(places);
    }

    @Override
    void addChoices() {
        choices("Caused by", "By", ExitRequest.BY, Arrays.stream(ExitMatrix.Rows.values())
                .map(rows -> new Choice(rows.name().toLowerCase(Locale.ROOT), rows.label())).toList());
        choices("Cells show", "Cells", ExitRequest.CELLS,
                List.of(new Choice("total", "total time"), new Choice(ExitMatrixProvider.COUNT, "number of exits")));
    }
}
