/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.render.CsvPage;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.MarkdownPage;
import org.hypertrace.core.report.render.TapSuite;
import org.hypertrace.core.report.render.TextPage;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.shutdown.ShutdownFixture;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.story.BootFixture;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Boots and shutdowns in each format: what one has, all have. */
@Tag("plain") // reads shutdowns by what is not public
class RunPagesTest {

    private static final BootProfile BOOT = BootFixture.of("trace", "web", 1, """
            launched 1000
            level early 3000
            level device 3200 preempted 100 by db
            initcall net_init 3300 3900
            initcall disk_init 3900 3950 result -19
            initcall late_init 3960 4990 never returns
            userspace 5000
            """);
    private static final ShutdownProfile SHUTDOWN = shutdown("""
            requested 1000
            called 1300
            kernel 1400
            kind REBOOT
            STEP 0 1500 2400 notifiers
            NOTIFIER 1 1500 2300 slow
            STEP 0 2500 2900 devices
            DEVICE 1 2600 - disk of sd
            process 41 service 1000 1200 code 256 signal 15 at 1010
            end 3200 GONE
            """);
    private static final String SPENT = "own|by the host|tracer|exits|where it went";
    private static final String STATES = "unknown,guest,hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking,tracer,exits";

    /** One in which the guest's code has the processor all the time. */
    private static ShutdownProfile shutdown(String text) {
        ShutdownProfile shutdown = ShutdownFixture.profile("web", text);
        return new ShutdownProfile("trace", shutdown.shutdown(), shutdown.symbols(), shutdown.lines().stream().map(line -> new ShutdownProfile.Line(
                line.section(), line.kind(), line.name(), line.driver(), line.function(), line.begin(), line.end(), line.open(), line.lost(),
                guest(line.duration()))).toList());
    }

    private static TimeSplit guest(long ns) {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        Arrays.stream(VcpuState.values()).forEach(state -> states.put(state, state == VcpuState.GUEST ? ns : 0));
        return new TimeSplit(states, 0, Map.of(), List.of());
    }

    private static <R extends Run> RunReport<R> report(R run, Budget.Result... budgets) {
        return report(run, List.of(), budgets);
    }

    private static <R extends Run> RunReport<R> report(R run, List<NotChecked> notChecked, Budget.Result... budgets) {
        RunReport.Guest<R> guest = new RunReport.Guest<>(run.what().vm(), run.what().who(), List.of(run));
        return new RunReport<>("trace.tar.xz", List.of(new RunReport.Trace<>("trace", 0, 9000, List.of(), List.of(new RunReport.Host<>(
                run.what().host(), List.of(guest))), List.of("No symbols."))), List.of(), List.of(budgets), notChecked, Map.of());
    }

    private static Page boots() {
        return BootPage.of(report(BOOT), null);
    }

    private static Page shutdowns() {
        return ShutdownPage.of(report(SHUTDOWN));
    }

    private static String heads(Element table) {
        return table.select("th").eachText().stream().collect(Collectors.joining("|"));
    }

    /** The columns for people, and those for programs: each of people is one of programs, or drawn from some. */
    private static void hasColumns(Page page, String name, String heads, String keys) throws IOException {
        assertEquals(keys, CsvPage.of(page, name).lines().findFirst().get());
        List<String> found = Jsoup.parse(HtmlPage.of(page)).select("table").stream().map(RunPagesTest::heads).toList();
        assertTrue(found.contains(heads), heads + " in " + found);
        String markdown = MarkdownPage.of(page);
        assertTrue(markdown.contains("\n| " + heads.replace("|", " | ") + " |\n"), markdown);
        String words = Arrays.stream(heads.split("\\|")).collect(Collectors.joining(" +"));
        assertTrue(TextPage.of(page, false).lines().anyMatch(line -> line.strip().matches(words)), words + " in " + TextPage.of(page, false));
    }

    /** No boot without levels can be held against a budget for one; but a misspelt one is known without any. */
    @Test
    void whatNoGuestReportsIsNotChecked() {
        Budget initcall = Budget.of("step:x=300", new Budget.Kinds("boot", "level", List.of("step"), List.of("device")));
        NotChecked one = initcall.notChecked(List.of(BOOT), BootProfile.BUDGETS);
        assertEquals("not checked: step:x=300: no guest reports a step; enable these events when you record.", one.sentence());
        Page page = BootPage.of(report(BOOT, List.of(one)), null);
        assertTrue(TextPage.of(page, false).contains(one.sentence()), TextPage.of(page, false));
        assertTrue(MarkdownPage.of(page).contains("not checked: step"), MarkdownPage.of(page));
        assertTrue(HtmlPage.of(page).contains(one.sentence()));
        String tap = TapSuite.of(page, "suite", List.of());
        assertTrue(tap.startsWith("TAP version 13\n1..1\n"), tap);
        assertTrue(tap.endsWith("\nok 1 - step:x=300 # SKIP no guest reports a step; enable these events when you record\n"), tap);
        // BOOT has levels, but none of that name
        assertNull(Budget.of("postcore=300", BootProfile.BUDGETS).notChecked(List.of(BOOT), BootProfile.BUDGETS));
        Budget level = Budget.of("device=300", BootProfile.BUDGETS);
        assertEquals(level.text(), level.notChecked(List.of(), BootProfile.BUDGETS).budget());
        assertNull(Budget.of("devise=300", BootProfile.BUDGETS).notChecked(List.of(), BootProfile.BUDGETS));
        assertNull(Budget.of("boot=300", BootProfile.BUDGETS).notChecked(List.of(), BootProfile.BUDGETS));
    }

    @Test
    void bootsHaveTheSameColumnsInAllFormats() throws IOException {
        hasColumns(boots(), "levels", "part of the boot|took|" + SPENT, "trace,guest,boot,kind,name,begin,end,duration," + STATES + ",own,host");
        hasColumns(boots(), "initcalls", "initcall|level|took|" + SPENT + "|outcome", "trace,guest,boot,level,initcall,"
                + "address,tid,depth,begin,end,duration,guest duration,result,errno," + STATES + ",own,host,outcome");
        assertEquals(1, CsvPage.of(boots(), "crash-events").lines().count());
        assertEquals(1, CsvPage.of(boots(), "functions").lines().count());
        assertEquals(1, CsvPage.of(boots(), "comparison").lines().count());
    }

    @Test
    void shutdownsHaveTheSameColumnsInAllFormats() throws IOException {
        String keys = "trace,guest,shutdown,section,name,driver,begin,end,duration," + STATES + ",own,host,remark";
        hasColumns(shutdowns(), "parts", "device|took|" + SPENT + "|remark", keys);
        // where there is nothing to be remarked, that is no column
        hasColumns(shutdowns(), "parts", "step|took|" + SPENT, keys);
        hasColumns(shutdowns(), "processes", "process|waited|ended after|first signal after|last signal|outcome",
                "trace,guest,shutdown,process,name,end,waited for,signalled,signal,outcome,ended after");
        assertEquals(1, CsvPage.of(shutdowns(), "comparison").lines().count());
    }

    private static CSVRecord row(Page page, String table, String column, String value) throws IOException {
        try (CSVParser parser = CSVParser.parse(CsvPage.of(page, table), CSVFormat.RFC4180.builder().setHeader().build())) {
            return parser.getRecords().stream().filter(row -> row.get(column).equals(value)).findFirst().get();
        }
    }

    private static List<String> cells(Page page, String first) {
        return Jsoup.parse(HtmlPage.of(page)).select("tr").stream().filter(row -> row.children().size() > 1 && row.child(0).text().equals(first))
                .findFirst().get().select("td").eachText();
    }

    @Test
    void aLevelInEachFormat() throws IOException {
        Page page = boots();
        CSVRecord csv = row(page, "levels", "name", "device");
        assertEquals("3200 5000 1800 1700 100 100 1700", String.join(" ", csv.get("begin"), csv.get("end"), csv.get("duration"), csv.get("guest"),
                csv.get("preempted"), csv.get("host"), csv.get("own")));
        assertEquals(List.of("level device", "1.80 µs", "94.4 %", "5.56 %", "0 ns", "0"), cells(page, "level device").subList(0, 6));
        assertTrue(MarkdownPage.of(page).contains("| level device | 1.80 µs | 94.44 % | 5.56 % | 0 ns | 0 | guest 94 %, preempted 6 % |\n"),
                MarkdownPage.of(page));
        assertTrue(TextPage.of(page, false).contains("level device      1.80 µs   94.44 %       5.56 %    0 ns      0  guest 94 %, preempted 6 %\n"),
                TextPage.of(page, false));
        assertTrue(TextPage.of(page, true).contains("Booted in 4000 ns from its launch.\n"), TextPage.of(page, true));
    }

    @Test
    void anInitcallThatDidNotReturnInEachFormat() throws IOException {
        Page page = boots();
        CSVRecord csv = row(page, "initcalls", "initcall", "late_init");
        assertEquals("device 3960   never returned", String.join(" ", csv.get("level"), csv.get("begin"), csv.get("end"), csv.get("duration"),
                csv.get("outcome")));
        assertEquals(List.of("late_init", "device", "> 1.03 µs"), cells(page, "late_init").subList(0, 3));
        assertTrue(MarkdownPage.of(page).contains("| late\\_init | device | \\> 1.03 µs |"), MarkdownPage.of(page));
        String text = TextPage.of(page, false);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +late_init +device +> 1.03 µs .* never returned")), text);
        for (String format : List.of(text, HtmlPage.of(page), MarkdownPage.of(page).replace("\\", ""))) {
            assertTrue(format.contains("1 initcall found no device (ENODEV): disk_init") && format.contains("1 initcall never returned.")
                    && format.contains("No symbols."), format);
        }
    }

    @Test
    void aProcessInEachFormat() throws IOException {
        Page page = shutdowns();
        CSVRecord csv = row(page, "processes", "process", "41");
        assertEquals("service 1200 200 1010 15 exit status 1 200", String.join(" ", csv.get("name"), csv.get("end"), csv.get("waited for"),
                csv.get("signalled"), csv.get("signal"), csv.get("outcome"), csv.get("ended after")));
        assertEquals(List.of("service (41)", "200 ns", "200 ns", "10 ns", "SIGTERM", "exit status 1"), cells(page, "service (41)"));
        assertTrue(TextPage.of(page, false).contains("service (41)  200 ns       200 ns               10 ns  SIGTERM      exit status 1\n"),
                TextPage.of(page, false));
        assertTrue(MarkdownPage.of(page).contains("| service \\(41\\) | 200 ns | 200 ns | 10 ns | SIGTERM | exit status 1 |\n"),
                MarkdownPage.of(page));
    }

    /** What is in the steps is with them for programs, in the order of the report. */
    @Test
    void aFileHasAllPartsOfAShutdownOnce() throws IOException {
        try (CSVParser parser = CSVParser.parse(CsvPage.of(shutdowns(), "parts"), CSVFormat.RFC4180.builder().setHeader().build())) {
            assertEquals(SHUTDOWN.lines().stream().map(line -> line.section().key() + ' ' + line.name()).toList(),
                    parser.getRecords().stream().map(row -> row.get("section") + ' ' + row.get("name")).toList());
        }
        List<String> device = cells(shutdowns(), "sd disk");
        assertTrue(device.get(1).startsWith("> ") && device.contains("never returned"), device.toString());
    }

    @Test
    void theAnswerComesFirst() {
        String text = TextPage.of(shutdowns(), false);
        assertTrue(text.startsWith("web: notifier slow took 800 ns of 2.20 µs, 0 ns of it by the host.\n\ntrace.tar.xz\n"), text);
        Element first = Jsoup.parse(HtmlPage.of(shutdowns())).selectFirst("p.answer");
        assertEquals("web: notifier slow took 800 ns of 2.20 µs, 0 ns of it by the host.", first.text());
        assertTrue(TapSuite.of(shutdowns(), "s", List.of()).contains("\n# web: notifier slow took 800 ns of 2.20 µs, 0 ns of it by the host.\n"));
    }

    /** Colours of the palette, each once in the legend; nothing of it where nothing is drawn. */
    @Test
    void allAreOnOneTimeLine() {
        for (Page page : List.of(boots(), shutdowns())) {
            Element picture = Jsoup.parse(HtmlPage.of(page)).selectFirst("h2 + div.wide > svg");
            assertTrue(picture.select("rect").size() > 3, picture.toString());
            assertEquals("web", picture.selectFirst("text[font-weight=bold]").text());
            assertTrue(!TextPage.of(page, false).contains("All ") && !MarkdownPage.of(page).contains("All "));
        }
        assertEquals(List.of("net_init 600 ns, own 100.00 %, host 0.00 %"), Jsoup.parse(HtmlPage.of(boots())).select("svg g title").eachText().stream()
                .filter(title -> title.startsWith("net_init")).toList());
    }

    @Test
    void levelsAreTestsUnlessThereAreBudgets() {
        String levels = TapSuite.of(boots(), "s", List.of());
        assertTrue(levels.startsWith("TAP version 13\n1..2\n") && levels.contains("ok 2 - web: level device\n") && levels.contains(
                "      VALUE: 0.001800\n      unit: ms\n      level: 'device'\n      trace: 'trace'\n      guest: 'web'\n      boot_number: 1\n"
                + "      own: 0.001700\n      host: 0.000100\n"), levels);
        assertTrue(!TextPage.of(boots(), false).contains("web: level"), TextPage.of(boots(), false));
        Page budget = BootPage.of(report(BOOT, Budget.of("device=0.001", BootProfile.BUDGETS).of(BOOT)), null);
        assertTrue(TextPage.of(budget, false).startsWith("EXCEEDED web: level device took 1.80 µs, more than its budget of 1.00 µs.\n"),
                TextPage.of(budget, false));
        assertTrue(TapSuite.of(budget, "s", List.of()).contains("1..1\n"), TapSuite.of(budget, "s", List.of()));
        assertEquals("web: level device took 1.80 µs, more than its budget of 1.00 µs.",
                Jsoup.parse(HtmlPage.of(budget)).selectFirst("p.bad").text());
    }
}
