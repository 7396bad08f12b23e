/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A table as CSV (RFC 4180). A cell is one line of plain text. One that a spreadsheet would take for a formula begins with an
 * apostrophe; numbers stay as they are.
 */
public final class CsvTable {

    /** What formulas begin with, also in the width of Chinese characters. */
    private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20";

    private final StringBuilder fOut = new StringBuilder();
    private final CSVPrinter fPrinter;

    /**
     * An empty one.
     *
     * @throws IOException
     *             never
     */
    public CsvTable() throws IOException {
        this(CSVFormat.RFC4180);
    }

    private CsvTable(CSVFormat format) throws IOException {
        fPrinter = new CSVPrinter(fOut, format);
    }

    /**
     * @return an empty one with tabs between the cells
     * @throws IOException
     *             never
     */
    public static CsvTable tabs() throws IOException {
        return new CsvTable(CSVFormat.TDF);
    }

    /**
     * Adds a line.
     *
     * @param cells
     *            texts are those of others, figures are written exactly, all else is ours, null is empty
     * @throws IOException
     *             never
     */
    public void row(Object... cells) throws IOException {
        row(Arrays.asList(cells));
    }

    /**
     * The same.
     *
     * @param cells
     *            as above
     * @throws IOException
     *             never
     */
    public void row(List<?> cells) throws IOException {
        for (Object cell : cells) {
            fPrinter.print(cell instanceof String text ? cell(text) : cell instanceof Amount amount ? figure(amount) : cell);
        }
        fPrinter.println();
    }

    /** @return all of it */
    public String text() {
        return fOut.toString();
    }

    /** Exactly; a share of nothing is nothing. */
    static Object figure(Amount amount) {
        return switch (amount.kind()) {
        case SHARE, POINTS, NUMBER -> Double.isNaN(amount.ratio()) ? "" : (Object) amount.ratio();
        case DURATION, CHANGE, COUNT, BYTES, TIME -> amount.number();
        };
    }

    /**
     * @param text
     *            of others
     * @return it as a cell: in one line, and no formula
     */
    public static String cell(String text) {
        String line = PlainText.line(text);
        String begin = line.stripLeading();
        return begin.isEmpty() || FORMULA.indexOf(begin.charAt(0)) < 0 ? line : '\'' + line;
    }
}
