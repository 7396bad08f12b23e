/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.scenario.example.RandomNested;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** What is nested in a VM stands below it in every report and view, with the figures of the oracle. */
@Tag("platform")
class NestedReportTest {

    private static final List<String> FIGURES = List.of("total", "min", "max", "p50", "p90", "p99");

    @TempDir
    static Path folder;

    private static Path trace;
    private static JsonObject report;

    @BeforeAll
    static void record() throws IOException {
        trace = RandomNested.scenario(7, 1_000).in(folder).traces().get(0);
        report = Command.json("exits", trace);
    }

    @Test
    void theMultiplicationIsTheOracles() {
        JsonObject expected = nested(Oracle.nestedOf(trace));
        JsonObject found = nested(report);
        assertEquals(expected.get("evidence"), found.get("evidence"));
        assertEquals(expected.get("inconsistent"), found.get("inconsistent"));
        assertEquals(expected.get("vcpus").getAsInt(), found.getAsJsonArray("vcpus").size());
        assertEquals(lines(expected), lines(found));
        assertTrue(lines(found).contains(" vm ") && lines(found).contains(" host "), lines(found));
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() {
        assertNotEquals(lines(nested(Oracle.nestedOf(trace, "--drop", "kvm_x86_nested_vmexit_inject:9"))), lines(nested(report)));
    }

    private static JsonObject nested(JsonObject answer) {
        return Summary.objects(answer, "nested").get(0);
    }

    private static String lines(JsonObject nested) {
        List<String> lines = new ArrayList<>();
        for (JsonObject row : Summary.objects(nested, "multiplication")) {
            StringBuilder line = new StringBuilder(row.get("code").getAsString() + ' ' + row.get("handledBy").getAsString() + ' '
                    + (row.has("givenCode") ? row.get("givenCode").getAsString() + ' ' : "")
                    + row.get("count").getAsInt() + ' ' + row.get("distribution"));
            for (String of : List.of("hostExits", "time")) {
                FIGURES.forEach(figure -> line.append(' ').append(row.getAsJsonObject(of).get(figure).getAsLong()));
            }
            lines.add(line.toString());
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    @Test
    void timesByStateAreTheOracles() {
        long[] sums = new long[2];
        for (JsonObject row : Summary.objects(report, "exits")) {
            if (row.get("vm").getAsString().endsWith("/nested")) {
                sums[0] += row.getAsJsonObject("states").get("guest").getAsLong();
                sums[1] += row.getAsJsonObject("states").get("preempted").getAsLong();
            }
        }
        for (JsonObject row : Summary.objects(nested(Oracle.nestedOf(trace)), "multiplication")) {
            sums[0] -= row.getAsJsonObject("states").get("guest").getAsLong();
            sums[1] -= row.getAsJsonObject("states").get("preempted").getAsLong();
        }
        assertEquals(0, sums[0]);
        assertEquals(0, sums[1]);
    }

    @Test
    void itStandsDirectlyBelowItsVmWhichIsAsEver() {
        List<JsonObject> vms = Summary.objects(report, "vms");
        assertEquals(List.of("1000#1", "1000#1/nested"), vms.stream().map(vm -> vm.get("vm").getAsString()).toList());
        assertEquals("VM 1000/nested", vms.get(1).get("label").getAsString());
        for (JsonObject vcpu : Summary.objects(vms.get(1), "vcpus")) {
            assertEquals(vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong(),
                    vcpu.getAsJsonObject("time").entrySet().stream().mapToLong(part -> part.getValue().getAsLong()).sum());
        }
        JsonObject expected = Oracle.ofTrace(trace);
        assertTrue(expected.toString().contains("\"exits\""), expected.toString());
        JsonObject plain = Command.json("exits", trace, "--vm", "1000#1");
        assertEquals(2, Summary.objects(plain, "vms").size());
    }

    @Test
    void theSchemasKnowIt() throws IOException {
        assertEquals(List.of(), Schemas.errors("exits", report));
        assertEquals(List.of(), Schemas.errors("report", Command.json("report", trace)));
    }

    @Test
    void theReportOfTheVmHasItsLife() {
        JsonObject vm = Summary.objects(Summary.objects(Command.json("report", trace), "hosts").get(0), "vms").get(0);
        JsonObject nested = Summary.objects(vm, "nested").get(0);
        long exits = 0;
        for (JsonObject vcpu : Summary.objects(nested, "vcpus")) {
            JsonObject states = vcpu.getAsJsonObject("states");
            assertEquals(vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong(),
                    states.entrySet().stream().mapToLong(state -> state.getValue().getAsLong()).sum());
            assertTrue(states.get("guest").getAsLong() > 0 && states.get("hypervisorInVm").getAsLong() > 0, states.toString());
            exits += vcpu.get("exits").getAsLong();
        }
        assertEquals(nested.getAsJsonObject("knownBy").get("exitEvents").getAsLong(), exits);
        assertEquals("1000#1/nested", nested.get("key").getAsString());
    }

    @Test
    void textReportsHowItIsKnownAndWhatItCosts() {
        String text = Command.run("exits", "--quiet", trace).out();
        assertTrue(text.contains("VM 1000/nested of host host\n"), text);
        assertTrue(text.matches("(?s).*It is known by \\d+ kvm_nested_vmenter, \\d+ kvm_nested_vmexit, .*"), text);
        assertTrue(text.matches("(?s).*\n      VMMCALL +VM +\\d+ .*"), text);
        assertTrue(text.contains("hypervisor in the VM "), text);
        String whole = Command.run("report", "--quiet", trace).out();
        assertTrue(whole.contains("    VM 1000/nested:\n      known by "), whole);
        assertTrue(Command.run("exits", "--quiet", "--latencies", trace).out().contains("Injection to entry 0xec "));
        String csv = Command.run("exits", "--quiet", "--latencies", "--format", "csv", trace).out();
        assertTrue(csv.matches("(?s)host,vm,label,kind,vector,vcpu,count,.*host,1000#1,VM 1000,injectionEntry,236,,.*"),
                csv);
    }

    @Test
    void viewsShowItBelowItsVm() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            ProviderDump shown = new ProviderDump(Providers.VIRTUAL_CPU.create(opened.trace()));
            String tree = shown.tree();
            assertTrue(tree.contains("\n    VM 1000/nested\n      vCPU 0 (block 0x"), tree);
            TimeGraphEntryModel row = shown.entries().stream().filter(entry -> entry.getName().startsWith("vCPU 0 (block"))
                    .findFirst().orElseThrow();
            List<Long> times = new ArrayList<>();
            for (long time = row.getStartTime(); time < row.getEndTime(); time += 7) {
                times.add(time);
            }
            List<String> labels = shown.states(row, times).stream().map(state -> state.getLabel()).distinct().toList();
            assertTrue(labels.containsAll(List.of("nested guest", "hypervisor in the VM", "host kernel")), labels.toString());
            String figures = Providers.EXIT_FIGURES.create(opened.trace()).fetchTree(Map.of(),
                    new NullProgressMonitor()).getModel().getEntries().toString();
            assertTrue(figures.contains("exits of the host for one exit"), figures);
            String waits = Providers.INTERRUPT_LATENCY.create(opened.trace()).fetchTree(Map.of(),
                    new NullProgressMonitor()).getModel().getEntries().toString();
            assertTrue(waits.contains("Injection to entry") && waits.contains("vector 0xec"), waits);
            assertFalse(waits.contains("No guest waited"), waits);
            opened.forget();
        }
    }
}
