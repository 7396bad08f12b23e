/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The page on the guest stream ABI agrees with the dictionary, with the tracers' sources, and with what is decoded. */
class AbiDocumentTest {

    private static final Path RECORDER = Path.of(System.getProperty("hypertrace.root"), "traces-samples/recorder");
    private static final Pattern BLOCK = Pattern.compile("^```(hypercalls|ring|decoded)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern PLACE = Pattern.compile("(a[0-3])(\\[(?:\\d+-)?(\\d+)])?");
    private static final List<String> WORDS = List.of("a0", "a1", "a2", "a3");
    private static final int RING_BYTES = 192;

    @TempDir
    private Path fFolder;

    private static String page() throws IOException {
        return Files.readString(RECORDER.resolve("ABI.md"));
    }

    /** The rows of the table of events: number, condition, source, event, sender, and the fields of each word. */
    private static List<String> rows() throws IOException {
        return page().lines().filter(line -> line.startsWith("| 0x")).map(line -> {
            List<String> cells = Arrays.stream(line.substring(1).split("\\|")).map(String::trim).toList();
            return String.join(" | ", cells.subList(0, 5)) + " | " + cells.subList(5, 9).stream().map(AbiDocumentTest::codes)
                    .collect(Collectors.joining(" | "));
        }).toList();
    }

    private static String codes(String cell) {
        return Pattern.compile("`[^`]+`").matcher(cell).results().map(MatchResult::group).collect(Collectors.joining(" "));
    }

    /** By event number, what the sender's sources call it. */
    private static Map<Integer, String> sources() throws IOException {
        Map<Integer, String> names = new TreeMap<>();
        String numbers = Files.readString(RECORDER.resolve("guest/abi.h")).replaceAll("(?s).*enum ht_event \\{(.*?)};.*", "$1");
        Pattern.compile("(HT_\\w+)\\s*= (0x\\w+),").matcher(numbers).results()
                .forEach(m -> names.put(Integer.decode(m.group(2)), m.group(1)));
        Matcher ring = Pattern.compile("(\\w+) = (0xa\\w)\\b").matcher(Files.readString(RECORDER.resolve("host/ring/hypertrace-ring.c")));
        ring.results().forEach(m -> names.put(Integer.decode(m.group(2)), m.group(1)));
        return names;
    }

    private static List<JsonObject> dictionary() throws IOException {
        try (Reader in = new InputStreamReader(Dialect.class.getResourceAsStream("dialects/hypertrace-1.json"), StandardCharsets.UTF_8)) {
            List<JsonObject> events = new ArrayList<>();
            JsonParser.parseReader(in).getAsJsonObject().getAsJsonArray("events").forEach(event -> events.add(event.getAsJsonObject()));
            return events;
        }
    }

    private static String row(JsonObject event, Map<Integer, String> sources) {
        String number = event.get("number").getAsString();
        Map<String, Map<Integer, String>> words = new TreeMap<>();
        WORDS.forEach(word -> words.put(word, new TreeMap<>()));
        for (Map.Entry<String, JsonElement> field : members(event, "fields")) {
            Matcher place = PLACE.matcher(field.getValue().getAsString());
            while (place.find()) {
                String bits = place.group(2) == null ? "" : place.group(2);
                // the highest bits first
                words.get(place.group(1)).put(bits.isEmpty() ? 0 : -Integer.parseInt(place.group(3)), '`' + field.getKey() + bits + '`');
            }
        }
        String when = members(event, "when").stream().map(one -> '`' + one.getKey() + '=' + values(one.getValue()) + '`')
                .collect(Collectors.joining(", "));
        String from = event.has("from") ? event.get("from").getAsString() : "kernel";
        return String.join(" | ", number, when, '`' + sources.getOrDefault(Integer.decode(number), "?") + '`', '`' + event.get("event").getAsString() + '`',
                from, words.values().stream().map(fields -> String.join(" ", fields.values())).collect(Collectors.joining(" | ")));
    }

    private static List<Map.Entry<String, JsonElement>> members(JsonObject event, String key) {
        return event.has(key) ? List.copyOf(event.getAsJsonObject(key).entrySet()) : List.of();
    }

    private static String values(JsonElement value) {
        List<String> all = new ArrayList<>();
        if (value.isJsonArray()) {
            value.getAsJsonArray().forEach(one -> all.add(one.getAsString()));
        } else {
            all.add(value.getAsString());
        }
        return String.join("/", all);
    }

    @Test
    void itsTableIsTheDictionary() throws IOException {
        Map<Integer, String> sources = sources();
        assertEquals(dictionary().stream().map(event -> row(event, sources)).collect(Collectors.joining("\n")), String.join("\n", rows()));
    }

    @Test
    void itHasEveryNumberOfTheSourcesAndNoOther() throws IOException {
        TreeSet<Integer> numbers = new TreeSet<>();
        rows().forEach(row -> numbers.add(Integer.decode(row.substring(0, row.indexOf(' ')))));
        assertEquals(sources().keySet(), numbers);
        assertEquals(45, numbers.size());
    }

    @Test
    void itsExamplesAreDecodedAsItShows() throws IOException {
        Matcher block = BLOCK.matcher(page());
        int examples = 0;
        while (block.find()) {
            String kind = block.group(1);
            String given = block.group(2);
            String decoded = kind.equals("ring") ? decodedRing(given) : GuestStory.decoded(given);
            assertTrue(block.find() && block.group(1).equals("decoded"), given);
            assertEquals(decoded, block.group(2));
            examples++;
        }
        assertEquals(4, examples);
    }

    /** A ring whose words stand at the given bytes; the times are the TSC. */
    private String decodedRing(String words) throws IOException {
        ByteBuffer memory = ByteBuffer.allocate(RING_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        words.lines().map(line -> line.split(" ")).forEach(line -> memory.putLong(Integer.parseInt(line[0]), Long.decode(line[1])));
        List<String> lines = new ArrayList<>();
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> lines.add(GuestStory.words(event)));
        try (RingFile ring = new RingFile(Files.write(fFolder.resolve("ring"), memory.array()))) {
            ring.read(entry -> {
                decoder.accept(entry.at(entry.tsc()));
                return true;
            });
            lines.add("torn=" + ring.counts().torn());
        }
        return String.join("\n", lines) + '\n';
    }
}
