/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.TapLines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run for all rules: a section for each command, each with its plan; what cannot be checked is skipped. */
@Tag("platform")
class CheckCommandTest {

    @TempDir
    private Path fFolder;

    private Command check(String sample, String rules) throws IOException {
        Path file = Files.writeString(fFolder.resolve("rules.json"), "{\"version\": 1, \"rules\": [" + rules + "]}");
        return Command.run("check --quiet", Samples.trace(sample), "--rules", file);
    }

    private static List<String> sections(String tap) {
        return Stream.of(tap.split("(?=TAP version 13\n)")).toList();
    }

    private static List<String> tests(String section) {
        List<String> tests = new ArrayList<>();
        TapLines.read(section).forEach(test -> tests.add((test.ok() ? "ok " : "not ok ") + test.description().strip()
                + (test.directive() == null ? "" : " # " + test.directive())));
        return tests;
    }

    /** The design's figures: 172373467 ns of calls that do not wait, 39 % of it disturbance. */
    @Test
    void rulesAreTestsInSections() throws IOException {
        Command command = check("syscall-load", """
                {"name": "calls", "command": "syscalls", "what": "all:total", "at most": 172.373467, "unit": "ms"},
                {"name": "devices", "command": "boot", "what": "device", "at most": 300, "needs": ["levels"]},
                {"name": "quiet", "command": "syscalls", "what": "all:disturbance", "at most": 38, "todo": "issue 12"},
                {"name": "restarts", "command": "syscalls", "what": "reboot:p99", "at most": 1, "needs": ["syscalls"]}""");
        assertEquals("0 ", command.status() + " " + command.err());
        List<String> sections = sections(command.out());
        assertEquals(2, sections.size());
        assertTrue(sections.get(0).contains("\n# Tapper-section: syscalls\n# Tapper-kvm-guest-description: stock\n"), sections.get(0));
        assertTrue(sections.get(1).contains("\n# Tapper-section: boot\n"), sections.get(1));
        assertEquals(List.of("ok calls: stock", "not ok quiet: stock # TODO issue 12",
                "ok restarts # SKIP no guest makes such a call in that time; it needs syscalls", "ok syscall-load: no event is lost",
                "ok syscall-load: the clocks of guests' traces agree with the host's # SKIP no guest recorded a trace"),
                tests(sections.get(0)).subList(0, 5));
        assertTrue(tests(sections.get(1)).get(0).startsWith("ok devices # SKIP "), sections.get(1));
        assertTrue(tests(sections.get(1)).get(0).endsWith("; it needs levels"), sections.get(1));
        assertTrue(sections.get(0).contains("VALUE: 172.373467\n"), sections.get(0));
    }

    @Test
    void aBrokenRuleHasAStatus() throws IOException {
        Command command = check("syscall-load", "{\"name\": \"calls\", \"command\": \"syscalls\", \"what\": \"all:total\", \"at most\": 172.373466}");
        assertEquals(3, command.status());
        assertEquals("not ok calls: stock", tests(command.out()).get(0));
    }

    /** Rules of several commands, one for a VM alone: an upgrade is of a group, so its rule is checked all the same. */
    @Test
    void rulesOfVcpusAndOfAnUpgradeStandTogether() throws IOException {
        Path file = Files.writeString(fFolder.resolve("rules.json"), """
                {"version": 1, "rules": [
                {"name": "steal", "command": "report", "what": "preempted", "at most": 100, "unit": "%"},
                {"name": "campaign", "command": "upgrade", "what": "upgrade", "at most": 1, "unit": "ms", "todo": "slow lab"}]}""");
        Command command = Command.run("check --quiet --vm node-a", Samples.trace("rolling-upgrade"), "--rules", file);
        assertEquals("0 ", command.status() + " " + command.err());
        List<String> sections = sections(command.out());
        assertTrue(sections.get(0).contains("\n# Tapper-section: report\n"), sections.get(0));
        assertTrue(tests(sections.get(0)).get(0).startsWith("ok steal: "), sections.get(0));
        assertTrue(tests(sections.get(1)).get(0).startsWith("not ok campaign: ") && tests(sections.get(1)).get(0).endsWith(" # TODO slow lab"), sections.get(1));
    }

    @Test
    void whatNoRecordingCouldHaveIsWrong() throws IOException {
        Command misspelt = check("syscall-load", "{\"name\": \"calls\", \"command\": \"syscalls\", \"what\": \"reed:p99\", \"at most\": 1}");
        assertEquals(2, misspelt.status());
        assertTrue(misspelt.err().contains("rules.json: rule 'calls': --budget: 'reed:p99=1' is no budget; give CALL:FIGURE=LIMIT"), misspelt.err());
        Command unit = check("syscall-load", "{\"name\": \"calls\", \"command\": \"syscalls\", \"what\": \"read:p99\", \"at most\": 1, \"unit\": \"ms\"}");
        assertEquals(2, unit.status());
        assertTrue(unit.err().contains("rule 'calls': its unit is 'µs', not 'ms'."), unit.err());
        Command none = Command.run("check --quiet", Samples.trace("syscall-load"), "--rules", fFolder.resolve("none.json"));
        assertEquals(1, none.status());
        assertEquals("hypertrace: Cannot read " + fFolder.resolve("none.json") + ": there is no such file; check the path.\n", none.err());
    }
}
