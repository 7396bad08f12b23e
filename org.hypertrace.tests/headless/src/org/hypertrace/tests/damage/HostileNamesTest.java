/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.damage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.Tool;
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

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.stream.JsonReader;

/**
 * Whatever guests, threads, functions and files are called, each format of each command is read by a library as the same with
 * harmless names is: as many rows, cells, tests and elements, and nothing in it that does something to who reads it.
 */
@Tag("platform")
class HostileNamesTest {

    private static final Pattern EVENT = Pattern.compile("\\[\\d+\\] ");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?(E-?\\d+)?");

    @TempDir
    private static Path fFolder;
    private static Path fPlain;
    private static Path fHostile;

    /** What both recordings give. */
    private record Both(String plain, String hostile) { }

    @BeforeAll
    static void record() throws IOException {
        fPlain = NamedLife.in(HostileNames.HARMLESS, fFolder.resolve("plain"));
        fHostile = NamedLife.in(HostileNames.LIST, fFolder.resolve("=a\u001b[31m\nok 1 - x<b>;\"y"));
    }

    /** {@code A} and {@code B} among the words are the VMs' names. */
    private static Command run(String words, Path trace, List<String> names, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of(words.split(" ")));
        List<String> vms = NamedLife.vms(names);
        arguments.replaceAll(word -> word.equals("A") ? vms.get(0) : word.equals("B") ? vms.get(1) : word);
        arguments.addAll(List.of("--quiet", trace));
        arguments.addAll(Arrays.asList(more));
        return Command.run(arguments.toArray());
    }

    private static Both both(String words) {
        Command plain = run(words, fPlain, HostileNames.HARMLESS);
        Command hostile = run(words, fHostile, HostileNames.LIST);
        assertEquals("0 [] 0 []", plain.status() + " " + plain.log() + " " + hostile.status() + " " + hostile.log(),
                plain.err() + hostile.err());
        isHarmless(hostile.out());
        return new Both(plain.out(), hostile.out());
    }

    /** No character in it is more than seen, but line ends; UTF-8 can have all. */
    private static void isHarmless(String text) {
        assertEquals("", text.codePoints().filter(c -> c != '\n' && c != '\r' && HostileNames.isHarmful(c)).distinct()
                .mapToObj("%04x "::formatted).reduce("", String::concat));
        assertFalse(text.replace("\r\n", "\n").contains("\r"));
        assertDoesNotThrow(() -> StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table latencies", "boot", "boot --compare A B", "shutdown", "exits", "exits --by sub",
            "exits --by task",
            "exits --by function", "exits --by initcall", "exits --latencies", "exits --vm A --compare-vm B", "stacks",
            "stacks --vm A --compare-vm B", "path --vm A --vcpu 0 --full", "path --vm A --boot 1 --compare-vm B" })
    void textHasAsManyLines(String words) {
        Both both = both(words);
        assertEquals(both.plain.lines().count(), both.hostile.lines().count(), both.hostile);
    }

    /** A long cell goes on in the next line, so there are more lines, but not more rows of figures or lines of anything else. */
    @Test
    void textWithLongCellsHasAsManyRows() {
        Both both = both("exits --by cause");
        assertTrue(rows(both.plain) > 20, both.plain);
        assertEquals(rows(both.plain), rows(both.hostile), both.hostile);
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
        Both both = both(words + " --format csv");
        List<CSVRecord> plain = csv(both.plain);
        List<CSVRecord> hostile = csv(both.hostile);
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
        Both both = both(words + " --format json");
        JsonElement hostile = json(both.hostile);
        assertEquals(shape(json(both.plain)), shape(hostile));
        List<String> texts = new ArrayList<>();
        collect(hostile, texts);
        NamedLife.vms(HostileNames.LIST).forEach(name -> assertTrue(texts.stream().anyMatch(text -> text.contains(name)), name));
    }

    private static JsonElement json(String text) throws IOException {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setLenient(false);
        return new Gson().getAdapter(JsonElement.class).read(reader);
    }

    /** Keys, and how many are in the lists. */
    private static String shape(JsonElement element) {
        if (element instanceof JsonObject object) {
            Map<String, String> keys = new TreeMap<>();
            object.entrySet().forEach(entry -> keys.put(entry.getKey(), shape(entry.getValue())));
            return keys.toString();
        }
        if (element instanceof JsonArray array) {
            List<String> shapes = new ArrayList<>();
            array.forEach(one -> shapes.add(shape(one)));
            return array.size() + shapes.stream().sorted().toList().toString();
        }
        return "";
    }

    private static void collect(JsonElement element, List<String> to) {
        if (element.isJsonObject()) {
            element.getAsJsonObject().entrySet().forEach(entry -> collect(entry.getValue(), to));
        } else if (element.isJsonArray()) {
            element.getAsJsonArray().forEach(one -> collect(one, to));
        } else if (element.isJsonPrimitive()) {
            to.add(element.getAsString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "report", "report --table latencies", "boot", "boot --compare A B", "shutdown", "exits",
            "exits --vm A --compare-vm B", "stacks",
            "stacks --vm A --compare-vm B", "path --vm A --boot 1", "path --vm A --boot 1 --compare-vm B" })
    void htmlHasTheSameElements(String words) {
        Both both = both(words + " --format html");
        Map<String, Integer> hostile = elements(both.hostile);
        assertEquals(elements(both.plain), hostile);
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
        Both both = both(words + " --format markdown");
        assertTrue(markup(both.plain).contains("|"), both.plain);
        assertEquals(markup(both.plain), markup(both.hostile), both.hostile);
    }

    private static String markup(String markdown) {
        return markdown.replaceAll("\\\\\\p{Punct}", "").replaceAll("[^\n|*`#<>\\[\\]!&@$~_]", "");
    }

    @ParameterizedTest
    @ValueSource(strings = { "stacks", "stacks --vm A --compare-vm B" })
    void svgIsXmlWithTheSameElements(String words) throws Exception {
        Both both = both(words + " --format svg");
        assertEquals(count(both.plain), count(both.hostile));
    }

    private static int count(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("*").getLength();
    }

    @ParameterizedTest
    @ValueSource(strings = { "boot", "boot --compare A B", "boot --budget boot=100000", "shutdown", "exits", "exits --by cause",
            "exits --by task", "exits --vm A --compare-vm B", "path --vm A --boot 1", "path --vm A --boot 1 --budget preempted=1" })
    void tapHasTheSameTests(String words) {
        Both both = both(words + " --format tap");
        assertEquals(TapLines.read(both.plain).stream().map(HostileNamesTest::result).toList(),
                TapLines.read(both.hostile).stream().map(HostileNamesTest::result).toList());
    }

    private static String result(TapLines.Test test) {
        return test.ok() + " " + test.directive() + ' ' + test.figures();
    }

    @ParameterizedTest
    @ValueSource(strings = { "stacks --folded", "stacks --mode wall --folded", "path --vm A --folded --vcpu 0 THREADS" })
    void foldedStacksHaveAsManyFrames(String words) {
        // every thread of the guest, one after another
        Both both = both(words.replace("THREADS", IntStream.range(0, HostileNames.LIST.size()).mapToObj(i -> "--thread " + (2000 + 2 * i))
                .collect(Collectors.joining(" "))));
        assertEquals(depths(both.plain), depths(both.hostile));
    }

    private static List<Integer> depths(String folded) {
        return folded.lines().map(line -> {
            assertTrue(line.matches("[^;]*\\S[^;]*(;[^;]*\\S[^;]*)* \\d+"), line);
            return line.substring(0, line.lastIndexOf(' ')).split(";").length;
        }).sorted().toList();
    }

    @Test
    void chromeTracesHaveAsManyEvents() throws IOException {
        Both both = both("stacks --format chrome");
        assertEquals(shape(json(both.plain)), shape(json(both.hostile)));
    }

    @Test
    void extractedTracesAreReadByOthersAndLieInTheirFolder() throws IOException {
        Path plain = fFolder.resolve("extracted-plain");
        Path hostile = fFolder.resolve("extracted-hostile");
        Command command = run("extract", fPlain, HostileNames.HARMLESS, "-o", plain);
        Command same = run("extract", fHostile, HostileNames.LIST, "-o", hostile);
        assertEquals("0 0", command.status() + " " + same.status(), command.err() + same.err());
        isHarmless(same.out());
        assertEquals(command.out().lines().count(), same.out().lines().count(), same.out());
        assertEquals(events(plain), events(hostile));
        for (Path trace : folders(hostile)) {
            assertTrue(trace.getFileName().toString().matches("[A-Za-z0-9][A-Za-z0-9._-]*"), trace.toString());
        }
        assertEquals(0, run("report", hostile, HostileNames.LIST).status());
    }

    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Long> events(Path folder) throws IOException {
        List<Long> events = new ArrayList<>();
        for (Path trace : folders(folder)) {
            // babeltrace prints a new line in a text as it is
            events.add(Tool.run("babeltrace2", "--clock-cycles", "--no-delta", trace).lines()
                    .filter(line -> EVENT.matcher(line).lookingAt()).count());
        }
        return events.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = { "report --vm \u001b[31m\nhypertrace:", "boot --compare A \u009b31m", "boot --budget \u202ex=1",
            "exits --by \u001b[2J", "\u001b]0;x\u0007", "report --from \u2066", "stacks --vm \u001b[1m", "extract -o OUT --vm \ufeff",
            "path", "path --thread \u001b[1m", "path --vcpu 0 --budget \u202ex=1", "path --compare-subject \u009b31m --vcpu 0",
            "boot --symbols \u001b[1m=nothing", "report --dialect \u001b[1m.json" })
    void errorsAreOneHarmlessSentence(String words) {
        Command refused = run(words.replace("OUT", fFolder.resolve("refused").toString()), fHostile, HostileNames.LIST);
        assertTrue(refused.status() == 1 || refused.status() == 2, refused.toString());
        isHarmless(refused.err());
        List<String> lines = refused.err().lines().toList();
        assertTrue(lines.get(0).startsWith("hypertrace: "), refused.err());
        assertTrue(lines.size() == 1 || lines.size() == 2 && lines.get(1).startsWith("Try: "), refused.err());
        assertEquals("", refused.out());
    }

    @Test
    void aNameThatIsNoUnicodeGoesIntoAFile() throws IOException {
        Path file = fFolder.resolve("report.json");
        Command command = run("report --format json", fHostile, HostileNames.LIST, "--output", file);
        assertEquals("0 ", command.status() + " " + command.err());
        List<String> texts = new ArrayList<>();
        collect(json(Files.readString(file)), texts);
        assertTrue(texts.contains(NamedLife.vms(HostileNames.LIST).get(0)), texts.toString());
    }
}
