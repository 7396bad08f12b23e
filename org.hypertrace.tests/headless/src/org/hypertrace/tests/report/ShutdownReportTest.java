/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.google.gson.JsonObject;

/** What the command {@code shutdown} reports of guests that shut down, one of them slowly, in all forms. */
@Tag("platform")
class ShutdownReportTest {

    @TempDir
    private Path fFolder;
    private Path fTrace;

    private Path trace() throws IOException {
        if (fTrace != null) {
            return fTrace;
        }
        fTrace = Reboots.twoVms().in(fFolder.resolve("two")).trace();
        return fTrace;
    }

    private static JsonObject shutdown(JsonObject report, int vm) {
        return Summary.objects(Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(vm), "shutdowns").get(0);
    }

    private static String parts(JsonObject shutdown, String section) {
        return Summary.objects(shutdown, section).stream().map(part -> part.get("name").getAsString() + ' ' + part.get("begin") + '-'
                + part.get(part.has("end") ? "end" : "seenUntil")).collect(Collectors.joining(", "));
    }

    @Test
    void stepsFollowEachOtherWithoutAGap() throws IOException {
        JsonObject shutdown = shutdown(Command.json("shutdown", trace()), 0);
        assertEquals("user space 1000-1300, before the first step 1300-1400, notifiers 1400-2400, between steps 2400-2500, "
                + "device shutdown 2500-2900, between steps 2900-3000, host, until QEMU ended 3000-3200", parts(shutdown, "steps"));
        assertEquals("slow_notifier 1500-2300", parts(shutdown, "notifiers"));
        assertEquals("disk 2600-2800", parts(shutdown, "devices"));
        JsonObject process = Summary.objects(shutdown, "processes").get(0);
        assertEquals("service exit status 1 200 1010 15", process.get("name").getAsString() + ' ' + process.get("outcome").getAsString()
                + ' ' + process.get("waitedFor") + ' ' + process.get("signalled") + ' ' + process.get("signal"));
        for (String section : List.of("steps", "devices", "notifiers")) {
            for (JsonObject part : Summary.objects(shutdown, section)) {
                long sum = part.getAsJsonObject("states").entrySet().stream().mapToLong(state -> state.getValue().getAsLong()).sum();
                assertEquals(part.get("end").getAsLong() - part.get("begin").getAsLong(), sum, part.toString());
            }
        }
    }

    @Test
    void theTextBeginsWithTheSlowNotifier() throws IOException {
        String text = Command.run("shutdown", "--quiet", trace()).out();
        assertTrue(text.startsWith("web-1: notifier slow_notifier took 800 ns of 2.20 µs, "), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +service \\(41\\) +200 ns +200 ns +10 ns +SIGTERM +exit status 1")), text);
    }

    @Test
    void twoAreCompared() throws IOException {
        Command command = Command.run("shutdown", "--quiet", trace(), "--compare", "web-1", "web-2");
        assertEquals("web-2 shut down 500 ns slower than web-1: `slow_notifier` +500 ns.", command.out().lines().findFirst().get());
        assertTrue(command.out().contains("\n    notifiers "), command.out());
        assertTrue(Command.run("shutdown", "--quiet", "--format", "csv", trace(), "--compare", "web-1", "web-2").out()
                .contains("\r\nweb-1,web-2,notifier,slow_notifier,,name,800,1300,500,"));
    }

    @Test
    void budgets() throws IOException {
        Path trace = trace();
        assertEquals(0, Command.run("shutdown", "--quiet", trace, "--budget", "shutdown=1", "--budget", "device:disk=1").status());
        Command exceeded = Command.run("shutdown", "--quiet", "--format", "tap", trace, "--budget", "notifier:slow_notifier=0.001");
        assertEquals(3, exceeded.status());
        assertEquals("hypertrace: web-2: notifier slow_notifier took 1.30 µs, more than its budget of 1.00 µs.\n", exceeded.err());
        assertTrue(exceeded.out().startsWith("TAP version 13\n1..6\n# Tapper-suite-name: hypertrace-shutdown\n")
                && exceeded.out().contains("\n# web-1: notifier slow_notifier took "),
                exceeded.out());
        assertTrue(exceeded.out().contains("\nok 1 - web-1: notifier "), exceeded.out());
        assertTrue(exceeded.out().contains("- NAME: hypertrace.shutdown.notifier.duration\n"), exceeded.out());
        assertTrue(Command.run("shutdown", "--quiet", "--format", "tap", trace).out().contains("ok 1 - web-1: step user space\n"));
        Command unknown = Command.run("shutdown", "--quiet", trace, "--budget", "firmware=1");
        assertEquals(2, unknown.status());
        assertTrue(unknown.err().startsWith("hypertrace: --budget: no shutdown has step firmware; there are before the first step, "),
                unknown.err());
    }

    @Test
    void aPageThatOpensOffline() throws IOException {
        String html = Command.run("shutdown", "--quiet", "--format", "html", trace(), "--compare", "web-1", "web-2").out();
        assertTrue(html.contains("<svg") && html.contains("<code>slow_notifier</code>") && html.contains("service (41)"), html);
        assertFalse(html.contains("http:") || html.contains("https:") || html.contains("src="), html);
        assertEquals(1, html.split("<script", -1).length - 1, "what sorts its tables");
    }

    @Test
    void asCsv() throws IOException {
        String csv = Command.run("shutdown", "--quiet", "--format", "csv", "--table", "processes", trace()).out();
        assertTrue(csv.contains("\r\nhost,web-1,1,41,service,1200,200,1010,15,exit status 1,200\r\n"), csv);
        assertTrue(Command.run("shutdown", "--quiet", "--format", "csv", trace()).out().contains("\r\nhost,web-1,1,device,disk,"));
    }

    @Test
    void theJsonIsWhatTheSchemaReports() throws IOException {
        Path trace = trace();
        JsonObject report = Command.json("shutdown", trace, "--compare", "web-1", "web-2", "--budget", "shutdown=1");
        assertEquals(List.of(), Schemas.errors("shutdown", report));
        shutdown(report, 0).remove("steps");
        assertFalse(Schemas.errors("shutdown", report).isEmpty());
        Path panic = Stories.bootShutdownAndPanic().in(fFolder.resolve("panic")).trace();
        assertEquals(List.of(), Schemas.errors("shutdown", Command.json("shutdown", panic)));
    }

    @Test
    void aStepWithoutANameHasNoneInTheJson() throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").inManifest().vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.boot().hello(120).stage(1_000, 5, "asked").shutdownStep(1_400, 1_900, 1, "").shutdownStep(2_000, 2_500, 2, "disk").stage(3_000, 6, "last");
        vcpu.exits(3_100, Exit.IO).returnsToQemu(3_150).ends(3_200);
        JsonObject report = Command.json("shutdown", scenario.until(5_000).in(fFolder.resolve("unnamed")).trace());
        JsonObject unnamed = Summary.objects(shutdown(report, 0), "steps").stream().filter(step -> step.get("begin").getAsLong() == 1_400).findFirst()
                .orElseThrow();
        assertFalse(unnamed.has("name"), unnamed.toString());
        assertEquals(1_900, unnamed.get("end").getAsLong());
        assertEquals(List.of(), Schemas.errors("shutdown", report));
    }

    @ParameterizedTest
    @CsvSource({ "quiet-boot", "preempted-guest", "reboot-with-slow-notifier" })
    void ofRecordedTraces(String sample) throws IOException {
        assertEquals(List.of(), Schemas.errors("shutdown", Command.json("shutdown", Samples.trace(sample))));
    }
}
