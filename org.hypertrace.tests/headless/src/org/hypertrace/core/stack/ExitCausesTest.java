/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import org.hypertrace.testing.StackText;
import org.junit.jupiter.api.Test;

/** Which frames cause which exits. */
class ExitCausesTest {

    private final StackText fText = new StackText();

    private String causes(long from, long to, String story) {
        ExitCauses causes = new ExitCauses(from, to);
        fText.tell(causes, story);
        return causes.of(thread -> true).stream().map(cause -> (Frames.kind(cause.cause()) == FrameKind.THREAD ? "thread"
                : fText.text(cause.cause())) + ' ' + fText.text(cause.exit()) + " count " + cause.count() + " total "
                + cause.total() + " p50 " + cause.p50() + " p99 " + cause.p99() + " max " + cause.max() + " at "
                + cause.longest() + '\n').collect(Collectors.joining());
    }

    private static final String STORY = """
            100 sh begins
            110 sh exit:12
            120 sh -
            120 sh f
            130 sh exit:32
            132 sh state:3
            140 sh -
            140 sh -
            150 sh apic:236
            151 sh exit:32
            171 sh -
            175 sh -
            180 sh exit:32
            181 sh -
            190 sh tracer:18
            195 sh -
            195 sh -
            195 sh again tracer:18
            197 sh -
            200 sh exit:32
            210 sh repaired NEVER_RETURNED
            210 sh -
            210 sh ends
            """;

    @Test
    void anExitIsOfTheInnermostFrame() {
        assertEquals("""
                apic:236 exit:32 count 1 total 20 p50 20 p99 20 max 20 at 151
                f exit:32 count 2 total 11 p50 1 p99 10 max 10 at 130
                thread exit:12 count 1 total 10 p50 10 p99 10 max 10 at 110
                f tracer:18 count 1 total 7 p50 7 p99 7 max 7 at 190
                """, causes(0, 1000, STORY));
    }

    @Test
    void onlyThoseThatBeginInTheTimeCount() {
        assertEquals("f exit:32 count 1 total 10 p50 10 p99 10 max 10 at 130\n", causes(111, 151, STORY));
    }

    @Test
    void percentilesAreThoseOfTheSortedLengths() {
        Random random = new Random(6);
        ExitCauses causes = new ExitCauses(0, Long.MAX_VALUE);
        StackThread thread = fText.thread("sh");
        causes.begins(0, thread);
        long[] lengths = new long[997];
        long time = 0;
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = random.nextInt(300);
            causes.enters(time, thread, fText.frame("exit:1"));
            causes.leaves(time + lengths[i], thread, -1);
            time += 1000;
        }
        causes.ends(time, thread);
        Arrays.sort(lengths);
        List<ExitCause> found = causes.of(any -> true);
        assertEquals(1, found.size());
        assertEquals(lengths[(997 * 50 + 99) / 100 - 1], found.get(0).p50());
        assertEquals(lengths[(997 * 99 + 99) / 100 - 1], found.get(0).p99());
        assertEquals(lengths[996], found.get(0).max());
        assertEquals(Arrays.stream(lengths).sum(), found.get(0).total());
    }
}
