/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A point for each cell of the picture in which an exit is, the longest ones always; none of what is not asked for. */
@Tag("plain")
class ExitPointsTest {

    private static final List<String> REASONS = List.of("HLT", "IOIO", "CPUID", "MSR", "INTR");
    /** More than two blocks of exits. */
    private static final int EXITS = 9_000;

    @TempDir
    private Path fFolder;

    private record Exit(long begin, long length, String name) { }

    private final List<Exit> fExits = new ArrayList<>();

    /** Lengths from 1 ns to a millisecond; each hundredth exit has no end, each seventh is for tracing. */
    private ExitColumns made() {
        Random random = new Random(18);
        StringBuilder story = new StringBuilder("100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11\n");
        long now = 110;
        for (int i = 0; i < EXITS; i++) {
            boolean traced = i % 7 == 6;
            String reason = traced ? "VMMCALL" : REASONS.get(random.nextInt(REASONS.size()));
            long length = 3 + (1L << random.nextInt(20)) + random.nextInt(4);
            story.append(now).append(" host cpu0 kvm_entry\n").append(now + 5).append(" host cpu0 kvm_exit ").append(reason)
                    .append(traced ? " 0 0xffffffff81000000\n" : "\n");
            if (traced) {
                story.append(now + 6).append(" host cpu0 kvm_hypercall 0x81 0x4754524300000100 1 0 0\n");
            }
            if (i % 100 == 99) {
                story.append(now + 7).append(" host cpu0 kvm_exit MSR\n");
                fExits.add(new Exit(now + 7, length - 2, "MSR"));
            } else {
                fExits.add(new Exit(now + 5, length, traced ? "VMMCALL (tracer)" : reason));
            }
            now += 5 + length;
        }
        story.append(now).append(" host cpu0 kvm_entry\n");
        return FoundExits.of(fFolder, story.toString());
    }

    /** The same by its definition, exit by exit. */
    private Set<String> cells(long[] times, Set<String> names) {
        List<Exit> seen = fExits.stream().filter(exit -> names.contains(exit.name) && exit.begin >= times[0] && exit.begin <= times[times.length - 1])
                .toList();
        long longest = seen.stream().mapToLong(Exit::length).max().orElse(0);
        long part = 1;
        while (longest / part >= 1024) {
            part *= 2;
        }
        Set<String> cells = new HashSet<>();
        Set<String> points = new TreeSet<>();
        for (Exit exit : seen) {
            long column = LongStream.of(times).filter(time -> time <= exit.begin).count();
            if (exit.length == longest || cells.add(exit.name + ' ' + column + ' ' + exit.length / part)) {
                points.add(exit.name + ' ' + exit.begin + ' ' + exit.length);
            }
        }
        return points;
    }

    private static Set<String> points(ExitPoints points, long[] times, Set<String> names) {
        Set<String> lines = new TreeSet<>();
        List<Integer> kinds = points.kinds().stream().filter(kind -> names.contains(points.name(kind))).toList();
        for (ExitPoints.Series series : points.within(times, kinds, () -> false)) {
            for (int i = 0; i < series.begins().length; i++) {
                assertTrue(lines.add(points.name(series.kind()) + ' ' + series.begins()[i] + ' ' + (long) series.lengths()[i]));
            }
        }
        return lines;
    }

    private static long[] times(long from, long to, int columns) {
        return LongStream.rangeClosed(0, columns).map(i -> from + (to - from) * i / columns).toArray();
    }

    @Test
    void aPointPerCell() {
        ExitPoints all = new ExitPoints(made(), false);
        long begin = fExits.get(0).begin;
        long end = fExits.get(EXITS - 1).begin;
        Set<String> every = Set.of("HLT", "IOIO", "CPUID", "MSR", "INTR", "VMMCALL (tracer)");
        assertEquals(every, new HashSet<>(all.kinds().stream().map(all::name).toList()));
        Random random = new Random(1);
        for (int i = 0; i < 40; i++) {
            long from = begin + (long) ((end - begin) * random.nextDouble());
            long[] times = i < 2 ? times(begin, end, 1 + 100 * i) : times(from, from + (end - from) / (1 + i * i), 50);
            Set<String> names = i % 3 == 0 ? every : i % 3 == 1 ? Set.of("HLT", "MSR") : Set.of("CPUID");
            assertEquals(cells(times, names), points(all, times, names), "draw " + i);
        }
        // as many columns as there are nanoseconds: no two exits are in one
        long[] narrow = times(begin, begin + 2_000, 2_000);
        assertEquals(fExits.stream().filter(exit -> exit.begin <= begin + 2_000).count(), points(all, narrow, every).size());
    }

    @Test
    void thoseForTracingMayBeLeftOut() {
        ExitPoints points = new ExitPoints(made(), true);
        Set<String> others = Set.copyOf(REASONS);
        assertEquals(others, new HashSet<>(points.kinds().stream().map(points::name).toList()));
        long[] times = times(0, fExits.get(EXITS - 1).begin, 20);
        assertEquals(cells(times, others), points(points, times, others));
        assertEquals(List.of(), points.within(times, List.of(1 << 20, -1), () -> false));
    }

    @Test
    void whoWantsItNoMoreGetsNothing() {
        ExitPoints points = new ExitPoints(made(), false);
        assertNull(points.within(times(0, 1_000_000, 20), points.kinds(), () -> true));
    }
}
