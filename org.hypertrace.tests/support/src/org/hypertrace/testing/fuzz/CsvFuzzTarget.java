/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hypertrace.core.report.render.CsvTable;
import org.hypertrace.core.untrusted.PlainText;

/** Texts that somebody chose in a table: a parser finds as many rows and cells, the texts in them, and no formula. */
public final class CsvFuzzTarget {

    private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20";
    private static final int NUMBER = -7;

    private CsvFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        List<String> texts = Texts.of(data);
        try {
            CsvTable table = new CsvTable();
            table.row(texts);
            for (String text : texts) {
                table.row(text, NUMBER, null);
            }
            List<CSVRecord> rows;
            try (CSVParser parser = CSVParser.parse(table.text(), CSVFormat.RFC4180)) {
                rows = parser.getRecords();
            }
            check(rows.size() == 1 + texts.size(), "there are other rows");
            cells(rows.get(0).toList(), texts);
            for (int i = 0; i < texts.size(); i++) {
                List<String> row = new ArrayList<>(rows.get(1 + i).toList());
                check(row.size() == 3 && row.get(1).equals(Integer.toString(NUMBER)) && row.get(2).isEmpty(), "a number is another");
                cells(row.subList(0, 1), texts.subList(i, i + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void cells(List<String> cells, List<String> texts) {
        check(cells.size() == texts.size(), "there are other cells");
        for (int i = 0; i < cells.size(); i++) {
            String line = PlainText.line(texts.get(i));
            String begin = cells.get(i).strip();
            check(cells.get(i).equals(line) || cells.get(i).equals('\'' + line), "a text is another");
            check(begin.isEmpty() || FORMULA.indexOf(begin.charAt(0)) < 0, "a text is a formula");
        }
    }
}
