/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.report.json.JsonText;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;

/** {@code report --table lock-holders} on a recorded trace in which vCPUs kick each other: in every format what the oracle found. */
@Tag("platform")
class LockHoldersReportTest {

    private static final String SAMPLE = "guest-and-hypercall";
    private static final String[] FIGURES = { "count", "total", "longest", "worst", "taken", "wakingUp", "inHost" };

    @Test
    void jsonHasTheFiguresOfTheOracle() throws IOException {
        JsonObject report = Command.ofSample("report", SAMPLE, "--table", "lock-holders");
        assertEquals(List.of(), errors(report));
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(report, "vms")) {
            Summary.objects(vm, "waits").forEach(wait -> lines.add(line(wait)));
            JsonObject kicks = vm.getAsJsonObject("kicks");
            lines.add("kicks " + vm.get("vm").getAsString() + ' ' + kicks.get("count") + ' ' + kicks.get("unknownApicId") + ' '
                    + kicks.get("endedNoHalt"));
        }
        lines.sort(null);
        Path file = Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/lock-holders.json");
        JsonObject expected = JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonObject(SAMPLE);
        assertEquals(expected.get("lines").getAsInt(), lines.size());
        assertEquals(expected.get("sha256").getAsString(), sha256(String.join("\n", lines)));
        JsonObject latencies = Command.ofSample("report", SAMPLE, "--table", "latencies");
        assertEquals(Summary.objects(latencies, "vms").get(0).get("siblings"), Summary.objects(report, "vms").get(0).get("siblings"));
    }

    private static String line(JsonObject wait) {
        StringBuilder line = new StringBuilder(wait.get("kind").getAsString());
        for (String who : List.of("waiting", "waitingThread", "holder", "holderThread")) {
            line.append(' ').append(wait.has(who) ? wait.get(who).getAsString() : "-");
        }
        for (String figure : FIGURES) {
            line.append(' ').append(wait.get(figure).getAsString());
        }
        String preemptors = Summary.objects(wait, "takenBy").stream()
                .map(by -> by.get("key").getAsString() + '=' + by.get("ns").getAsString()).sorted().collect(Collectors.joining(","));
        return line + " " + (preemptors.isEmpty() ? "-" : preemptors);
    }

    @Test
    void theOtherFormatsSayTheSame() throws IOException {
        JsonObject vm = Summary.objects(Command.ofSample("report", SAMPLE, "--table", "lock-holders"), "vms").get(0);
        int rows = Summary.objects(vm, "waits").size() + Summary.objects(vm, "siblings").size();
        Command csv = Command.run("report", Samples.trace(SAMPLE), "--table", "lock-holders", "--format", "csv");
        assertEquals(rows + 1, csv.out().lines().count(), csv.err());
        long taken = Summary.objects(vm, "waits").get(0).get("taken").getAsLong();
        // under the mouse, in html
        String exact = taken + " ns";
        for (String format : List.of("text", "html")) {
            Command people = Command.run("report", Samples.trace(SAMPLE), "--table", "lock-holders", "--exact", "--format", format);
            assertTrue(people.out().contains(exact) && people.out().contains("Two vCPUs on one processor")
                    && people.out().contains("Of 109 kicks 4 ended no halt"), people.out() + people.err());
        }
    }

    @Test
    void whatIsNotThereIsReported() throws IOException {
        Command nobody = Command.run("report", Samples.trace(SAMPLE), "--table", "lock-holders", "--vm", "nobody");
        assertEquals(1, nobody.status());
        assertTrue(nobody.err().contains("There is no VM nobody; there "), nobody.err());
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> errors(JsonObject report) throws IOException {
        try (InputStream schema = JsonText.class.getResourceAsStream("lock-holders.schema.json")) {
            Validator.Result result = new ValidatorFactory().withJsonNodeFactory(new GsonNode.Factory())
                    .validate(new String(schema.readAllBytes(), StandardCharsets.UTF_8), report.toString());
            return result.getErrors().stream().map(error -> error.getInstanceLocation() + ": " + error.getError()).toList();
        }
    }
}
