/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.VcpuLines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** A recorded host of arm64, as text of ftrace: what is found is what {@code vcpu_states.py} computes of the text. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class Arm64SampleTest {

    private static final Path PACKED = Samples.root().resolve("traces-samples/arm64/arm64.txt.xz");

    @TempDir
    private Path fFolder;

    private Path text() throws Exception {
        Path text = fFolder.resolve("arm64.txt");
        Tool.run("sh", "-c", "xz -dc " + PACKED + " >" + text);
        return text;
    }

    @Test
    void statesExitsAndPreemptorsAreTheOracles() throws Exception {
        String expected = VcpuLines.ofOracle(Oracle.ofTrace(text()));
        assertTrue(expected.lines().count() > 50, expected);
        assertEquals(expected, VcpuLines.ofReport(Command.report(PACKED)));
    }

    /** Counted by the words of the text alone. */
    @Test
    void exitsAreThoseThatTheTextNames() throws Exception {
        Map<String, Integer> counted = new TreeMap<>();
        for (String line : Files.readAllLines(text())) {
            int exit = line.indexOf(": kvm_exit: ");
            if (exit >= 0) {
                String rest = line.substring(exit + ": kvm_exit: ".length());
                String reason = rest.startsWith("TRAP: ") ? rest.substring(rest.indexOf('(') + 1, rest.indexOf(')')) : rest.substring(0, rest.indexOf(':'));
                counted.merge(reason, 1, Integer::sum);
            }
        }
        assertEquals(4878, counted.values().stream().mapToInt(Integer::intValue).sum());
        Map<String, Integer> found = new TreeMap<>();
        for (JsonObject host : Summary.objects(Command.report(PACKED), "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                    Summary.objects(vcpu, "exitReasons").forEach(reason -> found.merge(reason.get("name").getAsString(), reason.get("count").getAsInt(), Integer::sum));
                }
            }
        }
        assertEquals(counted, found);
    }

    /** The guest asks the platform for random numbers: by Arm's convention, not as a tracer. */
    @Test
    void callsOfThePlatformAreNoEventsOfATracer() {
        String report = Command.run("report", "--quiet", PACKED).out();
        assertTrue(report.contains("HVC64 2"), report);
        assertFalse(report.contains("cannot be") || report.contains("not decoded"), report);
    }
}
