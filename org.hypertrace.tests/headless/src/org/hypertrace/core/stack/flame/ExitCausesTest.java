/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;

import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Every exit counts once, in the frame that it came in. */
class ExitCausesTest {

    private final StackText fText = new StackText();

    private String causes(long from, long to, String story) {
        ExitCauses causes = new ExitCauses(from, to);
        fText.report(causes, story);
        causes.finished();
        return causes.rows().stream().map(row -> (row.frame() == ExitCauses.UNKNOWN_ID ? "?" : fText.text(row.frame())) + ' '
                + fText.text(row.exit()) + " n " + row.count() + " sum " + row.total() + " mean " + row.mean() + " p50 "
                + row.p50() + " p99 " + row.p99() + " max " + row.max()).collect(Collectors.joining("\n"));
    }

    private static final String STORY = """
            10 sh begins
            11 sh exit:12
            15 sh -
            20 sh read
            21 sh exit:30
            24 sh state:2
            26 sh -
            29 sh -
            30 sh exit:30
            31 sh -
            40 sh tracer:18
            42 sh -
            50 sh -
            60 sh read
            61 sh exit:30
            64 sh -
            70 sh -
            80 sh exit:12
            """;

    @Test
    void figuresAreOfFrameAndReason() {
        assertEquals("""
                read exit:30 n 3 sum 12 mean 4 p50 3 p99 8 max 8
                ? exit:12 n 1 sum 4 mean 4 p50 4 p99 4 max 4
                read tracer:18 n 1 sum 2 mean 2 p50 2 p99 2 max 2""", causes(0, 100, STORY));
    }

    @Test
    void onlyWholeExitsInTheTimeAskedForCount() {
        assertEquals("read tracer:18 n 1 sum 2 mean 2 p50 2 p99 2 max 2\nread exit:30 n 1 sum 1 mean 1 p50 1 p99 1 max 1",
                causes(22, 62, STORY));
    }

    @Test
    void anExitThatGoesOnIsOne() {
        assertEquals("irq:7 exit:1 n 1 sum 8 mean 8 p50 8 p99 8 max 8", causes(0, 100, """
                10 sh begins
                10 sh read
                12 sh exit:1
                15 sh -
                15 sh -
                15 sh irq:7
                15 sh again exit:1
                20 sh -
                22 sh -
                22 sh ends
                """));
    }
}
