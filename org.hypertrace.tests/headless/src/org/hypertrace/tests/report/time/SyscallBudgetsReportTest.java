/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.TapLines;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Budgets of system calls, and TAP of commands that have no budgets. */
@Tag("platform")
class SyscallBudgetsReportTest {

    private static Command run(String sample, String format, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("syscalls --quiet --format " + format, Samples.trace(sample)));
        arguments.addAll(List.of(options));
        return Command.run(arguments.toArray());
    }

    /** The design's figures of the sample, each at its limit and just beyond: 172373467 ns of 1742 calls, 67222515 ns of it disturbance. */
    @ParameterizedTest
    @CsvSource({ "all:total=172.373467,0", "all:total=172.373466,3", "all:count=1742,0", "all:count=1741,3", "all:floor=105.150952,0",
            "all:disturbance=38.9982,0", "all:disturbance=38.9981,3" })
    void budgetsAreHeldToTheLastDigit(String budget, int status) throws IOException {
        Command command = run("syscall-load", "json", "--budget", budget);
        assertEquals(status, command.status(), command.err());
        JsonObject report = JsonParser.parseString(command.out()).getAsJsonObject();
        assertEquals(List.of(), Schemas.errors("syscalls", report));
        assertEquals(status == 3, Summary.objects(report, "budgets").get(0).get("exceeded").getAsBoolean());
        assertEquals(status == 3, command.err().contains("more than its budget of"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "text", "html", "markdown", "json", "tap", "csv" })
    void whatCannotBeCheckedIsReportedInEveryFormat(String format) {
        Command command = run("quiet-boot", format, "--budget", "read:p99=500");
        assertEquals(0, command.status());
        String reason = "no guest reports whole system calls; load the guest module with the group syscalls";
        // a table has no place for it
        assertTrue((format.equals("csv") ? command.err() : command.out()).contains(reason), command.out());
        assertEquals("hypertrace: not checked: read:p99=500: " + reason + ".", command.err().strip());
    }

    @Test
    void whatNobodyCallsIsNotChecked() {
        Command never = run("syscall-load", "text", "--budget", "reboot:p99=500");
        assertEquals(0, never.status());
        assertTrue(never.out().contains("not checked: reboot:p99=500: no guest makes such a call in that time."), never.out());
        Command wrong = run("syscall-load", "text", "--budget", "reed:p99=500");
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("--budget: 'reed:p99=500' is no budget; give CALL:FIGURE=LIMIT, such as read:p99=500"), wrong.err());
    }

    @Test
    void tapSkipsWhatCannotBeChecked() {
        List<TapLines.Test> tests = TapLines.read(run("quiet-boot", "tap", "--budget", "read:p99=500").out());
        assertEquals("true read:p99=500 SKIP no guest reports whole system calls; load the guest module with the group syscalls",
                tests.get(0).ok() + " " + tests.get(0).description().strip() + " " + tests.get(0).directive());
        assertTrue(tests.stream().anyMatch(test -> test.ok() && test.description().endsWith(": no kernel panics") && test.directive() == null), tests.toString());
    }

    @Test
    void withoutBudgetsEachCallIsATest() {
        List<TapLines.Test> tests = TapLines.read(run("syscall-load", "tap").out());
        JsonObject vm = Summary.objects(Command.ofSample("syscalls", "syscall-load"), "syscalls").get(0);
        assertEquals(Summary.objects(vm, "rows").size(), tests.stream().filter(test -> test.figures() == 10).count());
    }

    @ParameterizedTest
    @ValueSource(strings = { "exits", "path --vcpu 0", "report" })
    void aPanicFailsATest(String command) {
        String tap = Command.run(command + " --quiet --format tap", Samples.trace("panic-in-initcall")).out();
        assertTrue(TapLines.read(tap).stream().anyMatch(test -> !test.ok() && test.description().endsWith(": no kernel panics")), tap);
    }

    @Test
    void reportsOfStatesHaveTests() {
        List<TapLines.Test> tests = TapLines.read(Command.run("report --quiet --format tap", Samples.trace("preempted-guest")).out());
        assertEquals(2, tests.stream().filter(test -> test.description().matches("twin-[ab] vCPU 0: life")).count());
        Command compared = Command.compared("report", List.of(Samples.trace("preempted-guest")), "preempted-*", "preempted-*", "--format", "tap");
        assertEquals(0, compared.status(), compared.err());
        assertTrue(TapLines.read(compared.out()).stream().anyMatch(test -> test.description().equals("twin-a: share of preempted")), compared.out());
    }

    @Test
    void exitsThatNobodyHasAreNotChecked() {
        Command command = Command.run("exits --quiet --budget XSETBV:p99=500", Samples.trace("syscall-load"));
        assertEquals(0, command.status(), command.err());
        assertTrue(command.err().contains("not checked: XSETBV:p99=500: no VM has such exits in that time.") && command.out().contains("not checked: XSETBV"),
                command.err());
    }
}
