/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The lesson {@code exit-storm}: what the report reports is what the guest's console and {@code truth.json} report was done. */
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
@Tag("platform")
class ExitStormTest {

    private static final Path FOLDER = Samples.root().resolve("traces-samples/exit-storm");
    /** When the phase begins, as the guest's marks report. */
    private static final long SLEEPS = mark(2);
    private static final long LINES = mark(3);
    private static final long MEGABYTES = mark(4);
    /** What was done in each, from the console. */
    private static JsonObject sPhases;
    private static JsonObject sVm;

    /** The time of the guest's mark with this value, from the oracle. */
    private static long mark(int value) {
        return Oracle.guestEvents("exit-storm").stream().filter(line -> line.contains(" mark ") && line.contains(" value=" + value + ' '))
                .map(line -> Long.parseLong(line.substring(0, line.indexOf(' ')))).findFirst().orElseThrow();
    }

    @BeforeAll
    static void truth() throws IOException {
        sVm = JsonParser.parseString(Files.readString(FOLDER.resolve("truth.json"))).getAsJsonObject().getAsJsonObject("vms")
                .getAsJsonObject("storm");
        sPhases = sVm.getAsJsonObject("phases").getAsJsonObject("value");
    }

    @Test
    void theVmAndItsVcpuAreThoseOfTheHost() {
        JsonObject vm = Summary.objects(exits(), "vms").get(0);
        assertEquals("storm", vm.get("label").getAsString());
        assertEquals(sVm.getAsJsonObject("pid").get("value").getAsString() + "#1", vm.get("vm").getAsString());
        assertEquals(sVm.getAsJsonObject("vcpus").getAsJsonArray("value").get(0).getAsInt(),
                Summary.objects(vm, "vcpus").get(0).get("tid").getAsInt());
    }

    @Test
    void everyReadOfAPortIsAnExitOfDd() {
        assertEquals(did("ports"), Summary.objects(exits("--by", "cause"), "exits").stream()
                .filter(row -> is(row, "task", "dd") && is(row, "name", "IOIO")).mapToLong(row -> row.get("count").getAsLong()).max()
                .orElse(0));
        assertTrue(finding("port", "--to", SLEEPS).contains("from dd (37)"));
    }

    /** A sleep during which another thread runs does not halt the vCPU. */
    @Test
    void sleepsHaltTheVcpu() {
        long halts = count(exits("--from", SLEEPS, "--to", LINES), row -> is(row, "name", "HLT"));
        assertTrue(halts >= 0.9 * did("sleeps") && halts <= did("sleeps"), halts + " halts");
        assertEquals(0, count(exits("--from", LINES, "--to", MEGABYTES), row -> is(row, "name", "HLT")));
    }

    @Test
    void everyCharacterOnTheConsoleIsAnExit() throws IOException {
        long characters = Files.size(FOLDER.resolve("console-storm.log"));
        long written = count(exits("--by", "port"), row -> is(row, "sub", "port out 0x3f8"));
        assertTrue(characters > 40 * did("lines") && written >= characters, written + " for " + characters);
        assertTrue(finding("console", "--from", LINES, "--to", MEGABYTES).contains("port out 0x3f8"));
    }

    @Test
    void memoryComesInHugePages() {
        long faults = Summary.objects(exits("--by", "cause", "--from", MEGABYTES), "exits").stream()
                .filter(row -> is(row, "task", "dd") && is(row, "name", "NPF")).mapToLong(row -> row.get("count").getAsLong()).max()
                .orElse(0);
        // of 2 MiB; some of them were touched before
        assertTrue(faults > 0 && faults <= did("megabytes") / 2, faults + " faults");
        assertTrue(finding("memory", "--from", MEGABYTES).contains("from dd (139)"));
    }

    private static long did(String what) {
        return sPhases.get(what).getAsLong();
    }

    private static JsonObject exits(Object... options) {
        return Command.json("exits", FOLDER.resolve("exit-storm.tar.xz"), options);
    }

    private static String finding(String rule, Object... options) {
        List<JsonObject> findings = Summary.objects(Summary.objects(exits(options), "vms").get(0), "findings");
        return findings.stream().filter(finding -> is(finding, "rule", rule)).findAny().orElseThrow().get("sentence").getAsString();
    }

    private static long count(JsonObject report, Predicate<JsonObject> of) {
        return Summary.objects(report, "exits").stream().filter(of).mapToLong(row -> row.get("count").getAsLong()).sum();
    }

    private static boolean is(JsonObject row, String key, String value) {
        return row.has(key) && row.get(key).getAsString().equals(value);
    }
}
