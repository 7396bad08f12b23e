/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.VmLockHolders;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guests that kick whomever they like, as often as they like: memory has bounds, and what is counted has happened. */
@Tag("plain")
class HostileLocksTest {

    private static final long KERNEL = 0xffffffff81000000L;
    private static final int HLT = 120;
    private static final int VMMCALL = 129;
    private static final int KICK = 5;
    private static final int YIELD = 11;

    @TempDir
    Path fFolder;

    private Consumer<HostEvent> fTo;

    private VmLockHolders holders(Runnable reported) throws Exception {
        Path file = fFolder.resolve("rows");
        RecordedEvents recorded = new RecordedEvents(Set.of(), Set.of(), false);
        try (PathFile all = new PathFile(file, List.of("host"), host -> null, List.of(), host -> recorded)) {
            fTo = all::accept;
            for (int cpu = 0; cpu < 2; cpu++) {
                fTo.accept(new HostEvent.ThreadKnown(3 * cpu, 0, cpu, 501 + cpu, 500, "CPU " + cpu + "/KVM"));
                fTo.accept(new HostEvent.SchedSwitch(3 * cpu + 1, 0, cpu, 0, "swapper/" + cpu, 0, 501 + cpu, "CPU " + cpu + "/KVM"));
                fTo.accept(new HostEvent.KvmEntry(3 * cpu + 2, 0, cpu));
            }
            reported.run();
            all.finish(1);
        }
        CriticalPaths paths = new CriticalPaths(PathRows.open(file, 1), (vm, nested, name, address) -> false);
        return paths.lockHolders(null, Long.MIN_VALUE, Long.MAX_VALUE).get(0);
    }

    private void exits(long time, int cpu, int reason) {
        fTo.accept(new HostEvent.KvmExit(time, 0, cpu, ExitReason.SVM, reason, cpu, KERNEL));
    }

    private void calls(long time, int cpu, int number, long apic) {
        fTo.accept(new HostEvent.KvmHypercall(time, 0, cpu, number, number == YIELD ? apic : 0, apic, 0, 0));
    }

    private void enters(long time, int cpu) {
        fTo.accept(new HostEvent.KvmEntry(time, 0, cpu));
    }

    /** A million with all samples. */
    @Test
    void kicksOfAnybodyByAnybodyChangeNothing() throws Exception {
        int count = Samples.ALL ? 1_000_000 : 50_000;
        Random random = new Random(1);
        VmLockHolders found = holders(() -> {
            exits(10, 1, HLT);
            for (int i = 0; i < count; i++) {
                long time = 100 + 10L * i;
                exits(time, 0, VMMCALL);
                calls(time + 1, 0, i % 3 == 0 ? YIELD : KICK, random.nextInt(4) > 0 ? random.nextInt(3) : random.nextLong());
                if (random.nextInt(10) > 0) {
                    enters(time + 2, 0);
                }
            }
        });
        // the first one of vCPU 1 found it in its halt, from which it never came back
        assertEquals(1, found.waits().stream().mapToInt(LockWaits::count).sum());
        LockWaits.Kicks kicks = found.kicks();
        assertEquals(count - (count + 2) / 3, kicks.count());
        assertEquals(kicks.count() - 1, kicks.unknown() + kicks.without());
        assertEquals(0, kicks.leftOut());
    }

    /** Each of 200 threads of one vCPU waits for each of 200 of the other. */
    @Test
    void waitsOfTooManyThreadsAreThoseOfTheirVcpus() throws Exception {
        int threads = 200;
        VmLockHolders found = holders(() -> {
            for (int i = 0; i < threads * threads; i++) {
                long time = 100 + 20L * i;
                if (i % threads == 0) {
                    switches(time, 0, 1 + i / threads);
                }
                switches(time + 5, 1, 1001 + i % threads);
                exits(time + 10, 1, HLT);
                exits(time + 11, 0, VMMCALL);
                calls(time + 12, 0, KICK, 1);
                enters(time + 13, 0);
                enters(time + 14, 1);
            }
        });
        assertEquals(LockGroups.MOST + 1, found.waits().size());
        assertEquals(threads * threads, found.waits().stream().mapToInt(LockWaits::count).sum());
        assertEquals(2L * threads * threads, found.waits().stream().mapToLong(LockWaits::total).sum());
        assertTrue(found.waits().stream().anyMatch(row -> row.waitingThread() < 0 && row.count() == threads * threads - LockGroups.MOST));
    }

    private void switches(long time, int cpu, int to) {
        exits(time - 1, cpu, VMMCALL);
        fTo.accept(new HostEvent.KvmHypercall(time, 0, cpu, 0x66, (long) (to == 1 || to == 1001 ? 0 : to - 1) << 32 | to, 0, 'g', 0));
        enters(time + 1, cpu);
    }
}
