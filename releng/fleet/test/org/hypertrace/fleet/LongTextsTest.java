/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;

/** Answers are read as the general reader of JSON reads them. */
class LongTextsTest {

    private static final String ASCII = "{}\":,\\/\b\f\n\r\t<&'\u0001 abc123";

    private static void same(String json) {
        assertTrue(JsonParser.parseString(json).equals(LongTexts.parsed(json.getBytes(StandardCharsets.UTF_8))), json);
    }

    private static String text(SplittableRandom random, String of, int length) {
        int[] characters = of.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        return text.toString();
    }

    @Test
    void textsAreThoseOfTheGeneralReader() {
        SplittableRandom random = new SplittableRandom(3);
        for (Gson gson : List.of(new Gson(), new GsonBuilder().disableHtmlEscaping().create())) {
            for (String of : List.of(ASCII, ASCII + "\u00e9\u4e2d\ud83d\ude00\u2028")) {
                for (int i = 0; i < 100; i++) {
                    JsonObject answer = new JsonObject();
                    answer.addProperty("recording", text(random, of, random.nextInt(3000)));
                    JsonArray reports = new JsonArray();
                    for (int number = 0; number < 3; number++) {
                        JsonObject report = new JsonObject();
                        report.addProperty("status", number);
                        report.addProperty(random.nextBoolean() ? "json" : "error", text(random, of, 900 + random.nextInt(1500)));
                        reports.add(report);
                    }
                    answer.add("reports", reports);
                    JsonObject labels = new JsonObject();
                    labels.addProperty("json", text(random, of, 2 * random.nextInt(2000)));
                    answer.add("labels", labels);
                    same(gson.toJson(answer));
                }
            }
        }
    }

    @Test
    void escapesOfAllKinds() {
        String filler = "x".repeat(2000);
        for (String escape : List.of("\\u0041", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\/", "\\u003C")) {
            same("{\"reports\":[{\"json\":\"" + escape + filler + escape + "\"}]}");
        }
        same("{\"reports\":[{\"json\" : \"" + filler + "\"}]}");
        for (String cut : List.of("\\", "\\u00", "\\u00zz\"}]}", "", "\"")) {
            String json = "{\"reports\":[{\"json\":\"" + filler + cut;
            assertThrows(JsonParseException.class, () -> LongTexts.parsed(json.getBytes(StandardCharsets.UTF_8)), json);
            assertThrows(JsonParseException.class, () -> JsonParser.parseString(json), json);
        }
    }
}
