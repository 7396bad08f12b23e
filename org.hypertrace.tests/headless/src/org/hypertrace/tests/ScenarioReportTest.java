/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.OpenTraces;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.GuestLines;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.VcpuLines;
import org.hypertrace.testing.scenario.RandomScenario;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Stories;
import org.hypertrace.testing.scenario.Truth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** What a scenario says is true of its trace, the report says. */
class ScenarioReportTest {

    private static final String HOST = "host";

    @TempDir
    private Path fFolder;

    static Stream<String> stories() {
        return Stories.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("stories")
    void theReportTellsTheTruthOfAStory(String name) throws Exception {
        compare(Stories.all().get(name).get().in(fFolder));
    }

    /** The same ones as the oracle's. */
    @ParameterizedTest
    @CsvSource({ "1, 0", "2, 2000", "3, 100000", "4, 4200000000" })
    void theReportTellsTheTruthOfAnyScenario(long seed, long span) throws Exception {
        compare(new RandomScenario(seed, 1_500, span).scenario().in(fFolder));
    }

    private static void compare(Recorded recorded) throws Exception {
        Truth truth = recorded.truth();
        JsonObject report = Command.report(recorded.trace());
        assertEquals(VcpuLines.of(truth, HOST), VcpuLines.ofReport(report));
        assertEquals(GuestLines.threads(truth), GuestLines.threadsOfReport(report));
        List<String> expected = new ArrayList<>();
        truth.guests().forEach(guest -> guest.counts()
                .forEach((kind, n) -> expected.add(guest.pid() + "#1 " + kind.label() + ' ' + n)));
        assertEquals(expected.stream().sorted().toList(), counts(recorded.trace()));
    }

    /** How many events of each kind the guests told, by the model. */
    private static List<String> counts(Path trace) throws Exception {
        List<String> counts = new ArrayList<>();
        try (OpenTraces traces = OpenTraces.open(List.of(trace))) {
            ITmfStateSystem states = traces.model(new NullProgressMonitor());
            long end = states.getCurrentEndTime();
            for (Machines.Host host : Machines.of(states)) {
                for (int guest : states.getQuarks(host.quark(), GuestAttributes.GUESTS, "*")) {
                    Object vm = states.querySingleState(end, states.getQuarkRelative(guest, GuestAttributes.VM)).getValue();
                    for (int kind : states.getQuarks(guest, GuestAttributes.EVENTS, "*")) {
                        String label = states.getAttributeName(kind);
                        if (!List.of("lost", "unknown", "kvm_hypercall").contains(label)) {
                            counts.add(vm + " " + label + ' ' + states.querySingleState(end, kind).getValue());
                        }
                    }
                }
            }
        }
        return counts.stream().sorted().toList();
    }

    @Test
    void aHostHasItsNameItsClockAndItsManifest() throws IOException {
        Scenario scenario = new Scenario();
        scenario.host("alpha").clock(new UUID(1, 2), 50).vm("web").inManifest().vcpu(0).startsOn(100, 0).enters(110);
        scenario.host("beta").cpus(4).intel().vm("db", 77).vcpu(3, 79).startsOn(105, 3).enters(115);
        Recorded recorded = scenario.until(200).in(fFolder);
        assertEquals("""
                host alpha
                VM 1000#1 web run 1 (told) 110-200
                vCPU 0 thread 1002 110-200: guest 90; 1 entries, 0 exits, 0 migrations
                host beta
                VM 77#1 (told) 115-200
                vCPU 3 thread 79 115-200: guest 85; 1 entries, 0 exits, 0 migrations
                """, Summary.of(Command.report(recorded.folder())));
    }
}
