/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.GuestLines;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** What a scenario reports is true of its trace, the report reports. */
@Tag("platform")
class ScenarioReportTest {

    private static final String HOST = "host";

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void theReportReportsTheTruthOfAStory(String name) throws IOException {
        compare(Stories.all().get(name).get().in(fFolder));
    }

    /** The same ones as the oracle's. */
    @ParameterizedTest
    @CsvSource({ "1, 0", "2, 2000", "3, 100000", "4, 4200000000" })
    void theReportReportsTheTruthOfAnyScenario(long seed, long span) throws IOException {
        compare(new RandomScenario(seed, 1_500, span).scenario().in(fFolder));
    }

    private static void compare(Recorded recorded) {
        JsonObject report = Command.report(recorded.trace());
        assertEquals(VcpuLines.of(recorded.truth(), HOST), VcpuLines.ofReport(report));
        assertEquals(GuestLines.reported(recorded.truth(), HOST), GuestLines.ofReport(report));
    }

    /** Reported at once or in batches: but for the tracer's exits, the threads of the guest did the same. */
    @Test
    void batchedOrNotThreadsDidTheSame() throws IOException {
        for (long seed = 21; seed < 24; seed++) {
            Recorded atOnce = new RandomScenario(seed, 800, 0).scenario().in(fFolder.resolve("at once" + seed));
            Recorded batched = new RandomScenario(seed, 800, 1L << 20).scenario().in(fFolder.resolve("batched" + seed));
            assertEquals(threads(atOnce), threads(batched));
        }
    }

    private static String threads(Recorded recorded) {
        return GuestLines.ofReport(Command.report(recorded.trace())).lines().filter(line -> line.contains(" thread "))
                .map(line -> line.replaceAll(" tracer .*", "")).collect(Collectors.joining("\n"));
    }

    @Test
    void aHostHasItsNameItsClockAndItsManifest() throws IOException {
        Scenario scenario = new Scenario();
        scenario.host("alpha").clock(new UUID(1, 2), 50).vm("web").inManifest().vcpu(0).startsOn(100, 0).enters(110);
        scenario.host("beta").cpus(4).intel().vm("db", 77).vcpu(3, 79).startsOn(105, 3).enters(115);
        Recorded recorded = scenario.until(200).in(fFolder);
        assertEquals("""
                host alpha
                VM 1000#1 web run 1 (reported) 110-200
                vCPU 0 thread 1002 110-200: guest 90; 1 entries, 0 exits, 0 migrations
                host beta
                VM 77#1 (reported) 115-200
                vCPU 3 thread 79 115-200: guest 85; 1 entries, 0 exits, 0 migrations
                """, Summary.of(Command.report(recorded.folder())));
    }
}
