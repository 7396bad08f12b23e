/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.compare.VmPairs;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exits of two recordings side by side: what counts is their share of the time not idle, and how many there are per second. */
class ExitComparisonTest {

    /** Lives 1000 ns: IOIO of 10 and 10 ns, MSR of 5 ns. */
    private static final String A = """
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            200 host cpu0 kvm_exit IOIO
            210 host cpu0 kvm_entry
            300 host cpu0 kvm_exit IOIO
            310 host cpu0 kvm_entry
            400 host cpu0 kvm_exit MSR
            405 host cpu0 kvm_entry
            1110 host cpu0 other
            """;
    /** Lives 2000 ns: an IOIO of 60 ns, a CPUID of 30 ns. */
    private static final String B = """
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            200 host cpu0 kvm_exit IOIO
            260 host cpu0 kvm_entry
            300 host cpu0 kvm_exit CPUID
            330 host cpu0 kvm_entry
            2110 host cpu0 other
            """;

    private static final ExitQuery WITHOUT_TRACING = new ExitQuery(Long.MIN_VALUE, Long.MAX_VALUE, vcpu -> true, false);

    @TempDir
    private Path fFolder;

    private static VmPairs.Recording<ExitCosts> costs(String name, ExitColumns exits, ExitGrouping grouping) {
        return ExitCosts.of(name, List.of("host"), ExitTable.of(exits, WITHOUT_TRACING, grouping, new NullProgressMonitor()));
    }

    private static ExitComparison compare(VmPairs.Recording<ExitCosts> a, VmPairs.Recording<ExitCosts> b) {
        return ExitComparison.of(new ExitComparison.Side("A", 0, 1), List.of(a), new ExitComparison.Side("B", 0, 1), List.of(b));
    }

    private ExitComparison compare(String a, String b) {
        return compare(costs("A", FoundExits.of(fFolder, a), ExitGrouping.REASON), costs("B", FoundExits.of(fFolder, b), ExitGrouping.REASON));
    }

    private static String rows(ExitComparison.Pair pair) {
        return pair.rows().stream().map(row -> String.format(Locale.ROOT, "%s %.4f->%.4f %+.4f, %.0f->%.0f/s, %s->%s", row.label(),
                row.shareA(), row.shareB(), row.difference(), row.rateA(), row.rateB(), row.a() == null ? "none" : row.a().count() + "",
                row.b() == null ? "none" : row.b().count() + "")).collect(Collectors.joining("\n"));
    }

    @Test
    void sharesAndRatesOfStretchesOfDifferentLengths() {
        ExitComparison found = compare(A, B);
        assertEquals(1, found.pairs().size());
        assertEquals(List.of(), found.unmatched());
        // the greatest difference first
        assertEquals("""
                CPUID 0.0000->0.0150 +0.0150, 0->500000/s, none->1
                IOIO 0.0200->0.0300 +0.0100, 2000000->500000/s, 2->1
                MSR 0.0050->0.0000 -0.0050, 1000000->0/s, 1->none""", rows(found.pairs().get(0)));
        assertEquals("VM 10: exits cost 4.50 % of the vCPUs' non-idle time in B, 2.50 % in A: +2.00 points, "
                + "most of it by CPUID +1.50, IOIO +1.00.", found.answer(found.pairs().get(0)));
    }

    /** 500 of 1000 ns. */
    @Test
    void whatIsUnknownIsReported() {
        ExitComparison found = compare(A.replace("1110 host cpu0 other", """
                500 host cpu0 lost 1000 2
                1000 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                1000 host cpu0 kvm_entry
                1110 host cpu0 other"""), B);
        assertTrue(found.answer(found.pairs().get(0)).endsWith(". In A what its vCPUs did in 50.0 % of the time is unknown, and so are the "
                + "exits in it."), found.answer(found.pairs().get(0)));
    }

    @Test
    void theOtherWayRound() {
        ExitComparison found = compare(B, A);
        assertEquals("VM 10: exits cost 2.50 % of the vCPUs' non-idle time in B, 4.50 % in A: -2.00 points, "
                + "most of it by CPUID -1.50, IOIO -1.00.", found.answer(found.pairs().get(0)));
    }

    @Test
    void nothingIsDifferent() {
        ExitComparison found = compare(A, A);
        assertEquals("VM 10: exits cost 2.50 % of the vCPUs' non-idle time in B, 2.50 % in A: no difference.",
                found.answer(found.pairs().get(0)));
        // 4 of 10 000, which is less than a twentieth of a percent
        String noisy = A.replace("405", "409").replace("1110", "10110");
        ExitComparison little = compare(A.replace("1110", "10110"), noisy);
        assertEquals("VM 10: exits cost 0.290 % of the vCPUs' non-idle time in B, 0.250 % in A: no difference.",
                little.answer(little.pairs().get(0)));
    }

    /** Many little differences, of which none is worth a name. */
    @Test
    void nothingStandsOut() {
        String reasons = "CPUID IOIO MSR NPF INTR VINTR";
        StringBuilder b = new StringBuilder(A.substring(0, A.indexOf("200 host")));
        StringBuilder a = new StringBuilder(b);
        int time = 200;
        for (String reason : reasons.split(" ")) {
            a.append(time + " host cpu0 kvm_exit " + reason + "\n" + (time + 10) + " host cpu0 kvm_entry\n");
            b.append(time + " host cpu0 kvm_exit " + reason + "\n" + (time + 14) + " host cpu0 kvm_entry\n");
            time += 100;
        }
        a.append("10110 host cpu0 other\n");
        b.append("10110 host cpu0 other\n");
        ExitComparison found = compare(a.toString(), b.toString());
        assertEquals("VM 10: exits cost 0.840 % of the vCPUs' non-idle time in B, 0.600 % in A: +0.240 points.",
                found.answer(found.pairs().get(0)));
    }

    /** Asleep from 502 to 520 in an exit of 30 ns: 12 of 982 ns. */
    @Test
    void idleTimeCostsNothing() {
        String halted = A.replace("1110 host", """
                500 host cpu0 kvm_exit HLT
                502 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                520 host cpu0 sched_waking CPU_0/KVM:11 cpu0
                527 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                530 host cpu0 kvm_entry
                1110 host""");
        ExitComparison.Row row = compare(A, halted).pairs().get(0).rows().stream().filter(r -> r.label().equals("HLT")).findAny().orElseThrow();
        assertEquals(12 / 982.0, row.shareB(), 1e-15);
        assertEquals(1e9 / 1000, row.rateB(), 1e-6);
        assertNull(row.a());
    }

    @Test
    void vmsBelongTogetherByName() {
        String other = B.replace("CPU_0/KVM:11 10", "CPU_0/KVM:11 40");
        String both = (A + B.replace("cpu0", "cpu1").replace(":11", ":21").replace(":21 10", ":21 40")).lines()
                .sorted(Comparator.comparingInt(line -> Integer.parseInt(line.split(" ")[0]))).collect(Collectors.joining("\n"));
        ExitComparison only = compare(A, other);
        assertEquals(List.of(), only.unmatched());
        assertEquals("VM 40 compared with VM 10: exits cost 4.50 %", only.answer(only.pairs().get(0))
                .substring(0, 44));
        ExitComparison more = compare(both, A);
        assertEquals(List.of("VM 40 is only in A"), more.unmatched());
        assertEquals(List.of("VM 10"), more.pairs().stream().map(pair -> pair.b().vm()).toList());
        ExitComparison less = compare(A.replace(":11 10", ":11 50"), both);
        assertEquals(List.of("VM 50 is only in A", "VM 10 is only in B", "VM 40 is only in B"),
                less.unmatched());
        assertEquals(List.of(), less.pairs());
    }

    /** A thread has another id in another boot; those of one name are distinguished by their order. A name may look like one with an id. */
    @ParameterizedTest
    @ValueSource(strings = { "sh", "sh (5)" })
    void threadsBelongTogetherByName(String name) {
        for (ExitGrouping grouping : List.of(ExitGrouping.TASK, ExitGrouping.CAUSE)) {
            ExitComparison found = compare(costs("A", tasks(name, 82, 30), grouping), costs("B", tasks(name, 1082, 40), grouping));
            String suffix = grouping == ExitGrouping.TASK ? "" : ": IOIO";
            List<String> labels = found.pairs().get(0).rows().stream().filter(row -> row.label().startsWith(name)
                    && row.label().endsWith(suffix) || row.label().contains("#")).map(ExitComparison.Row::label).sorted().toList();
            assertEquals(List.of(name + suffix, name + suffix + " #2"), labels);
            ExitComparison.Row row = found.pairs().get(0).rows().stream().filter(r -> r.label().equals(name + suffix)).findAny().orElseThrow();
            // the dearest of that name
            assertEquals("30 40", row.a().total() + " " + row.b().total());
        }
    }

    private ExitColumns tasks(String name, int tid, int length) {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(200, scenario.vm("web").task(tid, name)).switchTo(300, scenario.vm("web").task(tid + 1, name));
        vcpu.exits(220, Exit.IO).enters(220 + length);
        vcpu.exits(320, Exit.IO).enters(325);
        scenario.until(1_000);
        return FoundExits.of(fFolder, scenario::report);
    }
}
