/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.NaivePath;
import org.hypertrace.core.path.PathMode;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathQuery.Kind;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.gather.Participants.Limits;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guests and traces that lie, or never end: memory has bounds, what is left out is reported, and every path is one. */
@Tag("plain")
class HostilePathsTest {

    private static final long KERNEL = 0xffffffff81000000L;
    private static final int VMMCALL = 129;
    static final Limits FEW = new Limits(100, 50, 20, 30);

    @TempDir
    Path fFolder;

    private Consumer<HostEvent> fTo;

    private PathRows rows(Limits limits, Runnable reported) throws IOException {
        Path file = fFolder.resolve("rows");
        RecordedEvents recorded = new RecordedEvents(Set.of("kvm_x86_msr"), Set.of(), false);
        try (PathFile all = new PathFile(file, List.of("host"), host -> null, List.of(), host -> recorded, limits)) {
            fTo = all::accept;
            reported.run();
            all.finish(1);
        }
        return PathRows.open(file, 1);
    }

    private static CriticalPaths paths(PathRows rows) {
        return new CriticalPaths(rows, (vm, nested, name, address) -> false);
    }

    /** The vCPU's thread 501 of process 500 has processor 0 and runs its guest; 701 of 700 has processor 1. */
    private void vms() {
        for (int cpu = 0; cpu < 2; cpu++) {
            int pid = 500 + 200 * cpu;
            fTo.accept(new HostEvent.ThreadKnown(10 * cpu, 0, cpu, pid + 1, pid, "CPU 0/KVM"));
            fTo.accept(new HostEvent.SchedSwitch(10 * cpu + 1, 0, cpu, 0, "swapper/" + cpu, 0, pid + 1, "CPU 0/KVM"));
            fTo.accept(new HostEvent.KvmEntry(10 * cpu + 8, 0, cpu));
        }
    }

    private void reports(long time, int cpu, long... words) {
        fTo.accept(new HostEvent.KvmExit(time - 1, 0, cpu, ExitReason.SVM, VMMCALL, 0, KERNEL));
        fTo.accept(new HostEvent.KvmHypercall(time, 0, cpu, words[0], words[1], words[2], words.length > 3 ? words[3] : 0,
                words.length > 4 ? words[4] : 0));
        fTo.accept(new HostEvent.KvmEntry(time + 1, 0, cpu));
    }

    private void guestSwitches(long time, int cpu, int from, int state, int to) {
        reports(time, cpu, 0x66, (long) from << 32 | to, state, 'g');
    }

    @Test
    void threadsWithoutEndAreLeftOutAndThatIsReported() throws Exception {
        PathRows rows = rows(FEW, () -> forks(1000));
        assertEquals(100, rows.participants.size());
        assertEquals(List.of("The host has more threads than are followed: those that appear late are not known, nor what waits for them."),
                paths(rows).leftOut());
        whole(rows, paths(rows).find(PathQuery.of(Kind.HOST_THREAD, "1050", null)));
        assertThrows(PathSubject.Unknown.class, () -> paths(rows).find(PathQuery.of(Kind.HOST_THREAD, "1900", null)));
    }

    /** A million with all samples. */
    @Test
    void veryManyThreadsAreFollowed() throws Exception {
        int count = Samples.ALL ? 1_000_000 : 20_000;
        PathRows rows = rows(Limits.USUAL, () -> forks(count));
        assertTrue(rows.participants.size() > count);
        assertEquals(List.of(), paths(rows).leftOut());
        whole(rows, paths(rows).find(PathQuery.of(Kind.HOST_THREAD, Integer.toString(999 + count), null)));
    }

    /** Each thread makes the next one, which runs when it sleeps. */
    private void forks(int count) {
        for (int i = 0; i < count; i++) {
            long time = 100 + 10L * i;
            int tid = 1000 + i;
            fTo.accept(new HostEvent.ThreadBegins(time, 0, 0, tid, tid, "sh"));
            fTo.accept(new HostEvent.SchedWakeup(time + 1, 0, 0, tid, 0, false, true, "sh"));
            fTo.accept(new HostEvent.SchedSwitch(time + 2, 0, 0, i == 0 ? 0 : tid - 1, "sh", 1, tid, "sh"));
        }
    }

    @Test
    void aGuestThatForksForEverLeavesRoomForOthers() throws Exception {
        PathRows rows = rows(FEW, () -> {
            vms();
            guestSwitches(100, 0, 0, 0, 1);
            for (int i = 2; i < 1000; i++) {
                reports(100 + 10 * i, 0, 0x69, (1L << 32) + i, 0, 'a' + i);
                // never seen before
                reports(104 + 10 * i, 0, 0x67, 2000 + i, 1, 'n', i);
            }
            guestSwitches(20_000, 1, 0, 0, 7);
            guestSwitches(20_100, 1, 7, 1, 8);
            reports(20_200, 1, 0x67, 7, 8, 'g');
            guestSwitches(20_300, 1, 8, 1, 7);
        });
        assertTrue(rows.participants.size() <= 100 + 50);
        assertEquals(List.of("The guest of VM 500 has more threads than are followed: those that appear late are not known, nor what"
                + " waits for them."), paths(rows).leftOut());
        FoundPath found = paths(rows).find(PathQuery.of(Kind.THREAD, "7", "700"));
        whole(rows, found);
        assertEquals(1, found.sums().owners().keySet().stream().filter(name -> name.endsWith("(8)")).count());
        whole(rows, paths(rows).find(PathQuery.of(Kind.VCPU, "0", "500")));
    }

    @Test
    void interruptsThatNeverEnd() throws Exception {
        PathRows rows = rows(Limits.USUAL, () -> {
            vms();
            for (int i = 0; i < 1000; i++) {
                long time = 100 + 20L * i;
                fTo.accept(new HostEvent.InterruptEntry(time, 0, 2, Interrupt.IRQ, i, "irq", 0));
                reports(time + 10, 0, 0x6e, i, 0, 'i');
                reports(time + 15, 1, 0x73, i, 1);
                fTo.accept(new HostEvent.SchedWakeup(time + 18, 0, 2, 800, 2, true, false, "a"));
                fTo.accept(new HostEvent.SchedSwitch(time + 19, 0, 3, i % 2 == 0 ? 0 : 800, "a", 1, i % 2 == 0 ? 800 : 0, "a"));
            }
        });
        whole(rows, paths(rows).find(PathQuery.of(Kind.HOST_THREAD, "800", null)));
        whole(rows, paths(rows).find(PathQuery.of(Kind.VCPU, "0", "500")));
    }

    @Test
    void bootsAndMarksThatRepeat() throws Exception {
        int boots = PathRows.MAX_BOOTS + 1000;
        PathRows rows = rows(Limits.USUAL, () -> {
            vms();
            for (int i = 0; i < boots; i++) {
                reports(100 + 10 * i, 0, 0x85, 1, 5);
                reports(104 + 10 * i, 0, 0x84, 1, 9);
            }
        });
        assertTrue(rows.bootsInMemory() <= PathRows.MAX_BOOTS);
        assertEquals(100 + 10 * (boots - 1), rows.boot(0, boots).time());
        assertEquals(100 + 10 * 4, rows.boot(0, 5).time());
        FoundPath found = paths(rows).find(PathQuery.of(Kind.MARKS, "9 9", null));
        assertEquals(10, found.segments().end() - found.segments().begin());
    }

    /** Each of a hundred waits for the next. */
    @Test
    void aChainHasAnEnd() throws Exception {
        int last = 100;
        PathRows rows = rows(Limits.USUAL, () -> {
            for (int i = 1; i <= last; i++) {
                fTo.accept(new HostEvent.SchedSwitch(10 * i, 0, 0, i == 1 ? 0 : i - 1, "a", 1, i, "a"));
            }
            for (int i = last - 1; i >= 1; i--) {
                fTo.accept(new HostEvent.SchedWakeup(2000 + 10 * (last - i), 0, 0, i, 0, true, false, "a"));
                fTo.accept(new HostEvent.SchedSwitch(2001 + 10 * (last - i), 0, 0, i + 1, "a", 1, i, "a"));
            }
        });
        FoundPath found = paths(rows).find(PathQuery.of(Kind.HOST_THREAD, "1", null).within(1005, 1006));
        assertEquals(64, found.sums().depth());
        assertEquals(PathState.NOT_RECORDED, found.segments().state(0));
        whole(rows, found);
    }

    /** Two VMs and threads of the host do anything in any order, also with times that go back; losses are among it. */
    @Test
    void whateverIsReportedThereArePaths() throws Exception {
        int found = 0;
        int segments = 0;
        for (int seed = 0; seed < (Samples.ALL ? 500 : 40); seed++) {
            Random random = new Random(seed);
            boolean back = seed % 3 == 0;
            PathRows rows = rows(seed % 2 == 0 ? FEW : Limits.USUAL, () -> anything(random, back));
            for (Kind kind : List.of(Kind.THREAD, Kind.HOST_THREAD, Kind.VCPU, Kind.MARKS, Kind.BOOT)) {
                for (int i = 0; i < 8; i++) {
                    String asked = kind == Kind.HOST_THREAD ? Integer.toString(498 + i) : kind == Kind.MARKS ? "1 2" : Integer.toString(i);
                    try {
                        FoundPath path = paths(rows).find(new PathQuery(kind, asked, null, Long.MIN_VALUE, Long.MAX_VALUE, List.of(),
                                new PathMode(seed % 7 == 0, seed % 5 == 0)));
                        found++;
                        segments += path.segments().size();
                        whole(rows, path);
                    } catch (PathSubject.Unknown e) {
                        assertNotEquals("", e.getMessage());
                    }
                }
            }
        }
        assertTrue(found > 300 && segments > 3000, found + " paths of " + segments + " segments");
    }

    private void anything(Random random, boolean back) {
        vms();
        long time = 100;
        for (int i = 0; i < 500; i++) {
            time += back && random.nextInt(20) == 0 ? -random.nextInt(200) : 1 + random.nextInt(6);
            int cpu = random.nextInt(3);
            int tid = random.nextInt(4) == 0 ? 701 : 499 + random.nextInt(6);
            int other = random.nextInt(3) == 0 ? 0 : 499 + random.nextInt(6);
            switch (random.nextInt(16)) {
            case 0, 1 -> fTo.accept(new HostEvent.SchedSwitch(time, 0, cpu, tid, "a", random.nextInt(3), other, "b"));
            case 2 -> fTo.accept(new HostEvent.SchedWakeup(time, 0, cpu, tid, random.nextInt(3), random.nextBoolean(), random.nextInt(5) == 0, "a"));
            case 3 -> fTo.accept(new HostEvent.SchedMigrate(time, 0, cpu, tid, random.nextInt(3)));
            case 4 -> fTo.accept(random.nextInt(8) == 0 ? new HostEvent.LostEvents(time, 0, cpu, time + random.nextInt(50), 1)
                    : new HostEvent.ThreadBegins(time, 0, cpu, tid == 501 || tid == 701 ? 499 : tid, 500, "c"));
            case 5 -> fTo.accept(new HostEvent.InterruptEntry(time, 0, cpu, Interrupt.values()[random.nextInt(4)], random.nextInt(12), "i", 7));
            case 6 -> fTo.accept(new HostEvent.InterruptExit(time, 0, cpu, Interrupt.values()[random.nextInt(4)]));
            case 7 -> fTo.accept(new HostEvent.SoftirqRaise(time, 0, cpu, random.nextInt(40)));
            case 8 -> fTo.accept(new HostEvent.KvmExit(time, 0, cpu, ExitReason.SVM, random.nextBoolean() ? 120 : 96, random.nextInt(2), KERNEL));
            case 9 -> fTo.accept(new HostEvent.KvmEntry(time, 0, cpu));
            case 10 -> fTo.accept(new HostEvent.KvmOther(time, 0, cpu, HostEvent.Service.INJECTION, random.nextBoolean() ? 0xec : random.nextInt(300)));
            case 11 -> fTo.accept(new HostEvent.KvmOther(time, 0, cpu, HostEvent.Service.MSR_WRITE, random.nextBoolean() ? 0x6e0 : 0x830, random.nextLong()));
            default -> {
                time += 2;
                word(random, time, random.nextInt(2));
                time++;
            }
            }
        }
    }

    private void word(Random random, long time, int cpu) {
        long a = random.nextInt(6);
        long b = random.nextInt(6);
        switch (random.nextInt(9)) {
        case 0, 1, 2 -> guestSwitches(time, cpu, (int) a, random.nextInt(3), (int) b);
        case 3, 4 -> reports(time, cpu, 0x67 + random.nextInt(2), a, b | (random.nextInt(6) == 0 ? Long.MIN_VALUE : 0), 'w');
        case 5 -> reports(time, cpu, 0x69, a << 32 | b, 0, 'f');
        case 6 -> reports(time, cpu, 0x6e + random.nextInt(7), random.nextInt(12), random.nextInt(3), 'h');
        case 7 -> reports(time, cpu, 0x84, a, random.nextInt(3));
        default -> reports(time, cpu, 0x85, random.nextInt(5), random.nextInt(1000));
        }
    }

    /** The path tiles its window, and is the one of the definition, in which every step goes forward in time. */
    private static void whole(PathRows rows, FoundPath found) {
        Segments path = found.segments();
        assertEquals(found.subject().begin(), path.begin());
        assertEquals(found.subject().end(), path.end());
        NaivePath naive = new NaivePath(rows, found.query().mode());
        int step = Math.max(1, path.size() / 20);
        for (int i = 0; i < path.size(); i += step) {
            assertTrue(path.begin(i) < path.end(i));
            assertEquals(naive.at(found.subject().who(), path.begin(i)), NaivePath.of(path, i), "at " + path.begin(i));
            assertEquals(naive.at(found.subject().who(), path.end(i) - 1), NaivePath.of(path, i), "at " + (path.end(i) - 1));
        }
    }
}
