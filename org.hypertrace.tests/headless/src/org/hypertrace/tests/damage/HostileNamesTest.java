/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.scenario.example.NamedLife;
import org.hypertrace.testing.story.HostileNames;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

import com.google.gson.JsonElement;

/**
 * Whatever guests, threads, functions and files are called, each format of each command is read by a library as the same with
 * harmless names is: as many rows, cells, tests and elements, and nothing in it that does something to who reads it.
 */
@Tag("platform")
class HostileNamesTest {

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?(E-?\\d+)?");

    @TempDir
    private static Path fFolder;
    private static HostileRecordings fRecordings;

    @BeforeAll
    static void record() throws IOException {
        fRecordings = HostileRecordings.in(fFolder);
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table latencies", "boot", "boot --compare A B", "shutdown", "exits", "exits --by sub",
            "exits --by task",
            "exits --by function", "exits --by initcall", "exits --latencies", "exits --vm A --compare-vm B", "stacks",
            "stacks --vm A --compare-vm B", "path --vm A --vcpu 0 --full", "path --vm A --boot 1 --compare-vm B" })
    void textHasAsManyLines(String words) {
        HostileRecordings.Both both = fRecordings.both(words);
        assertEquals(both.plain().lines().count(), both.hostile().lines().count(), both.hostile());
    }

    /** A long cell goes on in the next line, so there are more lines, but not more rows of figures or lines of anything else. */
    @Test
    void textWithLongCellsHasAsManyRows() {
        HostileRecordings.Both both = fRecordings.both("exits --by cause");
        assertTrue(rows(both.plain()) > 20, both.plain());
        assertEquals(rows(both.plain()), rows(both.hostile()), both.hostile());
    }

    private static long rows(String text) {
        return text.lines().filter(line -> !line.startsWith("    ") || line.matches(".*\\d %  .*")).count();
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table guest-threads", "report --table latencies", "boot",
            "boot --table levels", "boot --table functions",
            "boot --table comparison --compare A B", "shutdown", "shutdown --table processes", "exits", "exits --table findings",
            "exits --by task", "exits --by function", "exits --by initcall", "exits --by cause", "exits --latencies",
            "exits --table comparison --vm A --compare-vm B", "stacks", "stacks --table exits", "stacks --table threads", "stacks --vm A --compare-vm B",
            "exits --table latencies", "path --vm A --boot 1",
            "path --vm A --vcpu 0 --full", "path --vm A --vcpu 0 --table hops", "path --vm A --boot 1 --compare-vm B" })
    void csvHasAsManyCellsAndNoFormula(String words) throws IOException {
        HostileRecordings.Both both = fRecordings.both(words + " --format csv");
        List<CSVRecord> plain = csv(both.plain());
        List<CSVRecord> hostile = csv(both.hostile());
        assertEquals(plain.stream().map(CSVRecord::size).toList(), hostile.stream().map(CSVRecord::size).toList());
        for (CSVRecord line : hostile) {
            for (String cell : line) {
                String begin = cell.strip();
                assertTrue(begin.isEmpty() || "=+-@\uff1d\uff0b\uff0d\uff20".indexOf(begin.charAt(0)) < 0
                        || NUMBER.matcher(cell).matches(), cell);
                assertFalse(cell.contains("\n"), cell);
            }
        }
    }

    private static List<CSVRecord> csv(String text) throws IOException {
        try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
            return parser.getRecords();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "boot", "boot --compare A B", "shutdown", "exits", "exits --by cause", "exits --latencies",
            "stacks", "path --vm A --boot 1", "path --vm A --vcpu 0 --full" })
    void jsonHasTheSameShapeAndTheNamesAsTheyAre(String words) throws IOException {
        HostileRecordings.Both both = fRecordings.both(words + " --format json");
        JsonElement hostile = JsonShapes.json(both.hostile());
        assertEquals(JsonShapes.shape(JsonShapes.json(both.plain())), JsonShapes.shape(hostile));
        List<String> texts = new ArrayList<>();
        JsonShapes.collect(hostile, texts);
        NamedLife.vms(HostileNames.LIST).forEach(name -> assertTrue(texts.stream().anyMatch(text -> text.contains(name)), name));
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table latencies", "boot", "boot --compare A B", "shutdown", "exits",
            "exits --vm A --compare-vm B", "stacks",
            "stacks --vm A --compare-vm B", "path --vm A --boot 1", "path --vm A --boot 1 --compare-vm B" })
    void htmlHasTheSameElements(String words) {
        HostileRecordings.Both both = fRecordings.both(words + " --format html");
        Map<String, Integer> hostile = elements(both.hostile());
        assertEquals(elements(both.plain()), hostile);
        assertTrue(hostile.get("tr") > 0 || hostile.get("rect") > 0, hostile.toString());
    }

    /** But the labels that are drawn where they fit. */
    private static Map<String, Integer> elements(String html) {
        Parser parser = Parser.htmlParser().setTrackErrors(10);
        Document document = Jsoup.parse(html, "", parser);
        assertEquals(List.of(), parser.getErrors());
        Map<String, Integer> elements = new TreeMap<>();
        document.getAllElements().forEach(element -> elements.merge(element.normalName(), 1, Integer::sum));
        elements.remove("text");
        // the answer of a comparison names what differs as code
        elements.remove("code");
        return elements;
    }

    /** Without what is escaped only our own markup is left. */
    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table latencies", "boot", "shutdown", "exits", "exits --by cause",
            "exits --vm A --compare-vm B", "stacks", "stacks --vm A --compare-vm B", "path --vm A --boot 1 --compare-vm B" })
    void markdownHasTheSameMarkup(String words) {
        HostileRecordings.Both both = fRecordings.both(words + " --format markdown");
        assertTrue(markup(both.plain()).contains("|"), both.plain());
        assertEquals(markup(both.plain()), markup(both.hostile()), both.hostile());
    }

    private static String markup(String markdown) {
        return markdown.replaceAll("\\\\\\p{Punct}", "").replaceAll("[^\n|*`#<>\\[\\]!&@$~_]", "");
    }

    @ParameterizedTest
    @ValueSource(strings = { "stacks", "stacks --vm A --compare-vm B" })
    void svgIsXmlWithTheSameElements(String words) throws Exception {
        HostileRecordings.Both both = fRecordings.both(words + " --format svg");
        assertEquals(count(both.plain()), count(both.hostile()));
    }

    private static int count(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("*").getLength();
    }

    @ParameterizedTest
    @ValueSource(strings = { "boot", "boot --compare A B", "boot --budget boot=100000", "shutdown", "exits", "exits --by cause",
            "exits --by task", "exits --vm A --compare-vm B", "path --vm A --boot 1", "path --vm A --boot 1 --budget preempted=1" })
    void tapHasTheSameTests(String words) {
        HostileRecordings.Both both = fRecordings.both(words + " --format tap");
        assertEquals(TapLines.read(both.plain()).stream().map(HostileNamesTest::result).toList(),
                TapLines.read(both.hostile()).stream().map(HostileNamesTest::result).toList());
    }

    private static String result(TapLines.Test test) {
        return test.ok() + " " + test.directive() + ' ' + test.figures();
    }
}
