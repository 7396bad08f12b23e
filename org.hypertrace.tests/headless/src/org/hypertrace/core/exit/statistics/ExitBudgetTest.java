/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of VM exits there may be: figures of a group, of all, and of those for tracing, held against their limits. */
@Tag("plain")
class ExitBudgetTest {

    /** Two vCPUs of one VM live 1000 ns each; exits of 10 and 30 ns for one reason, of 5 ns for another. */
    private static final String STORY = """
            100 host cpu0 fork CPU_0/KVM:11 10
            100 host cpu1 fork CPU_1/KVM:12 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            101 host cpu1 sched_switch bash:9 S CPU_1/KVM:12
            110 host cpu0 kvm_entry
            110 host cpu1 kvm_entry
            120 host cpu0 kvm_exit IOIO
            130 host cpu0 kvm_entry
            140 host cpu1 kvm_exit IOIO 1
            170 host cpu1 kvm_entry
            200 host cpu0 kvm_exit MSR
            205 host cpu0 kvm_entry
            1110 host cpu0 other
            """;

    @TempDir
    private Path fFolder;

    private ExitTable table(String story) throws IOException {
        Path file = fFolder.resolve("exits" + story.hashCode());
        try (ExitPass pass = new ExitPass(file, List.of("host"), host -> null, List.of(), guest -> null)) {
            Story.events(story).forEach(pass::accept);
            pass.finish(1);
        }
        return ExitTable.of(ExitColumnsReader.open(file, 1), ExitQuery.ALL, ExitGrouping.REASON, new NullProgressMonitor());
    }

    private static String held(ExitTable table, String budget) {
        return ExitBudget.of(budget).of(table).stream().map(held -> held.sentence().replaceFirst("^[^:]*: ", "") + (held.isExceeded() ? " !" : ""))
                .collect(Collectors.joining("; "));
    }

    @Test
    void sumsOfAGroupAndOfAll() throws IOException {
        ExitTable table = table(STORY);
        assertEquals(1, table.vms().size());
        assertEquals("IOIO count is 2, within its budget of 2.", held(table, "IOIO:count=2"));
        assertEquals("IOIO count is 2, more than its budget of 1. !", held(table, "IOIO:count=1"));
        assertEquals("all count is 3, within its budget of 3.", held(table, "all:count=3"));
        // 3 in 2000 ns; 45 of 2000 ns
        assertEquals("all rate is 1500000 /s, within its budget of 1500000 /s.", held(table, "all:rate=1500000"));
        assertEquals("all share is 2.250 %, more than its budget of 2.249 %. !", held(table, "all:share=2.249"));
        assertEquals("all share is 2.2500000 %, more than its budget of 2.2499999 %. !", held(table, "all:share=2.2499999"));
        assertEquals("all rate is 1500000.0000 /s, within its budget of 1500000.0001 /s.", held(table, "all:rate=1500000.0001"));
        assertEquals("IOIO share is 2.00 %, within its budget of 2.00 %.", held(table, "IOIO:share=2"));
        assertEquals("IOIO total is 40 ns, more than its budget of 39 ns. !", held(table, "IOIO:total=0.000039"));
        assertEquals("IOIO total is 40 ns, within its budget of 40 ns.", held(table, "IOIO:total=0.00004"));
        // of none the sum is 0, and other figures are not there
        assertEquals("HLT count is 0, within its budget of 0.", held(table, "HLT:count=0"));
        assertEquals("", held(table, "HLT:max=1") + held(table, "HLT:mean=1"));
    }

    @Test
    void figuresOfSingleExits() throws IOException {
        ExitTable table = table(STORY);
        assertEquals("IOIO min is 10 ns, within its budget of 10 ns.", held(table, "IOIO:min=0.01"));
        assertEquals("IOIO max is 30 ns, more than its budget of 29 ns. !", held(table, "IOIO:max=0.029"));
        assertEquals("IOIO mean is 20 ns, within its budget of 20 ns.", held(table, "IOIO:mean=0.02"));
        assertEquals("all mean is 15 ns, within its budget of 15 ns.", held(table, "all:mean=0.015"));
        assertEquals("IOIO mean is 0.020000 µs, more than its budget of 0.019900 µs. !", held(table, "IOIO:mean=0.0199"));
        assertEquals("IOIO p50 is 10 ns, within its budget of 1.00 µs.", held(table, "IOIO:p50=1"));
        for (String figure : List.of("p90", "p99", "p999")) {
            assertEquals("IOIO " + figure + " is 30 ns, within its budget of 1.00 µs.", held(table, "IOIO:" + figure + "=1"));
        }
    }

    /** A guest that reports something by hypercall; it is not entered for 4 ns. */
    @Test
    void exitsForTracing() throws IOException {
        ExitTable none = table(STORY);
        assertEquals("tracing count is 0, within its budget of 0.; tracing slowdown is 0 %, within its budget of 0 %.",
                held(none, "tracing:count=0") + "; " + held(none, "tracing:slowdown=0"));
        String traced = STORY.replace("1110 host cpu0 other", """
                300 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                301 host cpu0 kvm_hypercall 0x81 0x4754524300000100 1 0 0
                304 host cpu0 kvm_entry
                400 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                401 host cpu0 kvm_hypercall 0x85 2 0 0 0
                406 host cpu0 kvm_entry
                1110 host cpu0 other""");
        ExitTable table = table(traced);
        assertEquals(new ExitTable.Tracer(2, 10, 0), table.vms().get(0).tracer());
        assertEquals("tracing count is 2, more than its budget of 1. !", held(table, "tracing:count=1"));
        assertEquals("tracing share is 0.500 %, within its budget of 0.500 %.", held(table, "tracing:share=0.5"));
        // 10 of the other 1990 ns
        assertEquals("tracing slowdown is 0.503 %, more than its budget of 0.502 %. !", held(table, "tracing:slowdown=0.502"));
    }

    /** Of 2000 ns, 8 of one vCPU: an exit in them counts nowhere. */
    @Test
    void whatIsUnknownIsReportedWithEachVerdict() throws IOException {
        ExitTable table = table(STORY.replace("1110 host cpu0 other", """
                302 host cpu0 lost 310 2
                310 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                310 host cpu0 kvm_entry
                1110 host cpu0 other"""));
        String unknown = ", as far as known: what its vCPUs did in 0.400 % of the time is unknown, and so are the exits in it.";
        assertEquals("IOIO count is 2, within its budget of 2" + unknown, held(table, "IOIO:count=2"));
        assertEquals("IOIO max is 30 ns, more than its budget of 29 ns" + unknown + " !", held(table, "IOIO:max=0.029"));
        assertEquals("tracing count is 0, within its budget of 0" + unknown, held(table, "tracing:count=0"));
    }

    @Test
    void whatIsNoBudget() {
        for (String wrong : List.of("", "all", "all=1", ":count=1", "all:count", "all:count=x", "all:count=-1", "all:most=1", "all:p99=1", "all:max=1",
                "all:slowdown=1", "IOIO:slowdown=1", "tracing:mean=1", "tracing:rate=1", "tracing:total=1")) {
            assertNull(ExitBudget.of(wrong), wrong);
        }
        // a group may have a colon in its name
        ExitBudget budget = ExitBudget.of("web: vCPU 0:max=2.5");
        assertEquals("web: vCPU 0, MAX, 2.5", budget.group() + ", " + budget.figure() + ", " + budget.limit());
        for (String right : List.of("all:mean=1", "all:total=1", "all:rate=0", "all:share=0", "tracing:slowdown=1", "tracing:share=1", "IOIO:p999=1")) {
            assertEquals(right, ExitBudget.of(right).text());
        }
        assertEquals("count, rate, share, total, min, mean, p50, p90, p99, p999, max, slowdown", ExitBudget.figures());
        assertTrue(ExitBudget.Figure.TOTAL.isSum());
        assertFalse(ExitBudget.Figure.MEAN.isSum());
        assertEquals("[, /s, %, ms, µs, µs, µs, µs, µs, µs, µs, %]", List.of(ExitBudget.Figure.values()).stream().map(ExitBudget.Figure::unit).toList()
                .toString());
    }
}
