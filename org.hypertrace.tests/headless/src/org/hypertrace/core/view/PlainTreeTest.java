/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.testing.story.HostileNames;
import org.junit.jupiter.api.Test;

/** What views show of hostile names: rows stay what they are, but for their texts. */
class PlainTreeTest {

    private static final List<String> COLUMNS = List.of("Name");

    @Test
    void textsOfRowsArePlain() {
        for (String name : HostileNames.LIST) {
            TmfTreeDataModel row = new TmfTreeDataModel(1, 2, List.of(name, "x"), true, new OutputElementStyle("style", Map.of()));
            TmfTreeDataModel shown = PlainTree.of(COLUMNS, List.of(row)).getEntries().get(0);
            assertEquals(new TmfTreeDataModel(1, 2, List.of(PlainText.line(name), "x"), true, row.getStyle()), shown);
            assertEquals(row.getStyle(), shown.getStyle());
        }
    }

    @Test
    void rowsWithATimeKeepIt() {
        TimeGraphEntryModel row = new TimeGraphEntryModel(1, 2, "a\nb", 10, 20, false);
        assertEquals(List.of(new TimeGraphEntryModel(1, 2, "a b", 10, 20, false)), PlainTree.of(COLUMNS, List.of(row)).getEntries());
        List<TimedCells.Cell> cells = List.of(new TimedCells.Cell(1, 2, 0.5));
        assertEquals(List.of(new TimedCells(1, 2, List.of("\ufffd"), cells)),
                PlainTree.of(COLUMNS, List.of(new TimedCells(1, 2, List.of("\u202e"), cells))).getEntries());
    }

    /** Equal texts, but not equal figures: tables sort these two. */
    @Test
    void rowsKeepTheFiguresBehindTheirTexts() {
        FigureRow row = new FigureRow(1, 2, List.of("a\nb", Amount.ns(1_001), new Figures.Worded("1.00 µs (2 times)", Amount.ns(1_002)), ""));
        FigureRow shown = PlainTree.of(COLUMNS, List.of(row)).getEntries().get(0);
        assertEquals(List.of("a b", "1.00 µs", "1.00 µs (2 times)", ""), shown.getLabels());
        assertEquals(Arrays.asList(null, Amount.ns(1_001), Amount.ns(1_002), null, null),
                Stream.of(0, 1, 2, 3, 4).map(shown::figure).toList());
        assertNotEquals(new FigureRow(1, 2, List.of(Amount.ns(1_001))), new FigureRow(1, 2, List.of(Amount.ns(1_002))));
        TimedRow timed = PlainTree.of(COLUMNS, List.of(new TimedRow(1, List.of("a\nb", Amount.ns(1_001)), 10, 20))).getEntries().get(0);
        assertEquals(new TimedRow(1, List.of("a b", Amount.ns(1_001)), 10, 20), timed);
        assertEquals(Amount.ns(1_001), timed.figure(1));
    }

    @Test
    void whatIsPlainStays() {
        TmfTreeDataModel row = new TmfTreeDataModel(1, -1, List.of("web"), false, null);
        assertSame(row, PlainTree.of(COLUMNS, List.of(row)).getEntries().get(0));
    }

    @Test
    void tooltipsArePlain() {
        assertEquals(Map.of("a b", "\ufffd[1m\nour own line"), PlainTree.of(Map.of("a\nb", "\u001b[1m\nour own line")));
        assertTrue(StateRow.state(1, 2, new StateRow.Look("x\ny", new OutputElementStyle("style", Map.of()))).toString().contains("x y"));
    }
}
