/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** A budget that a recording cannot be held against is no failure, but is named with the reason: by every command, in every format. */
@Tag("platform")
class BudgetsOfAllCommandsTest {

    @TempDir
    private Path fFolder;

    /** In the story guests report stages, levels and marks; they have no devices, system calls or switches, and nobody halts. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "boot|initcall:pty_init=1|no guest reports an initcall; enable these events when you record",
            "shutdown|device:sd=1|no guest reports a device; enable these events when you record",
            "exits|HLT:p99=500|no VM has such exits in that time",
            "upgrade|role=1|no role is active; name it in the plan, \"active\": [\"primary\"]",
            "report|vmm=1|syscall_entry was not recorded: the host kernel's work in the VMM's system calls counts as VMM; record it with: lttng enable-event -k --syscall --all",
            "syscalls|read:p99=500|no guest reports whole system calls; load the guest module with the group syscalls",
            "path --vm n2 --vcpu 0|contended=1|vCPU 0 of n2: the guest does not report its scheduling" })
    void whatCannotBeCheckedIsReportedInEveryFormat(String command, String budget, String reason) throws IOException {
        Path trace = command.equals("report") ? Samples.trace("preempted-guest") : RecordedUpgrade.in(UpgradeStory.CAMPAIGN, null, fFolder);
        String sentence = "not checked: " + budget + ": " + reason;
        for (String format : List.of("text", "html", "markdown", "csv", "json", "tap")) {
            Command done = Command.run(command + " --quiet --format " + format, trace, "--budget", budget);
            assertEquals(0, done.status(), command + ' ' + format + ": " + done.err());
            assertEquals("hypertrace: " + sentence, done.err().lines().findFirst().orElse("").replaceFirst("\\.$", ""), command + ' ' + format);
            switch (format) {
            case "csv" -> {
                // a table has no place for it
            }
            case "json" -> {
                JsonObject one = Summary.objects(JsonParser.parseString(done.out()).getAsJsonObject(), "notChecked").get(0);
                assertEquals(budget + ' ' + reason, one.get("budget").getAsString() + ' ' + one.get("reason").getAsString());
            }
            case "tap" -> assertTrue(TapLines.read(done.out()).stream().anyMatch(test -> test.ok() && test.directive() != null
                    && test.directive().startsWith("SKIP ") && reason.endsWith(test.directive().substring("SKIP ".length()))), done.out());
            default -> assertTrue(done.out().replace("&#39;", "'").replace("&quot;", "\"").replaceAll("\\\\(\\W|_)", "$1").contains(sentence), command + ' '
                    + format + ": " + done.out());
            }
        }
    }
}
