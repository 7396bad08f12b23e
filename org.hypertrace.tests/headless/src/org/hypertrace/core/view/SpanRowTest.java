/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.view.StateRow.Look;
import org.junit.jupiter.api.Test;

/** A row of spans, drawn at some times only. */
class SpanRowTest {

    private static final String SPANS = "a 100 110, b 110 150, c 150 150, d 200 203, e 204 209, f 300 400";

    private static SpanRow row(String spans, long shift) {
        return new SpanRow(Arrays.stream(spans.split(", ")).map(text -> text.split(" ")).map(w -> new Span(Long.parseLong(w[1]),
                Long.parseLong(w[2]), new Look(w[0], null), w[0])).toList(), shift);
    }

    private static String drawn(SpanRow row, long from, long to, long step) {
        List<ITimeGraphState> states = new ArrayList<>();
        row.draw(Map.of(), LongStream.iterate(from, time -> time <= to, time -> time + step).boxed().toList(), states);
        return states.stream().map(s -> (s.getLabel() == null ? "-" : s.getLabel()) + ' ' + s.getStartTime() + ' '
                + (s.getStartTime() + s.getDuration())).collect(Collectors.joining(", "));
    }

    @Test
    void nearAllIsDrawnAndGapsAreReportedToBeEmpty() {
        assertEquals("a 100 110, b 110 150, c 150 150, - 150 200, d 200 203, - 203 204, e 204 209, - 209 300, f 300 400",
                drawn(row(SPANS, 0), 0, 500, 1));
    }

    @Test
    void farTheLongestOfWhatBeginsBetweenTwoTimesIsDrawn() {
        assertEquals("b 110 150, e 204 209, f 300 400", drawn(row(SPANS, 0), 90, 500, 105));
        assertEquals("a 100 110, d 200 203, f 300 400", drawn(row(SPANS, 0), 0, 500, 100));
    }

    @Test
    void atATimeThatIsWhatIsThere() {
        assertEquals("b 110 150", drawn(row(SPANS, 0), 120, 120, 1));
        assertEquals("- 209 300", drawn(row(SPANS, 0), 250, 250, 1));
        assertEquals("", drawn(row(SPANS, 0), 50, 50, 1));
        assertEquals("", drawn(row(SPANS, 0), 400, 400, 1));
    }

    @Test
    void shiftedAllIsLaterByThat() {
        assertEquals("a 90 100, b 100 140, c 140 140, - 140 190", drawn(row(SPANS, -10), 0, 189, 1));
        assertEquals("b", row(SPANS, -10).at(139).what());
        assertNull(row(SPANS, -10).at(141));
        assertNull(row(SPANS, 0).at(99));
        assertEquals("c", row(SPANS, 0).at(150).what());
    }

    @Test
    void whatASpanLooksLikeIsAskedOnceAndOnlyIfItIsDrawn() {
        List<String> asked = new ArrayList<>();
        SpanRow row = new SpanRow(Stream.of("a", "b").map(name -> new Span(10 * name.charAt(0), 10 * name.charAt(0) + 5, () -> {
            asked.add(name);
            return new Look(name, null);
        }, name)).toList(), 0);
        assertEquals("", drawn(row, 900, 900, 1));
        assertEquals(List.of(), asked);
        assertEquals("b 980 985", drawn(row, 980, 980, 1));
        assertEquals("b 980 985", drawn(row, 981, 981, 1));
        assertEquals(List.of("b"), asked);
    }
}
