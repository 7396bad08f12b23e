/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Sha256;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** {@code report --table lock-holders} on a recorded trace in which vCPUs kick each other: in every format what the oracle found. */
@Tag("platform")
class LockHoldersReportTest {

    private static final String SAMPLE = "guest-and-hypercall";
    private static final String[] FIGURES = { "count", "total", "longest", "worst", "preempted", "wakingUp", "inHost" };

    @Test
    void jsonHasTheFiguresOfTheOracle() throws IOException {
        JsonObject report = Command.ofSample("report", SAMPLE, "--table", "lock-holders");
        assertEquals(List.of(), Schemas.errors("lock-holders", report));
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
        assertEquals(expected.get("sha256").getAsString(), Sha256.of(String.join("\n", lines)));
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
        String preemptors = Summary.objects(wait, "preemptors").stream()
                .map(by -> by.get("key").getAsString() + '=' + by.get("ns").getAsString()).sorted().collect(Collectors.joining(","));
        return line + " " + (preemptors.isEmpty() ? "-" : preemptors);
    }

    @Test
    void theOtherFormatsSayTheSame() throws IOException {
        JsonObject vm = Summary.objects(Command.ofSample("report", SAMPLE, "--table", "lock-holders"), "vms").get(0);
        int rows = Summary.objects(vm, "waits").size() + Summary.objects(vm, "siblings").size();
        Command csv = Command.run("report", Samples.trace(SAMPLE), "--table", "lock-holders", "--format", "csv");
        assertEquals(rows + 1, csv.out().lines().count(), csv.err());
        long taken = Summary.objects(vm, "waits").get(0).get("preempted").getAsLong();
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
}
