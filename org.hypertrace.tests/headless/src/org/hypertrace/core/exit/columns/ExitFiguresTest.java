/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitStatistics;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.exit.statistics.LongestExits;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures counted by hand, and of more exits than fit into a block or a chunk. */
@Tag("plain")
class ExitFiguresTest {

    @TempDir
    private Path fFolder;

    /** Exits of these lengths, 100 ns apart from 200 on. */
    private ExitColumns exits(int... lengths) {
        return FoundExits.of(fFolder, to -> {
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            for (int i = 0; i < lengths.length; i++) {
                exit(to, 0, 200 + 100L * i, lengths[i]);
            }
        });
    }

    private static void exit(Consumer<HostEvent> to, int cpu, long time, long length) {
        to.accept(new HostEvent.KvmExit(time, 0, cpu, ExitReason.SVM, 96, 0, 0));
        to.accept(new HostEvent.KvmEntry(time + length, 0, cpu));
    }

    private static ExitFigures figures(ExitColumns exits, ExitQuery query) {
        return ExitStatistics.of(exits, query, ExitGrouping.REASON, new NullProgressMonitor()).get(0);
    }

    /** The mean is 5, the squares of how far they are from it sum to 32. */
    @Test
    void theDeviationIsThatOfASample() {
        ExitFigures figures = figures(exits(2, 4, 4, 4, 5, 5, 7, 9), ExitQuery.ALL);
        assertEquals(5, figures.mean());
        assertEquals(Math.sqrt(32 / 7.0), figures.deviation(), 1e-12);
        assertEquals(Math.sqrt(8), figures(exits(3, 7), ExitQuery.ALL).deviation(), 1e-12);
        assertTrue(Double.isNaN(figures(exits(3), ExitQuery.ALL).deviation()));
        // 2.5 is rounded up
        assertEquals(3, figures(exits(2, 3), ExitQuery.ALL).mean());
    }

    /** 40 000 exits of 10, 11, … 19 ns in turn: the mean is 14.5, the squares of ten of them sum to 82.5. */
    @Test
    void manyAreAsExact() {
        int[] lengths = IntStream.range(0, 40_000).map(i -> 10 + i % 10).toArray();
        ExitColumns exits = exits(lengths);
        ExitFigures figures = figures(exits, ExitQuery.ALL);
        assertEquals("40000 580000 580000 10 19 14 18 19 19 9", figures.count() + " " + figures.total() + ' ' + figures.inRange() + ' '
                + figures.min() + ' ' + figures.max() + ' ' + figures.p50() + ' ' + figures.p90() + ' ' + figures.p99() + ' ' + figures.p999()
                + ' ' + figures.longest());
        assertEquals(Math.sqrt(4_000 * 82.5 / 39_999), figures.deviation(), 1e-9);
        // without five of the first ten and five of the last: 10 to 14 and 15 to 19, so the mean stays
        ExitFigures less = figures(exits, new ExitQuery(700, 200 + 100L * 39_995, vcpu -> true, true));
        assertEquals("39990 579855", less.count() + " " + less.total());
        assertEquals(Math.sqrt(3_999 * 82.5 / 39_989), less.deviation(), 1e-9);
    }

    /** 70 000 exits of two vCPUs, of which the 20th and the 9000th last long: what reaches beyond a time is what a look at all finds. */
    @Test
    void whatReachesBeyondATimeIsFound() {
        List<long[]> all = new ArrayList<>();
        ExitColumns exits = FoundExits.of(fFolder, to -> {
            to.accept(new HostEvent.ThreadBegins(0, 0, 0, 11, 10, "CPU 0/KVM"));
            to.accept(new HostEvent.ThreadBegins(0, 0, 1, 12, 10, "CPU 1/KVM"));
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.SchedSwitch(1, 0, 1, 0, "swapper/1", 0, 12, "CPU 1/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            to.accept(new HostEvent.KvmEntry(2, 0, 1));
            List<HostEvent> events = new ArrayList<>();
            for (int i = 0; i < 35_000; i++) {
                exit(events::add, 0, 100 + 100L * i, 40);
                all.add(new long[] { 100 + 100L * i, 40 });
            }
            long time = 130;
            while (time < 3_500_000) {
                long length = all.size() == 35_020 ? 700_000 : all.size() == 44_000 ? 1_500_000 : 30;
                exit(events::add, 1, time, length);
                all.add(new long[] { time, length });
                time += length + 70;
            }
            events.sort((a, b) -> Long.compare(a.time(), b.time()));
            events.forEach(to);
        });
        all.sort((a, b) -> Long.compare(a[0], b[0]));
        assertEquals(all.size(), exits.count());
        for (long time : new long[] { 0, 100, 101, 130, 2_000, 132_130, 600_000, 832_130, 832_131, 1_000_000, 2_000_000, 3_000_000, 3_499_940,
                4_000_000 }) {
            int first = (int) all.stream().filter(exit -> exit[0] < time).count();
            assertEquals(first, exits.firstFrom(time));
            for (int from : new int[] { 0, 1, first, Math.min(first + 5_000, all.size()), 4_096, 8_192, all.size() }) {
                int expected = IntStream.range(0, from).filter(i -> all.get(i)[0] + all.get(i)[1] > time).max().orElse(-1);
                assertEquals(expected, exits.lastBefore(from, time), time + " before " + from);
            }
            long inRange = all.stream().mapToLong(exit -> Math.max(0, exit[0] + exit[1] - Math.max(time, exit[0]))).sum();
            if (first < all.size()) {
                assertEquals(inRange, figures(exits, new ExitQuery(time, Long.MAX_VALUE, vcpu -> true, true)).inRange());
            }
        }
        for (int i : new int[] { 0, 4_095, 4_096, 65_535, 65_536, all.size() - 1 }) {
            if (i < all.size()) {
                assertEquals(all.get(i)[0] + "+" + all.get(i)[1], exits.begin(i) + "+" + exits.length(i));
            }
        }
        for (int block = 0; block < all.size(); block += 4_096) {
            long latest = IntStream.range(block, Math.min(all.size(), block + 4_096)).mapToLong(i -> all.get(i)[0] + all.get(i)[1]).max()
                    .orElseThrow();
            assertTrue(exits.endsBy(block, latest));
            assertTrue(!exits.endsBy(block, latest - 1));
        }
        assertEquals(0, exits.dropped());
        assertNotNull(exits.latencies());
    }

    /** Asleep in each; two states or more are kept as parts, the last of them as what is left. */
    @Test
    void statesOfManySum() {
        ExitColumns exits = FoundExits.of(fFolder, to -> {
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            for (int i = 1; i <= 40_000; i++) {
                long time = 100L * i;
                to.accept(new HostEvent.KvmExit(time, 0, 0, ExitReason.SVM, 120, 0, 0));
                to.accept(new HostEvent.SchedSwitch(time + 2, 0, 0, 11, "CPU 0/KVM", 1, 0, "swapper/0"));
                to.accept(new HostEvent.SchedWakeup(time + 20 + i % 5, 0, 0, 11, 0, true));
                to.accept(new HostEvent.SchedSwitch(time + 40, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
                to.accept(new HostEvent.KvmEntry(time + 43, 0, 0));
            }
        });
        ExitFigures figures = figures(exits, ExitQuery.ALL);
        assertEquals("5 20 18", exits.parts(3)[VcpuState.HOST_KERNEL.ordinal()] + " " + (exits.parts(3)[VcpuState.HALTED.ordinal()] - 2)
                + ' ' + (exits.parts(3)[VcpuState.WAKING.ordinal()] + 2));
        assertEquals("1720000 200000 800000 720000", figures.total() + " " + figures.ns(VcpuState.HOST_KERNEL) + ' '
                + figures.ns(VcpuState.HALTED) + ' ' + figures.ns(VcpuState.WAKING));
        assertEquals(figures.total(), Arrays.stream(figures.parts()).sum());
    }

    /** Of an exit for tracing that began before the time asked for counts what is in it, if another one begins in it. */
    @Test
    void exitsForTracingThatReachIntoTheTime() {
        ExitColumns exits = FoundExits.of(fFolder, """
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                100 host cpu1 sched_switch bash:9 S CPU_1/KVM:12
                110 host cpu0 kvm_entry
                110 host cpu1 kvm_entry
                200 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                201 host cpu0 kvm_hypercall 0x81 0x4754524300000100 1 0 0
                220 host cpu0 kvm_entry
                230 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                231 host cpu0 kvm_hypercall 0x85 2 0 0 0
                236 host cpu0 kvm_entry
                300 host cpu0 other
                """);
        assertEquals(new ExitTable.Tracer(1, 6 + 15, 0), tracer(exits, 205, 300));
        assertEquals(new ExitTable.Tracer(1, 2 + 15, 0), tracer(exits, 205, 232));
        assertEquals(null, tracer(exits, 205, 230));
        // they are in the groups only if they are asked for
        assertEquals(21, figures(exits, new ExitQuery(205, 300, vcpu -> true, true)).inRange());
        assertEquals(List.of(), ExitStatistics.of(exits, new ExitQuery(205, 300, vcpu -> true, false), ExitGrouping.REASON,
                new NullProgressMonitor()));
        assertEquals(List.of(), ExitStatistics.of(exits, new ExitQuery(205, 300, vcpu -> vcpu == 1, true), ExitGrouping.REASON,
                new NullProgressMonitor()));
        // a stretch that ends before it begins has none
        assertEquals(List.of(), ExitStatistics.of(exits, new ExitQuery(300, 100, vcpu -> true, true), ExitGrouping.REASON,
                new NullProgressMonitor()));
    }

    private static ExitTable.Tracer tracer(ExitColumns exits, long from, long to) {
        return ExitTable.of(exits, new ExitQuery(from, to, vcpu -> true, true), ExitGrouping.REASON, new NullProgressMonitor()).vms().get(0)
                .tracer();
    }

    @Test
    void theLongest() {
        ExitColumns exits = exits(5, 9, 7, 9, 2);
        assertEquals(List.of(1, 3, 2), LongestExits.of(exits, ExitQuery.ALL, 3, new NullProgressMonitor()));
        assertEquals(List.of(1, 3, 2, 0, 4), LongestExits.of(exits, ExitQuery.ALL, 5, new NullProgressMonitor()));
        assertEquals(List.of(1, 3, 2, 0, 4), LongestExits.of(exits, ExitQuery.ALL, 9, new NullProgressMonitor()));
        assertEquals(List.of(1), LongestExits.of(exits, ExitQuery.ALL, 1, new NullProgressMonitor()));
        assertEquals(List.of(3, 2), LongestExits.of(exits, new ExitQuery(301, 600, vcpu -> true, true), 2, new NullProgressMonitor()));
        assertEquals(List.of(), LongestExits.of(exits, new ExitQuery(0, 9_999, vcpu -> false, true), 2, new NullProgressMonitor()));
        NullProgressMonitor cancelled = new NullProgressMonitor();
        cancelled.setCanceled(true);
        assertThrows(OperationCanceledException.class, () -> LongestExits.of(exits, ExitQuery.ALL, 3, cancelled));
    }

    @Test
    void aVcpuThatIsEnteredOnAnotherProcessorHasMigrated() {
        ExitColumns exits = FoundExits.of(fFolder, """
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit INTR
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit INTR
                141 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                142 host cpu0 sched_migrate_task CPU_0/KVM:11 cpu1
                143 host cpu1 sched_switch swapper/1:0 R CPU_0/KVM:11
                150 host cpu1 kvm_entry
                160 host cpu1 other
                """);
        assertEquals("false 0, true 0", exits.isMigrated(0) + " " + exits.cpu(0) + ", " + exits.isMigrated(1) + ' ' + exits.cpu(1));
    }
}
