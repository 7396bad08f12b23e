/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found in exits of every kind, and that nothing is found where nothing is worth it. */
class ExitFindingsTest {

    /** Found by where time went: they overlap with the others. */
    private static final Set<String> OF_STATES = Set.of("halt", "halt-polling", "preempted", "waking", "blocked", "vmm");
    private static final long PUT = 0xffffffff81000200L;

    @TempDir
    private Path fFolder;

    /** Exits of a kind, 10 of each 1000 ns, beside 90 of another kind that is not asked for; {@code service} is NAME NUMBER. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "console|2|123|0x3f80010||port out 0x3f8", "console|1|30|0x3f80000||port out 0x3f8",
            "debug-port|2|123|0x4020010||port out 0x402", "pit|1|30|0x400008||port in 0x40",
            "clock-port|2|123|0x710011||port in 0x71", "hpet|1|49|0|MMIO_READ 0xfed000f0|MMIO read 0xfed000f0",
            "pic|2|123|0x200010||port out 0x20", "pci|2|123|0xcf80010||port out 0xcf8", "port|2|123|0x1f70010||port out 0x1f7",
            "timer|1|32|0|MSR_WRITE 0x6e0|MSR write 0x6e0", "timer|2|124|0|MSR_WRITE 0x838|MSR write 0x838",
            "timer|1|44|0x1380||APIC write 0x380", "timer|1|52|0||", "eoi|2|124|0|MSR_WRITE 0x80b|MSR write 0x80b",
            "eoi|1|45|0x31||vector 0x31", "ipi|2|1025|0||", "ipi|2|124|0|MSR_WRITE 0x830|MSR write 0x830",
            "apic|1|44|0x1080||APIC write 0x80", "device-memory|1|49|0|MMIO_WRITE 0xfe003000|MMIO write 0xfe003000",
            "memory|1|48|0x182|PAGE_FAULT 0x7fe1080|page 0x7fe1000", "cpuid|2|114|0|CPUID 0x40000001|CPUID 0x40000001",
            "msr|2|124|0|MSR_READ 0xc0000080|MSR read 0xc0000080", "counter|1|16|0||", "pause|2|119|0||", "pause|1|40|0||",
            "control-register|1|28|0x3||CR write 3", "control-register|2|16|0||CR write 0", "debug-register|2|55|0||DR write 7",
            "interrupt-window|2|100|0|INJECTION 0x31|vector 0x31", "host-interrupt|2|96|0||", "exception|2|78|0||exception 14",
            "privileged|1|54|0||", "nested|1|24|0||", "nested|2|128|0||" })
    void exitsOfAKindAreFound(String rule, int isa, long reason, String info1, String service, String about) {
        List<ExitFinding> findings = findings(to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 10; i++) {
                time = MadeExits.exit(to, time, isa, reason, Long.decode(info1), service, 1_000);
            }
        });
        ExitFinding finding = findings.stream().filter(f -> f.rule().equals(rule)).findAny().orElseThrow(
                () -> new AssertionError(findings.toString()));
        assertEquals(10, finding.count());
        assertEquals(10_000, finding.time());
        assertTrue(finding.sentence().startsWith("100.0 % of the exits (10) are for "), finding.sentence());
        assertTrue(finding.sentence().contains(": " + (about == null ? "" : about + ", ") + "at 0x1000. They take 10.0 µs ("),
                finding.sentence());
        assertEquals(List.of(rule), findings.stream().map(ExitFinding::rule).filter(found -> !OF_STATES.contains(found)).toList());
    }

    @Test
    void theWorstIsTheLongestAndTheDearestComesFirst() {
        List<ExitFinding> findings = findings(to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 20; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, i == 7 ? 9_000 : 1_000);
                time = MadeExits.exit(to, time, ExitReason.SVM, 114, 0, "CPUID 1", 200);
            }
        });
        assertEquals(List.of("console", "cpuid"), findings.stream().map(ExitFinding::rule).toList());
        ExitFinding console = findings.get(0);
        assertEquals(28_000, console.time());
        assertEquals(110 + 7 * (1_000 + 100 + 200 + 100), console.longest().begin());
        assertEquals("9000 ns, range from 10", console.longest().ns() + " ns, range from " + console.begin());
        assertTrue(console.sentence().startsWith("50.0 % of the exits (20) are for console output on a serial port: port out 0x3f8"),
                console.sentence());
    }

    @Test
    void whatCostsNothingIsNoFinding() {
        assertEquals(List.of(), findings(to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 9; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
            }
            to.accept(new HostEvent.Other(time + 1_000_000, 0, 0));
        }));
    }

    /** Of other times nothing is reported. */
    @Test
    void onlyTheTimeAskedForCounts() {
        Consumer<Consumer<HostEvent>> events = to -> {
            long time = MadeExits.begin(to);
            for (int i = 0; i < 20; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 123, 0x3f80010, null, 1_000);
            }
            for (int i = 0; i < 20; i++) {
                time = MadeExits.exit(to, time, ExitReason.SVM, 114, 0, "CPUID 1", 1_000);
            }
        };
        assertEquals(List.of("console", "cpuid"), findings(events).stream().map(ExitFinding::rule).toList());
        assertEquals(List.of("cpuid"), findings(events, new ExitQuery(110 + 20 * 1_100, 1 << 20, vcpu -> true, true)).stream()
                .map(ExitFinding::rule).toList());
        // of what is over the begin or the end of that time, the part in it
        long begin = 110 + 20 * 1_100 + 400;
        long end = 110 + 39 * 1_100 + 700;
        ExitFinding cpuid = findings(events, new ExitQuery(begin, end, vcpu -> true, true)).get(0);
        assertEquals("cpuid: 19 exits that begin, 19300 ns", cpuid.rule() + ": " + cpuid.count() + " exits that begin, " + cpuid.time()
                + " ns");
        assertEquals((600 + 18 * 1_000 + 700) / (double) (end - begin), cpuid.share(), 1e-12);
        assertTrue(cpuid.sentence().contains("(91.0 % of the vCPUs' non-idle time"), cpuid.sentence());
    }

    @Test
    void theFunctionOfTheGuestIsReported() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(200, scenario.vm("web").task(82, "sh")).function(350, 9_000, PUT, 0)
                .reports(new GuestEvent.Name(300, new GuestCpu(0, 0, 0, 0), NameType.FUNCTION, PUT, "serial_put"));
        for (int i = 0; i < 20; i++) {
            vcpu.exits(400 + 100 * i, Exit.IO).enters(450 + 100 * i);
        }
        scenario.until(10_000);
        List<ExitFinding> findings = findings(scenario::report);
        assertTrue(findings.get(0).sentence().contains("from `serial_put`."), findings.get(0).sentence());
        // an element of the document, so that HTML has no backquotes
        assertTrue(findings.get(0).text().pieces().contains(new CodeName("serial_put")), findings.get(0).text().toString());
    }

    @Test
    void whatTracingCostsIsAFinding() {
        Scenario scenario = new Scenario();
        scenario.vm("web").tracerCost(10, 10);
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        for (int i = 0; i < 20; i++) {
            vcpu.guest().switchTo(200 + 100 * i, scenario.vm("web").task(82 + i % 2, "sh"));
        }
        scenario.until(2_500);
        List<ExitFinding> findings = findings(scenario::report);
        assertEquals(List.of("tracer"), findings.stream().map(ExitFinding::rule).toList());
        assertTrue(findings.get(0).sentence().contains("slow-down"), findings.get(0).sentence());
    }

    @Test
    void theNeighbourThatHasTheProcessorIsNamed() {
        List<ExitFinding> findings = findings(neighbours()::report);
        assertEquals("preempted", findings.get(0).rule());
        assertEquals("The host gave the processor of a vCPU to others for 350 ns (39.3 % of the vCPUs' non-idle time); "
                + "mostly to backup (50) (350 ns).", findings.get(0).sentence());
        assertEquals(new ExitFinding.Longest(250, 600, 350), findings.get(0).longest());
        assertEquals("1 time in 110 to 1000", findings.get(0).count() + " time in " + findings.get(0).begin() + " to " + findings.get(0).end());
    }

    /** The vCPU is preempted from 250 to 600, in an exit from 200 to 650. */
    private static Scenario neighbours() {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.exits(200, Exit.INTR).preemptedBy(250, scenario.host("host").task("backup", 50)).resumes(600).enters(650);
        return scenario.until(1_000);
    }

    /** Of a range in which the exit is only partly: what of the preemption is in it, of the time that is in it. */
    @ParameterizedTest
    @CsvSource({ "200,250,-", "200,300,50 50.0 % 250-300", "300,400,100 100.0 % 300-400", "500,700,100 50.0 % 500-600", "600,1000,-" })
    void whatIsPreemptedInTheRange(long from, long to, String expected) {
        List<ExitFinding> findings = findings(neighbours()::report, new ExitQuery(from, to, vcpu -> true, true)).stream()
                .filter(finding -> finding.rule().equals("preempted")).toList();
        String found = findings.isEmpty() ? "-" : findings.get(0).time() + " " + String.format(Locale.ROOT, "%.1f %%", 100 * findings.get(0).share()) + ' '
                + findings.get(0).longest().begin() + '-' + findings.get(0).longest().end();
        assertEquals(expected, found);
        if (!findings.isEmpty()) {
            assertEquals(from + " " + to, findings.get(0).begin() + " " + findings.get(0).end());
            assertEquals("backup (50) (" + findings.get(0).time() + " ns)", findings.get(0).about());
        }
    }

    private ExitColumns fExits;

    private List<ExitFinding> findings(Consumer<Consumer<HostEvent>> events) {
        return findings(events, ExitQuery.ALL);
    }

    private List<ExitFinding> findings(Consumer<Consumer<HostEvent>> events, ExitQuery query) {
        // a scenario reports its events once
        List<HostEvent> all = new ArrayList<>();
        events.accept(all::add);
        fExits = FoundExits.of(fFolder, all::forEach);
        return MadeExits.findings(fExits, all::forEach, query);
    }
}
