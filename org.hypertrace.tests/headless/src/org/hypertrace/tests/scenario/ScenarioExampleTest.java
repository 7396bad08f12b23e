/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.scenario;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.GuestLines;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenario that CONTRIBUTING.md shows is this one, and does what it reports. */
class ScenarioExampleTest {

    @Test
    void theHostTakesTheProcessorFromAGuestThread(@TempDir Path folder) throws IOException {
        // begin of the example
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask sh = scenario.vm("web").task(82, "sh");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(200, sh).switchTo(800, vcpu.guest().idle());
        vcpu.preemptedBy(300, scenario.host("host").task("backup", 50)).resumes(450).enters(460);
        vcpu.exits(900, HLT).halts(910);
        Recorded recorded = scenario.until(1_000).in(folder);
        Truth.Thread thread = recorded.truth().guest("web").threads().get(1);
        assertEquals("running 600, stolen 160, tracer 2",
                "running " + thread.running() + ", stolen " + thread.stolen() + ", tracer " + thread.tracer());
        assertEquals(GuestLines.of(recorded.truth(), "host"), GuestLines.ofOracle(Oracle.guestsOf(recorded.trace())));
        // end of the example
    }

    @Test
    void itIsTheOneInTheManual() throws IOException {
        Path source = Samples.root().resolve("org.hypertrace.tests/headless/src")
                .resolve(ScenarioExampleTest.class.getName().replace('.', '/') + ".java");
        String manual = Files.readString(Samples.root().resolve("CONTRIBUTING.md"));
        int begin = manual.indexOf("```java\n") + "```java\n".length();
        try (Stream<String> lines = Files.lines(source)) {
            assertEquals(lines.dropWhile(line -> !line.endsWith("// begin of the example")).skip(1)
                    .takeWhile(line -> !line.endsWith("// end of the example")).map(line -> line.strip() + '\n')
                    .collect(Collectors.joining()),
                    manual.substring(begin, manual.indexOf("```", begin)).lines().map(line -> line.strip() + '\n')
                            .collect(Collectors.joining()));
        }
    }
}
