/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command that has tests prints them alike: the plan first, the headers of Tapper, and four tests of each recording at the end. */
@Tag("platform")
class TapOfAllCommandsTest {

    private static final int OF_RECORDING = 4;

    @TempDir
    private Path fFolder;

    private static Command run(String command, Path trace, Object... options) {
        List<Object> words = new ArrayList<>(List.of(command + " --quiet --format tap", trace));
        words.addAll(Arrays.asList(options));
        Command done = Command.run(words.toArray());
        assertEquals("0 ", done.status() + " " + done.err(), command);
        return done;
    }

    /** Headers, a plan of so many tests as there are, and the last four of them as {@code ok what directive}. */
    private static List<String> ofRecording(String command, Command done) {
        String suite = command.replaceFirst(" .*", "");
        String head = "TAP version 13\n1\\.\\.\\d+\n# Tapper-suite-name: hypertrace-" + suite + "\n# Tapper-suite-version: \\d+\\.\\d+\\.\\d+\n"
                + "# Tapper-machine-name: [^\n]+\n(?:# Tapper-uname: Linux [^\n]+\n)?# Tapper-section: " + suite
                + "\n# Tapper-kvm-guest-description: [^\n]+\n";
        assertTrue(Pattern.compile('^' + head).matcher(done.out()).find(), done.out());
        List<TapLines.Test> tests = TapLines.read(done.out());
        assertTrue(tests.size() > OF_RECORDING, done.out());
        return tests.subList(tests.size() - OF_RECORDING, tests.size()).stream().map(test -> test.ok() + test.description().strip().replaceFirst(".*: ", " ")
                + (test.directive() == null ? "" : " # " + test.directive())).toList();
    }

    @ParameterizedTest
    @CsvSource({ "shutdown,reboot-with-slow-notifier", "exits,syscall-load", "report,syscall-load", "syscalls,syscall-load",
            "path --vcpu 0,syscall-load", "stacks,syscall-load" })
    void headersAndTestsOfTheRecordingAreThere(String command, String sample) {
        Path trace = Samples.trace(sample);
        Command done = command.equals("stacks") ? run(command, trace, "--compare", trace) : run(command, trace);
        assertEquals(List.of("true no event is lost", "true the clocks of guests' traces agree with the host's # SKIP no guest recorded a trace",
                "true no kernel panics", "true the manifest can be read"), ofRecording(command, done), command);
        assertTrue(done.out().contains("\n# Tapper-machine-name: lab-host\n# Tapper-uname: Linux "), done.out());
    }

    /** Nothing of these is tested: one test is skipped, with the reason, and those of the recording follow. */
    @ParameterizedTest
    @CsvSource({ "report --table processes,the table processes", "report --table overcommit,the table overcommit",
            "report --table accounting,the table accounting", "report --table latencies,the table latencies",
            "report --table lock-holders,the table lock-holders", "stacks,the stacks" })
    void whatHasNoBudgetsIsSkipped(String command, String what) {
        Command done = run(command, Samples.trace("syscall-load"));
        assertEquals("true no event is lost", ofRecording(command, done).get(0));
        List<TapLines.Test> tests = TapLines.read(done.out());
        assertEquals(1 + OF_RECORDING, tests.size(), done.out());
        assertEquals("true " + what, tests.get(0).ok() + " " + tests.get(0).description().strip());
        assertTrue(tests.get(0).directive().matches("SKIP (it has|they have) no budgets.*"), done.out());
    }

    @Test
    void ofRingsAloneThereIsOneLine() {
        Command done = run("report", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        assertEquals(List.of("rings without a trace # SKIP they have no budgets"), TapLines.read(done.out()).stream()
                .map(test -> test.description().strip() + " # " + test.directive()).toList());
        assertTrue(done.out().contains("\n# Tapper-section: report\n"), done.out());
    }

    @Test
    void aPanicIsNotOk() {
        assertEquals("false no kernel panics", ofRecording("boot", run("boot", Samples.trace("panic-in-initcall"))).get(2));
    }

    @Test
    void whatARecordingLacksIsSkipped() throws IOException {
        List<String> tests = ofRecording("upgrade", run("upgrade", RecordedUpgrade.in(UpgradeStory.CAMPAIGN, null, fFolder)));
        assertEquals(List.of("true no kernel panics", "true the manifest can be read # SKIP there is none"), tests.subList(2, OF_RECORDING));
    }
}
