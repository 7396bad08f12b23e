/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The JSON of the boots is what the published schema reports. */
@Tag("platform")
class BootSchemaTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void ofRecordedTraces(String sample) throws IOException {
        // of the sample that lost events standard error reports it
        Command command = Command.run("boot", "--quiet", "--format", "json", Samples.trace(sample));
        assertEquals(0, command.status(), command.err());
        assertEquals(List.of(), Schemas.errors("boot", JsonParser.parseString(command.out()).getAsJsonObject()));
    }

    @Test
    void ofACrashAComparisonAndABudget() throws IOException {
        assertEquals(List.of(), Schemas.errors("boot", crash()));
    }

    private JsonObject crash() throws IOException {
        Path trace = Stories.bootShutdownAndPanic().in(fFolder).trace();
        return Command.boots(trace, "--compare", "a-rather-long-name", "a-rather-long-name#2", "--budget", "core=1000");
    }

    @ParameterizedTest
    @CsvSource({ "hosts", "begin", "missing", "version" })
    void aNameThatIsGoneIsAnError(String name) throws IOException {
        JsonObject report = crash();
        report.remove(name);
        assertFalse(Schemas.errors("boot", report).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({ "levels, begin", "initcalls, address", "stages, name" })
    void soDeepInside(String array, String name) throws IOException {
        JsonObject report = crash();
        String text = report.toString();
        JsonObject vm = Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0);
        Summary.objects(Summary.objects(vm, "boots").get(0), array).get(0).remove(name);
        assertFalse(Schemas.errors("boot", report).isEmpty());
        JsonObject comparison = JsonParser.parseString(text).getAsJsonObject();
        Summary.objects(comparison, "comparisons").get(0).getAsJsonObject("boot").addProperty("difference", 1.5);
        assertFalse(Schemas.errors("boot", comparison).isEmpty());
    }
}
