/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.statistics.ExitFigures;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitStatistics;
import org.hypertrace.core.exit.track.VcpuTimes.Count;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of exits is what was found, and the figures are those of a full sort. */
class ExitColumnsTest {

    private static final String STORY = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            100 host cpu1 sched_switch bash:12 S CPU_1/KVM:13
            110 host cpu0 kvm_entry
            111 host cpu1 kvm_entry
            120 host cpu0 kvm_exit HLT 0 0xffffffff81000000
            121 host cpu1 kvm_exit IOIO 1 0x1000 0x3f80010 0
            122 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
            131 host cpu1 kvm_entry
            140 host cpu0 sched_waking CPU_0/KVM:11 cpu0
            147 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
            150 host cpu0 kvm_entry
            160 host cpu1 kvm_exit INTR
            170 host cpu1 other
            """;

    @TempDir
    private Path fFolder;

    private ExitColumns columns(Consumer<Consumer<HostEvent>> events) throws IOException {
        Path file = fFolder.resolve("exits");
        try (ExitPass pass = new ExitPass(file, List.of("host"), host -> null, List.of(), guest -> null)) {
            events.accept(pass::accept);
            pass.finish(7);
        }
        return ExitColumnsReader.open(file, 7);
    }

    private ExitColumns columns(String story) throws IOException {
        return columns(to -> Story.events(story).forEach(to));
    }

    @Test
    void whatIsFoundIsKeptInTheOrderOfBegins() throws IOException {
        ExitColumns exits = columns(STORY);
        ExitDictionary names = exits.dictionary();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exits.count(); i++) {
            lines.add(exits.begin(i) + "+" + exits.length(i) + ' ' + names.vcpus().get(exits.vcpu(i)).key() + ' '
                    + names.reasons().get(exits.reason(i)).label()
                    + (exits.isComplete(i) ? ' ' + names.subs().get(exits.sub(i)).label() + Arrays.toString(exits.parts(i)) : "")
                    + " cpu" + exits.cpu(i) + " 0x" + Long.toHexString(exits.guestRip(i)));
        }
        assertEquals(String.join("\n", "120+30 11#1 HLT [0, 0, 0, 0, 5, 0, 18, 0, 7] cpu0 0xffffffff81000000",
                "121+10 13#1 IOIO port out 0x3f8[0, 0, 0, 0, 10, 0, 0, 0, 0] cpu1 0x1000",
                "160+-1 13#1 INTR cpu1 0x7fffffffffffffff"), String.join("\n", lines));
        ExitVcpu vcpu = names.vcpus().get(1);
        assertEquals("VM of thread 13 1 111-170", vcpu.vmLabel() + ' ' + vcpu.number() + ' ' + vcpu.begin() + '-' + vcpu.end());
    }

    @Test
    void anotherVersionOrADamagedFileIsNoFile() throws IOException {
        assertNotNull(columns(STORY));
        Path file = fFolder.resolve("exits");
        assertNull(ExitColumnsReader.open(file, 8));
        assertNull(ExitColumnsReader.open(fFolder.resolve("none"), 7));
        long length = Files.size(file);
        for (long cut : new long[] { length - 1, length / 2, 4096, 39, 0 }) {
            try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw")) {
                random.setLength(cut);
            }
            assertNull(ExitColumnsReader.open(file, 7), "cut to " + cut);
        }
    }

    @Test
    void whatIsGivenUpLeavesNothingBehind() throws IOException {
        Path file = fFolder.resolve("exits");
        try (ExitPass pass = new ExitPass(file, List.of("host"), host -> null, List.of(), guest -> null)) {
            Story.events(STORY).forEach(pass::accept);
        }
        try (Stream<Path> left = Files.list(fFolder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aStretchOfTimeHasTheExitsThatBeginInItAndTheTimeOfAllThatReachIntoIt() throws IOException {
        ExitColumns exits = columns(STORY);
        ExitQuery query = new ExitQuery(121, 125, vcpu -> true, true);
        assertEquals("IOIO 1 total 10 in range 4", lines(exits, query, ExitGrouping.REASON));
        assertEquals("HLT 1 total 30 in range 30, IOIO 1 total 10 in range 10",
                lines(exits, ExitQuery.ALL, ExitGrouping.REASON));
        assertEquals("IOIO 1 total 10 in range 10", lines(exits, ExitQuery.ALL, ExitGrouping.PORT));
        // that of the HLT that began before
        String again = STORY + "171 host cpu1 kvm_entry\n";
        assertEquals("INTR 1 total 11 in range 11", lines(columns(again), new ExitQuery(151, 200, vcpu -> true, true),
                ExitGrouping.REASON));
    }

    private static String lines(ExitColumns exits, ExitQuery query, ExitGrouping grouping) {
        List<String> lines = new ArrayList<>();
        for (ExitFigures f : ExitStatistics.of(exits, query, grouping, new NullProgressMonitor())) {
            lines.add(exits.dictionary().reasons().get(exits.reason(f.example())).label() + ' ' + f.count() + " total "
                    + f.total() + " in range " + f.inRange());
        }
        return String.join(", ", lines);
    }

    @Test
    void aGuestThatCausesMoreThanCanBeDistinguishedLeavesRoomForOthers() throws IOException {
        ExitColumns exits = columns(to -> {
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            for (int i = 0; i < 40_000; i++) {
                to.accept(new HostEvent.KvmExit(10L * i + 10, 0, 0, ExitReason.SVM, 129, 0, 0));
                to.accept(new HostEvent.KvmHypercall(10L * i + 11, 0, 0, i, 0, 0, 0, 0));
                to.accept(new HostEvent.KvmEntry(10L * i + 15, 0, 0));
            }
            to.accept(new HostEvent.KvmExit(500_000, 0, 0, ExitReason.SVM, 123, 0, 0, 0x3f80010, 0, 0));
            to.accept(new HostEvent.KvmEntry(500_010, 0, 0));
        });
        assertEquals(40_001, exits.count());
        assertTrue(exits.dictionary().subs().size() < 10_000, exits.dictionary().subs().size() + "");
        assertEquals("port out 0x3f8", exits.dictionary().subs().get(exits.sub(40_000)).label());
        assertEquals("further hypercall", exits.dictionary().subs().get(exits.sub(39_999)).label());
    }

    @Test
    @Tag("long")
    void figuresOfManyExitsAreThoseOfAFullSort() throws IOException {
        int count = Samples.ALL ? 1_000_000 : 200_000;
        Random random = new Random(5);
        Map<String, List<Long>> expected = new HashMap<>();
        ExitColumns exits = columns(to -> {
            to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
            to.accept(new HostEvent.KvmEntry(2, 0, 0));
            long time = 10;
            for (int i = 0; i < count; i++) {
                int reason = new int[] { 96, 123, 129 }[(int) Math.abs(random.nextGaussian() * 1.2) % 3];
                // many equal ones, and a long tail
                long length = random.nextInt(3) == 0 ? 1_000 : (long) Math.exp(random.nextGaussian() * 2 + 8);
                to.accept(new HostEvent.KvmExit(time, 0, 0, ExitReason.SVM, reason, 0, 0));
                to.accept(new HostEvent.KvmEntry(time + length, 0, 0));
                time += length + 1 + random.nextInt(1_000);
                expected.computeIfAbsent(ExitReason.label(ExitReason.SVM, reason), r -> new ArrayList<>()).add(length);
            }
        });
        List<ExitFigures> figures = ExitStatistics.of(exits, ExitQuery.ALL, ExitGrouping.REASON, new NullProgressMonitor());
        assertEquals(3, figures.size());
        for (ExitFigures f : figures) {
            long[] sorted = expected.get(exits.dictionary().reasons().get(exits.reason(f.example())).label()).stream()
                    .mapToLong(Long::longValue).sorted().toArray();
            assertEquals(sorted.length, f.count());
            assertEquals(Arrays.stream(sorted).sum(), f.total());
            assertEquals(f.total(), f.inRange());
            assertArrayEquals(new long[] { sorted[0], at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99), at(sorted, 0.999),
                    sorted[sorted.length - 1] }, new long[] { f.min(), f.p50(), f.p90(), f.p99(), f.p999(), f.max() });
            double mean = (double) f.total() / f.count();
            double squares = Arrays.stream(sorted).mapToDouble(l -> (l - mean) * (l - mean)).sum();
            assertEquals(Math.sqrt(squares / (f.count() - 1)), f.deviation(), 1e-6 * f.deviation());
            assertEquals(f.total(), f.ns(VcpuState.HOST_KERNEL));
            assertEquals(f.max(), exits.length(f.longest()));
        }
        assertEquals(count, exits.dictionary().vcpus().get(0).times().count(Count.COMPLETE));
    }

    private static long at(long[] sorted, double percentile) {
        return sorted[(int) Math.ceil(sorted.length * percentile - 1e-9) - 1];
    }

    @Test
    void itCanBeCancelled() throws IOException {
        ExitColumns exits = columns(STORY);
        NullProgressMonitor monitor = new NullProgressMonitor();
        monitor.setCanceled(true);
        Assertions.assertThrows(OperationCanceledException.class,
                () -> ExitStatistics.of(exits, ExitQuery.ALL, ExitGrouping.REASON, monitor));
    }
}
