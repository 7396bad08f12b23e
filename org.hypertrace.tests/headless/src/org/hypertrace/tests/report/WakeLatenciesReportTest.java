/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Sha256;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** {@code report --table latencies} on a recorded trace: in every format the figures that the oracle found. */
@Tag("platform")
class WakeLatenciesReportTest {

    private static final String SAMPLE = "syscall-load";
    private static final String[] FIGURES = { "count", "total", "min", "p50", "p90", "p99", "max", "worst" };

    @Test
    void jsonHasTheFiguresOfTheOracle() throws IOException {
        JsonObject report = Command.ofSample("report", SAMPLE, "--table", "latencies");
        assertEquals(List.of(), Schemas.errors("latencies", report));
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(report, "vms")) {
            for (JsonObject wait : Summary.objects(vm, "waits")) {
                String of = wait.has("key") ? wait.get("key").getAsString() : vm.get("vm").getAsString();
                StringBuilder line = new StringBuilder(wait.get("by").getAsString() + ' ' + of + ' ' + wait.get("part").getAsString());
                for (String figure : FIGURES) {
                    line.append(' ').append(wait.get(figure).getAsString());
                }
                lines.add(line.toString());
            }
            for (JsonObject pair : Summary.objects(vm, "siblings")) {
                lines.add("sibling " + pair.get("waiting").getAsString() + ' ' + pair.get("running").getAsString() + ' ' + pair.get("count")
                        + ' ' + pair.get("total") + ' ' + pair.get("longest") + ' ' + pair.get("worst"));
            }
        }
        lines.sort(null);
        Path file = Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/wake-latencies.json");
        JsonObject expected = JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonObject(SAMPLE);
        assertEquals(expected.get("lines").getAsInt(), lines.size());
        assertEquals(expected.get("sha256").getAsString(), Sha256.of(String.join("\n", lines)));
    }

    @Test
    void theOtherFormatsSayTheSame() throws IOException {
        JsonObject report = Command.ofSample("report", SAMPLE, "--table", "latencies");
        int rows = Summary.objects(report, "vms").stream().mapToInt(vm -> Summary.objects(vm, "waits").size()
                + Summary.objects(vm, "siblings").size()).sum();
        Command csv = Command.run("report", Samples.trace(SAMPLE), "--table", "latencies", "--format", "csv");
        assertEquals(rows + 1, csv.out().lines().count(), csv.err());
        Command text = Command.run("report", Samples.trace(SAMPLE), "--table", "latencies", "--exact");
        JsonObject whole = Summary.objects(Summary.objects(report, "vms").get(0), "waits").get(0);
        long total = whole.get("total").getAsLong();
        assertTrue(text.out().contains(total + " ns") && text.out().contains("guest's own scheduler"), text.out() + text.err());
        Command nobody = Command.run("report", Samples.trace(SAMPLE), "--table", "latencies", "--vm", "nobody");
        assertEquals(1, nobody.status());
        assertTrue(nobody.err().contains("There is no VM nobody; there "), nobody.err());
    }
}
