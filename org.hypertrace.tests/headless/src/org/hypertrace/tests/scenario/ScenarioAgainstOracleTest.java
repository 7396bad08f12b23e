/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;

import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.GuestEventLines;
import org.hypertrace.testing.oracle.GuestLines;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a scenario reports is true of its trace, the oracle finds in it, which reads it by babeltrace2 and shares nothing with
 * us.
 */
@Tag("long")
class ScenarioAgainstOracleTest {

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void theOracleFindsTheTruthOfAStory(String name) throws IOException {
        compare(Stories.all().get(name).get().in(fFolder));
    }

    @ParameterizedTest
    @CsvSource({ "1, 0", "2, 2000", "3, 100000", "4, 4200000000" })
    void theOracleFindsTheTruthOfAnyScenario(long seed, long span) throws IOException {
        compare(new RandomScenario(seed, 1_500, span).scenario().in(fFolder));
    }

    private static void compare(Recorded recorded) {
        Truth truth = recorded.truth();
        for (int i = 0; i < recorded.traces().size(); i++) {
            Path trace = recorded.traces().get(i);
            String host = truth.hosts().get(i).name();
            assertEquals(truth.hosts().get(i).events(), Tool.run("babeltrace2", trace).lines().count());
            assertEquals(VcpuLines.of(truth, host), VcpuLines.ofOracle(Oracle.ofTrace(trace)));
            assertEquals(VcpuLines.intervals(truth, host), VcpuLines.intervalsOfOracle(Oracle.ofTrace(trace)));
            assertEquals(GuestEventLines.of(truth, host), GuestEventLines.ofOracle(Oracle.guestEventsOf(trace)));
            assertEquals(GuestLines.of(truth, host), GuestLines.ofOracle(Oracle.guestsOf(trace)));
        }
    }
}
