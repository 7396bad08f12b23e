/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.hypertrace.testing.story.RecordedStory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column of a document is in every format, with the same figures: text, HTML and Markdown as people write them, CSV exactly. */
@Tag("platform")
class ColumnsOfFormatsTest {

    private static final String EXITS = ExitsReportTest.EXITS + """
            4200 alpha cpu0 sched_switch CPU_0/KVM:386 S swapper/0:0
            4300 alpha cpu0 sched_waking CPU_0/KVM:386 cpu0
            4350 alpha cpu0 sched_switch swapper/0:0 R CPU_0/KVM:386
            4400 alpha cpu0 kvm_entry
            5000 alpha cpu0 other
            """;

    @TempDir
    private Path fFolder;

    /** The head and the rows of a table. */
    private record Cells(List<List<String>> rows) { }

    private static String run(String words, Object... arguments) {
        Command command = Command.run(Stream.concat(Stream.of(words + " --quiet"), Stream.of(arguments)).toArray());
        assertEquals("0 ", command.status() + " " + command.err());
        return command.out();
    }

    private static List<Cells> markdown(String text) {
        List<Cells> tables = new ArrayList<>();
        String before = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("| ") && !line.startsWith("| ---")) {
                if (!before.startsWith("| ")) {
                    tables.add(new Cells(new ArrayList<>()));
                }
                tables.get(tables.size() - 1).rows.add(Arrays.stream(line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1))
                        .map(cell -> cell.strip().replaceAll("\\\\(\\p{Punct})", "$1")).toList());
            }
            before = line;
        }
        return tables;
    }

    /** Without those that only HTML has, folded; what is drawn has no text. */
    private static List<Cells> html(String text) {
        return Jsoup.parse(text).select("table").stream().filter(table -> table.closest("details") == null)
                .map(table -> new Cells(table.select("tr").stream().map(row -> row.select("th, td").stream().map(ColumnsOfFormatsTest::cell).toList()).toList()))
                .toList();
    }

    /** A bar whose figures are in other columns has no column in text. */
    private static List<String> withoutDrawn(Cells table, int row, int width) {
        List<String> cells = table.rows.get(row);
        int drawn = table.rows.get(table.rows.size() - 1).indexOf(null);
        return cells.size() <= width || drawn < 0 ? cells
                : IntStream.range(0, cells.size()).filter(column -> column != drawn).mapToObj(cells::get).toList();
    }

    private static String cell(Element cell) {
        return cell.selectFirst("svg") == null ? cell.text() : null;
    }

    private static List<CSVRecord> csv(String text) throws IOException {
        try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
            return parser.getRecords();
        }
    }

    /** Whether a person writes one of the figures like that. */
    private static boolean has(CSVRecord record, String cell) {
        // a ratio to almost nothing is a word for people
        return cell.isEmpty() || cell.matches("new|gone") || record.stream().anyMatch(value -> value.equals(cell)
                || value.matches("-?\\d+") && Stream.of(Amount.ns(Long.parseLong(value)), Amount.change(Long.parseLong(value)),
                        Amount.time(Long.parseLong(value))).anyMatch(amount -> amount.text().equals(cell))
                || value.matches("-?\\d+\\.\\d+(E-?\\d+)?") && Stream.of(Amount.share(Double.parseDouble(value)), Amount.points(Double.parseDouble(value)),
                        Amount.number(Double.parseDouble(value))).anyMatch(amount -> amount.text().equals(cell))
                // a speed-up has three decimals, and its interval behind it
                || value.matches("\\d+\\.\\d+") && String.format(Locale.ROOT, "%.3f", Double.parseDouble(value)).equals(cell.replaceFirst(" \\[.*", "")));
    }

    private static boolean covers(List<CSVRecord> csv, Cells table) {
        List<String> heads = table.rows.get(0);
        // what is a share for people is its part in ns for programs; numbers have their word before them; a state has its cause beside it;
        // what waits is 1
        List<String> others = heads.contains("known for") ? List.of("own", "interrupts", "exits", "tracing", "waiting")
                : heads.contains("waits") ? List.of("waits", "mean of the shortest") : heads.contains("migrations") ? List.of("") : List.of("where", "processor", "state");
        return table.rows.stream().skip(1).allMatch(row -> csv.stream().skip(1).anyMatch(record -> {
            for (int i = 0; i < row.size(); i++) {
                if (!others.contains(heads.get(i)) && !has(record, row.get(i))) {
                    return false;
                }
            }
            return true;
        }));
    }

    /** On a page a share or number has three significant digits and all before the point, in text two after it. */
    private static boolean isSame(String html, String text) {
        if (html.equals(text)) {
            return true;
        }
        String figure = "([+-]?[0-9.]+)( %)?";
        if (text.equals("<0.01 %")) {
            return html.startsWith("<") || html.matches("0\\.00[0-9]+ %") && new BigDecimal(html.replace(" %", "")).signum() > 0;
        }
        if (!html.matches(figure) || !text.matches(figure) || html.endsWith("%") != text.endsWith("%")) {
            return false;
        }
        BigDecimal page = new BigDecimal(html.replace(" %", ""));
        BigDecimal rounded = new BigDecimal(text.replace(" %", ""));
        // both are the same number, each rounded by half of its last digit at most; on the page that is the third one, or the last before the point
        BigDecimal third = page.signum() == 0 ? BigDecimal.ZERO : BigDecimal.ONE.scaleByPowerOfTen(Math.min(0, page.precision() - page.scale() - 3));
        return page.subtract(rounded).abs().multiply(BigDecimal.valueOf(2)).compareTo(third.add(rounded.ulp())) <= 0;
    }

    private static void check(List<String> tables, String words, Object... arguments) throws IOException {
        String text = run(words, arguments);
        List<Cells> markdown = markdown(run(words + " --format markdown", arguments));
        List<Cells> html = html(run(words + " --format html", arguments));
        assertEquals(markdown.size(), html.size());
        for (int i = 0; i < markdown.size(); i++) {
            Cells table = markdown.get(i);
            assertEquals(table.rows.size(), html.get(i).rows.size());
            for (int row = 0; row < table.rows.size(); row++) {
                List<String> cells = table.rows.get(row);
                List<String> shown = withoutDrawn(html.get(i), row, cells.size());
                assertEquals(cells.size(), shown.size());
                for (int column = 0; column < cells.size(); column++) {
                    assertTrue(shown.get(column) == null || isSame(shown.get(column), cells.get(column)), cells + " is not " + shown);
                }
                assertTrue(Pattern.compile(cells.stream().filter(cell -> !cell.isEmpty()).map(Pattern::quote).collect(Collectors.joining("\\s+")))
                        .matcher(text).find(), cells + " is not in\n" + text);
            }
        }
        List<Cells> found = new ArrayList<>();
        for (String name : tables) {
            List<CSVRecord> csv = csv(run(words + " --format csv --table " + name, arguments));
            List<Cells> its = markdown.stream().filter(table -> covers(csv, table)).toList();
            assertTrue(!its.isEmpty(), name + " is no table of\n" + text + csv);
            found.addAll(its);
        }
        assertTrue(found.containsAll(markdown), text);
    }

    @Test
    void ofExits() throws IOException {
        Path trace = new RecordedStory(EXITS).in(fFolder);
        check(List.of("exits", "latencies"), "exits", trace);
        check(List.of("exits", "latencies", "comparison"), "exits --by sub", trace, "--compare", trace);
    }

    @Test
    void ofTheMainReport() throws IOException {
        Path trace = new RecordedStory(EXITS).in(fFolder);
        check(List.of("vcpus", "states", "cpus"), "report", trace);
        check(List.of("comparison", "recordings"), "report", trace, "--compare", trace, trace);
    }

    @Test
    void ofPaths() throws IOException {
        Path trace = new RecordedStory(EXITS).in(fFolder);
        check(List.of("parts", "segments", "hops"), "path --vcpu 0 --full", trace);
        check(List.of("parts", "segments", "hops", "comparison"), "path --vcpu 0 --full", trace, "--compare-from", "1000");
    }

    @Test
    void ofSystemCalls() throws IOException {
        Path trace = new RandomScenario(1, 1_500, 2_000).scenario().in(fFolder).traces().get(0);
        check(List.of("calls", "load"), "syscalls", trace);
        check(List.of("calls", "load", "comparison"), "syscalls", trace, "--compare", trace, trace);
    }

    @Test
    void ofStacks() throws IOException {
        Path trace = Stories.functions(false).in(fFolder).trace();
        List<String> tables = List.of("functions", "exits", "threads");
        check(tables, "stacks --mode wall", trace);
        check(Stream.concat(tables.stream(), Stream.of("comparison")).toList(), "stacks --mode wall", trace, "--to", 400, "--compare-from", 400);
    }
}
