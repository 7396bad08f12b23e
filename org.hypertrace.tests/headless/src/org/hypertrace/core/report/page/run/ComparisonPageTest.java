/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;

import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.render.CsvPage;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.MarkdownPage;
import org.hypertrace.core.report.render.TextPage;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.testing.story.BootFixture;
import org.junit.jupiter.api.Test;

/** Two boots side by side in each format. */
class ComparisonPageTest {

    private static final String FAST = """
            launched 1000
            level device 3000
            initcall net_init 3300 3900
            initcall same_init 3900 3950
            userspace 5000
            """;
    private static final String SLOW = """
            launched 1000
            level device 3000
            initcall net_init 3300 4200
            initcall same_init 4200 4250
            initcall new_init 4250 4260
            userspace 5300
            """;

    private static Page page(String name) {
        RunComparison<BootProfile> comparison = BootComparer.compare(group("a", FAST, name), group("b", SLOW, name));
        return new Page("Boots compared", "trace", ComparisonPage.of(comparison, "Part of the boot", "Initcall",
                List.of(Sentence.plain("drawn"))), List.of());
    }

    private static RunGroup<BootProfile> group(String name, String boot, String initcall) {
        return new RunGroup<>(name, List.of(BootFixture.of("trace", name, 1, boot.replace("net_init", initcall))));
    }

    @Test
    void asText() {
        assertEquals("""
                b booted 300 ns slower than a: `net_init` at level device +300 ns.

                b compared with a
                  A is a, B is b; compared from the launch to user space. Differences are B - A.
                  Speed-up of B 0.930, gain -6.98 %, saving -7.50 %: not enough repetitions to exclude chance.
                  There are not enough repetitions to distinguish a difference from chance: 4 of each are needed. Less than 2 % of the boot counts as noise.
                  drawn
                    Part of the boot        A        B    B - A      own  by the host  speed-up      gain    saving  of the difference
                    all               4.00 µs  4.30 µs  +300 ns  +300 ns         0 ns  0.930      -6.98 %   -7.50 %           100.00 %
                    launched          2.00 µs  2.00 µs     0 ns     0 ns         0 ns  1.000      +0.00 %   +0.00 %             0.00 %
                    level device      2.00 µs  2.30 µs  +300 ns  +300 ns         0 ns  0.870     -13.04 %  -15.00 %           100.00 %

                  Initcalls that differ most:
                      Initcall                A       B    B - A      own  by the host  speed-up      gain    saving  of the difference
                      net_init (device)  600 ns  900 ns  +300 ns  +300 ns         0 ns  0.667     -33.33 %  -50.00 %           100.00 %
                      new_init (device)           10 ns   +10 ns   +10 ns         0 ns                                           3.33 %  only in B

                trace
                """, TextPage.of(page("net_init"), false));
    }

    @Test
    void csvHasAllRowsWithTheirKeys() throws IOException {
        assertEquals("""
                a,b,kind,name,level,matched by,duration a,duration b,difference,own,host,unknown,guest,hostInterrupt,vmm,hostKernel,preempted,\
                halted,blocked,waking,chance,speed-up,speed-up low,speed-up high,gain,saving,contribution,share of difference,corrected chance
                a,b,boot,boot,,name,4000,4300,300,300,0,0,300,0,0,0,0,0,0,0,,0.9302325581395349,,,-0.06976744186046512,-0.075,-300,1.0,
                a,b,part,launched,,name,2000,2000,0,0,0,0,0,0,0,0,0,0,0,0,,1.0,,,0.0,0.0,0,0.0,
                a,b,level,device,,name,2000,2300,300,300,0,0,300,0,0,0,0,0,0,0,,0.8695652173913043,,,-0.1304347826086957,-0.15,-300,1.0,
                a,b,initcall,net_init,device,name,600,900,300,300,0,0,300,0,0,0,0,0,0,0,,0.6666666666666667,,,-0.3333333333333333,-0.5,-300,1.0,
                a,b,initcall,new_init,device,,,10,10,10,0,0,10,0,0,0,0,0,0,0,,,,,,,-10,0.03333333333333333,
                a,b,initcall,same_init,device,name,50,50,0,0,0,0,0,0,0,0,0,0,0,0,,1.0,,,0.0,0.0,0,0.0,
                """, CsvPage.of(page("net_init"), ComparisonPage.TABLE).replace("\r\n", "\n"));
        assertEquals(1, CsvPage.of(new Page("", "", List.of(ComparisonPage.none())), null).lines().count());
    }

    @Test
    void namesAreCodeWhateverTheyAre() {
        String html = HtmlPage.of(page("net`<b>"));
        assertTrue(html.contains("slower than a: <code>net`&lt;b&gt;</code> at level device"), html);
        assertTrue(MarkdownPage.of(page("net_init")).contains("**b booted 300 ns slower than a: <code>net\\_init</code> at level device +300 ns.**"),
                MarkdownPage.of(page("net_init")));
    }

    /** To scale: the greatest difference is as wide as half the column. */
    @Test
    void differencesAreDrawn() {
        String html = HtmlPage.of(page("net_init"));
        assertTrue(html.contains("<td class=\"t\">net_init (device)</td>"), html);
        assertTrue(html.contains("<rect x=\"110.00\" y=\"1\" width=\"110.00\" height=\"10\" fill=\"#00C800\"><title>own +300 ns</title>"), html);
        assertTrue(html.contains("<rect x=\"110.00\" y=\"1\" width=\"3.67\" height=\"10\""), html);
    }
}
