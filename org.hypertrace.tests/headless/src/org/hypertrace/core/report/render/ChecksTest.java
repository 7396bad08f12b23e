/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Page;
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
                """, TapSuite.of(PagesTest.checks("db"), "a-suite"));
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
