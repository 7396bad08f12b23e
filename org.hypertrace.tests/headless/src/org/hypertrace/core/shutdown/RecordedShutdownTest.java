/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.testing.log.ShutdownLog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * What the guest of the sample <em>reboot-with-slow-notifier</em> reported of its restart - its tasks, steps, names, and system calls
 * {@code kill} and {@code reboot}, as recorded ({@code oracle/shutdown_words.py}) - is what its console reported: {@code truth.json}.
 */
class RecordedShutdownTest {

    private static final Pattern DEVICE = Pattern.compile("\\d+ shutdown 1: begin \\d+ at depth 1 STEP (.* .*)");
    private static final Pattern ENDS = Pattern.compile("(\\d+) shutdown 1: end \\d+ at depth 1 STEP slow_notifier");
    private static final Pattern BEGINS = Pattern.compile("(\\d+) shutdown 1: begin \\d+ at depth 1 STEP slow_notifier");

    private static String reported;
    private static JsonObject truth;

    @BeforeAll
    static void read() throws IOException {
        try (InputStream words = RecordedShutdownTest.class.getResourceAsStream("reboot-with-slow-notifier.txt")) {
            reported = ShutdownLog.of(new String(words.readAllBytes(), StandardCharsets.UTF_8), null);
        }
        truth = JsonParser.parseString(Files.readString(Path.of(System.getProperty("hypertrace.root"),
                "traces-samples/reboot-with-slow-notifier/truth.json"))).getAsJsonObject().getAsJsonObject("vms").getAsJsonObject("slow");
    }

    private static List<JsonElement> truth(String name) {
        List<JsonElement> all = new ArrayList<>();
        truth.getAsJsonObject(name).getAsJsonArray("value").forEach(all::add);
        return all;
    }

    @Test
    void devicesWithTheirDriversInTheirOrder() {
        assertEquals(truth("devices").stream().map(JsonElement::getAsJsonObject)
                .map(device -> device.get("driver").getAsString() + ' ' + device.get("name").getAsString()).toList(),
                reported.lines().map(DEVICE::matcher).filter(Matcher::matches).map(line -> line.group(1)).toList());
    }

    @Test
    void servicesEndAsPid1WasReported() {
        for (JsonElement service : truth("services")) {
            JsonObject one = service.getAsJsonObject();
            int status = one.get("status").getAsInt();
            String end = " " + one.get("name").getAsString() + ' ' + one.get("pid") + " ends with " + (status > 128 ? status - 128 : status << 8);
            assertTrue(reported.lines().anyMatch(line -> line.endsWith(end)), end + " in\n" + reported);
        }
    }

    @Test
    void theNotifierTakesAsLongAsItWasAskedTo() {
        long asked = truth.getAsJsonObject("asked").getAsJsonObject("value").get("notifier_ms").getAsLong() * 1_000_000;
        long took = time(ENDS) - time(BEGINS);
        assertTrue(took >= asked && took < asked * 1.2, "asked for " + asked + ", took " + took);
        assertTrue(reported.contains(" shutdown 1: kind REBOOT\n") && reported.contains(" shutdown 1: called\n"), reported);
    }

    private static long time(Pattern what) {
        return reported.lines().map(what::matcher).filter(Matcher::matches).mapToLong(line -> Long.parseLong(line.group(1))).findFirst()
                .orElseThrow();
    }
}
