/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exits of a kind are a finding if there are ten, and they take 1 % of the time, or 0.1 % and are a tenth of all. */
class ExitFindingSharesTest {

    private static final ExitQuery ALL = new ExitQuery(0, Long.MAX_VALUE, vcpu -> true, true);

    @TempDir
    private Path fFolder;

    /** A life of 1 000 000 ns with so many CPUIDs of a length, and so many exits for nothing that is a finding. */
    private ExitColumns exits(int count, int length, int others) {
        StringBuilder story = new StringBuilder("1 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n10 host cpu0 kvm_entry\n");
        int time = 100;
        for (int i = 0; i < count + others; i++) {
            story.append(time).append(" host cpu0 kvm_exit ").append(i < count ? "CPUID 0 0x1000" : "0x7777").append('\n');
            time += i < count ? length : 1;
            story.append(time).append(" host cpu0 kvm_entry\n");
            time += 1;
        }
        return FoundExits.of(fFolder, story + "1000010 host cpu0 other\n");
    }

    private List<ExitFinding> findings(ExitColumns exits, ExitQuery query) {
        return ExitFindings.of(ExitTable.of(exits, query, ExitGrouping.REASON, new NullProgressMonitor()), vm -> null,
                new NullProgressMonitor());
    }

    private String rules(int count, int length, int others) {
        return String.join(" ", findings(exits(count, length, others), ALL).stream().map(ExitFinding::rule).toList());
    }

    @Test
    void atLeastTen() {
        assertEquals("cpuid", rules(10, 2_000, 0));
        assertEquals("", rules(9, 4_000, 0));
    }

    @Test
    void muchOfTheTime() {
        // 1 % is enough however few of all exits they are
        assertEquals("cpuid", rules(10, 1_000, 1_000));
        assertEquals("", rules(10, 999, 1_000));
    }

    @Test
    void someOfTheTimeAndManyOfAll() {
        assertEquals("cpuid", rules(10, 100, 90));
        assertEquals("", rules(10, 100, 91));
        assertEquals("", rules(10, 99, 90));
    }

    /** The range is the time asked for, as far as the vCPU lived. */
    @Test
    void itsRangeIsThatOfItsFigures() {
        ExitFinding finding = findings(exits(10, 2_000, 3), ALL).get(0);
        assertEquals("10 1000010", finding.begin() + " " + finding.end());
        assertEquals("76.9 % of the exits (10) are for asking for features of the processor: at 0x1000. They take 20.0 µs (2.0 % of the "
                + "vCPUs' non-idle time), 100 % of it host kernel.", finding.sentence().replaceFirst("are for [^:]*",
                        "are for asking for features of the processor"));
        assertTrue(finding.help().length() > 10);
    }

    /** Of an exit that began before the time asked for counts what is in it; of one that outlasts it too. */
    @Test
    void whatReachesIntoTheTime() {
        ExitColumns exits = exits(12, 2_000, 0);
        // 100 to 2100 and then each 2001 ns: of the first 700 ns are in it, of the last 500
        ExitFinding finding = findings(exits, new ExitQuery(1_400, 100 + 11 * 2_001 + 500, vcpu -> true, true)).get(0);
        assertEquals(11, finding.count());
        assertEquals(700 + 10 * 2_000 + 500, finding.time());
        assertEquals("1400 " + (100 + 11 * 2_001 + 500), finding.begin() + " " + finding.end());
        // 1400 to 22611: nothing of it is idle
        assertEquals(21_200.0 / 21_211, finding.share());
        // of what is cut nobody knows in which state the part was
        assertTrue(finding.sentence().endsWith("(99.9 % of the vCPUs' non-idle time)."), finding.sentence());
    }

    /** An exit that began before the time asked for is the longest by what is in it. */
    @Test
    void theLongestIsWithinTheRange() {
        StringBuilder story = new StringBuilder("1 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n10 host cpu0 kvm_entry\n");
        story.append("100 host cpu0 kvm_exit CPUID 0 0x1000\n9000 host cpu0 kvm_entry\n");
        for (int i = 0; i < 10; i++) {
            story.append(9_100 + 100 * i).append(" host cpu0 kvm_exit CPUID 0 0x1000\n");
            story.append(9_150 + 100 * i).append(" host cpu0 kvm_entry\n");
        }
        ExitColumns exits = FoundExits.of(fFolder, story + "20000 host cpu0 other\n");
        assertEquals(new ExitFinding.Longest(100, 9_000, 8_900), cpuid(exits, 100, 20_000).longest());
        assertEquals(new ExitFinding.Longest(8_000, 9_000, 1_000), cpuid(exits, 8_000, 20_000).longest());
        assertEquals(new ExitFinding.Longest(9_100, 9_150, 50), cpuid(exits, 9_000, 20_000).longest());
    }

    private ExitFinding cpuid(ExitColumns exits, long from, long to) {
        return findings(exits, new ExitQuery(from, to, vcpu -> true, true)).get(0);
    }

    @Test
    void tracingIsLeftOutIfItIsNotAskedFor() {
        StringBuilder story = new StringBuilder("1 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n10 host cpu0 kvm_entry\n");
        for (int i = 0; i < 20; i++) {
            int time = 100 + 100 * i;
            story.append(time).append(" host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000\n").append(time + 1)
                    .append(i == 0 ? " host cpu0 kvm_hypercall 0x81 0x4754524300000100 1 0 0\n" : " host cpu0 kvm_hypercall 0x85 2 0 0 0\n")
                    .append(time + 50).append(" host cpu0 kvm_entry\n");
        }
        ExitColumns exits = FoundExits.of(fFolder, story + "5010 host cpu0 other\n");
        assertEquals(List.of("tracer"), findings(exits, ALL).stream().map(ExitFinding::rule).toList());
        ExitFinding tracer = findings(exits, ALL).get(0);
        assertEquals("20 1000", tracer.count() + " " + tracer.time());
        // 1000 of the other 4000 ns
        assertTrue(tracer.sentence().endsWith("the estimated slow-down is 25.0 %."), tracer.sentence());
        assertEquals("10 5010", tracer.begin() + " " + tracer.end());
        ExitFinding without = findings(exits, new ExitQuery(0, 9_999, vcpu -> true, false)).get(0);
        assertEquals("tracer 10 5010", without.rule() + " " + without.begin() + " " + without.end());
    }

    @Test
    void itCanBeCancelled() {
        ExitTable table = ExitTable.of(exits(10, 100, 0), ALL, ExitGrouping.REASON, new NullProgressMonitor());
        NullProgressMonitor monitor = new NullProgressMonitor();
        monitor.setCanceled(true);
        assertThrows(OperationCanceledException.class, () -> ExitFindings.of(table, vm -> null, monitor));
    }
}
