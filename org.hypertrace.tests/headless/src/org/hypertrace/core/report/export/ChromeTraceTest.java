/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;

import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Stacks as events of a timeline: frames are nested, marks lie beside them. */
class ChromeTraceTest {

    private static final String STORY = """
            1000 sh begins
            1000 sh marks mark:6
            2000 sh syscall:1
            2500 sh marks mark:7
            3000 sh -
            4000 sh marks mark:8
            5000 sh marks -
            5000 sh ends
            """;

    @Test
    void marksLieBesideTheFrames() throws IOException {
        assertEquals("""
                {"ph":"b","pid":1,"tid":1,"ts":0.000,"id":1,"name":"mark: 6","cat":"mark"}
                {"ph":"e","pid":1,"tid":1,"ts":1.500,"id":1,"name":"mark: 6","cat":"mark"}
                {"ph":"B","pid":1,"tid":1,"ts":1.000,"name":"syscall: write","cat":"guest"}
                {"ph":"E","pid":1,"tid":1,"ts":2.000}
                {"ph":"b","pid":1,"tid":1,"ts":1.500,"id":1,"name":"mark: 7","cat":"mark"}
                {"ph":"e","pid":1,"tid":1,"ts":3.000,"id":1,"name":"mark: 7","cat":"mark"}
                {"ph":"b","pid":1,"tid":1,"ts":3.000,"id":1,"name":"mark: 8","cat":"mark"}
                {"ph":"e","pid":1,"tid":1,"ts":4.000,"id":1,"name":"mark: 8","cat":"mark"}
                """, events(1000, 10_000));
    }

    /** As frames are, marks are cut at the ends of the stretch. */
    @Test
    void onlyTheStretchThatIsAskedFor() throws IOException {
        assertEquals("""
                {"ph":"B","pid":1,"tid":1,"ts":0.000,"name":"syscall: write","cat":"guest"}
                {"ph":"E","pid":1,"tid":1,"ts":0.300}
                {"ph":"b","pid":1,"tid":1,"ts":0.000,"id":1,"name":"mark: 7","cat":"mark"}
                {"ph":"e","pid":1,"tid":1,"ts":0.500,"id":1,"name":"mark: 7","cat":"mark"}
                """, events(2700, 3200));
    }

    private static String events(long begin, long end) throws IOException {
        StackText text = new StackText();
        StackThread sh = text.thread("sh");
        FrameNames names = new FrameNames((guest, nested) -> null);
        names.boots(null, null);
        StringWriter out = new StringWriter();
        ChromeTrace trace = new ChromeTrace(out, begin, end, names, Map.of(sh, new ChromeTrace.Row(1, "web", 1, "sh")));
        text.report(trace, STORY);
        trace.end();
        return out.toString().lines().map(line -> line.replaceFirst("^,", "")).filter(line -> line.matches("\\{\"ph\":\"[bBeE].*"))
                .map(line -> line + '\n').reduce("", String::concat);
    }
}
