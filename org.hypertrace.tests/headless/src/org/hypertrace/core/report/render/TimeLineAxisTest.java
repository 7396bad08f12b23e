/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.view.Styles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The axis of a time line counts in the unit that its distances are whole in. */
final class TimeLineAxisTest {

    @ParameterizedTest
    @CsvSource({ "15_000_000_000, 2 s 4 s 6 s 8 s 10 s 12 s 14 s", "600_000_000, 100 ms 200 ms 300 ms 400 ms 500 ms",
            "3_000, 500 ns 1000 ns 1500 ns 2000 ns 2500 ns", "600_000, 100 µs 200 µs 300 µs 400 µs 500 µs" })
    void labels(String span, String labels) {
        long ns = Long.parseLong(span.replace("_", ""));
        Page page = new Page("A title", "", List.of(new TimeLine(ns, List.of(new TimeLine.Track("web", List.of(
                new TimeLine.Row("", List.of(new TimeLine.Box(0, ns, Styles.KERNEL.colour(), "kernel", "", false)))), List.of()))),
                Legend.of(List.of(Styles.KERNEL))));
        Matcher label = Pattern.compile(">([1-9][0-9]* (?:s|ms|µs|ns))<").matcher(HtmlPage.of(page));
        assertEquals(labels, label.results().map(found -> found.group(1)).collect(Collectors.joining(" ")));
    }
}
