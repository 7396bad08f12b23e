/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The JSON of reports is what the published schema reports. */
@Tag("platform")
class ReportSchemaTest {

    private static final String STORY = """
            100 alpha cpu0 other
            110 alpha cpu0 kvm_exit 4711 0
            150 alpha cpu0 sched_switch CPU_0/KVM:386 R+ bash:10
            160 alpha cpu0 lost 200 5
            210 alpha cpu0 kvm_entry
            """;

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void ofRecordedTraces(String sample) throws IOException {
        assertEquals(List.of(), Schemas.errors("report", Command.ofSample("report", sample)));
    }

    @Test
    void ofATraceThatReportsLittle() throws IOException {
        assertEquals(List.of(), Schemas.errors("report", story()));
    }

    @ParameterizedTest
    @EnumSource(ExitGrouping.class)
    void ofExits(ExitGrouping by) throws IOException {
        boolean ofTheKernel = by == ExitGrouping.FUNCTION || by == ExitGrouping.INITCALL;
        String sample = ofTheKernel ? "reboot-with-slow-notifier" : "syscall-load";
        JsonObject report = Command.ofSample("exits", sample, "--by", by);
        assertEquals(List.of(), Schemas.errors("exits", report));
        assertFalse(report.toString().contains("Events are missing"), "a vCPU that ends is no loss");
        assertFalse(report.getAsJsonArray("exits").size() == 0, by.toString());
    }

    @Test
    void ofExitsOfATraceThatReportsLittle() throws IOException {
        Path trace = new RecordedStory(STORY).in(fFolder);
        // events are lost, and that is reported besides
        JsonObject report = JsonParser.parseString(Command.run("exits", "--quiet", trace, "--by", "sub", "--format", "json").out()).getAsJsonObject();
        assertEquals(List.of(), Schemas.errors("exits", report));
        report.getAsJsonArray("vms").get(0).getAsJsonObject().remove("lifetime");
        assertFalse(Schemas.errors("exits", report).isEmpty());
    }

    @Test
    void theMissingEventsToo() throws IOException {
        assertEquals(List.of(), Schemas.errors("report", Command.report(new RecordedStory(STORY).without(name -> name.contains("irq")
                || name.startsWith("syscall") || name.contains("hypercall")).in(fFolder))));
    }

    @ParameterizedTest
    @CsvSource({ "hosts", "begin", "missing", "version" })
    void aNameThatIsGoneIsAnError(String name) throws IOException {
        JsonObject report = story();
        report.remove(name);
        assertFalse(Schemas.errors("report", report).isEmpty());
    }

    @Test
    void aWrongValueDeepInsideIsAnError() throws IOException {
        JsonObject report = story();
        JsonObject vcpu = report.getAsJsonArray("hosts").get(0).getAsJsonObject().getAsJsonArray("vms").get(0).getAsJsonObject()
                .getAsJsonArray("vcpus").get(0).getAsJsonObject();
        vcpu.getAsJsonObject("states").addProperty("guest", 1.5);
        assertFalse(Schemas.errors("report", report).isEmpty());
    }

    private JsonObject story() throws IOException {
        return Command.report(new RecordedStory(STORY).in(fFolder));
    }
}
