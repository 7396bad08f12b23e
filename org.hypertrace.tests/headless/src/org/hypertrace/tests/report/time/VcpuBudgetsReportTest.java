/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.TapLines;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Budgets of vCPU states, held against what the oracle finds. */
@Tag("platform")
class VcpuBudgetsReportTest {

    private static final int DIGITS = 9;

    private static Command run(String sample, String format, String... budgets) {
        Object[] arguments = new Object[2 + 2 * budgets.length];
        arguments[0] = "report --quiet --format " + format;
        arguments[1] = Samples.trace(sample);
        for (int i = 0; i < budgets.length; i++) {
            arguments[2 + 2 * i] = "--budget";
            arguments[2 + 2 * i + 1] = budgets[i];
        }
        return Command.run(arguments);
    }

    private static JsonObject json(Command command) throws IOException {
        JsonObject report = JsonParser.parseString(command.out()).getAsJsonObject();
        assertEquals(List.of(), Schemas.errors("report", report));
        return report;
    }

    /** What one vCPU of a sample, its VM's only one, is of these states by the oracle, of 100. */
    private static BigDecimal percent(JsonObject vcpu, RoundingMode rounding, String... states) {
        long ns = Stream.of(states).mapToLong(state -> ns(vcpu, state)).sum();
        long life = vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong();
        return BigDecimal.valueOf(100 * ns).divide(BigDecimal.valueOf(life), DIGITS, rounding);
    }

    private static long ns(JsonObject vcpu, String state) {
        JsonElement ns = vcpu.getAsJsonObject("ns").get(state);
        return ns == null ? 0 : ns.getAsLong();
    }

    private static JsonObject onlyVcpu(String sample) {
        List<JsonObject> vcpus = Summary.objects(Oracle.of(sample), "vcpus");
        assertEquals(1, vcpus.size());
        return vcpus.get(0);
    }

    /** At the limit and just beyond. */
    @ParameterizedTest
    @CsvSource({ "preempted,preempted,syscall-load", "stolen,preempted:waking,syscall-load", "guest,guest,exit-storm", "waking,waking,quiet-boot" })
    void budgetsAreHeldToTheLastDigit(String figure, String states, String sample) throws IOException {
        JsonObject vcpu = onlyVcpu(sample);
        String[] parts = states.split(":");
        BigDecimal kept = percent(vcpu, RoundingMode.UP, parts);
        BigDecimal broken = percent(vcpu, RoundingMode.UP, parts).subtract(BigDecimal.ONE.movePointLeft(DIGITS - 1));
        Command within = run(sample, "json", figure + '=' + kept.toPlainString());
        assertEquals("0 ", within.status() + " " + within.err());
        assertEquals(false, Summary.objects(json(within), "budgets").get(0).get("exceeded").getAsBoolean());
        Command more = run(sample, "json", figure + '=' + broken.toPlainString());
        assertEquals(3, more.status());
        assertTrue(more.err().contains(": " + figure + " is ") && more.err().contains("more than its budget of"), more.err());
        JsonObject budget = Summary.objects(json(more), "budgets").get(0);
        assertEquals(percent(vcpu, RoundingMode.HALF_EVEN, parts).doubleValue(), budget.get("value").getAsDouble(), 1e-8);
    }

    /** What is unknown could be of any state. */
    @Test
    void whatIsUnknownIsNotChecked() throws IOException {
        JsonObject vcpu = Summary.objects(Oracle.of("lossy"), "vcpus").get(0);
        assertTrue(ns(vcpu, "unknown") > 0);
        String between = percent(vcpu, RoundingMode.UP, "preempted").toPlainString();
        Command undecided = run("lossy", "json", "preempted=" + between);
        assertEquals(0, undecided.status(), undecided.err());
        JsonObject report = json(undecided);
        assertTrue(Summary.objects(report, "notChecked").get(0).get("reason").getAsString().matches("of the life of .* % is unknown, so it may be more"),
                report.toString());
        assertTrue(undecided.err().contains("not checked: preempted=" + between), undecided.err());
        Command kept = run("lossy", "json", "preempted=" + percent(vcpu, RoundingMode.UP, "preempted", "unknown").toPlainString());
        assertEquals(0, kept.status(), kept.err());
        assertTrue(!kept.err().contains("not checked"), kept.err());
        assertEquals(3, run("lossy", "json", "preempted=0").status());
    }

    @ParameterizedTest
    @ValueSource(strings = { "text", "html", "markdown", "json", "tap", "csv" })
    void whatIsNotRecordedIsNotCheckedInEveryFormat(String format) {
        Command command = run("preempted-guest", format, "vmm=1");
        assertEquals(0, command.status());
        String reason = "syscall_entry was not recorded: the host kernel's work in the VMM's system calls counts as VMM";
        // a table has no place for it
        assertTrue((format.equals("csv") ? command.err() : command.out().replace("&#39;", "'").replace("\\_", "_")).contains(reason), command.out());
        assertTrue(command.err().startsWith("hypertrace: not checked: vmm=1: " + reason), command.err());
    }

    @Test
    void eachBudgetIsATestOfEachVm() {
        Command command = run("preempted-guest", "tap", "preempted=0", "longestWait=100000");
        assertEquals(3, command.status());
        List<String> tests = TapLines.read(command.out()).stream().map(test -> (test.ok() ? "ok " : "not ok ") + test.description().strip()
                .replaceAll(" is .*", "")).toList();
        assertEquals(List.of("not ok twin-a: preempted", "not ok twin-b: preempted", "ok twin-a: longestWait", "ok twin-b: longestWait"), tests.subList(0, 4));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--budget preemted=5|--budget: 'preemted=5' is no budget; give FIGURE=LIMIT, such as stolen=5 (figures: guest, hostInterrupt, vmm, hostKernel, "
                    + "preempted, halted, blocked, waking, unknown, stolen, longestWait).",
            "--budget preempted=5 --table overcommit|--budget: only a report of each VM of a host's trace has budgets; leave --compare, --table or the rings "
                    + "out." })
    void whatIsNoBudgetIsWrong(String options, String sentence) {
        Command command = Command.run("report --quiet " + options, Samples.trace("quiet-boot"));
        assertEquals(2, command.status());
        assertTrue(command.err().contains(sentence), command.err());
    }
}
