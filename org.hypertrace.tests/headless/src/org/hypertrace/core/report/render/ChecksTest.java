/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Recording;
import org.junit.jupiter.api.Test;

/** Checks of a report: tests in TAP, sentences for people. */
class ChecksTest {

    @Test
    void checksAreTests() {
        assertEquals("""
                TAP version 13
                1..2
                # Tapper-suite-name: a-suite
                # db is slow.
                # VM db: Found in 1.50 µs.
                not ok 1 - db took too long.
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.boot.duration
                      VALUE: 1.234567
                      unit: ms
                      guest: 'db'
                      budget: 0.000500
                  ...
                ok 2 - db did not end # SKIP the trace ends in it
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.exits.mean
                      VALUE: 2.5
                      unit: 'µs'
                      count: 7
                  ...
                """, withoutVersion(TapSuite.of(PagesTest.checks("db"), "a-suite", List.of())));
    }

    private static String withoutVersion(String tap) {
        return tap.replaceFirst("# Tapper-suite-version: .*\n", "");
    }

    /** Whatever was asked, a recording has tests of its own: figures of one with gaps may be wrong. */
    @Test
    void aRecordingHasTests() {
        Recording whole = new Recording("a", List.of("node-1"), List.of("Linux 6.1"), List.of("web"), List.of(), 0, 0, false, -1, -1);
        Recording damaged = new Recording("b", List.of("node-1", "node-2"), List.of("Linux 6.1"), List.of("web", "db"), List.of("7 events were lost.", "A stream is cut."),
                1, 7, true, 3, 1);
        assertEquals("""
                TAP version 13
                1..8
                # Tapper-suite-name: s
                # Tapper-machine-name: node-1, node-2
                # Tapper-uname: Linux 6.1
                ok 1 - a: no event is lost
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.trace.lost_events
                      VALUE: 0
                      trace: 'a'
                    - NAME: hypertrace.trace.gaps
                      VALUE: 0
                      trace: 'a'
                  ...
                ok 2 - a: the clocks of guests' traces agree with the host's # SKIP no guest recorded a trace
                ok 3 - a: no kernel panics # SKIP no guest reports its boots
                ok 4 - a: the manifest can be read # SKIP there is none
                not ok 5 - b: no event is lost: 7 events were lost.
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.trace.lost_events
                      VALUE: 7
                      trace: 'b'
                    - NAME: hypertrace.trace.gaps
                      VALUE: 1
                      trace: 'b'
                  ...
                not ok 6 - b: the clocks of guests' traces agree with the host's
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.trace.clock_violations
                      VALUE: 3
                      trace: 'b'
                  ...
                not ok 7 - b: no kernel panics
                  ---
                  BenchmarkAnythingData:
                    - NAME: hypertrace.trace.panics
                      VALUE: 1
                      trace: 'b'
                  ...
                ok 8 - b: the manifest can be read
                """, withoutVersion(TapSuite.of(new Page("", "", List.of()), "s", List.of(whole, damaged))));
    }

    @Test
    void peopleReadTheChecksThatAreTheirs() {
        assertTrue(TextPage.of(PagesTest.checks("db"), false).endsWith("\nEXCEEDED db took too long.\n"), TextPage.of(PagesTest.checks("db"), false));
        assertTrue(MarkdownPage.of(PagesTest.checks("db")).endsWith("\n\n**db took too long.**\n"), MarkdownPage.of(PagesTest.checks("db")));
        String html = HtmlPage.of(PagesTest.checks("db"));
        assertTrue(html.contains("<p class=\"bad\">db took too long.</p>") && !html.contains("did not end"), html);
        Page unknown = new Page("", "", List.of(new Check(true, "It took 5 ns.", "the trace has gaps", true, null)));
        assertEquals("ok       It took 5 ns. But the trace has gaps.\n", TextPage.of(unknown, false));
    }
}
